package io.github.ostiary.testing.probe;

import jakarta.enterprise.context.ApplicationScoped;

/** A bean. */
@ApplicationScoped
public class Greeting {

    public String text() {
        return "injected";
    }
}
