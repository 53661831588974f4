package io.github.ostiary.engine;

import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** The life of a call that has something to end, as one table: what can happen to it, and where it is then. */
enum AdmissionPhase {
    /** It came with an answer to a challenge, which is reserved or waits for its turn. */
    ANSWERED,
    /** A thread of the call has its answer verified. */
    VERIFYING,
    /** Its caller has left while the answer is verified. */
    DESERTED,
    /** Its answer is verified, or will not be, and the attempt is decided. */
    VERIFIED,
    /** It was let in: its attempts are reserved and its permits taken, and the application looks at the password. */
    LOOKED_AT,
    /** It is known how all its attempts ended, and its permits are in use. */
    SETTLED,
    /** It is never known how its attempts end: they stay reserved, and fail when their time is up. */
    UNKNOWN,
    /** All it held was given back. */
    ENDED;

    /** The things that happen to a call. What is not in the table changes nothing. */
    enum AdmissionEvent {
        /** A thread begins to verify the answer, or it is never verified. */
        TURN,
        /** The attempt is decided. */
        DECIDED,
        /** The caller leaves before its attempt is decided. */
        GIVEN_UP,
        /** The outcome shows. */
        SHOWN,
        /** The caller has left, and the work is done. */
        LEFT,
        /** The call is over. */
        OVER
    }

    /** The phase after an event; null if it changes nothing. */
    @Nullable
    AdmissionPhase after(AdmissionEvent event) {
        return switch (this) {
            case ANSWERED -> event == AdmissionEvent.TURN ? VERIFYING : null;
            case VERIFYING -> switch (event) {
                case DECIDED -> VERIFIED;
                case GIVEN_UP -> DESERTED;
                default -> null;
            };
            case LOOKED_AT -> switch (event) {
                case SHOWN -> SETTLED;
                case LEFT -> UNKNOWN;
                case OVER -> ENDED;
                default -> null;
            };
            case SETTLED, UNKNOWN -> event == AdmissionEvent.OVER ? ENDED : null;
            case DESERTED, VERIFIED, ENDED -> null;
        };
    }

    /** Moves a call, by one thread at a time; says where it was before if that has moved it, else null. */
    static @Nullable AdmissionPhase move(AtomicReference<AdmissionPhase> call, AdmissionEvent event) {
        while (true) {
            AdmissionPhase before = Objects.requireNonNull(call.get());
            AdmissionPhase next = before.after(event);
            if (next == null) {
                return null;
            }
            if (call.compareAndSet(before, next)) {
                return before;
            }
        }
    }
}
