package io.github.ostiary.testing.beans;

import io.github.ostiary.RateLimit;
import jakarta.enterprise.context.ApplicationScoped;

/** Has a bridge method, which carries the annotation too. */
@ApplicationScoped
public class TextTaker extends Taker<String> {

    @Override
    @RateLimit("bridged")
    public String take(String what) {
        return "took " + what;
    }
}
