package io.github.ostiary.algorithm;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Algorithm;
import io.github.ostiary.Rate;
import io.github.ostiary.store.Charge;
import io.github.ostiary.store.Limit;
import io.github.ostiary.store.LimitId;
import io.github.ostiary.store.Tuning;
import io.github.ostiary.store.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A log beside a list of times and weights, in 100,000 histories: steps of the clock, credits, charges, and limits that change. */
class SlidingLogPropertyTest {

    private static final int HISTORIES = 12_500;
    private static final long MOST = Algorithm.SLIDING_LOG.maxPermits();
    private static final long LONGEST = 366L * 86_400L * 1_000_000L;

    /** The same, by a list, and slowly. */
    private static final class Naive {

        private static final class Entry {

            final long time;
            long weight;

            Entry(long time, long weight) {
                this.time = time;
                this.weight = weight;
            }
        }

        private final KeyClock clock = new KeyClock();
        private final List<Entry> all = new ArrayList<>();
        private long last = Long.MIN_VALUE;
        private long now;
        private long since;

        void advance(Limit limit, long micros) {
            now = clock.read(micros);
            since = now - limit.rate().windowMicros();
        }

        private List<Entry> live() {
            return all.stream()
                    .filter(one -> one.time > since && one.weight > 0)
                    .toList();
        }

        long used() {
            return live().stream().mapToLong(one -> one.weight).sum();
        }

        private long interval(Limit limit) {
            return last == Long.MIN_VALUE ? 0 : Math.max(0, last + limit.minIntervalMicros() - now);
        }

        private void push(long permits) {
            clock.stamp();
            all.removeIf(one -> one.time <= since);
            all.add(new Entry(now, permits));
            last = now;
        }

        private void take(long permits) {
            long left = permits;
            for (Entry one : all) {
                long back = Math.min(left, one.weight);
                one.weight -= back;
                left -= back;
            }
        }

        Verdict hit(Limit limit, long permits) {
            boolean passes = permits <= limit.rate().permits() - used() && interval(limit) == 0;
            if (passes) {
                push(permits);
                long remaining = limit.rate().permits() - used();
                Verdict said = peek(limit, permits);
                boolean paced = limit.minIntervalMicros() > 0;
                return new Verdict(true, remaining, 0, said.resetMicros(), paced ? 0 : remaining, said.changeMicros());
            }
            if (limit.countDenied()) {
                long most = Math.max(used(), limit.rate().permits());
                push(Math.min(permits, limit.rate().permits()));
                take(Math.max(0, used() - most));
            } else {
                clock.note();
            }
            return peek(limit, permits);
        }

        void charge(Limit limit, long permits) {
            clock.note();
            long room = Math.min(2 * limit.rate().permits(), MOST) - used();
            if (room > 0) {
                push(Math.min(permits, room));
            }
        }

        void credit(long permits) {
            clock.note();
            if (used() > 0) {
                all.removeIf(one -> one.time <= since);
                take(permits);
            }
        }

        Verdict peek(Limit limit, long permits) {
            List<Entry> live = live();
            long window = limit.rate().windowMicros();
            long used = used();
            long remaining = Math.max(0, limit.rate().permits() - used);
            long interval = interval(limit);
            boolean fits = permits <= remaining;
            long reset = live.isEmpty() ? 0 : live.get(live.size() - 1).time + window - now;
            long change = live.isEmpty() ? Verdict.NEVER : live.get(0).time + window - now;
            return new Verdict(
                    fits && interval == 0,
                    remaining,
                    fits ? interval : Math.max(interval, untilRoom(limit, live, used, permits)),
                    reset,
                    interval > 0 ? 0 : remaining,
                    interval > 0 ? interval : change);
        }

        private long untilRoom(Limit limit, List<Entry> live, long used, long permits) {
            long left = used + permits - limit.rate().permits();
            for (Entry one : live) {
                left -= one.weight;
                if (left <= 0 && permits <= limit.rate().permits()) {
                    return one.time + limit.rate().windowMicros() - now;
                }
            }
            return Verdict.NEVER;
        }
    }

    private final Random random = new Random();

    private Limit limit(long window, long permits, boolean paced, boolean countDenied) {
        Rate rate = new Rate(permits, window);
        return new Limit(
                new LimitId("test", "test", "0"),
                Algorithm.SLIDING_LOG,
                rate,
                Tuning.of(Algorithm.SLIDING_LOG, rate),
                paced ? 1 + random.nextLong(window) / 4 : 0,
                countDenied,
                false);
    }

    /** A rule and what an operator makes of it. */
    private List<Limit> limits() {
        long window = random.nextInt(4) == 0 ? LONGEST : 1_000 + random.nextLong(20_000_000);
        long permits = random.nextInt(4) == 0 ? MOST : 1 + random.nextInt(20);
        boolean countDenied = random.nextInt(4) == 0;
        boolean paced = random.nextInt(4) == 0;
        return List.of(
                limit(window, permits, paced, countDenied),
                limit(window, 1 + permits / 3, paced, countDenied),
                limit(Math.min(LONGEST, 5 * window), Math.min(MOST, 2 * permits), paced, countDenied));
    }

    private long permits(Limit limit) {
        return 1 + random.nextLong(random.nextBoolean() ? 2 : limit.rate().permits() + 1);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void agreesWithAList(long seed) {
        random.setSeed(seed);
        int admitted = 0;
        int denied = 0;
        for (int run = 0; run < HISTORIES; run++) {
            List<Limit> limits = limits();
            Limit limit = limits.get(0);
            LimitCounter log = new SlidingLog();
            Naive naive = new Naive();
            long micros = random.nextLong(-LONGEST, 60 * LONGEST);
            for (int i = 0; i < 40; i++) {
                limit = random.nextInt(10) == 0 ? limits.get(random.nextInt(3)) : limit;
                micros += passed(limit);
                long permits = permits(limit);
                Charge charge = new Charge(limit, "k", permits);
                log.advance(charge, micros);
                naive.advance(limit, micros);
                switch (random.nextInt(8)) {
                    case 0 -> {
                        log.credit(limit, permits);
                        naive.credit(permits);
                    }
                    case 1 -> {
                        log.charge(limit, permits);
                        naive.charge(limit, permits);
                    }
                    default -> {
                        boolean passes = log.passes(charge, 0);
                        Verdict said = passes ? log.take(charge) : log.leave(charge, false);
                        assertThat(said)
                                .as("seed %d, run %d, step %d", seed, run, i)
                                .isEqualTo(naive.hit(limit, permits));
                        admitted += passes ? 1 : 0;
                        denied += passes ? 0 : 1;
                    }
                }
                assertThat(log.used())
                        .as("seed %d, run %d, step %d", seed, run, i)
                        .isEqualTo(naive.used());
                assertThat(log.peek(limit, permits))
                        .as("seed %d, run %d, step %d", seed, run, i)
                        .isEqualTo(naive.peek(limit, permits));
            }
        }
        assertThat(admitted).isGreaterThan(50_000);
        assertThat(denied).isGreaterThan(50_000);
    }

    /** Nothing, part of a window, or several; now and then the clock is set back. */
    private long passed(Limit limit) {
        long window = limit.rate().windowMicros();
        return switch (random.nextInt(12)) {
            case 0 -> -random.nextLong(2 * window);
            case 1 -> 3 * window;
            case 2, 3, 4 -> 0;
            default -> random.nextLong(1 + window / 5);
        };
    }
}
