package io.github.ostiary.book;

import io.github.ostiary.RuleOverride;
import io.github.ostiary.Rules;
import io.github.ostiary.operator.Operator;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;

/** The rules of a guard, as Java changes them: in the name of the caller of the current request. Thread-safe. */
final class GuardRules implements Rules {

    private final OverrideBook overrides;
    private final Supplier<Operator> acting;

    /** Changes them in the name of whom it asks for. */
    GuardRules(OverrideBook overrides, Supplier<Operator> acting) {
        this.overrides = overrides;
        this.acting = acting;
    }

    @Override
    public RuleOverride override(String key, String value, Duration duration, String reason) {
        return overrides.put(key, value, duration, acting.get(), reason);
    }

    @Override
    public List<RuleOverride> overrides() {
        return overrides.list();
    }

    @Override
    public boolean removeOverride(String key, String reason) {
        return overrides.remove(key, acting.get(), reason);
    }
}
