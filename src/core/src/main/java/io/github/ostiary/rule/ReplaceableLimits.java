package io.github.ostiary.rule;

import io.github.ostiary.CallContext;
import io.github.ostiary.Key;
import io.github.ostiary.store.Limit;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The limits in force: others may take their place while calls are decided. Thread-safe. */
public final class ReplaceableLimits implements LimitSelection {

    private volatile LimitSelection inForce;

    /** The limits in force, where they are the same for all calls; else null. */
    volatile @Nullable List<KeyedLimits> fixed;

    private volatile @Nullable Limit alone;

    /** Begins with these. */
    public ReplaceableLimits(LimitSelection first) {
        this.inForce = first;
        this.fixed = first.fixed();
        this.alone = first.alone();
    }

    /** Puts others in their place; calls being decided keep what they began with. */
    public void replace(LimitSelection next) {
        inForce = next;
        fixed = next.fixed();
        alone = next.alone();
    }

    @Override
    public List<KeyedLimits> of(CallContext call) {
        return inForce.of(call);
    }

    @Override
    public List<KeyedLimits> of(Key key) {
        return inForce.of(key);
    }

    @Override
    public List<KeyedLimits> ofAllPlans(Key key) {
        return inForce.ofAllPlans(key);
    }

    @Override
    public @Nullable List<KeyedLimits> fixed() {
        return fixed;
    }

    @Override
    public @Nullable Limit alone() {
        return alone;
    }

    @Override
    public List<KeyedLimits> ofAllPlans() {
        return inForce.ofAllPlans();
    }
}
