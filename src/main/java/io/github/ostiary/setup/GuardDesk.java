package io.github.ostiary.setup;

import io.github.ostiary.Key;
import io.github.ostiary.RuleOverride;
import io.github.ostiary.edge.Desk;
import io.github.ostiary.edge.Figures;
import io.github.ostiary.edge.Operator;
import io.github.ostiary.engine.Engine;
import java.time.Duration;

/** The desk of a configured guard. Thread-safe. */
final class GuardDesk implements Desk {

    private final Engine engine;
    private final OverrideBook overrides;

    GuardDesk(Engine engine, OverrideBook overrides) {
        this.engine = engine;
        this.overrides = overrides;
    }

    @Override
    public void unlock(String rule, Key key, Operator operator, String reason) {
        String unused = checked(reason);
        engine.lockouts(rule).unlock(key);
    }

    @Override
    public void unlockIdentity(String rule, String identity, Operator operator, String reason) {
        String unused = checked(reason);
        engine.lockouts(rule).unlockIdentity(identity);
    }

    @Override
    public void lock(String rule, Key key, Duration duration, Operator operator, String reason) {
        engine.lockouts(rule).lock(key, duration, checked(reason));
    }

    @Override
    public void block(String rule, Key key, Operator operator, String reason) {
        engine.lockouts(rule).block(key, checked(reason));
    }

    @Override
    public void reset(String rule, Key key, Operator operator, String reason) {
        String unused = checked(reason);
        engine.limiter(rule).reset(key);
    }

    @Override
    public void credit(String rule, Key key, long permits, Operator operator, String reason) {
        String unused = checked(reason);
        engine.limiter(rule).credit(key, permits);
    }

    @Override
    public RuleOverride override(String key, String value, Duration duration, Operator operator, String reason) {
        return overrides.put(key, value, duration, operator, reason);
    }

    @Override
    public boolean removeOverride(String key, Operator operator, String reason) {
        return overrides.remove(key, operator, reason);
    }

    @Override
    public Figures figures() {
        return engine.figures();
    }

    static String checked(String reason) {
        if (reason.length() > LONGEST_REASON) {
            throw new IllegalArgumentException(
                    "a reason has at most " + LONGEST_REASON + " characters, not " + reason.length());
        }
        return reason;
    }
}
