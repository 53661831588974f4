package io.github.ostiary.model;

import io.github.ostiary.store.LockoutPolicy;
import io.github.ostiary.testing.LockoutPolicies;
import java.util.EnumSet;
import java.util.Set;

/** What is explored: which rules, how many guesses and other events, and how far. All times are seconds. */
final class Scenario {

    /** Time after which reservations have failed, locks end, and windows are over. */
    static final double SETTLE = 2;

    static final double LOCK = 3;
    static final double WINDOW = 6;

    final String name;
    final LockoutPolicy policy;

    /** What an operator may put in its place. */
    final LockoutPolicy strict;

    int guesses = 4;
    int nodes = 2;
    int threshold = 2;
    int unclear = 1;
    long waitMicros = 50_000;
    int permits;
    int limit;
    boolean counted = true;
    boolean challenged;
    int[] arrivals = {0};
    int[] endings = {Event.PROVED, Event.FAILED, Event.ERROR};
    int[] passes = {};
    int depth = 12;
    int quickDepth = 6;

    /** How often time passes, somebody operates, and the store or a node fails, at most. */
    int times;

    /** How long each step takes, and how much time passes where the store comes back, µs. */
    long tick;

    long back = 5_000_000;

    /** For how many questions the store may come back, and go on being asked when it is cut off; 0 for good, and at once. */
    int[] backs = {0};

    int[] cuts = {0};

    /** Whether faults lose nothing for good: some time later all must be as if there had been none. */
    boolean lossless;

    int deeds;
    int faults;
    Set<Event> events = EnumSet.noneOf(Event.class);

    private Scenario(String name, LockoutPolicies ladder, LockoutPolicies strict) {
        this.name = name;
        this.policy = ladder.named("login");
        this.strict = strict.named("login");
    }

    private static LockoutPolicies locking(int threshold, int unclear) {
        return LockoutPolicies.policy()
                .lock(threshold, WINDOW, LOCK)
                .memory(WINDOW)
                .settle(SETTLE)
                .unclear(unclear);
    }

    /** {@code THRESHOLD/6s lock 3s}, settle 2 s. */
    static Scenario lockout(String name, int threshold, int unclear) {
        Scenario made = new Scenario(name, locking(threshold, unclear), locking(1, unclear));
        made.threshold = threshold;
        made.unclear = unclear;
        return made;
    }

    /** {@code 1/6s challenge, 4/6s lock 3s}, settle 2 s: one captcha, one guess. */
    static Scenario challenge(String name, int answers) {
        LockoutPolicies ladder = LockoutPolicies.policy()
                .challenge(1, WINDOW)
                .lock(9, WINDOW, LOCK)
                .memory(WINDOW)
                .settle(SETTLE)
                .wrong(answers, LOCK);
        Scenario made = new Scenario(name, ladder, ladder);
        made.threshold = 1;
        made.unclear = 0;
        made.counted = false;
        made.challenged = true;
        made.arrivals = new int[] {0, Event.RIGHT, Event.WRONG, Event.THROWS, Event.SLOW_RIGHT, Event.SLOW_WRONG};
        made.endings = new int[] {Event.PROVED, Event.FAILED};
        return made;
    }

    /** So many at work at once. */
    static Scenario permits(String name, int permits) {
        Scenario made = lockout(name, 1, 0);
        made.threshold = 0;
        made.permits = permits;
        return made;
    }

    /** {@code PERMITS/6s}. */
    static Scenario limit(String name, int permits) {
        Scenario made = lockout(name, 1, 0);
        made.threshold = 0;
        made.guesses = 0;
        made.limit = permits;
        return made;
    }

    Scenario with(Event... more) {
        events.addAll(java.util.List.of(more));
        return this;
    }

    Scenario endings(int... ways) {
        endings = ways;
        return this;
    }

    Scenario arrivals(int... ways) {
        arrivals = ways;
        return this;
    }

    Scenario passes(int most, int... ways) {
        times = most;
        passes = ways;
        return this;
    }

    Scenario deeds(int most) {
        deeds = most;
        return this;
    }

    /** How long each step takes, µs: no two things happen at one time. */
    Scenario tick(long micros) {
        tick = micros;
        return this;
    }

    /** How the store comes back: after how long, µs, and for how many questions. */
    Scenario back(long micros, int... questions) {
        back = micros;
        backs = questions;
        return this;
    }

    /** After how many more questions the store is cut off. */
    Scenario cuts(int... questions) {
        cuts = questions;
        return this;
    }

    /** What is lost is said again. */
    Scenario lossless() {
        lossless = true;
        return this;
    }

    Scenario faults(int most) {
        faults = most;
        return this;
    }

    Scenario guesses(int most) {
        guesses = most;
        return this;
    }

    Scenario depth(int full, int quick) {
        depth = full;
        quickDepth = quick;
        return this;
    }

    boolean has(Event event) {
        return events.contains(event);
    }
}
