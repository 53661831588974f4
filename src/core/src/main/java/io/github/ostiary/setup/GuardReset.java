package io.github.ostiary.setup;

import io.github.ostiary.Guard;
import io.github.ostiary.operator.OperatorApi;

/**
 * Has a running guard begin anew, between the tests of an application.
 *
 * @hidden
 */
public final class GuardReset {

    /*
     * Naive: a new guard for each test. It is what a test in plain Java has. Flaw: where filters, beans and listeners know a
     * guard already, each would have to follow. So the guard stays, and what it remembers goes: the store of this JVM with its
     * locks and leases, the notes of denials, overrides, and all that rules remember, since they are read again. What is
     * counted for operators goes on.
     */
    private GuardReset() {}

    /**
     * A stand-in for a guard, which has it begin anew: its operator API.
     *
     * @hidden
     */
    public interface Anew {

        /** Forgets all callers. */
        void begin();
    }

    /**
     * Forgets all callers. No call may be under way.
     *
     * @param guard of this library, or what is injected for it
     * @throws IllegalStateException if its counters are in Redis; nothing has changed
     */
    public static void reset(Guard guard) {
        if (OperatorApi.of(guard) instanceof Anew own) {
            own.begin();
        }
    }
}
