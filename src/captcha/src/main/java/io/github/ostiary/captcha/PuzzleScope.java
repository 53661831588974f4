package io.github.ostiary.captcha;

import io.github.ostiary.CallContext;
import io.github.ostiary.MalformedCallException;
import io.github.ostiary.text.Digest;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * The scope in which puzzles and passes are right, a sign-in or the lockouts of a path, and what outlives another reading of its
 * configuration. Thread-safe.
 */
final class PuzzleScope {

    /** The length of a mark, enough to tell scopes apart. */
    private static final int MARK_LENGTH = 8;

    final String name;

    /** Stands for the name where callers see it. */
    final String mark;

    final PuzzleKeys keys;
    final Pass pass;
    final Effort effort = new Effort();

    /** The answers of networks that a service found wrong where nothing else counts them. */
    final NetworkCounts wrong = new NetworkCounts();

    volatile BooleanSupplier siege = () -> false;

    PuzzleScope(String name, PuzzleKeys keys) {
        this.name = name;
        this.keys = keys;
        this.mark = Digest.of(name).substring(0, MARK_LENGTH);
        this.pass = new Pass(name, mark, keys);
    }

    /** Whether a request below the place of challenges is about this scope: it names it, or none. */
    boolean isMeant(CallContext call) {
        try {
            List<String> named = call.parameters("for");
            return named.isEmpty() || named.contains(name) || named.contains(mark);
        } catch (MalformedCallException e) {
            return false;
        }
    }

    /** Signs puzzles. */
    byte[] key() {
        return keys.key("puzzle " + name);
    }
}
