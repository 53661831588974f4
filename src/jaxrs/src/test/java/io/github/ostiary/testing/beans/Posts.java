package io.github.ostiary.testing.beans;

import io.github.ostiary.RateLimit;
import jakarta.enterprise.context.ApplicationScoped;

/** An annotation on the class, and one on a method that replaces it. */
@ApplicationScoped
@RateLimit("posts")
public class Posts extends Listing {

    public String one() {
        return "one";
    }

    public String two() {
        return "two";
    }

    @RateLimit("pinned")
    public String pinned() {
        return "pinned";
    }
}
