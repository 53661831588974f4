package io.github.ostiary.operate;

import io.github.ostiary.book.GuardExtension;
import io.github.ostiary.config.GlobalConfig;
import io.github.ostiary.config.GlobalKeys;
import io.github.ostiary.config.Problems;
import org.jspecify.annotations.Nullable;

/** Shows a guard's operator API by JMX where {@code operators.jmx} says so. */
public final class JmxExtension implements GuardExtension {

    private boolean wanted;
    private @Nullable JmxOperatorApi shown;

    /** Creates it for a guard, which finds it by its name. */
    public JmxExtension() {}

    @Override
    public void check(GlobalConfig config, Problems problems) {
        wanted = config.get(GlobalKeys.OPERATORS_JMX);
    }

    @Override
    public void begin(WatchedGuard watched) {
        shown = wanted ? JmxOperatorApi.open(watched.guard(), watched.application()) : null;
    }

    @Override
    public void close() {
        if (shown != null) {
            shown.close();
        }
    }
}
