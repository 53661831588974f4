package io.github.ostiary.operator;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The use of a limit by some of its callers. Immutable; its text form shows who they are.
 *
 * @param uses those with any use, in no order; a caller may be on two pages, with the same figures or newer ones
 * @param next where to go on; empty at the end
 */
public record UsePage(List<KeyUse> uses, Optional<String> next) {

    /** Copies the list. */
    public UsePage {
        uses = List.copyOf(uses);
    }

    /**
     * A caller's use in one window.
     *
     * @param identity as lists of locks show it: canonical, or a digest where identities are secret or long
     * @param policy the name callers see: the rule's, with a suffix where it has several rates
     * @param used permits in that window, also beyond the limit; of a bucket those that have not come back
     * @param begins the window's first moment; empty where the calendar does not say it: then the window is the time before now
     * @param ends the first moment after it; of a window that is not of the calendar when nothing of this is used any more
     */
    public record KeyUse(String identity, String policy, long used, Optional<Instant> begins, Instant ends) {}
}
