package io.github.ostiary.model;

import io.github.ostiary.Attempt;
import io.github.ostiary.Decision;
import io.github.ostiary.Key;
import io.github.ostiary.edge.MetRules;
import io.github.ostiary.edge.PendingAdmission;
import io.github.ostiary.edge.Position;
import io.github.ostiary.model.Guess.Stage;
import io.github.ostiary.store.LockBook.LockId;
import io.github.ostiary.testing.SharedStore;
import io.github.ostiary.testing.SteppedClock;
import java.util.Arrays;

/**
 * Nodes, their store and the guesses of callers, which do what a history says, one step after the other. Each history is about
 * a key of its own, so that the nodes need not be built again. For one thread.
 */
final class World {

    static final int MOST_GUESSES = 4;
    private static final long HOUR = 3_600_000_000L;
    private static final long[] STEPS = {1_000_000, 3_000_000, 6_000_000};

    final Scenario scenario;
    final SteppedClock clock = new SteppedClock();
    final Guess[] guesses = new Guess[MOST_GUESSES];
    final Node[] nodes;
    final Key[] key = new Key[1];
    final Checks checks;
    private final Deeds deed;
    SharedStore shared;

    /** Where a node has been asked, so that it differs from the others. */
    final boolean[] touched;

    int next;
    int times;
    int deeds;
    int faults;
    boolean faulty;

    /** Whether something was done that never ends by itself. */
    boolean lasting;

    boolean onlyRight;

    /** When the store or a node last failed, or the store came back, µs. */
    long faultAt;
    /** What the store was told since it first failed. */
    long trace;

    /** Guesses whose answer is being verified; the last one is done first. */
    final int[] verifying = new int[MOST_GUESSES];

    int nested;

    final String[] identity = new String[1];
    final ModelRules rules;
    final State state;
    private int[] history = {};
    private int length;
    private int at;
    private boolean cleaning;
    private boolean taken;
    private long keys;
    LockId place;
    private RuntimeException broken;

    World(Scenario scenario) {
        this.scenario = scenario;
        this.nodes = new Node[scenario.nodes];
        this.touched = new boolean[scenario.nodes];
        this.rules = new ModelRules(scenario, key, this);
        this.checks = new Checks(this);
        this.deed = new Deeds(this);
        this.state = new State(this);
        build();
    }

    private void build() {
        for (int i = 0; i < nodes.length; i++) {
            clock.stop(i);
        }
        shared = new SharedStore(clock.of(0), checks, scenario.has(Event.FAIL_OVER));
        for (int i = 0; i < nodes.length; i++) {
            nodes[i] = new Node(rules, shared, clock.of(i), identity);
        }
    }

    /** What is wrong, or null. */
    String violation() {
        return checks.violation;
    }

    /** Does all of a history on a key that nobody has used. */
    void run(int[] steps, int count) {
        reset();
        history = steps;
        length = count;
        at = 0;
        taken = false;
        broken = null;
        proceed(-1);
        if (broken != null) {
            throw broken;
        }
    }

    /** Whether it can go on from where it is. */
    boolean mayGoOn() {
        return nested == 0 && violation() == null;
    }

    /** Does one more step. */
    void goOn(int event) {
        history = new int[] {event};
        length = 1;
        at = 0;
        taken = false;
        proceed(-1);
    }

    private void proceed(int until) {
        while (at < length && violation() == null) {
            int event = history[at++];
            if (until >= 0 && Event.kind(event) == Event.VERIFIED && Event.whom(event) == until) {
                return;
            }
            boolean lost = shared.dropping;
            apply(event);
            shared.dropping &= !lost;
            trace = faulty ? Mix.of(trace, event) : 0;
            if (cleaning) {
                return;
            }
            clock.background();
        }
        if (!taken) {
            taken = true;
            state.take();
        }
        cleaning |= until >= 0;
    }

    /** The application's verifier is asked. */
    boolean verify(Guess guess) {
        if (cleaning) {
            return false;
        }
        guess.asked++;
        checks.verifying(guess);
        if (guess.slow()) {
            guess.stage = guess.stage == Stage.DEAD ? Stage.DEAD : Stage.VERIFYING;
            verifying[nested++] = guess.number;
            try {
                proceed(guess.number);
            } catch (RuntimeException e) {
                broken = e; // the engine takes it for the verifier's
                cleaning = true;
            }
            if (cleaning) {
                return false;
            }
            nested--;
        }
        checks.verified(guess);
        if (guess.throwing()) {
            throw Guess.FAULT;
        }
        return guess.right();
    }

    private void apply(int event) {
        if (scenario.tick > 0) {
            clock.pass(scenario.tick);
            checks.passed();
        }
        int whom = Event.whom(event);
        int how = Event.how(event);
        switch (Event.kind(event)) {
            case ARRIVE -> arrive(whom, how);
            case RESUME -> goOn(guesses[whom]);
            case QUIT -> quit(guesses[whom]);
            case SHOW -> {
                guesses[whom].shown = true;
                guesses[whom].admission.answering(ModelRules.FAILS);
            }
            case COMMIT -> commit(guesses[whom]);
            case END -> end(guesses[whom], how);
            case LEAVE -> leave(guesses[whom]);
            case DONE -> done(guesses[whom]);
            case RUN -> clock.runOne(whom);
            case PASS -> pass(how);
            case TAKE, CHARGE, CREDIT -> ofLimit(Event.kind(event), whom, how);
            default -> deed.make(Event.kind(event), whom, how);
        }
        checks.after();
    }

    private void arrive(int node, int how) {
        Guess guess = guesses[next++];
        touched[node] = true;
        guess.node = node;
        guess.how = how;
        onlyRight &= how == 0;
        Guess outer = checks.arriving;
        checks.arriving = guess;
        if (how == Event.FROM_JAVA) {
            Attempt attempt = nodes[node].engine.lockouts(ModelRules.LOCKOUT).begin(key[0]);
            guess.byJava = attempt;
            decided(guess, attempt.decision());
        } else {
            guess.admission = nodes[node].engine.enter(guess, Position.FIRST, new MetRules());
            goOn(guess);
        }
        checks.arriving = outer;
    }

    /** As the filter does, which never waits on a thread. */
    private void goOn(Guess guess) {
        PendingAdmission admission = guess.admission;
        admission.goOn();
        if (cleaning || guess.stage == Stage.DEAD || guess.stage == Stage.ENDED) {
            return;
        }
        if (admission.holdsAnything() && admission.isWaiting()) {
            guess.stage = Stage.WAITING;
            guess.everWaited = true;
            admission.whenReady(() -> ready(guess));
            return;
        }
        decided(guess, admission.decision());
    }

    private void ready(Guess guess) {
        if (guess.stage == Stage.WAITING) {
            guess.stage = Stage.READY;
            if (guess.admission.decision() instanceof Decision.Denied denied && !guess.answers()) {
                checks.denied(guess, denied.reason());
            }
        }
    }

    private void decided(Guess guess, Decision decision) {
        if (decision instanceof Decision.Denied denied) {
            guess.stage = Stage.DENIED;
            if (!guess.everWaited) {
                checks.denied(guess, denied.reason());
            }
            return;
        }
        guess.stage = Stage.LOOKED_AT;
        guess.looked = true;
        guess.lookedAt = clock.now();
        checks.looked(guess);
    }

    private void quit(Guess guess) {
        boolean verified = guess.stage == Stage.VERIFYING;
        guess.stage = Stage.ENDED;
        checks.givenUp(guess);
        guess.admission.giveUp();
        guess.admission.end();
        onlyRight &= !verified;
    }

    private void commit(Guess guess) {
        guess.shown = true;
        onlyRight = false;
        checks.ending(guess, Event.FAILED);
        guess.admission.settle(guess.outcome(ModelRules.FAILS, false));
        checks.settled(guess);
    }

    private void end(Guess guess, int how) {
        onlyRight &= how == Event.PROVED && !guess.shown;
        boolean before = guess.expected != null;
        if (!before) {
            checks.ending(guess, how);
        }
        guess.released = true;
        guess.stage = Stage.ENDED;
        guess.endedAt = clock.now();
        if (guess.byJava == null) {
            guess.admission.end(guess.outcome(how));
            guess.admission.leave();
        } else {
            guess.endByJava(how);
        }
        checks.settled(guess);
    }

    private void leave(Guess guess) {
        onlyRight = false;
        guess.stage = Stage.LEFT;
        guess.leftAt = clock.now();
        guess.admission.unattended();
    }

    private void done(Guess guess) {
        guess.released = true;
        guess.stage = Stage.ENDED;
        guess.endedAt = clock.now();
        guess.admission.leave();
    }

    private void pass(int how) {
        onlyRight = false;
        if (how < STEPS.length) {
            times++;
            clock.pass(STEPS[how]);
        } else {
            clock.pass(Math.max(0, clock.untilNext()));
        }
        checks.passed();
    }

    private void ofLimit(Event kind, int node, int permits) {
        touched[node] = true;
        deeds++;
        switch (kind) {
            case TAKE -> checks.used.took(node, permits, nodes[node].take(key[0], permits));
            case CHARGE -> {
                nodes[node].charge(key[0], permits);
                checks.used.chargedAfterwards(permits);
            }
            default -> {
                nodes[node].credit(key[0], permits);
                checks.used.credited(node, permits);
            }
        }
    }

    private void reset() {
        cleaning = true;
        if (faulty || lasting) {
            build();
        } else {
            for (Guess guess : guesses) {
                if (guess != null && guess.byJava != null) {
                    guess.byJava.abandon();
                } else if (guess != null && guess.admission != null) {
                    guess.admission.giveUp();
                    guess.admission.leave();
                }
            }
            clock.background();
            for (Node node : nodes) {
                if (node.rules != 0) {
                    node.decideBy(rules, 0);
                }
            }
        }
        shared.forget();
        clock.leap(HOUR);
        clock.rest();
        fresh();
    }

    private void fresh() {
        for (int i = 0; i < guesses.length; i++) {
            guesses[i] = new Guess(i);
        }
        trace = 0;
        keys++;
        key[0] = Key.of("user:" + keys);
        identity[0] = "k" + keys;
        place = new LockId(scenario.policy, identity[0]);
        Arrays.fill(touched, false);
        next = 0;
        times = 0;
        deeds = 0;
        faults = 0;
        nested = 0;
        faulty = false;
        lasting = false;
        faultAt = 0;
        onlyRight = true;
        checks.reset();
        cleaning = false;
    }
}
