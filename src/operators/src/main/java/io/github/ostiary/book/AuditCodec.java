package io.github.ostiary.book;

import io.github.ostiary.Change;
import io.github.ostiary.operator.AuditEntry;
import io.github.ostiary.operator.AuditEntry.Deed;
import io.github.ostiary.operator.Operator;
import io.github.ostiary.operator.OperatorApi;
import io.github.ostiary.text.Durations;
import io.github.ostiary.text.OneLine;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Entries of the audit trail as texts: for the store, where a line is a field, and for the log, where all are in one. */
final class AuditCodec {

    private static final String FORMAT = "1";
    private static final int FIELDS = 10;
    private static final int LONGEST = 400;

    private AuditCodec() {}

    /** For the store. */
    static String text(AuditEntry entry) {
        Change change = entry.change();
        return String.join(
                "\n",
                FORMAT,
                entry.deed().name(),
                line(entry.subject()),
                line(entry.identity()),
                line(entry.label()),
                entry.duration()
                        .map(each -> Long.toString(Durations.toMicros(each)))
                        .orElse(""),
                line(change.by()),
                line(change.from()),
                line(change.reason()),
                StoredTime.text(change.at()));
    }

    private static String line(String text) {
        return OneLine.of(text, LONGEST);
    }

    /** What was written, perhaps by another version; empty if it cannot be read. */
    static Optional<AuditEntry> entry(String text) {
        List<String> fields = Arrays.asList(text.split("\n", -1));
        try {
            return fields.size() == FIELDS && fields.get(0).equals(FORMAT)
                    ? Optional.of(entry(fields))
                    : Optional.empty();
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private static AuditEntry entry(List<String> fields) {
        Optional<Duration> duration = Optional.of(fields.get(5))
                .filter(text -> !text.isEmpty())
                .map(text -> Durations.ofMicros(Long.parseLong(text)));
        Operator by = new Operator(fields.get(6), fields.get(7));
        Change change = new Change(
                by.name(),
                by.from(),
                OneLine.of(fields.get(8), OperatorApi.LONGEST_REASON),
                StoredTime.read(fields.get(9)));
        return new AuditEntry(
                Deed.valueOf(fields.get(1)),
                line(fields.get(2)),
                line(fields.get(3)),
                line(fields.get(4)),
                duration,
                change);
    }

    /** For the log: of identities a digest. What people have written stands in quotes, and ends nothing. */
    static String logged(AuditEntry entry) {
        StringBuilder line = new StringBuilder(entry.deed().name());
        if (!entry.subject().isEmpty()) {
            line.append(' ').append(line(entry.subject()));
        }
        add(line, "key", entry.digest());
        entry.duration().ifPresent(each -> add(line, "for", Durations.ceilSeconds(each) + "s"));
        add(line, "by", entry.change().by());
        add(line, "from", entry.change().from());
        add(line, "reason", entry.change().reason());
        return line.toString();
    }

    private static void add(StringBuilder line, String name, String value) {
        if (!value.isEmpty()) {
            String quoted = line(value).replace("\\", "\\\\").replace("\"", "\\\"");
            line.append(' ').append(name).append("=\"").append(quoted).append('"');
        }
    }
}
