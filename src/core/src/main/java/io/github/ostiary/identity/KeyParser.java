package io.github.ostiary.identity;

import io.github.ostiary.text.Nearest;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The grammar of {@code key}: sets, alternatives, sources. */
final class KeyParser {

    private final String text;
    private final Cursor cursor;

    KeyParser(String text) {
        this.text = text;
        this.cursor = new Cursor(text);
    }

    /** Sets of alternatives of sources. */
    List<List<List<SourceSpec>>> parse() {
        List<List<List<SourceSpec>>> sets = new ArrayList<>();
        do {
            sets.add(distinct(set(), "alternative"));
        } while (cursor.accept(','));
        if (!cursor.atEnd()) {
            throw error("'" + cursor.rest() + "' does not continue a key; separate sets by ',', alternatives by '|',"
                    + " parts by '+', and quote names with other characters than letters, digits and _ . - : $");
        }
        return distinct(sets, "set");
    }

    private List<List<SourceSpec>> set() {
        List<List<SourceSpec>> alternatives = new ArrayList<>();
        do {
            alternatives.add(distinct(alternative(), "part"));
        } while (cursor.accept('|'));
        return alternatives;
    }

    private List<SourceSpec> alternative() {
        List<SourceSpec> sources = new ArrayList<>();
        do {
            cursor.skipSpace();
            sources.add(source());
            cursor.skipSpace();
        } while (cursor.accept('+'));
        return sources;
    }

    private SourceSpec source() {
        int start = cursor.position();
        String word = cursor.word("_-");
        if (word.isEmpty()) {
            throw error((cursor.atEnd()
                            ? "a source is missing at the end"
                            : "a source is missing before '" + cursor.rest() + "'")
                    + "; known are " + SourceKind.listed());
        }
        SourceKind kind = SourceKind.byWord(word).orElse(null);
        if (kind == null) {
            throw unknown(word);
        }
        String name = cursor.accept(':') ? cursor.name() : "";
        checkName(kind, name, cursor.since(start));
        List<String> modifiers = new ArrayList<>();
        while (cursor.accept('/')) {
            modifiers.add(cursor.word("_-"));
        }
        try {
            return new SourceSpec(kind, name == null ? "" : name, List.copyOf(modifiers));
        } catch (IllegalArgumentException e) {
            throw error(e.getMessage());
        }
    }

    private IllegalArgumentException unknown(String word) {
        return error("unknown source '" + word + "'" + Nearest.known(meant(word), SourceKind.listed()));
    }

    /** Nothing where any guess would mislead. */
    private static Optional<String> meant(String word) {
        if (word.matches("(?i)user(-?id)?|account|subject")) {
            return Optional.of("principal");
        }
        if (word.matches("(?i)(remote_?|client_?)?(ip|addr|address)|remote|client")) {
            return Optional.of("ip");
        }
        if (word.matches("(?i)username|email|login")) {
            return Optional.of("param:" + word);
        }
        return word.indexOf('-') > 0 || word.matches("(?i)authorization")
                ? Optional.of("header:" + word)
                : Nearest.close(word, SourceKind.WORDS);
    }

    private void checkName(SourceKind kind, @Nullable String name, String written) {
        if (name == null) {
            throw error(written + " opens a quote that never ends; add the closing one");
        }
        if (kind.named() != SourceName.NONE && name.isEmpty()) {
            throw error(kind.word() + " needs a name of letters, digits and _ . - : $; write " + kind.written()
                    + ", and quote a name with other characters");
        }
        if (kind.named() == SourceName.NONE && written.contains(":")) {
            throw error("'" + written + "': " + kind.word() + " takes no name; write " + kind.word() + " alone");
        }
    }

    private <T> List<T> distinct(List<T> list, String what) {
        if (list.size() > 1 && new HashSet<>(list).size() < list.size()) {
            throw error("the same " + what + " is written twice and would count nothing more; remove one");
        }
        return List.copyOf(list);
    }

    private IllegalArgumentException error(@Nullable String problem) {
        return new IllegalArgumentException("key '" + text + "': " + problem);
    }
}
