package io.github.ostiary.testing.beans;

/** What beans inherit. */
abstract class Listing {

    public String inherited() {
        return "inherited";
    }
}
