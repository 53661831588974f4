package io.github.ostiary.engine;

import io.github.ostiary.Verdict;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What the tiers say of a list of asks.
 *
 * @param verdicts one per ask, in their order; null where nothing was counted
 * @param degraded whether failure policies decided
 * @param unavailable the rule that refuses because the store does not answer
 */
record Outcome(List<@Nullable Verdict> verdicts, boolean degraded, Optional<String> unavailable) {

    static Outcome of(List<? extends @Nullable Verdict> verdicts) {
        return new Outcome(Collections.unmodifiableList(verdicts), false, Optional.empty());
    }
}
