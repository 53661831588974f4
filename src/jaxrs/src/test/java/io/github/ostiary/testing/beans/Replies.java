package io.github.ostiary.testing.beans;

import io.github.ostiary.RateLimit;
import jakarta.enterprise.context.ApplicationScoped;

/** Annotations on methods. */
@ApplicationScoped
public class Replies {

    @RateLimit("reply")
    public String post() {
        return "posted";
    }

    public String postFromWithin() {
        return post();
    }

    @RateLimit("first")
    public String first(String user) {
        return "posted by " + user;
    }

    @RateLimit("named")
    public String named(int number, String user) {
        return "posted " + number + " by " + user;
    }

    @RateLimit(rate = "2/1h", key = "arg:phone")
    public String sendCode(String phone) {
        return "sent to " + phone;
    }

    @RateLimit(rate = "1/1h")
    public String tuned() {
        return "tuned";
    }

    @RateLimit(rate = "1/1h", key = "arg:0")
    public String strict(String user) {
        return "strict";
    }

    @RateLimit(rate = "1/1h", key = "arg:0", onMissingKey = "allow")
    public String lenient(String user) {
        return "lenient";
    }
}
