package io.github.ostiary.local;

import static org.jetbrains.lincheck.datastructures.ManagedStrategyGuaranteeKt.forClasses;

import io.github.ostiary.Algorithm;
import io.github.ostiary.ManualTimeSource;
import io.github.ostiary.store.Charge;
import io.github.ostiary.store.Limit;
import io.github.ostiary.store.Operation;
import io.github.ostiary.store.Verdict;
import io.github.ostiary.testing.Limits;
import java.util.List;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Param;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** Decisions, charges and credits of several threads come out as if one thread had made them in some order. */
@Param(name = "key", gen = IntGen.class, conf = "0:1")
@Param(name = "permits", gen = IntGen.class, conf = "1:2")
public class LocalStoreLincheckTest {

    private static final Limit LIMIT = Limits.of(Algorithm.SLIDING_LOG, "3/1m");

    private final LocalStore store = new LocalStore(100, new ManualTimeSource());

    private static Charge charge(int key, int permits) {
        return new Charge(LIMIT, "k" + key, permits);
    }

    private String ask(Operation operation, Charge... claims) {
        StringBuilder text = new StringBuilder();
        for (Verdict verdict : store.ask(operation, List.of(claims), Long.MAX_VALUE)) {
            text.append(verdict.passed()).append(verdict.remaining()).append(' ');
        }
        return text.toString();
    }

    @org.jetbrains.lincheck.datastructures.Operation
    public String decide(@Param(name = "key") int key, @Param(name = "permits") int permits) {
        return ask(Operation.DECIDE, charge(key, permits));
    }

    @org.jetbrains.lincheck.datastructures.Operation
    public String decideBoth(@Param(name = "permits") int permits) {
        return ask(Operation.DECIDE, charge(0, permits), charge(1, 1));
    }

    @org.jetbrains.lincheck.datastructures.Operation
    public String credit(@Param(name = "key") int key, @Param(name = "permits") int permits) {
        return ask(Operation.CREDIT, charge(key, permits));
    }

    @org.jetbrains.lincheck.datastructures.Operation
    public String charge(@Param(name = "key") int key) {
        return ask(Operation.CHARGE, charge(key, 1));
    }

    @org.jetbrains.lincheck.datastructures.Operation
    public String peek(@Param(name = "key") int key) {
        return ask(Operation.PEEK, charge(key, 1));
    }

    @org.jetbrains.lincheck.datastructures.Operation
    public String reset(@Param(name = "key") int key) {
        return ask(Operation.RESET, charge(key, 1));
    }

    /** What is asked below a counter's lock, and Caffeine, which is tried by its authors. */
    private static boolean isWithoutThreads(String name) {
        return name.startsWith("com.github.benmanes.caffeine.")
                || name.startsWith("io.github.ostiary.algorithm.")
                || name.startsWith("io.github.ostiary.store.")
                || name.startsWith("io.github.ostiary.Manual");
    }

    /** Each interleaving takes a tenth of a second: {@code mvn -Psoak verify}. */
    @Test
    @EnabledIfSystemProperty(named = "soak.minutes", matches = "[1-9].*")
    void asIfByOneThread() {
        ModelCheckingOptions options = new ModelCheckingOptions()
                .addGuarantee(forClasses(LocalStoreLincheckTest::isWithoutThreads)
                        .allMethods()
                        .treatAsAtomic())
                .threads(2)
                .actorsPerThread(3)
                .actorsBefore(1)
                .actorsAfter(1)
                .iterations(100)
                .invocationsPerIteration(100);
        options.check(LocalStoreLincheckTest.class);
    }
}
