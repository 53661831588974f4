package io.github.ostiary.engine;

import io.github.ostiary.Quota;
import io.github.ostiary.rule.Rule;
import io.github.ostiary.store.Claim;
import io.github.ostiary.store.Verdict;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The standing of a caller of whom one thing was asked, worked out when somebody reads it. Immutable. */
record Standing(Claim claim, Verdict said, Rule rule) implements Supplier<List<Quota>> {

    @Override
    public List<Quota> get() {
        @Nullable Quota quota = claim.quota(said);
        return quota == null
                ? List.of()
                : List.of(quota.describedAs(rule.basics().description()));
    }

    /** The figures only: identities do not belong in logs. */
    @Override
    public String toString() {
        return get().toString();
    }
}
