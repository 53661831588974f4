package io.github.ostiary.testing;

import io.github.ostiary.LockState;
import io.github.ostiary.ManualTimeSource;
import io.github.ostiary.algorithm.Lockout;
import io.github.ostiary.store.AttemptClaim;
import io.github.ostiary.store.LockBook.KeptLock;
import io.github.ostiary.store.LockBook.LockDetail;
import io.github.ostiary.store.LockoutPolicy;
import io.github.ostiary.store.Operation;
import io.github.ostiary.store.Verdict;
import java.util.HashMap;
import java.util.Map;

/** The state machine alone, in a map. */
public final class PureLockouts implements LockoutBackend {

    private final Map<String, Lockout> lockouts = new HashMap<>();
    private final ManualTimeSource time;

    public PureLockouts(ManualTimeSource time) {
        this.time = time;
    }

    @Override
    public Verdict ask(Operation operation, AttemptClaim reservation) {
        Lockout lockout = at(reservation.policy(), reservation.identity());
        return switch (operation) {
            case DECIDE -> lockout.passes(reservation, 0)
                    ? lockout.take(reservation)
                    : lockout.leave(reservation, false);
            case DENY -> lockout.leave(reservation, lockout.passes(reservation, 0));
            case PEEK -> lockout.peek(reservation);
            default -> lockout.apply(operation, reservation);
        };
    }

    @Override
    public void lock(LockoutPolicy policy, String identity, long micros, String reason) {
        at(policy, identity).lock(micros, reason, identity);
    }

    @Override
    public void unlock(LockoutPolicy policy, String identity, long agoMicros) {
        at(policy, identity).unlock(agoMicros);
    }

    @Override
    public LockState state(LockoutPolicy policy, String identity) {
        return at(policy, identity).state(policy);
    }

    @Override
    public LockDetail look(LockoutPolicy policy, String identity) {
        return at(policy, identity).look(policy);
    }

    @Override
    public void restore(KeptLock lock) {
        at(lock.place().policy(), lock.place().identity()).restore(lock);
    }

    @Override
    public boolean admit(AttemptClaim from, long mark) {
        return at(from.policy(), from.identity()).admit(from.traits(), mark);
    }

    /** Until the state equals a fresh one. */
    public long idle(LockoutPolicy policy, String identity) {
        return at(policy, identity).idleMicros(policy);
    }

    private Lockout at(LockoutPolicy policy, String identity) {
        Lockout lockout = lockouts.computeIfAbsent(policy.rule() + ' ' + identity, key -> new Lockout());
        lockout.advance(policy, time.micros());
        return lockout;
    }
}
