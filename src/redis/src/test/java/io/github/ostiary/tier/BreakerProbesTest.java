package io.github.ostiary.tier;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ostiary.local.LocalStore;
import io.github.ostiary.store.Claim;
import io.github.ostiary.store.LockBook;
import io.github.ostiary.store.Operation;
import io.github.ostiary.store.SharedState;
import io.github.ostiary.store.Store;
import io.github.ostiary.store.StoreException;
import io.github.ostiary.store.Verdict;
import io.github.ostiary.testing.LogLines;
import io.github.ostiary.testing.SteppedClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** How servers that went away are found back, in the background, in stepped time. */
class BreakerProbesTest {

    private static final long MILLI = 1_000;
    private static final long SECOND = 1_000_000;
    private static final Duration BUDGET = Duration.ofMillis(50);

    /** What a ping comes to. */
    private interface Ping {
        void of(String primary) throws StoreException;
    }

    private final SteppedClock clock = new SteppedClock();
    private final Set<String> servers = new TreeSet<>(Set.of("a", "b"));
    private final List<String> pinged = new ArrayList<>();
    private final List<String> seen = new ArrayList<>();
    private Ping ping = primary -> {};
    private StoreException unready;
    private boolean closed;
    private final LocalStore counters = new LocalStore(100, clock.of(0));
    private final Store store = new Store() {

        @Override
        public boolean divided() {
            return true;
        }

        @Override
        public Set<String> primaries() {
            return servers;
        }

        @Override
        public void ping() throws StoreException {
            pinged.add("");
            ping.of(UNDIVIDED);
        }

        @Override
        public void ping(String primary) throws StoreException {
            pinged.add(primary);
            ping.of(primary);
        }

        @Override
        public List<Verdict> ask(Operation operation, List<? extends Claim> claims, long deadlineMicros) {
            throw new UnsupportedOperationException();
        }

        @Override
        public SharedState sharedState() {
            return counters.sharedState();
        }

        @Override
        public LockBook locks() {
            return counters.locks();
        }

        @Override
        public void close() {
            closed = true;
        }
    };
    private final Breaker breaker = new Breaker(store, BUDGET, clock.of(0));

    BreakerProbesTest() {
        breaker.watch(new Breaker.Watch() {
            @Override
            public void away() {
                seen.add("away");
            }

            @Override
            public void returning(String primary) throws StoreException {
                seen.add("returning " + primary);
                if (unready != null) {
                    throw unready;
                }
            }

            @Override
            public void back(String primary) {
                seen.add("back " + primary);
            }

            @Override
            public void whole() {
                seen.add("whole");
            }
        });
    }

    private static StoreException dead() {
        return new StoreException("dead");
    }

    private void dies(String... primaries) {
        Set<String> dead = Set.of(primaries);
        ping = primary -> {
            if (dead.contains(primary)) {
                throw dead();
            }
        };
    }

    @Test
    void allServersAreAskedAtTheStart() {
        breaker.start();
        assertThat(pinged).containsExactly("", "a", "b");
        assertThat(breaker.unreachable()).isZero();
        assertThat(seen).isEmpty();
    }

    @Test
    void aStoreThatDoesNotAnswerAsAWholeIsNotAskedServerByServer() {
        dies("", "a", "b");
        breaker.start();
        assertThat(pinged).containsExactly("", "", "");
        assertThat(breaker.unreachable()).isEqualTo(1);
        ping = primary -> {};
        clock.pass(100 * MILLI);
        assertThat(seen).containsExactly("away", "returning ", "back ", "whole");
    }

    /** What a driver loads and connects at first may take longer than a call may. */
    @Test
    void whoAnswersTheThirdTimeAtTheStartWasNeverAway() {
        ping = primary -> {
            if (pinged.stream().filter(primary::equals).count() < 3) {
                throw dead();
            }
        };
        try (LogLines log = LogLines.of("io.github.ostiary.tier")) {
            breaker.start();
            assertThat(log.lines()).isEmpty();
        }
        assertThat(pinged).containsExactly("", "", "", "a", "a", "a", "b", "b", "b");
        assertThat(breaker.unreachable()).isZero();
        assertThat(seen).isEmpty();
        assertThat(clock.isIdle()).isTrue();
    }

    @Test
    void itsObserverHearsOfTheFirstThatGoesAndOfTheLastThatIsBack() {
        dies("a", "b");
        breaker.start();
        assertThat(breaker.unreachable()).isEqualTo(2);
        assertThat(seen).containsExactly("away");
        dies("a");
        clock.pass(SECOND);
        assertThat(seen).containsExactly("away", "returning b", "back b");
        assertThat(breaker.unreachable()).isEqualTo(1);
        dies();
        clock.pass(2 * SECOND);
        assertThat(seen).endsWith("returning a", "back a", "whole");
        assertThat(clock.isIdle()).isTrue();
    }

    /** 100 ms after it went, 200 after that, and so on. */
    @Test
    void whoStaysAwayIsAskedEverLessOften() {
        dies("a");
        breaker.start();
        pinged.clear();
        for (int millis : new int[] {100, 200, 400, 800, 1_600, 2_000, 2_000}) {
            clock.pass(millis * MILLI - 1);
            assertThat(pinged).isEmpty();
            clock.pass(1);
            assertThat(pinged).containsExactly("a");
            pinged.clear();
        }
    }

    /** The first answer after an absence has connections and more to make. */
    @Test
    void whoAnswersSlowlyIsAskedOnceMoreAtOnce() {
        dies("a");
        breaker.start();
        pinged.clear();
        ping = primary -> clock.leap(pinged.size() == 1 ? 26 * MILLI : 25 * MILLI);
        clock.pass(100 * MILLI);
        assertThat(pinged).containsExactly("a", "a");
        assertThat(breaker.unreachable()).isZero();
    }

    @Test
    void whoAnswersInTimeIsAskedOnce() {
        dies("a");
        breaker.start();
        pinged.clear();
        ping = primary -> clock.leap(25 * MILLI);
        clock.pass(100 * MILLI);
        assertThat(pinged).containsExactly("a");
        assertThat(breaker.unreachable()).isZero();
    }

    @Test
    void whoIsSlowTwiceIsAwayStill() {
        dies("a");
        breaker.start();
        pinged.clear();
        ping = primary -> clock.leap(26 * MILLI);
        clock.pass(100 * MILLI);
        assertThat(pinged).containsExactly("a", "a");
        assertThat(breaker.unreachable()).isEqualTo(1);
        ping = primary -> {};
        clock.pass(200 * MILLI);
        assertThat(breaker.unreachable()).isZero();
    }

    /** It has not heard of all that it missed. */
    @Test
    void whoGoesAwayWhileItIsBroughtUpToDateIsAwayStill() {
        dies("a");
        breaker.start();
        dies();
        unready = dead();
        clock.pass(100 * MILLI);
        assertThat(seen).containsExactly("away", "returning a");
        assertThat(breaker.unreachable()).isEqualTo(1);
        unready = null;
        clock.pass(200 * MILLI);
        assertThat(seen).endsWith("returning a", "back a", "whole");
    }

    /** Only the thread that brings it up to date asks it, and that only meanwhile. */
    @Test
    void whoWasAskedInVainIsAskedByNoOneElse() {
        dies("a");
        breaker.start();
        dies();
        unready = dead();
        clock.pass(100 * MILLI);
        assertThatThrownBy(
                        () -> breaker.ask(Operation.PEEK, List.of(new SteppedNodes().attempt("a")), Store.NO_DEADLINE))
                .isInstanceOf(StoreException.class);
    }

    @Test
    void aServerThatHasLeftIsNotAskedForEver() {
        for (boolean broken : new boolean[] {false, true}) {
            servers.add("a");
            dies("a");
            breaker.start();
            assertThat(breaker.unreachable()).isEqualTo(1);
            servers.remove("a");
            ping = primary -> {
                if (broken) {
                    throw new IllegalStateException("a driver's fault");
                }
                throw dead();
            };
            clock.pass(10 * SECOND);
            assertThat(breaker.unreachable()).isZero();
            assertThat(clock.isIdle()).isTrue();
            assertThat(seen).endsWith("back a", "whole");
        }
    }

    @Test
    void aDriversFaultIsNotTheLastQuestion() {
        dies("a");
        breaker.start();
        ping = primary -> {
            throw new IllegalStateException("a driver's fault");
        };
        clock.pass(100 * MILLI);
        assertThat(breaker.unreachable()).isEqualTo(1);
        ping = primary -> {};
        clock.pass(200 * MILLI);
        assertThat(breaker.unreachable()).isZero();
    }

    /** A store that is one server never leaves. */
    @Test
    void theWholeStoreIsAskedForEver() {
        dies("");
        breaker.start();
        servers.clear();
        clock.pass(60 * SECOND);
        assertThat(breaker.unreachable()).isEqualTo(1);
        ping = primary -> {
            throw new IllegalStateException("a driver's fault");
        };
        clock.pass(60 * SECOND);
        assertThat(breaker.unreachable()).isEqualTo(1);
        ping = primary -> {};
        clock.pass(3 * SECOND);
        assertThat(breaker.unreachable()).isZero();
    }

    @Test
    void operatorsReadWhichServerWentWhyAndThatItIsBack() {
        try (LogLines lines = LogLines.of(Breaker.class.getName())) {
            dies("a");
            breaker.start();
            ping = primary -> {
                throw new StoreException("still dead");
            };
            clock.pass(SECOND);
            ping = primary -> {};
            clock.pass(2 * SECOND);
            dies("");
            breaker.start();
            assertThat(lines.lines())
                    .containsExactly(
                            "The shared store's server a fails, so onStoreFailure decides until it answers again: dead",
                            "The shared store's server a still fails, and onStoreFailure decides: still dead",
                            "The shared store's server a answers again",
                            "The shared store fails, so onStoreFailure decides until it answers again: dead");
        }
    }

    @Test
    void whatIsNoCallIsTheStoresOwn() throws StoreException {
        assertThat(breaker.sharedState()).isSameAs(counters.sharedState());
        assertThat(breaker.locks()).isNotNull();
        assertThat(breaker.divided()).isTrue();
        assertThat(breaker.primaries()).containsExactly("a", "b");
        breaker.ping();
        breaker.ping("b");
        assertThat(pinged).containsExactly("", "b");
        breaker.startOpen();
        breaker.close();
        assertThat(closed).isTrue();
        clock.pass(10 * SECOND);
        assertThat(pinged).as("nothing in the background").hasSize(2);
    }
}
