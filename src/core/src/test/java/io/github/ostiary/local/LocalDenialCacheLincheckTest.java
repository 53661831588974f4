package io.github.ostiary.local;

import io.github.ostiary.Algorithm;
import io.github.ostiary.ManualTimeSource;
import io.github.ostiary.store.Charge;
import io.github.ostiary.store.Verdict;
import io.github.ostiary.testing.Limits;
import io.github.ostiary.testing.Schedules;
import java.util.concurrent.atomic.AtomicInteger;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.Validate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** The newest answer says whether a caller is denied, whichever thread takes note of it first. */
@Param(name = "sent", gen = IntGen.class, conf = "1:4")
@EnabledIfSystemProperty(named = "soak.minutes", matches = "[1-9].*")
public class LocalDenialCacheLincheckTest {

    private static final long NOW = 10;
    private static final long LONG = 30_000_000;
    private static final Charge ONE = new Charge(Limits.of(Algorithm.SLIDING_LOG, "3/1m"), "bob", 1);

    private final AtomicInteger newestAdmitted = new AtomicInteger();
    private final AtomicInteger newestDenied = new AtomicInteger();
    private final LocalDenialCache front = new LocalDenialCache(100, new ManualTimeSource());

    /** From here on there is a bucket: an answer of a time before is known to be old. */
    public LocalDenialCacheLincheckTest() {
        admitted(0);
    }

    @Operation
    public void admitted(@Param(name = "sent") int sent) {
        newestAdmitted.accumulateAndGet(sent, Math::max);
        front.learn(ONE, new Verdict(true, 2, 0, LONG, 2, LONG), true, sent, NOW);
    }

    @Operation
    public void denied(@Param(name = "sent") int sent) {
        newestDenied.accumulateAndGet(sent, Math::max);
        front.learn(ONE, new Verdict(false, 0, LONG, LONG, 0, LONG), false, sent, NOW);
    }

    /** At last; before, an answer that is being noted may deny nothing yet, and the store is asked. */
    @Validate
    public void theNewestAnswerCounts() {
        boolean denied = front.denial(ONE, NOW, Long.MAX_VALUE).isPresent();
        if (newestDenied.get() != newestAdmitted.get() && denied != newestDenied.get() > newestAdmitted.get()) {
            throw new AssertionError("denied: " + denied);
        }
    }

    @Test
    void asIfByOneThread() {
        Schedules.linearizable(
                LocalDenialCacheLincheckTest.class,
                name -> name.startsWith("io.github.ostiary.store.")
                        || name.startsWith("io.github.ostiary.algorithm.")
                        || name.endsWith("CoarseClock"));
    }
}
