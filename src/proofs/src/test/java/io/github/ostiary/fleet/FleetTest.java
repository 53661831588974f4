package io.github.ostiary.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.TimeSource;
import io.github.ostiary.fleet.Fleet.End;
import io.github.ostiary.store.Charge;
import io.github.ostiary.store.Operation;
import io.github.ostiary.store.Store;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Fleets of real guards in simulated time, each another by its seed: callers, honest and not, operators, faults. With
 * {@code -Dsoak.minutes=N} it goes on with seeds that were never tried, for so long; {@code -Dfleet.seed=N} tries one.
 */
@Tag("slow")
@ExtendWith(Quiet.class)
class FleetTest {

    private static final int SEEDS = 160;

    /** Seeds from long searches that once broke a rule: a denial after an unlocking that an earlier failure undid. */
    private static final long[] KEPT = {
        459_642_332_868_813L,
        459_683_861_602_477L,
        459_684_320_669_340L,
        459_685_274_286_874L,
        459_685_799_090_362L,
        459_686_032_200_461L,
        459_686_348_508_926L,
        459_686_495_749_741L,
        459_688_197_601_342L,
        459_689_716_493_026L
    };

    private static final double MICROS_AN_HOUR = 3.6e9;

    private final long begun = System.nanoTime();
    private long seeds;
    private long micros;
    private long calls;
    private long faults;

    @Test
    void everySeedKeepsTheRules() {
        long only = Long.getLong("fleet.seed", 0);
        if (only != 0) {
            play(only);
            return;
        }
        for (long seed : KEPT) {
            play(seed);
        }
        for (long seed = 1; seed <= SEEDS; seed++) {
            play(seed);
        }
        long until = System.nanoTime() + TimeUnit.MINUTES.toNanos(Integer.getInteger("soak.minutes", 0));
        for (long seed = System.currentTimeMillis() << 8; System.nanoTime() < until; seed++) {
            play(seed);
        }
        System.out.println(told());
    }

    private String told() {
        return String.format(
                Locale.ROOT,
                "Simulated fleets: %d seeds, %.1f hours, %d calls, %d faults, in %d s",
                seeds,
                micros / MICROS_AN_HOUR,
                calls,
                faults,
                TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - begun));
    }

    private void play(long seed) {
        List<Step> steps = Plan.of(seed);
        End end = Fleet.run(seed, steps);
        seeds++;
        micros += end.micros();
        calls += end.calls();
        faults += end.faults();
        if (!end.violations().isEmpty()) {
            throw new AssertionError(failure(seed, steps, end));
        }
    }

    /** The seed, what it breaks, and the shortest history that still does. */
    private String failure(long seed, List<Step> steps, End end) {
        String violation = end.violations().get(0);
        String found = told();
        List<Step> few = Shrinker.shrink(seed, steps, violation, RecordedCounters::new);
        End least = Fleet.run(seed, few);
        StringBuilder text =
                new StringBuilder(found).append("\nseed ").append(seed).append(" breaks a rule.\n");
        text.append(violation)
                .append("\nShrunk from ")
                .append(steps.size())
                .append(" to ")
                .append(few.size());
        text.append(" steps, which break:\n");
        least.violations().stream()
                .limit(3)
                .forEach(each -> text.append("  ").append(each).append('\n'));
        text.append("Steps:\n");
        few.stream().limit(60).forEach(each -> text.append("  ").append(each).append('\n'));
        text.append("What callers saw:\n");
        least.history().stream()
                .limit(60)
                .forEach(each -> text.append("  ").append(each).append('\n'));
        return text.append("Again: -Dfleet.seed=").append(seed).toString();
    }

    /** Counters that forget each charge at once: limits hold nobody. */
    private static Store forgetful(TimeSource clock) {
        Store counters = new RecordedCounters(clock);
        return (Store) Proxy.newProxyInstance(
                Store.class.getClassLoader(), new Class<?>[] {Store.class}, (self, method, given) -> {
                    Object said = method.invoke(counters, given);
                    if (given != null && given[0] == Operation.DECIDE) {
                        List<Charge> charges = ((List<?>) given[1])
                                .stream()
                                        .filter(Charge.class::isInstance)
                                        .map(Charge.class::cast)
                                        .toList();
                        Object unused = counters.ask(Operation.RESET, charges, Store.NO_DEADLINE);
                    }
                    return said;
                });
    }

    @Test
    void whatIsBrokenIsFoundAndToldInFewSteps() {
        long seed = 4;
        List<Step> steps = Plan.of(seed);
        String violation =
                Fleet.run(seed, steps, FleetTest::forgetful).violations().get(0);

        List<Step> few = Shrinker.shrink(seed, steps, violation, FleetTest::forgetful);

        assertThat(few).hasSizeLessThan(20);
        End once = Fleet.run(seed, few, FleetTest::forgetful);
        End twice = Fleet.run(seed, few, FleetTest::forgetful);
        assertThat(once.violations()).anyMatch(each -> Shrinker.rule(each).equals(Shrinker.rule(violation)));
        assertThat(twice.digest()).isEqualTo(once.digest());
    }

    @Test
    void aSeedComesToTheSameEndTwice() {
        for (long seed = 1; seed <= 8; seed++) {
            End once = Fleet.run(seed, Plan.of(seed));
            End twice = Fleet.run(seed, Plan.of(seed));

            assertThat(twice.history()).as("seed %d", seed).isEqualTo(once.history());
            assertThat(twice.digest()).isEqualTo(once.digest());
        }
    }
}
