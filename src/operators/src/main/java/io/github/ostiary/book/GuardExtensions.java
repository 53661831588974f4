package io.github.ostiary.book;

import io.github.ostiary.config.GlobalConfig;
import io.github.ostiary.config.GlobalKeys;
import io.github.ostiary.config.Problems;
import io.github.ostiary.engine.DecisionListener;
import io.github.ostiary.text.ClassPath;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The extensions of one guard: begun in their order, closed in the other. */
final class GuardExtensions implements AutoCloseable {

    private static final String METRICS = "io.github.ostiary.metrics.MetricsExport";
    private static final String JMX = "io.github.ostiary.operate.JmxExtension";

    private final List<GuardExtension> inOrder = new ArrayList<>();

    private GuardExtensions() {}

    /** Makes all that are in this jar; one that is wanted and not there is a problem. */
    static GuardExtensions of(GlobalConfig config, Problems problems) {
        GuardExtensions extensions = new GuardExtensions();
        extensions.add(
                METRICS, "metrics", !config.get(GlobalKeys.METRICS).named().isEmpty(), problems);
        extensions.add(JMX, "operators.jmx", config.get(GlobalKeys.OPERATORS_JMX), problems);
        extensions.inOrder.forEach(each -> each.check(config, problems));
        return extensions;
    }

    private void add(String type, String key, boolean wanted, Problems problems) {
        if (ClassPath.has(type)) {
            inOrder.add(ClassPath.part(type, GuardExtension.class));
        } else if (wanted) {
            problems.addKey(key, ClassPath.missing(type));
        }
    }

    /** The listeners to decisions that some of them have. */
    List<DecisionListener> listeners() {
        List<DecisionListener> all = new ArrayList<>();
        for (GuardExtension each : inOrder) {
            @Nullable DecisionListener listener = each.listener();
            if (listener != null) {
                all.add(listener);
            }
        }
        return all;
    }

    void begin(GuardExtension.WatchedGuard watched) {
        inOrder.forEach(each -> each.begin(watched));
    }

    @Override
    public void close() {
        for (int i = inOrder.size(); i-- > 0; ) {
            inOrder.get(i).close();
        }
    }
}
