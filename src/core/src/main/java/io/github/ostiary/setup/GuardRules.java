package io.github.ostiary.setup;

import io.github.ostiary.RuleOverride;
import io.github.ostiary.Rules;
import io.github.ostiary.engine.ChangeMaker;
import io.github.ostiary.operator.Operator;
import java.time.Duration;
import java.util.List;

/** The rules of a guard, as Java changes them: in the name of the caller of the current request. Thread-safe. */
final class GuardRules implements Rules {

    private final OverrideBook overrides;

    GuardRules(OverrideBook overrides) {
        this.overrides = overrides;
    }

    /** The operator of what Java does. */
    static Operator acting() {
        return new Operator(CurrentCall.get().principal().orElse(ChangeMaker.JAVA), ChangeMaker.JAVA);
    }

    @Override
    public RuleOverride override(String key, String value, Duration duration, String reason) {
        return overrides.put(key, value, duration, acting(), reason);
    }

    @Override
    public List<RuleOverride> overrides() {
        return overrides.list();
    }

    @Override
    public boolean removeOverride(String key, String reason) {
        return overrides.remove(key, acting(), reason);
    }
}
