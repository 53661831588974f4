package io.github.ostiary.testing;

import static org.jetbrains.lincheck.datastructures.ManagedStrategyGuaranteeKt.forClasses;

import java.util.function.Predicate;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;

/** Searches the schedules of two threads, one by one, for an outcome that no thread alone could have. */
public final class Schedules {

    private static final int ITERATIONS = 30;
    private static final int SCHEDULES = 100;

    private Schedules() {}

    /**
     * Compares each outcome with those of the same calls one after the other.
     *
     * @param tested has the calls
     * @param atomic says by name which classes of ours no schedule enters; the JDK's maps and Caffeine, which their authors
     *     try, are not entered either
     */
    public static void linearizable(Class<?> tested, Predicate<String> atomic) {
        Predicate<String> all = name -> name.startsWith("com.github.benmanes.caffeine.")
                || name.startsWith("java.util.concurrent.ConcurrentHashMap")
                || name.startsWith("java.util.concurrent.ConcurrentLinkedQueue")
                || name.startsWith("java.util.WeakHashMap")
                || name.startsWith("io.github.ostiary.Manual")
                || atomic.test(name);
        new ModelCheckingOptions()
                .addGuarantee(forClasses(all::test).allMethods().treatAsAtomic())
                .threads(2)
                .actorsPerThread(3)
                .actorsBefore(1)
                .actorsAfter(2)
                .iterations(ITERATIONS)
                .invocationsPerIteration(SCHEDULES)
                .check(tested);
    }
}
