package io.github.ostiary.model;

import io.github.ostiary.LockState;
import io.github.ostiary.model.Guess.Stage;
import io.github.ostiary.store.AttemptClaim;
import io.github.ostiary.store.LockBook.KeptLock;
import io.github.ostiary.store.Verdict;
import java.util.Optional;

/**
 * What can be seen of a world: its digest, the same for worlds that differ by the numbers of guesses and nodes only, and the
 * steps that can follow. For one thread.
 */
final class State {

    private static final long SECOND = 1_000_000;
    private static final long FORGOTTEN = 6 * SECOND;

    private final World world;
    private final int[] events = new int[256];
    private final long[] guesses = new long[World.MOST_GUESSES];
    private int count;
    private long digest;

    State(World world) {
        this.world = world;
    }

    long digest() {
        return digest;
    }

    int[] events() {
        return java.util.Arrays.copyOf(events, count);
    }

    void take() {
        world.checks.oracle.expire(world.clock.now(), world.scenario.threshold);
        LockState shown = world.shared.state(world.place);
        world.checks.compare(shown);
        digest = global(shown);
        if (world.nodes.length == 1) {
            digest = Mix.of(digest, part(0));
        } else {
            digest = Math.min(Mix.of(Mix.of(digest, part(0)), part(1)), Mix.of(Mix.of(digest, part(1)), part(0)));
        }
        enabled();
    }

    private long global(LockState shown) {
        long hash = Mix.of(shown.phase().ordinal(), shown.failures());
        hash = Mix.of(
                hash, shown.remaining().map(left -> left.toNanos() / 1_000).orElse(0L));
        hash = Mix.of(hash, shown.inFlight() << 8 | shown.wrongChallenges());
        hash = Mix.of(hash, world.times << 24 | world.deeds << 16 | world.faults << 8 | world.next);
        hash = Mix.of(hash, (world.shared.away ? 2 : 0) + world.shared.losing + (world.onlyRight ? 4 : 0));
        hash = Mix.of(hash, world.checks.oracle.digest(world.clock.now()));
        hash = Mix.of(hash, world.nested > 0 ? world.verifying[world.nested - 1] : -1);
        hash = world.scenario.challenged ? Mix.of(hash, world.checks.challenges()) : hash;
        if (world.scenario.limit > 0) {
            hash = Mix.of(hash, world.checks.used.digest());
        }
        return world.faulty ? Mix.of(hash, world.trace) : hash;
    }

    /** A node, and the guesses that are on it, whatever their order. */
    private long part(int node) {
        long now = world.clock.now();
        long sum = 0;
        for (Guess guess : world.guesses) {
            if (guess.stage != Stage.NONE && guess.node == node) {
                guesses[guess.number] = of(guess, now);
                sum += Mix.of(guesses[guess.number], 5);
            }
        }
        long hash = Mix.of(sum, (world.touched[node] ? 8 : 0) + world.nodes[node].rules);
        hash = Mix.of(hash, world.clock.waiting(node));
        if (!world.touched[node]) {
            return hash;
        }
        AttemptClaim claim = world.place.claim();
        Optional<KeptLock> known = world.nodes[node].front.lock(claim, now);
        hash = Mix.of(
                hash,
                known.map(lock -> Math.min(3 * SECOND, lock.age().micros()) << 30 | lock.leftMicros())
                        .orElse(-1L));
        Optional<Verdict> fresh = world.nodes[node].front.denial(claim, now, SECOND);
        return Mix.of(hash, fresh.map(said -> said.reason().ordinal() + 1).orElse(0));
    }

    private static long of(Guess guess, long now) {
        long hash = guess.stage.ordinal();
        hash = Mix.of(hash, guess.reserved == 0 ? -1 : Math.min(FORGOTTEN, now - guess.reserved));
        hash = Mix.of(hash, guess.looked ? Math.min(FORGOTTEN, now - guess.lookedAt) : -1);
        hash = Mix.of(hash, guess.leased == 0 ? -1 : Math.min(FORGOTTEN, now - guess.leased));
        hash = Mix.of(hash, guess.leftAt == 0 ? -1 : Math.min(FORGOTTEN, now - guess.leftAt));
        int flags = (guess.shown ? 1 : 0)
                | (guess.proved ? 2 : 0)
                | (guess.neutral ? 4 : 0)
                | (guess.settled ? 8 : 0)
                | (guess.released ? 16 : 0)
                | (guess.challengedFirst ? 32 : 0)
                | (guess.byJava != null ? 64 : 0)
                | (guess.expected == null ? 128 : 0)
                | (guess.forgiven ? 256 : 0)
                | (guess.endings << 9);
        hash = Mix.of(hash, flags);
        boolean over = guess.stage == Stage.ENDED || guess.stage == Stage.DENIED || guess.stage == Stage.DEAD;
        boolean waits = guess.stage == Stage.WAITING || guess.stage == Stage.READY;
        hash = Mix.of(hash, over || guess.looked ? 0 : guess.how << 4 | guess.asked);
        return Mix.of(hash, waits ? guess.number : 9);
    }

    private void add(int event) {
        events[count++] = event;
    }

    private void enabled() {
        count = 0;
        Scenario scenario = world.scenario;
        if (world.shared.dropping) {
            ofWhatIsLost(scenario);
            return;
        }
        for (int node = 0; node < world.nodes.length; node++) {
            if (node == 0 || world.touched[0]) {
                ofNode(scenario, node);
            }
        }
        for (Guess guess : world.guesses) {
            if (guess.stage != Stage.NONE && !hasTwin(guess)) {
                of(scenario, guess);
            }
        }
        if (world.times < scenario.times) {
            for (int pass : scenario.passes) {
                add(Event.PASS.of(0, pass));
            }
        }
        if (world.clock.untilNext() > 0 && scenario.passes.length > 0) {
            add(Event.PASS.of(0, 3));
        }
        ofStore(scenario);
    }

    /** Of what is lost on its way, what is said again is an ending, or done by hand. */
    private void ofWhatIsLost(Scenario scenario) {
        for (int node = 0; node < world.nodes.length && world.deeds < scenario.deeds; node++) {
            ofOperator(scenario, node);
        }
        for (Guess guess : world.guesses) {
            if (guess.stage == Stage.LOOKED_AT && !hasTwin(guess)) {
                ofLookedAt(scenario, guess);
            }
        }
    }

    private boolean hasTwin(Guess guess) {
        for (int i = 0; i < guess.number; i++) {
            Guess other = world.guesses[i];
            if (other.stage == guess.stage && other.node == guess.node && guesses[i] == guesses[guess.number]) {
                return true;
            }
        }
        return false;
    }

    private void ofNode(Scenario scenario, int node) {
        if (world.next < scenario.guesses) {
            for (int how : scenario.arrivals) {
                add(Event.ARRIVE.of(node, how));
            }
        }
        if (world.clock.isDue(node)) {
            add(Event.RUN.of(node));
        }
        if (world.deeds < scenario.deeds) {
            ofOperator(scenario, node);
        }
        if (scenario.has(Event.RESTART) && world.faults < scenario.faults && world.touched[node]) {
            add(Event.RESTART.of(node));
        }
    }

    private void ofOperator(Scenario scenario, int node) {
        for (Event event : new Event[] {Event.LOCK, Event.UNLOCK, Event.BLOCK, Event.RELOAD}) {
            if (scenario.has(event)) {
                add(event.of(node));
            }
        }
        if (scenario.has(Event.OVERRIDE)) {
            add(Event.OVERRIDE.of(node, 1 - world.nodes[node].rules));
        }
        for (Event event : new Event[] {Event.TAKE, Event.CHARGE, Event.CREDIT}) {
            if (scenario.has(event)) {
                add(event.of(node, 1));
                add(event.of(node, 2));
            }
        }
    }

    private void ofStore(Scenario scenario) {
        boolean may = world.faults < scenario.faults && (world.next > 0 || scenario.lossless);
        if (may && scenario.has(Event.AWAY) && !world.shared.away) {
            for (int more : scenario.cuts) {
                add(Event.AWAY.of(0, more));
            }
        }
        if (world.shared.away) {
            for (int more : scenario.backs) {
                add(Event.BACK.of(0, more));
            }
        }
        if (may && scenario.has(Event.DROP) && !world.shared.away) {
            add(Event.DROP.of(0));
        }
        if (may && scenario.has(Event.FAIL_OVER)) {
            add(Event.FAIL_OVER.of(0));
        }
        if (may && scenario.has(Event.FLUSH)) {
            add(Event.FLUSH.of(0));
        }
        if (may && scenario.has(Event.LOSE) && world.shared.losing == 0 && !world.shared.away) {
            add(Event.LOSE.of(0));
        }
    }

    private void of(Scenario scenario, Guess guess) {
        int number = guess.number;
        switch (guess.stage) {
            case READY -> {
                add(Event.RESUME.of(number));
                quits(scenario, number);
            }
            case WAITING -> quits(scenario, number);
            case VERIFYING -> {
                if (world.verifying[world.nested - 1] == number) {
                    add(Event.VERIFIED.of(number));
                }
                if (guess.admission != null) {
                    quits(scenario, number);
                }
            }
            case LOOKED_AT -> ofLookedAt(scenario, guess);
            case LEFT -> add(Event.DONE.of(number));
            default -> {
                // an innermost verifier whose caller has left must still come to an end
                if (world.nested > 0 && world.verifying[world.nested - 1] == number) {
                    add(Event.VERIFIED.of(number));
                }
            }
        }
    }

    private void quits(Scenario scenario, int number) {
        if (scenario.has(Event.QUIT)) {
            add(Event.QUIT.of(number));
        }
    }

    private void ofLookedAt(Scenario scenario, Guess guess) {
        for (int ending : scenario.endings) {
            add(Event.END.of(guess.number, ending));
        }
        boolean byEngine = guess.byJava == null;
        if (byEngine && scenario.has(Event.SHOW) && !guess.shown) {
            add(Event.SHOW.of(guess.number));
        }
        if (byEngine && scenario.has(Event.COMMIT) && !guess.shown) {
            add(Event.COMMIT.of(guess.number));
        }
        if (byEngine && scenario.has(Event.LEAVE)) {
            add(Event.LEAVE.of(guess.number));
        }
    }
}
