package io.github.ostiary.model;

import static org.assertj.core.api.Assertions.fail;

import io.github.ostiary.ManualTimeSource;
import io.github.ostiary.local.LocalStore;
import io.github.ostiary.rule.Siege;
import io.github.ostiary.rule.Siege.Sign;
import io.github.ostiary.rule.SiegeThreshold;
import io.github.ostiary.store.SharedState;
import io.github.ostiary.store.SharedState.Tally;
import io.github.ostiary.store.SharedState.Topic;
import io.github.ostiary.store.StoreException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Sieges by seed: days, attacks from many networks and from one, and what callers do meanwhile, on one node alone or on several
 * with one store, which is away now and then, loses answers, or its data; against {@link NaiveSiege}, which keeps all that ever
 * happened in one list. {@code -Dsoak.minutes=N} goes on with new seeds, {@code -Dsiege.seed=N} plays one.
 */
class SiegeModelTest {

    private static final int SEEDS = 25;

    /** The store loses its data while a node has heard of a turn, and not of all that it changed. */
    private static final long KEPT = 3961;

    private static final int NAMES = 40;
    private static final Topic TOPIC = new Topic("siege.main", 1);
    private static final SiegeThreshold TERMS =
            new SiegeThreshold(20, Duration.ofMinutes(30).toMillis() * 1_000);

    private final List<String> history = new ArrayList<>();
    private ManualTimeSource time = new ManualTimeSource();
    private SharedState shared = new LocalStore(1_000, time).sharedState();
    private NaiveSiege naive = new NaiveSiege(time, TERMS);
    private Siege[] nodes = {};
    private int sieges;

    /** Who signs in: few names are an attacker's. */
    private int names = NAMES;

    /** From where: one network is an attacker's. */
    private int networks;

    @Test
    void nodesTogetherSeeWhatOneWouldWhoForgetsNothing() {
        long only = Long.getLong("siege.seed", 0L);
        if (only > 0) {
            play(only);
            return;
        }
        long end = System.nanoTime()
                + Duration.ofMinutes(Long.getLong("soak.minutes", 0L)).toNanos();
        play(KEPT);
        for (long seed = 1; seed <= SEEDS || System.nanoTime() < end; seed++) {
            play(seed);
        }
        if (sieges < SEEDS) {
            fail("only " + sieges + " sieges have begun");
        }
    }

    private void play(long seed) {
        Random random = new Random(seed * 31 + 7);
        history.clear();
        time = new ManualTimeSource();
        naive = new NaiveSiege(time, TERMS);
        shared = new LocalStore(1_000, time).sharedState();
        nodes = new Siege[1 + random.nextInt(3)];
        for (int i = 0; i < nodes.length; i++) {
            nodes[i] = new Siege(time);
        }
        int busy = random.nextInt(12);
        names = random.nextBoolean() ? 1 + random.nextInt(3) : NAMES;
        networks = 100_000;
        for (int hour = 0; hour < 20 + random.nextInt(10); hour++) {
            many(seed, Sign.SUCCEEDED, random.nextInt(1 + busy), random);
            many(seed, Sign.FAILED, random.nextInt(1 + busy / 3), random);
            pass(seed, Duration.ofMinutes(50 + random.nextInt(20)));
        }
        for (int step = 0; step < 30; step++) {
            networks = random.nextInt(3) == 0 ? 1 + random.nextInt(6) : 100_000;
            switch (random.nextInt(10)) {
                case 0, 1 -> many(seed, Sign.FAILED, 1 + random.nextInt(40), random);
                case 2 -> many(seed, Sign.SUCCEEDED, 1 + random.nextInt(200), random);
                case 3, 4 -> many(seed, Sign.CHALLENGED, 1 + random.nextInt(12), random);
                case 5 -> members(seed, random);
                case 6 -> pass(seed, Duration.ofMinutes(1 + random.nextInt(60)));
                case 7 -> lose();
                default -> pass(seed, Duration.ofSeconds(1 + random.nextInt(200)));
            }
        }
        pass(seed, Duration.ofMinutes(11));
        if (naive.on()) {
            fail("a siege goes on although nothing has happened for eleven minutes: seed " + seed);
        }
    }

    /** They pass what they are asked for, wherever that is asked, and sign in. */
    private void members(long seed, Random random) {
        for (int minute = 0; minute < 12; minute++) {
            for (int i = random.nextInt(4); i > 0; i--) {
                String network = "network" + random.nextInt(networks);
                count(seed, Sign.CHALLENGED, network, random);
                count(seed, Sign.PASSED, network, random);
                count(seed, Sign.SUCCEEDED, "name" + random.nextInt(names), random);
            }
            pass(seed, Duration.ofMinutes(1));
        }
    }

    private void many(long seed, Sign sign, int times, Random random) {
        history.add(times + " " + sign + " of " + (sign == Sign.SUCCEEDED ? names : networks));
        for (int i = 0; i < times; i++) {
            String who = sign == Sign.SUCCEEDED ? "name" + random.nextInt(names) : "network" + random.nextInt(networks);
            count(seed, sign, who, random);
        }
    }

    private void count(long seed, Sign sign, String who, Random random) {
        boolean before = naive.on();
        nodes[random.nextInt(nodes.length)].count(sign, who, TERMS);
        naive.count(sign, who);
        if (random.nextInt(20) == 0) { // the answer is lost, and all is told again
            try {
                Siege node = nodes[random.nextInt(nodes.length)];
                var unused = shared.sum(TOPIC, node.tally());
            } catch (StoreException e) {
                throw new IllegalStateException(e);
            }
        }
        agree(seed);
        sieges += !before && naive.on() ? 1 : 0;
    }

    private void pass(long seed, Duration length) {
        history.add(length.toString());
        time.advance(length);
        agree(seed);
    }

    /** The store loses its data: the nodes know all sums, and nobody whose they are. */
    private void lose() {
        history.add("lost");
        naive.forgetWho();
        shared = new LocalStore(1_000, time).sharedState();
        hear();
    }

    /** All tell and hear, and what they made of that. */
    private void agree(long seed) {
        hear();
        boolean expected = naive.on();
        for (int i = 0; i < nodes.length; i++) {
            if (nodes[i].on(TERMS) != expected) {
                fail("node " + (i + 1) + " of " + nodes.length + " sees "
                        + (expected ? "no siege where there is one" : "a siege where there is none") + ": -Dsiege.seed="
                        + seed + " after " + history);
            }
        }
    }

    private void hear() {
        try {
            for (int i = 0; i < 2 * nodes.length; i++) {
                boolean more = true;
                for (int round = 0; more && round < 3; round++) { // as a SiegeBook does
                    Tally tally = nodes[i % nodes.length].tally();
                    more = nodes[i % nodes.length].hear(tally, shared.sum(TOPIC, tally));
                }
            }
        } catch (StoreException e) {
            throw new IllegalStateException(e);
        }
    }
}
