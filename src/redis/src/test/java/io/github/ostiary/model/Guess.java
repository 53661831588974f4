package io.github.ostiary.model;

import io.github.ostiary.Attempt;
import io.github.ostiary.CallContext;
import io.github.ostiary.edge.CallOutcome;
import io.github.ostiary.edge.PendingAdmission;
import io.github.ostiary.store.Operation;
import java.util.Optional;
import java.util.OptionalInt;

/** A request that guesses, and all that is known of it. */
final class Guess implements CallContext {

    /** The stage a request is at, as its caller and the application see it. */
    enum Stage {
        NONE,
        WAITING,
        READY,
        VERIFYING,
        LOOKED_AT,
        LEFT,
        ENDED,
        DENIED,
        DEAD
    }

    private static final Optional<String> POST = Optional.of("POST");
    private static final Optional<String> PATH = Optional.of("/login");

    static final RuntimeException FAULT = new IllegalStateException("the application's fault");

    final int number;
    Stage stage = Stage.NONE;
    int node;
    int how;
    int asked;
    int threshold;
    boolean shown;
    boolean wrongToo;
    boolean everWaited;
    boolean proved;
    boolean neutral;
    boolean unclear;
    boolean looked;
    boolean settling;

    boolean forgiven;
    boolean challengedFirst;

    /** When its attempt was reserved, µs; 0 if it was not, or not yet. */
    long reserved;

    long lookedAt;
    long leftAt;
    long endedAt;

    /** Whether its reservation has ended, and by what the store was told. */
    boolean settled;

    /** What the store must hear of its end, and what it has heard. */
    Operation expected;

    Operation ending;
    int endings;
    int order;
    String attempt = "";
    String lease = "";
    String answer = "";

    /** Whether a challenge was pending when its answer was let in to be verified: else a wrong one counts nothing. */
    boolean answersPending;

    long leased;
    boolean released;
    PendingAdmission admission;
    Attempt byJava;

    Guess(int number) {
        this.number = number;
    }

    boolean answers() {
        return how >= Event.RIGHT && how <= Event.SLOW_THROWS;
    }

    boolean right() {
        return how == Event.RIGHT || how == Event.SLOW_RIGHT;
    }

    boolean throwing() {
        return how == Event.THROWS || how == Event.SLOW_THROWS;
    }

    boolean slow() {
        return how >= Event.SLOW_RIGHT && how <= Event.SLOW_THROWS;
    }

    /** Whether the store counts its attempt as in flight. */
    boolean inFlight() {
        return reserved > 0 && !settled;
    }

    boolean isAtWork() {
        return stage == Stage.LOOKED_AT || stage == Stage.LEFT;
    }

    /** Ends what Java began. */
    void endByJava(int end) {
        switch (end) {
            case Event.PROVED -> byJava.succeeded();
            case Event.FAILED -> byJava.failed();
            case Event.NEUTRAL -> byJava.abandon();
            default -> {}
        }
        byJava.close();
    }

    /** What shows at the end of a request. */
    CallOutcome outcome(int end) {
        return switch (end) {
            case Event.PROVED -> outcome(ModelRules.PROVES, true);
            case Event.FAILED -> outcome(ModelRules.FAILS, true);
            case Event.BARE -> outcome(200, true);
            case Event.ERROR -> outcome(500, true);
            case Event.NEUTRAL -> outcome(ModelRules.SAYS_NOTHING, true);
            default -> new CallOutcome(
                    OptionalInt.empty(), CallOutcome.Answer.NONE, Optional.of(FAULT), false, false, this);
        };
    }

    CallOutcome outcome(int status, boolean returned) {
        return new CallOutcome(
                OptionalInt.of(status), CallOutcome.Answer.NONE, Optional.empty(), returned, false, this);
    }

    @Override
    public Optional<String> path() {
        return PATH;
    }

    @Override
    public Optional<String> method() {
        return POST;
    }
}
