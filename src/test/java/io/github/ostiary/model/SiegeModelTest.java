package io.github.ostiary.model;

import static org.assertj.core.api.Assertions.fail;

import io.github.ostiary.ManualTimeSource;
import io.github.ostiary.rule.Siege;
import io.github.ostiary.rule.Siege.Sign;
import io.github.ostiary.rule.Siege.Threshold;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Sieges by seed: days, attacks and what callers do meanwhile, on two nodes, against {@link NaiveSiege}, which keeps all that ever
 * happened in one list. {@code -Dsoak.minutes=N} goes on with new seeds, {@code -Dsiege.seed=N} plays one.
 */
class SiegeModelTest {

    private static final int SEEDS = 40;
    private static final int NODES = 2;
    private static final int NAMES = 40;
    private static final Threshold TERMS =
            new Threshold(20, Duration.ofMinutes(30).toMillis() * 1_000);

    private final List<String> history = new ArrayList<>();
    private ManualTimeSource time = new ManualTimeSource();
    private NaiveSiege naive = new NaiveSiege(time, TERMS);
    private Siege[] nodes = {};
    private int sieges;

    /** Who signs in: few names are an attacker's. */
    private int names = NAMES;

    @Test
    void nodesTogetherSeeWhatOneWouldWhoForgetsNothing() {
        long only = Long.getLong("siege.seed", 0L);
        long end = System.nanoTime()
                + Duration.ofMinutes(Long.getLong("soak.minutes", 0L)).toNanos();
        long seed = only > 0 ? only : 1;
        do {
            play(seed++);
        } while (only == 0 && (seed <= SEEDS || System.nanoTime() < end));
        if (only == 0 && sieges < SEEDS) {
            fail("only " + sieges + " sieges have begun");
        }
    }

    private void play(long seed) {
        Random random = new Random(seed * 31 + 7);
        history.clear();
        time = new ManualTimeSource();
        naive = new NaiveSiege(time, TERMS);
        nodes = new Siege[NODES];
        for (int i = 0; i < NODES; i++) {
            nodes[i] = new Siege(time);
        }
        int busy = random.nextInt(12);
        names = random.nextBoolean() ? 1 + random.nextInt(3) : NAMES;
        for (int hour = 0; hour < 20 + random.nextInt(10); hour++) {
            many(seed, Sign.SUCCEEDED, random.nextInt(1 + busy), random);
            many(seed, Sign.FAILED, random.nextInt(1 + busy / 3), random);
            pass(seed, Duration.ofMinutes(50 + random.nextInt(20)));
        }
        for (int step = 0; step < 30; step++) {
            switch (random.nextInt(9)) {
                case 0, 1 -> many(seed, Sign.FAILED, 1 + random.nextInt(40), random);
                case 2 -> many(seed, Sign.SUCCEEDED, 1 + random.nextInt(200), random);
                case 3, 4 -> many(seed, Sign.CHALLENGED, 1 + random.nextInt(12), random);
                case 5 -> members(seed, random);
                case 6 -> pass(seed, Duration.ofMinutes(1 + random.nextInt(60)));
                default -> pass(seed, Duration.ofSeconds(1 + random.nextInt(200)));
            }
        }
        pass(seed, Duration.ofMinutes(11));
        if (naive.on()) {
            fail("a siege goes on although nothing has happened for eleven minutes: seed " + seed);
        }
    }

    /** They pass what they are asked for, and sign in. */
    private void members(long seed, Random random) {
        for (int minute = 0; minute < 12; minute++) {
            int some = random.nextInt(4);
            many(seed, Sign.CHALLENGED, some, random);
            many(seed, Sign.PASSED, some, random);
            many(seed, Sign.SUCCEEDED, some, random);
            pass(seed, Duration.ofMinutes(1));
        }
    }

    private void many(long seed, Sign sign, int times, Random random) {
        history.add(times + " " + sign);
        for (int i = 0; i < times; i++) {
            boolean before = naive.on();
            int node = random.nextInt(NODES);
            if (sign == Sign.SUCCEEDED) {
                String name = "name" + random.nextInt(names);
                nodes[node].succeeded(name, TERMS);
                naive.succeeded(node, name);
            } else {
                nodes[node].count(sign, TERMS);
                naive.count(node, sign);
            }
            agree(seed);
            sieges += !before && naive.on() ? 1 : 0;
        }
    }

    private void pass(long seed, Duration length) {
        history.add(length.toString());
        time.advance(length);
        agree(seed);
    }

    /** All hear what the others say, and what they made of that. */
    private void agree(long seed) {
        hear();
        boolean expected = naive.on();
        for (int i = 0; i < NODES; i++) {
            if (nodes[i].on(TERMS) != expected) {
                fail("node " + (i + 1) + " sees "
                        + (expected ? "no siege where there is one" : "a siege where there is none") + ": -Dsiege.seed="
                        + seed + " after " + history);
            }
        }
        hear();
    }

    private void hear() {
        for (int i = 0; i < NODES; i++) {
            nodes[i].hear(List.of(nodes[NODES - 1 - i].text()));
        }
    }
}
