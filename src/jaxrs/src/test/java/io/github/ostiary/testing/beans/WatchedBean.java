package io.github.ostiary.testing.beans;

import jakarta.enterprise.context.Dependent;

/** Limited through its stereotype. */
@Watched
@Dependent
public class WatchedBean {

    public String look() {
        return "looked";
    }
}
