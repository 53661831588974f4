package io.github.ostiary;

import java.lang.reflect.InvocationTargetException;

/** The builder's implementation, by its name: this package knows no other, and that one puts all others together. */
final class BuilderLookup {

    private static final String IMPLEMENTATION = "io.github.ostiary.setup.GuardBuilder";

    private BuilderLookup() {}

    static Guard.Builder builder() {
        try {
            return (Guard.Builder)
                    Class.forName(IMPLEMENTATION).getMethod("create").invoke(null);
        } catch (ClassNotFoundException
                | NoSuchMethodException
                | IllegalAccessException
                | InvocationTargetException e) {
            throw new IllegalStateException(IMPLEMENTATION + " is not in this jar: was it made smaller by a tool?", e);
        }
    }
}
