package io.github.ostiary.setup;

import io.github.ostiary.CallContext;
import io.github.ostiary.Decision;
import org.jspecify.annotations.Nullable;

/**
 * The notes of denials that are answered.
 *
 * @hidden
 */
public interface DenialNotes {

    /** Whether denials are noted, and have references. */
    default boolean notes() {
        return false;
    }

    /**
     * Notes a denial that is about to be answered.
     *
     * @return its reference; null if denials are not noted
     */
    default @Nullable String reference(CallContext call, Decision.Denied denied) {
        return null;
    }
}
