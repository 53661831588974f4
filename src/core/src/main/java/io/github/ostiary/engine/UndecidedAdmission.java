package io.github.ostiary.engine;

import io.github.ostiary.Decision;
import io.github.ostiary.edge.CallOutcome;
import org.jspecify.annotations.Nullable;

/** A call that becomes another once it is decided: from then on, that one answers. Thread-safe. */
abstract sealed class UndecidedAdmission implements GuardedAdmission permits WaitingAdmission, AnsweringAdmission {

    private final DecidedAdmission soFar;

    /** A call that stands so until it is decided. */
    UndecidedAdmission(DecidedAdmission soFar) {
        this.soFar = soFar;
    }

    DecidedAdmission soFar() {
        return soFar;
    }

    /** The admission that it has become; null while it is undecided. */
    abstract @Nullable GuardedAdmission decided();

    @Override
    public final GuardedAdmission current() {
        GuardedAdmission decided = decided();
        return decided == null ? soFar : decided.current();
    }

    @Override
    public final Decision decision() {
        return current().decision();
    }

    @Override
    public final boolean holdsAnything() {
        return isWaiting() || current().holdsAnything();
    }

    @Override
    public final boolean holdsAttempt() {
        return current().holdsAttempt();
    }

    @Override
    public final boolean countsBytes() {
        return current().countsBytes();
    }

    @Override
    public final void bill(CallOutcome outcome) {
        current().bill(outcome);
    }

    @Override
    public final void answering(int status) {
        current().answering(status);
    }

    @Override
    public final void unattended() {
        current().unattended();
    }

    @Override
    public final void settle(CallOutcome outcome) {
        current().settle(outcome);
    }
}
