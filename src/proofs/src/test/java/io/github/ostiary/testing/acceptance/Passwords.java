package io.github.ostiary.testing.acceptance;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Everybody's password is {@code right}; counts how often it was looked at. Thread-safe. */
public final class Passwords {

    private static final Map<String, Integer> LOOKED = new ConcurrentHashMap<>();

    private Passwords() {}

    static boolean areRight(String user, String password) {
        LOOKED.merge(user, 1, Integer::sum);
        return password.equals("right");
    }

    static int looked(String user) {
        return LOOKED.getOrDefault(user, 0);
    }
}
