package io.github.ostiary.engine;

import io.github.ostiary.Decision;
import io.github.ostiary.Quota;
import io.github.ostiary.store.Claim;
import io.github.ostiary.store.Verdict;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The figures of one claim that was asked alone. */
enum ClaimQuotas implements Decision.FiguresReader<Claim, Verdict> {
    READER;

    @Override
    public List<Quota> quotas(Claim asked, Verdict said) {
        return asked.quotas(said);
    }

    @Override
    public @Nullable Quota only(Claim asked, Verdict said) {
        return asked.quota(said);
    }
}
