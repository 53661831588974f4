package io.github.ostiary.explain;

import io.github.ostiary.Key;
import io.github.ostiary.operator.DenialRecord;
import io.github.ostiary.operator.DenialRecord.Scene;
import io.github.ostiary.operator.KeyStatus;
import io.github.ostiary.operator.KeyStatus.Identity;
import io.github.ostiary.store.RecordText;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** A noted denial as a text that other nodes read. Whatever callers choose in it is cut, and no control character of theirs gets in. */
final class DenialRecordText {

    /** A note has no more statuses than fit. */
    static final int LONGEST = 2_000;

    static final int LONGEST_PATH = 128;

    private static final RecordText<DenialRecord> TEXT = new RecordText<>(DenialRecord.class, 1, 200);

    private DenialRecordText() {}

    /** The text that callers choose, cut. */
    static String cut(String text, int most) {
        return text.length() <= most ? text : text.substring(0, most);
    }

    /**
     * Writes it.
     *
     * @param label what may be shown of a key; empty where identities are secret or too long to be kept
     * @param path whether the path may be shown
     */
    static String write(DenialRecord denial, Function<Key, String> label, boolean path) {
        List<KeyStatus> fit = new ArrayList<>();
        String text = write(denial, fit, path);
        for (KeyStatus status : denial.standings()) {
            fit.add(shown(status, label));
            String longer = write(denial, fit, path);
            if (longer.length() <= LONGEST) {
                text = longer;
            } else {
                fit.remove(fit.size() - 1);
            }
        }
        return text;
    }

    private static String write(DenialRecord denial, List<KeyStatus> standings, boolean path) {
        Scene where = denial.where();
        return TEXT.write(new DenialRecord(
                denial.reference(),
                denial.when(),
                path ? where : new Scene(where.node(), where.method(), ""),
                denial.rule(),
                denial.reason(),
                denial.shared(),
                standings));
    }

    private static KeyStatus shown(KeyStatus status, Function<Key, String> label) {
        Optional<Key> key =
                status.identity().key().filter(each -> !label.apply(each).isEmpty());
        return new KeyStatus(
                status.rule(),
                status.kind(),
                status.enforced(),
                new Identity(key, status.identity().name()),
                status.outlook(),
                status.counters(),
                status.lock());
    }

    /**
     * Reads what {@link #write} wrote.
     *
     * @return empty if it is anything else
     */
    static Optional<DenialRecord> read(String text) {
        return TEXT.readable(text);
    }
}
