package io.github.ostiary.explain;

import io.github.ostiary.CallContext;
import io.github.ostiary.Decision;
import io.github.ostiary.Key;
import io.github.ostiary.TimeSource;
import io.github.ostiary.engine.DenialChoice;
import io.github.ostiary.engine.Tiers;
import io.github.ostiary.explain.DenialSeries.Evidence;
import io.github.ostiary.operator.DenialRecord;
import io.github.ostiary.operator.DenialRecord.Scene;
import io.github.ostiary.operator.Explanation.RuleType;
import io.github.ostiary.operator.KeyStatus;
import io.github.ostiary.operator.KeyStatus.Identity;
import io.github.ostiary.operator.KeyStatus.Outlook;
import io.github.ostiary.operator.KeyStatus.Teller;
import io.github.ostiary.store.CounterId;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The notes of denials that are answered, under the references that callers are given. The edge that answers makes a note of a
 * few words, or finds the one there is; a separate thread writes the rest, and copies it to the store that all nodes share.
 * Thread-safe.
 */
public final class DenialLog implements AutoCloseable {

    /** A note is made, but all is written down again only so often, µs. */
    private static final long REFRESHED_MICROS = 1_000_000;

    private static final int LONGEST_RULE = 64;
    private static final int LONGEST_METHOD = 16;
    private static final String ANONYMOUS = "-";

    private final Terms terms;
    private final DenialLogTable table;
    private final StatusReader standings;
    private final DenialLogWriter writer;
    private final References references = new References();

    /**
     * The terms on which denials are noted. Immutable.
     *
     * @param keepMicros how long after the newest denial, µs; more than 0
     * @param max so many at most, at least 100
     * @param node what this node is called
     * @param caller the caller of a call that is denied before anything is counted
     * @param label what may be shown of a key; empty where identities are secret or too long to be kept
     * @param paths whether other nodes may see paths
     * @param time the clock of this node
     */
    public record Terms(
            long keepMicros,
            int max,
            String node,
            Function<CallContext, Optional<Key>> caller,
            Function<Key, String> label,
            boolean paths,
            TimeSource time) {}

    /**
     * No notes yet.
     *
     * @param terms on which
     * @param tiers that say how callers stand; not closed with the notes
     */
    public DenialLog(Terms terms, Tiers tiers) {
        this.terms = terms;
        this.table = new DenialLogTable(terms.max());
        this.standings = new StatusReader(tiers);
        this.writer = new DenialLogWriter(terms, table, tiers, this::write);
    }

    /**
     * Notes a denial that is about to be answered.
     *
     * @param call that is denied
     * @param denied why
     * @return its reference: the same for the same caller and rule, while that goes on
     */
    public String note(CallContext call, Decision.Denied denied) {
        long now = terms.time().micros();
        @Nullable DenialChoice choice = DenialChoice.of(denied);
        CounterId caller = choice == null ? unasked(call, denied) : choice.caller();
        DenialSeries known = table.find(caller);
        if (known == null || known.endedBy(now, terms.keepMicros())) {
            return made(call, denied, caller, choice, now).reference;
        }
        if (known.again(denied.reason(), now, REFRESHED_MICROS)) {
            writer.later(known, evidence(call, choice));
        }
        return known.reference;
    }

    /** No counter was asked for: the caller is known by the address. */
    private CounterId unasked(CallContext call, Decision.Denied denied) {
        String address = terms.caller().apply(call).map(Key::canonical).orElse(ANONYMOUS);
        return CounterId.of(DenialRecordText.cut(denied.rule(), LONGEST_RULE), "", 'A', address);
    }

    private static Evidence evidence(CallContext call, @Nullable DenialChoice choice) {
        return new Evidence(
                choice,
                DenialRecordText.cut(call.method().orElse(""), LONGEST_METHOD),
                DenialRecordText.cut(call.path().orElse(""), DenialRecordText.LONGEST_PATH));
    }

    private DenialSeries made(
            CallContext call, Decision.Denied denied, CounterId caller, @Nullable DenialChoice choice, long now) {
        if (!table.mayAdd(caller.rule(), now)) {
            return shared(caller, denied, now);
        }
        DenialSeries made = new DenialSeries(caller, references.next(), false, denied.reason(), now);
        DenialSeries there = table.add(caller.rule(), made, terms.keepMicros());
        if (there == made) {
            writer.later(made, evidence(call, choice));
        }
        return there;
    }

    private DenialSeries shared(CounterId caller, Decision.Denied denied, long now) {
        DenialSeries known = table.shared(caller.rule());
        if (known != null && !known.endedBy(now, terms.keepMicros())) {
            boolean unused = known.again(denied.reason(), now, REFRESHED_MICROS);
            return known;
        }
        CounterId all = CounterId.of(caller.rule(), "", 'A', ANONYMOUS);
        DenialSeries made = new DenialSeries(all, references.next(), true, denied.reason(), now);
        table.share(caller.rule(), made);
        writer.later(made, new Evidence(null, "", ""));
        return made;
    }

    /**
     * A denial that was noted, here or, where a store is shared, by another node.
     *
     * @param reference as a caller was given it, in any case
     * @return empty if it is none, or no longer kept
     * @throws IllegalStateException if this node does not know it and the store does not answer
     */
    public Optional<DenialRecord> explained(String reference) {
        Optional<String> read = References.read(reference);
        if (read.isEmpty()) {
            return Optional.empty();
        }
        DenialSeries note = table.of(read.get());
        if (note == null) {
            return writer.sentByAnother(read.get());
        }
        write(note, true);
        return note.endedBy(terms.time().micros(), terms.keepMicros()) ? Optional.empty() : Optional.of(recordOf(note));
    }

    /** Writes what is only in memory; a thread that may not ask the store for locks keeps what is known of them. */
    private DenialRecord write(DenialSeries note, boolean mayAsk) {
        Evidence evidence = note.evidence();
        if (evidence == null) {
            return recordOf(note);
        }
        Scene where = new Scene(terms.node(), evidence.method(), evidence.path());
        DenialRecord denial = recordOf(note, where, standings(note, evidence.choice(), mayAsk));
        note.written(DenialRecordText.write(denial, Key::canonical, true), evidence);
        return denial;
    }

    private List<KeyStatus> standings(DenialSeries note, @Nullable DenialChoice choice, boolean mayAsk) {
        if (note.written() != null && !mayAsk && choice != null && choice.hasAttempts()) {
            return recordOf(note).standings();
        }
        List<KeyStatus> statuses = choice == null ? List.of() : standings.of(choice, mayAsk);
        return statuses.isEmpty() ? unasked(note) : statuses;
    }

    private DenialRecord recordOf(DenialSeries note) {
        Optional<DenialRecord> written = Optional.ofNullable(note.written()).flatMap(DenialRecordText::read);
        return written.isPresent()
                ? recordOf(note, written.get().where(), written.get().standings())
                : recordOf(note, new Scene(terms.node(), "", ""), unasked(note));
    }

    private static DenialRecord recordOf(DenialSeries note, Scene where, List<KeyStatus> standings) {
        return new DenialRecord(
                note.reference, note.span(), where, note.caller.rule(), note.reason(), note.shared, standings);
    }

    /** The caller it was about, and no more. */
    private static List<KeyStatus> unasked(DenialSeries note) {
        String identity = note.caller.identity();
        if (note.shared || identity.equals(ANONYMOUS)) {
            return List.of();
        }
        RuleType kind =
                switch (note.caller.kind()) {
                    case 'K' -> RuleType.LOCKOUT;
                    case 'C' -> RuleType.CONCURRENCY;
                    case CounterId.RATE, CounterId.CALENDAR -> RuleType.LIMIT;
                    default -> RuleType.BLOCK;
                };
        return List.of(new KeyStatus(
                note.caller.rule(),
                kind,
                true,
                new Identity(Key.ofCanonical(identity), identity),
                new Outlook(false, Optional.empty(), Teller.LOCAL),
                List.of(),
                Optional.empty()));
    }

    /** Forgets all that were noted on this node. */
    public void clear() {
        table.clear();
        writer.clear();
    }

    /** How many there are. */
    int size() {
        return table.size();
    }

    @Override
    public void close() {
        writer.close();
    }
}
