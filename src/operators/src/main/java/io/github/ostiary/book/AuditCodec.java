package io.github.ostiary.book;

import io.github.ostiary.Change;
import io.github.ostiary.operator.AuditEntry;
import io.github.ostiary.operator.Operator;
import io.github.ostiary.operator.OperatorApi;
import io.github.ostiary.store.RecordText;
import io.github.ostiary.text.Durations;
import io.github.ostiary.text.OneLine;
import java.util.Optional;

/** Entries of the audit trail as texts: for the store as JSON, and for the log, where all is in one line. */
final class AuditCodec {

    private static final int LONGEST = 400;
    private static final RecordText<AuditEntry> TEXT = new RecordText<>(AuditEntry.class, 1, LONGEST);

    private AuditCodec() {}

    /** The text of an entry for the store. */
    static String text(AuditEntry entry) {
        return TEXT.write(entry);
    }

    /** The entry that was written, perhaps by another version; empty if it cannot be read. */
    static Optional<AuditEntry> entry(String text) {
        return TEXT.readable(text)
                .map(each -> new AuditEntry(
                        each.deed(),
                        each.subject(),
                        each.identity(),
                        each.label(),
                        each.duration(),
                        checked(each.change())));
    }

    /** A change as an operator of this node would have made it. */
    static Change checked(Change change) {
        Operator by = new Operator(change.by(), change.from());
        return new Change(by.name(), by.from(), OneLine.of(change.reason(), OperatorApi.LONGEST_REASON), change.at());
    }

    /**
     * The text of an entry for the log: of identities a digest. What people have written stands in quotes, and ends
     * nothing.
     */
    static String logged(AuditEntry entry) {
        StringBuilder line = new StringBuilder(entry.deed().name());
        if (!entry.subject().isEmpty()) {
            line.append(' ').append(OneLine.of(entry.subject(), LONGEST));
        }
        add(line, "key", entry.digest());
        entry.duration().ifPresent(each -> add(line, "for", Durations.ceilSeconds(each) + "s"));
        add(line, "by", entry.change().by());
        add(line, "from", entry.change().from());
        add(line, "reason", entry.change().reason());
        return line.toString();
    }

    /** A part of a line, unless it says nothing. */
    static void add(StringBuilder line, String name, String value) {
        if (!value.isEmpty()) {
            String quoted = OneLine.of(value, LONGEST).replace("\\", "\\\\").replace("\"", "\\\"");
            line.append(' ').append(name).append("=\"").append(quoted).append('"');
        }
    }
}
