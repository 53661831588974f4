package io.github.ostiary.redis;

import io.github.ostiary.StoreException;
import java.util.Set;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.exceptions.JedisDataException;

/** Tells what went wrong, without keys, identities or credentials. */
final class Failures {

    /** Replies of a server that is not, or no longer, the one to ask. */
    private static final Set<String> WRONG_SERVER = Set.of("READONLY", "LOADING", "MASTERDOWN", "MISCONF", "NOAUTH");

    private Failures() {}

    static StoreException of(RuntimeException cause) {
        if (cause instanceof JedisDataException) {
            return new StoreException("Redis refuses: " + word(String.valueOf(cause.getMessage())), cause);
        }
        return new StoreException(
                "Redis does not answer (" + cause.getClass().getSimpleName() + "); the attempt may have been counted",
                cause);
    }

    /** One decision's error. Unless it tells of the whole server, a key in the way of one caller is no outage. */
    static StoreException of(String error) {
        String word = word(error);
        String message = "Redis refuses: " + word;
        return WRONG_SERVER.contains(word) || word.equals("OOM")
                ? new StoreException(message)
                : StoreException.ofCounter(message);
    }

    /** Whether other connections to the same server will fare no better. */
    static boolean spoilsConnections(StoreException failure) {
        String message = String.valueOf(failure.getMessage());
        Throwable cause = failure.getCause();
        return cause instanceof JedisConnectionException
                || (cause != null && cause.getCause() instanceof JedisConnectionException)
                || WRONG_SERVER.stream().anyMatch(word -> message.endsWith(" " + word));
    }

    /** Redis starts its errors with a word in capitals; what follows may quote a key. */
    private static String word(String message) {
        String text = message.startsWith("-") ? message.substring(1) : message;
        String word = text.split("\\s", 2)[0];
        return word.matches("[A-Z]{2,20}") ? word : "ERR";
    }
}
