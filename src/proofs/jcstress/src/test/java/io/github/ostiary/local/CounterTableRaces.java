package io.github.ostiary.local;

import io.github.ostiary.Algorithm;
import io.github.ostiary.Rate;
import io.github.ostiary.algorithm.LimitCounters;
import io.github.ostiary.store.Charge;
import io.github.ostiary.store.Limit;
import io.github.ostiary.store.LimitId;
import io.github.ostiary.store.Operation;
import java.util.concurrent.atomic.AtomicLong;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;

/** Two threads at a counter that neither has met before, or that leaves the table meanwhile. */
public final class CounterTableRaces {

    private static final long NOW = 1_700_000_000_000_000L;

    private CounterTableRaces() {}

    private static Charge charge(String rate) {
        return new Charge(
                new Limit(new LimitId("r", "r", "0"), Algorithm.SLIDING_LOG, Rate.parse(rate), 0, false, false),
                "bob",
                1);
    }

    private static CounterTable<Charge> table(long capacity) {
        return new CounterTable<>(
                capacity,
                () -> NOW * 1_000,
                new AtomicLong(),
                claim -> LimitCounters.of(claim.limit().algorithm()));
    }

    /** Whichever thread makes the counter, the other finds it with all that was counted. */
    @JCStressTest
    @State
    @Outcome(
            id = {"1, 0", "0, 1"},
            expect = Expect.ACCEPTABLE,
            desc = "one permit, one caller")
    @Outcome(expect = Expect.FORBIDDEN, desc = "the permit was given twice, or never")
    public static class Publication {

        private final Charge only = charge("1/1h");
        private final CounterTable<Charge> table = table(10);

        @Actor
        public void one(II_Result result) {
            result.r1 = table.decide(only, NOW, true).passed() ? 1 : 0;
        }

        @Actor
        public void other(II_Result result) {
            result.r2 = table.decide(only, NOW, true).passed() ? 1 : 0;
        }
    }

    /** The same where the table is full, and strangers share a counter. */
    @JCStressTest
    @State
    @Outcome(
            id = {"1, 0", "0, 1"},
            expect = Expect.ACCEPTABLE,
            desc = "one permit, one caller")
    @Outcome(expect = Expect.FORBIDDEN, desc = "the permit was given twice, or never")
    public static class SharedPublication {

        private final Charge only = charge("1/1h");
        private final CounterTable<Charge> table = table(0);

        @Actor
        public void one(II_Result result) {
            result.r1 = table.decide(only, NOW, true).passed() ? 1 : 0;
        }

        @Actor
        public void other(II_Result result) {
            result.r2 = table.decide(only, NOW, true).passed() ? 1 : 0;
        }
    }

    /** A reset takes the counter away while a charge looks for it: what is charged after it stays. */
    @JCStressTest
    @State
    @Outcome(id = "4", expect = Expect.ACCEPTABLE, desc = "reset, then charged")
    @Outcome(id = "5", expect = Expect.ACCEPTABLE, desc = "charged, then reset")
    @Outcome(expect = Expect.FORBIDDEN, desc = "the first charge came back")
    public static class Leaving {

        private final Charge five = charge("5/1h");
        private final CounterTable<Charge> table = table(10);

        public Leaving() {
            table.decide(five, NOW, true);
        }

        @Actor
        public void charges() {
            table.decide(five, NOW, true);
        }

        @Actor
        public void resets() {
            table.apply(Operation.RESET, five, NOW);
        }

        @Arbiter
        public void left(I_Result result) {
            result.r1 = (int) table.apply(Operation.PEEK, five, NOW).remaining();
        }
    }
}
