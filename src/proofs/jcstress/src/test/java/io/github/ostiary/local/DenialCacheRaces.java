package io.github.ostiary.local;

import io.github.ostiary.Algorithm;
import io.github.ostiary.Rate;
import io.github.ostiary.store.Charge;
import io.github.ostiary.store.Limit;
import io.github.ostiary.store.LimitId;
import io.github.ostiary.store.Verdict;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** A denial that one thread has heard, as another sees it. */
public final class DenialCacheRaces {

    private static final long NOW = 1_700_000_000_000_000L;
    private static final long SECOND = 1_000_000;
    private static final Verdict DENIED = new Verdict(false, 0, 60 * SECOND, 90 * SECOND, 0, 60 * SECOND);

    private DenialCacheRaces() {}

    private static Charge charge() {
        return new Charge(
                new Limit(new LimitId("r", "r", "0"), Algorithm.FIXED_WINDOW, Rate.parse("5/1h"), 0, false, false),
                "bob",
                1);
    }

    /** It is seen with all its figures, or not yet. */
    @JCStressTest
    @State
    @Outcome(id = "0", expect = Expect.ACCEPTABLE, desc = "not heard of yet")
    @Outcome(id = "1", expect = Expect.ACCEPTABLE, desc = "denied, with the store's figures")
    @Outcome(expect = Expect.FORBIDDEN, desc = "denied with other figures")
    public static class Publication {

        private final Charge one = charge();
        private final LocalDenialCache cache = new LocalDenialCache(10, () -> NOW);

        @Actor
        public void hears() {
            cache.learn(one, DENIED, false, NOW, NOW);
        }

        @Actor
        public void asks(I_Result result) {
            Verdict seen = cache.denial(one, NOW, SECOND).orElse(null);
            result.r1 = seen == null
                    ? 0
                    : !seen.passed() && seen.retryMicros() == 60 * SECOND && seen.resetMicros() == 90 * SECOND ? 1 : 2;
        }
    }

    /** An answer that was asked for before a reset by this node denies nothing after it, in either order. */
    @JCStressTest
    @State
    @Outcome(id = "0", expect = Expect.ACCEPTABLE, desc = "nothing is denied")
    @Outcome(expect = Expect.FORBIDDEN, desc = "the reset was undone by what was asked before it")
    public static class Reset {

        private final Charge one = charge();
        private final LocalDenialCache cache = new LocalDenialCache(10, () -> NOW);

        @Actor
        public void hears() {
            cache.learn(one, DENIED, false, NOW - 1, NOW);
        }

        @Actor
        public void resets() {
            cache.forget(one);
        }

        @Arbiter
        public void denied(I_Result result) {
            result.r1 = cache.denial(one, NOW, SECOND).isPresent() ? 1 : 0;
        }
    }
}
