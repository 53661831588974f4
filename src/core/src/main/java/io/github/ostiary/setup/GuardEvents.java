package io.github.ostiary.setup;

import io.github.ostiary.Guard;
import io.github.ostiary.GuardListener;

/**
 * Lets the bean edge hear what a guard does, once there are beans.
 *
 * @hidden
 */
public final class GuardEvents {

    private GuardEvents() {}

    /**
     * Tells a listener what a guard does, beside those it was built with.
     *
     * @param guard of any make; one of another library raises no events
     * @param listener called as {@link GuardListener} says
     * @return ends it
     */
    public static Subscription subscribe(Guard guard, GuardListener listener) {
        if (!(guard instanceof ConfiguredGuard built)) {
            return () -> {};
        }
        built.addListener(listener);
        return () -> built.removeListener(listener);
    }
}
