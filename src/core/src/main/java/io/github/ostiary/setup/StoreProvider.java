package io.github.ostiary.setup;

import io.github.ostiary.TimeSource;
import io.github.ostiary.config.GlobalConfig;
import io.github.ostiary.config.Problems;
import io.github.ostiary.engine.Tiers;
import io.github.ostiary.store.StoreCounts;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The way to counters that nodes share: a public class that is known by its name, so that a guard without them lacks nothing.
 *
 * @hidden
 */
public interface StoreProvider {

    /**
     * Opens them.
     *
     * @param global how they are used
     * @param uri where they are
     * @param node the clock of what this node remembers, and by which it measures deadlines
     * @param away hears that they cannot be reached
     * @param back hears that they can be again
     * @param counts of what the store is asked; null if it is not counted
     * @param problems receives what is wrong
     * @return empty if there are problems, old or new; then nothing was opened
     */
    Optional<Tiers> open(
            GlobalConfig global,
            String uri,
            TimeSource node,
            Runnable away,
            Runnable back,
            @Nullable StoreCounts counts,
            Problems problems);

    /**
     * The same over a store of this JVM, which calls are rehearsed on.
     *
     * @param global how they are used
     * @param node the clock
     * @param counts of what the store is asked; null if it is not counted
     * @return what no other node shares
     */
    Tiers rehearsed(GlobalConfig global, TimeSource node, @Nullable StoreCounts counts);
}
