package io.github.ostiary.testing.beans.wrong;

import io.github.ostiary.RateLimit;
import jakarta.enterprise.context.ApplicationScoped;

/** One limit, though the compiler writes a second method that carries it. */
@ApplicationScoped
public class TextSayer extends Sayer<String> {

    @Override
    @RateLimit(rate = "2/1m")
    public String say(String what) {
        return "said the text " + what;
    }
}
