package io.github.ostiary.fleet;

import io.github.ostiary.fleet.Step.Kind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;

/** What a seed stands for: callers, honest and not, operators and faults. */
final class Plan {

    static final int NODES = 3;
    static final long SECOND = 1_000_000;
    static final long LENGTH = 90 * SECOND;
    static final List<String> LIMITS = List.of("log", "fixed", "sliding", "token", "leaky", "strict", "open");
    private static final long WINDOW = 10 * SECOND;

    /** How a call waits that is interrupted. */
    static final int LEAVES = 7;

    private final Random random;
    private final List<Step> steps = new ArrayList<>();

    private Plan(long seed) {
        this.random = new Random(seed * 31 + 7);
    }

    static List<Step> of(long seed) {
        Plan plan = new Plan(seed);
        plan.callers();
        if (seed % 5 == 1) {
            plan.rush();
        }
        if (seed % 3 == 2) {
            plan.payers();
        }
        if (seed % 4 != 0) {
            plan.faults(1 + plan.random.nextInt(4));
        }
        plan.alone(new Random(seed * 17 + 3));
        plan.steps.sort(Comparator.comparingLong(Step::at).thenComparingInt(Step::id));
        return plan.steps;
    }

    private void add(long at, Kind kind, String rule, String who, long amount, long micros, int how, boolean honest) {
        add(at, kind, random.nextInt(NODES), rule, who, amount, micros, how, honest);
    }

    private void add(
            long at, Kind kind, int node, String rule, String who, long amount, long micros, int how, boolean honest) {
        steps.add(new Step(steps.size(), at, kind, node, rule, who, amount, micros, how, honest));
    }

    private long any() {
        return (long) (random.nextDouble() * LENGTH);
    }

    private long upTo(long micros) {
        return (long) (random.nextDouble() * micros);
    }

    private void callers() {
        honest();
        for (String rule : LIMITS) {
            if (random.nextInt(3) > 0) {
                crowd(rule);
            }
        }
        for (int user = 0; user < 3; user++) {
            guesser("u" + user);
        }
        workers();
        operators();
    }

    /** Alone with its key, and well within its limit. */
    private void honest() {
        for (String rule : List.of("log", "fixed", "sliding", "token", "leaky")) {
            for (long at = upTo(WINDOW); at < LENGTH; at += 2_600_000 + upTo(2 * SECOND)) {
                add(at, Kind.TAKE, rule, "honest", 1, 0, 0, true);
            }
        }
        for (long at = upTo(WINDOW); at < LENGTH; at += SECOND + upTo(8 * SECOND)) {
            add(at, Kind.SIGN_IN, "login", "honest", 1, 1_000 + upTo(300_000), 0, true);
        }
    }

    /**
     * Callers who are alone with their key and get their whole limit, at once and again when they are told. By a luck of its own, as are
     * those below: what was planned before stays as it was.
     */
    private void alone(Random luck) {
        for (String rule : List.of("log", "fixed", "sliding", "token", "leaky")) {
            long at = (long) (luck.nextDouble() * WINDOW);
            for (; at < LENGTH - 2 * WINDOW; at += 3 * WINDOW + (long) (luck.nextDouble() * WINDOW)) {
                add(at, Kind.SPEND, luck.nextInt(NODES), rule, "alone", Oracle.permits(rule), 0, 0, false);
            }
        }
        if (luck.nextBoolean()) {
            inTwoBursts(luck);
        }
        moved(luck);
        leaving(luck);
        resetWhileReserved(luck);
        for (String rule : List.of("log", "token", "leaky")) {
            resetHere(luck, rule);
        }
    }

    /** All of a limit of which permits are taken ahead, the rest when those that the first burst took have ended. */
    private void inTwoBursts(Random luck) {
        long at = (long) (luck.nextDouble() * (LENGTH - 3 * WINDOW));
        int node = luck.nextInt(NODES);
        long first = 20 + luck.nextInt(200);
        add(at, Kind.SPEND, node, "wide", "alone", first, 0, 0, false);
        add(
                at + 1_200_000 + (long) (luck.nextDouble() * 2 * SECOND),
                Kind.SPEND,
                node,
                "wide",
                "alone",
                World.WIDE - first - 1,
                0,
                0,
                false);
    }

    /** A rate that an operator moves while callers are denied and wait; one asks on the operator's node at once. */
    private void moved(Random luck) {
        for (int i = 0; i < 2; i++) {
            long at = (long) (luck.nextDouble() * (LENGTH - 3 * WINDOW)); // whoever waits has an answer before the end
            long lasts = 6 * SECOND + (long) (luck.nextDouble() * 20 * SECOND);
            add(at, Kind.OVERRIDE, luck.nextInt(NODES), "moved", "", 0, lasts, luck.nextInt(3), false);
            for (int burst = 0; burst < 3; burst++) {
                long begin = at + (long) ((luck.nextDouble() - 0.3) * 2 * WINDOW);
                for (int call = 0; call < 8; call++) {
                    long wait = luck.nextInt(3) == 0 ? (long) (luck.nextDouble() * 9 * SECOND) : 0;
                    long then = Math.max(0, begin + (long) (luck.nextDouble() * 4 * SECOND));
                    add(then, Kind.TAKE, luck.nextInt(NODES), "moved", "k" + luck.nextInt(2), 1, wait, 0, false);
                }
            }
        }
        int node = luck.nextInt(NODES);
        long at = (long) (luck.nextDouble() * LENGTH);
        for (int call = 0; call < 7; call++) {
            add(at + call * 20_000, Kind.TAKE, node, "moved", "m", 1, 0, 0, false);
        }
        add(at + 200_000, Kind.OVERRIDE, node, "moved", "", 0, 8 * SECOND, 2, false);
        add(at + 400_000 + (long) (luck.nextDouble() * 300_000), Kind.TAKE, node, "moved", "m", 1, 0, 0, false);
    }

    /** Who is denied is let in as soon as the node where it asks has reset its counter. */
    private void resetHere(Random luck, String rule) {
        int node = luck.nextInt(NODES);
        long at = (long) (luck.nextDouble() * LENGTH);
        for (int call = 0; call < 8; call++) {
            add(at + call * 20_000, Kind.TAKE, node, rule, "reset", 1, 0, 0, false);
        }
        add(at + 250_000, Kind.RESET, node, rule, "reset", 1, 0, 0, false);
        add(at + 400_000 + (long) (luck.nextDouble() * 300_000), Kind.TAKE, node, rule, "reset", 1, 0, 0, false);
    }

    /** More than there are permits for, of whom some are interrupted while they wait. */
    private void leaving(Random luck) {
        long begin = (long) (luck.nextDouble() * LENGTH);
        for (int i = 0; i < 12; i++) {
            int how = luck.nextBoolean() ? LEAVES : 0;
            long holds = how == LEAVES ? (long) (luck.nextDouble() * 900_000) : (long) (luck.nextDouble() * 2 * SECOND);
            long at = begin + (long) (luck.nextDouble() * 3 * SECOND);
            add(at, Kind.HOLD, luck.nextInt(NODES), "work", "w2", 1, holds, how, false);
        }
    }

    /** What was reserved before a reset is settled long after it, when others have reserved since. */
    private void resetWhileReserved(Random luck) {
        long begin = (long) (luck.nextDouble() * (LENGTH - WINDOW));
        for (int i = 0; i < 12; i++) {
            boolean before = i < 5;
            long at = begin + (long) (luck.nextDouble() * SECOND) + (before ? 0 : 2 * SECOND);
            long works = (before ? 2 * SECOND : 7 * SECOND) + (long) (luck.nextDouble() * 5 * SECOND);
            add(
                    at,
                    Kind.RESERVE,
                    luck.nextInt(NODES),
                    "paid",
                    "p2",
                    12 + luck.nextInt(14),
                    works,
                    luck.nextInt(2),
                    false);
        }
        add(begin + 1_500_000, Kind.RESET, luck.nextInt(NODES), "paid", "p2", 0, 0, 0, false);
        for (int i = 0; i < 10; i++) {
            long at = begin + 3 * SECOND + (long) (luck.nextDouble() * 7 * SECOND);
            add(at, Kind.RESERVE, luck.nextInt(NODES), "paid", "p2", 10, 9 * SECOND, 0, false);
        }
    }

    /** Bursts on few keys, from everywhere. */
    private void crowd(String rule) {
        for (int burst = 0; burst < 5; burst++) {
            long begin = any();
            String who = "k" + random.nextInt(2);
            int calls = 3 + random.nextInt(14);
            long length = random.nextBoolean() ? 20_000 : 6 * SECOND;
            for (int i = 0; i < calls; i++) {
                long wait = random.nextInt(5) == 0 ? upTo(8 * SECOND) : 0;
                int how = wait > 0 && random.nextInt(4) == 0 ? 1 : random.nextInt(30) == 0 ? 1 : 0;
                add(begin + upTo(length), Kind.TAKE, rule, who, 1 + (random.nextInt(6) == 0 ? 1 : 0), wait, how, false);
            }
            int other = random.nextInt(8);
            Kind kind = other == 0 ? Kind.RESET : other == 1 ? Kind.CREDIT : other == 2 ? Kind.CHARGE : Kind.PEEK;
            add(begin + upTo(8 * SECOND), kind, rule, who, 1 + random.nextInt(2), 0, 0, false);
        }
    }

    /** Callers whose calls cost less or a little more than was reserved; one of them, alone with its key, far less. */
    private void payers() {
        for (long at = upTo(WINDOW); at < LENGTH; at += 2_600_000 + upTo(2 * SECOND)) {
            add(at, Kind.RESERVE, "paid", "honest", 60, upTo(400_000), 0, true);
        }
        for (int burst = 0; burst < 6; burst++) {
            long begin = any();
            String who = "p" + random.nextInt(2);
            int calls = 3 + random.nextInt(20);
            for (int i = 0; i < calls; i++) {
                long works = random.nextInt(5) == 0 ? upTo(12 * SECOND) : upTo(500_000);
                int how = random.nextInt(6);
                add(begin + upTo(4 * SECOND), Kind.RESERVE, "paid", who, 2 + random.nextInt(30), works, how, false);
            }
        }
    }

    /** Callers who come so often that nodes take permits ahead: on one node, on all, and again as soon as the first leave. */
    private void rush() {
        long begin = upTo(LENGTH / 2);
        for (int wave = 0; wave < 3; wave++) {
            long length = SECOND + upTo(5 * SECOND);
            int one = random.nextInt(2 * NODES);
            for (int i = 0; i < World.WIDE / 2; i++) {
                int node = one < NODES ? one : random.nextInt(NODES);
                add(begin + upTo(length), Kind.TAKE, node, "wide", "k", 1 + random.nextInt(30) / 29, 0, 0, false);
            }
            int other = random.nextInt(8);
            Kind kind = other == 0 ? Kind.RESET : other == 1 ? Kind.CREDIT : other == 2 ? Kind.CHARGE : Kind.PEEK;
            add(begin + upTo(8 * SECOND), kind, "wide", "k", 1 + random.nextInt(20), 0, 0, false);
            begin += WINDOW / 2 + upTo(WINDOW / 2);
        }
    }

    /** Mostly wrong passwords; some are right, some end in no clear way. */
    private void guesser(String user) {
        for (int burst = 0; burst < 4; burst++) {
            long begin = any();
            int calls = 1 + random.nextInt(14);
            long length = random.nextBoolean() ? 10_000 : 5 * SECOND;
            String rule = random.nextInt(3) == 0 ? "captcha" : "login";
            for (int i = 0; i < calls; i++) {
                int luck = random.nextInt(20);
                int how = luck < 1
                        ? 0
                        : luck < 13 ? 1 : luck < 15 ? 2 : luck < 17 ? 3 : luck < 18 ? 4 : luck < 19 ? 5 : 6;
                add(begin + upTo(length), Kind.SIGN_IN, rule, user, random.nextInt(3), upTo(400_000), how, false);
            }
        }
    }

    private void workers() {
        for (int burst = 0; burst < 7; burst++) {
            long begin = any();
            String who = "w" + random.nextInt(2);
            int calls = 1 + random.nextInt(7);
            for (int i = 0; i < calls; i++) {
                long hold = random.nextInt(3) == 0 ? 8 * SECOND + upTo(20 * SECOND) : upTo(2 * SECOND);
                int how = random.nextInt(6);
                add(begin + upTo(2 * SECOND), Kind.HOLD, "work", who, random.nextInt(3) == 0 ? 1 : 0, hold, how, false);
            }
        }
        if (random.nextInt(6) == 0) {
            long begin = 20 * SECOND;
            for (int i = 0; i < World.MANY; i++) {
                add(begin + upTo(SECOND), Kind.HOLD, 0, "many", "m", 0, 20 * SECOND + upTo(5 * SECOND), 0, false);
            }
            for (int i = 0; i < 20; i++) {
                add(begin + 2 * SECOND + upTo(16 * SECOND), Kind.HOLD, 1, "many", "m", 0, upTo(SECOND), 0, false);
            }
        }
    }

    private void operators() {
        for (int i = 0; i < 5; i++) {
            String user = "u" + random.nextInt(3);
            String rule = random.nextInt(3) == 0 ? "captcha" : "login";
            if (random.nextInt(3) == 0) {
                add(any(), Kind.LOCK, rule, user, 0, 3 * SECOND + upTo(25 * SECOND), 0, false);
            } else {
                add(any(), Kind.UNLOCK, rule, user, 0, 0, 0, false);
            }
        }
        if (random.nextInt(3) == 0) {
            add(any(), Kind.OVERRIDE, "work", "", 0, 5 * SECOND + upTo(20 * SECOND), random.nextInt(2), false);
        }
    }

    private void faults(int count) {
        for (int i = 0; i < count; i++) {
            long at = any() * 3 / 4;
            int node = random.nextInt(NODES);
            switch (random.nextInt(8)) {
                case 0 -> add(at, Kind.PAUSE, node, "", "", 0, 100_000 + upTo(8 * SECOND), 0, false);
                case 1 -> add(at, Kind.CRASH, node, "", "", 0, 500_000 + upTo(5 * SECOND), 0, false);
                case 2 -> add(at, Kind.ROLL, node, "", "", 0, upTo(2 * SECOND), random.nextInt(2), false);
                case 3 -> add(at, Kind.FLUSH, 0, "", "", 0, 0, 0, false);
                case 4 -> add(at, Kind.FAIL_OVER, 0, "", "", 0, upTo(SECOND), 0, false);
                default -> {
                    int state = 1 + random.nextInt(Network.State.values().length - 1);
                    long length = 200_000 + upTo(random.nextBoolean() ? SECOND : 15 * SECOND);
                    boolean all = random.nextBoolean();
                    for (int each = 0; each < NODES; each++) {
                        if (all || each == node) {
                            add(at, Kind.NETWORK, each, "", "", 0, length, state, false);
                        }
                    }
                    unlockedMeanwhile(at, length, node);
                }
            }
        }
    }

    /** Somebody guesses before or during a fault, an operator unlocks during it, and somebody tries again afterwards. */
    private void unlockedMeanwhile(long at, long length, int node) {
        String user = "u" + random.nextInt(3);
        long begin = random.nextBoolean() ? Math.max(0, at - 2 * SECOND) : at + length / 5;
        for (int i = 0; i < 7; i++) {
            add(begin + upTo(length / 5), Kind.SIGN_IN, node, "login", user, 0, upTo(50_000), 1, false);
        }
        add(at + length * 4 / 5, Kind.UNLOCK, node, "login", user, 0, 0, 0, false);
        for (int i = 0; i < 2; i++) {
            add(at + length + 6_300_000 + upTo(6 * SECOND), Kind.SIGN_IN, "login", user, 0, upTo(50_000), 0, false);
        }
    }
}
