package io.github.ostiary.book;

import io.github.ostiary.Guard;
import io.github.ostiary.config.GlobalConfig;
import io.github.ostiary.config.Problems;
import io.github.ostiary.engine.DecisionListener;
import io.github.ostiary.operator.Figures;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A way to watch a guard that the guard does not know: made for each guard, while it is put together, from a public class that
 * is known by its name.
 */
public interface GuardExtension extends AutoCloseable {

    /**
     * The guard that an extension watches.
     *
     * @param guard not closed by the extension
     * @param figures what this node has done so far
     * @param ticks takes what is done every few seconds, if all is counted
     * @param application its name
     * @param loader the application's
     */
    record WatchedGuard(
            Guard guard, Supplier<Figures> figures, Consumer<Runnable> ticks, String application, ClassLoader loader) {}

    /**
     * Reads what is wanted, before anything is opened.
     *
     * @param config of the guard
     * @param problems receives what is wanted and not there
     */
    void check(GlobalConfig config, Problems problems);

    /**
     * The listener to its decisions, told last.
     *
     * @return null if none is wanted
     */
    default @Nullable DecisionListener listener() {
        return null;
    }

    /**
     * The guard has begun.
     *
     * @param watched from now on, until this is closed
     */
    void begin(WatchedGuard watched);

    @Override
    void close();
}
