package io.github.ostiary.store;

import io.github.ostiary.rule.FailurePolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A store did not answer, or not in time. Checked, because each caller owes an outcome: see {@link FailurePolicy}. The
 * message carries no key, no identity and no credential.
 */
public final class StoreException extends Exception {

    private static final long serialVersionUID = 1L;

    private final boolean evidence;
    private final boolean counter;
    private final boolean sent;
    private final @Nullable String primary;

    /**
     * A failure.
     *
     * @param message what happened, without keys, identities or credentials
     */
    public StoreException(String message) {
        super(message);
        this.evidence = true;
        this.counter = false;
        this.sent = true;
        this.primary = null;
    }

    /**
     * A failure with its cause.
     *
     * @param message what happened, without keys, identities or credentials
     * @param cause what the driver threw
     */
    public StoreException(String message, Throwable cause) {
        this(message, cause, true, null);
    }

    private StoreException(String message, @Nullable Throwable cause, boolean sent, @Nullable String primary) {
        super(message, cause);
        this.evidence = true;
        this.counter = false;
        this.sent = sent;
        this.primary = primary;
    }

    private StoreException(String message, boolean counter, boolean sent) {
        super(message, null, false, false);
        this.evidence = false;
        this.counter = counter;
        this.sent = sent;
        this.primary = null;
    }

    private StoreException(StoreException first, List<StoreException> all) {
        super(first.getMessage(), first);
        boolean anyEvidence = false;
        boolean anySent = false;
        boolean onlyCounters = true;
        for (StoreException each : all) {
            addSuppressed(each);
            anyEvidence |= each.evidence;
            anySent |= each.sent;
            onlyCounters &= each.counter;
        }
        this.evidence = anyEvidence;
        this.counter = onlyCounters;
        this.sent = anySent;
        this.primary = first.primary;
    }

    /**
     * The failures of one call that asked several servers. Each of them may be known to other calls, too, and stays as it is.
     *
     * @param all at least one
     * @return the failure if it is one; else another, which has all as {@link #parts}
     */
    public static StoreException of(List<StoreException> all) {
        return all.size() == 1 ? all.get(0) : new StoreException(all.get(0), all);
    }

    /**
     * The failures that this one consists of.
     *
     * @return those of the servers that one call has asked, or this one alone
     */
    public List<StoreException> parts() {
        List<StoreException> parts = new ArrayList<>(1);
        for (Throwable each : getSuppressed()) {
            if (each instanceof StoreException part) {
                parts.add(part);
            }
        }
        return parts.isEmpty() ? List.of(this) : parts;
    }

    /**
     * A failure that says nothing new about the store: a caller ran out of time while others' calls were under way.
     * Cheap: it has no stack trace.
     *
     * @param message what happened, without keys, identities or credentials
     * @return the failure
     */
    public static StoreException withoutEvidence(String message) {
        return new StoreException(message, false, true);
    }

    /**
     * A failure of this node alone: it had no connection, no turn or no time left to ask the store. Nothing was sent, so
     * nothing was counted; it says nothing about the store. Cheap: it has no stack trace.
     *
     * @param message what was short, without keys, identities or credentials
     * @return the failure
     */
    public static StoreException ofShortage(String message) {
        return new StoreException(message, false, false);
    }

    /**
     * A failure of a counter that was asked about and cannot be used: something else stands at its key. No evidence
     * against the store. Cheap: it has no stack trace.
     *
     * @param message what happened, without keys, identities or credentials
     * @return the failure
     */
    public static StoreException ofCounter(String message) {
        return new StoreException(message, true, true);
    }

    /**
     * The same failure, of one of the servers a store is divided among.
     *
     * @param name of {@link Store#primaries}
     * @return the failure that counts against that server; this one, if it is no evidence against any
     */
    public StoreException at(String name) {
        return evidence ? new StoreException(String.valueOf(getMessage()), getCause(), sent, name) : this;
    }

    /**
     * The same failure, where nothing was sent, or the store says that it did nothing.
     *
     * @return the failure; this one, if it is no evidence against the store
     */
    public StoreException unsent() {
        return evidence ? new StoreException(String.valueOf(getMessage()), getCause(), false, primary) : this;
    }

    /**
     * The server that this failure is evidence against; of several failures, the first.
     *
     * @return empty if any server was asked
     */
    public Optional<String> primary() {
        return Optional.ofNullable(primary);
    }

    /**
     * Whether this failure is evidence against the store.
     *
     * @return false for {@link #withoutEvidence}, {@link #ofShortage} and {@link #ofCounter(String)}
     */
    public boolean evidence() {
        return evidence;
    }

    /**
     * Whether the store may have done what it was asked.
     *
     * @return false if it certainly has not
     */
    public boolean sent() {
        return sent;
    }

    /**
     * Whether the store works, and only a counter that was asked about does not.
     *
     * @return true for {@link #ofCounter(String)}
     */
    public boolean ofCounter() {
        return counter;
    }
}
