package shop;

import io.github.ostiary.RateLimit;
import jakarta.enterprise.context.ApplicationScoped;

/** A bean that may be called so often. */
@ApplicationScoped
public class Texts {

    @RateLimit("text")
    public String send(String number) {
        return "sent to " + number;
    }

    @RateLimit(rate = "2/1h", key = "arg:number")
    public String call(String number) {
        return "called " + number;
    }
}
