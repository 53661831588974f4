package io.github.ostiary.identity;

import io.github.ostiary.identity.SourceKind.Asked;
import io.github.ostiary.text.CanonicalText;
import io.github.ostiary.text.Nearest;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The grammar of {@code when}. Messages never repeat a value: it may be a secret. */
final class ClauseParser {

    private final Cursor cursor;
    private int number;
    private boolean valueSeen;

    ClauseParser(String text) {
        this.cursor = new Cursor(text.strip());
    }

    List<Clause> parse() {
        List<Clause> clauses = new ArrayList<>();
        if (cursor.atEnd()) {
            return clauses;
        }
        do {
            cursor.skipSpace();
            number++;
            boolean negated = cursor.accept('!');
            clauses.add(clause(negated));
        } while (separated());
        return clauses;
    }

    /** A list of principals. */
    List<Clause> names() {
        List<Clause> clauses = new ArrayList<>();
        do {
            cursor.skipSpace();
            number++;
            clauses.add(new Clause(SourceKind.PRINCIPAL, "", Optional.of(principal()), false));
        } while (separated());
        return clauses;
    }

    private Clause clause(boolean negated) {
        String word = cursor.word("_-");
        SourceKind kind =
                SourceKind.byWord(word).filter(k -> k.asked() != Asked.NEVER).orElseThrow(() -> unknown(word));
        if (kind.asked() == Asked.AS_PRINCIPAL) {
            return principalClause(negated);
        }
        String name = cursor.accept(':') ? cursor.name() : "";
        if (name == null) {
            throw error(word + ": a quote never ends; add the closing one");
        }
        if (name.isEmpty()) {
            throw error(word + " needs a name, 1 or more characters; write " + word + ":NAME");
        }
        if (kind.asked() == Asked.BY_VALUE) {
            return new Clause(kind, "", Optional.of(name), negated);
        }
        Optional<String> value = cursor.accept('=') ? Optional.of(value(word + ":" + name)) : Optional.empty();
        if (kind.asked() == Asked.BY_NAME_WITH_VALUE) {
            checkMember(kind, name, value);
        } else if (value.isPresent() && kind.asked() != Asked.BY_NAME_OR_VALUE) {
            throw error(word + ":" + name + " takes no value; remove the = and what follows");
        }
        return new Clause(kind, name, value, negated);
    }

    private void checkMember(SourceKind kind, String name, Optional<String> value) {
        String written = kind.word() + ":" + name;
        try {
            kind.named().checked(name);
        } catch (IllegalArgumentException e) {
            throw error(String.valueOf(e.getMessage()));
        }
        if (value.isEmpty()) {
            throw error(written + " needs a value, a text or a whole number; write " + written + "=VALUE");
        }
        if (MemberText.isWord(value.get())) {
            throw error(
                    written + ": applications also read true, false and null from other values, such as 1 or \"\", so"
                            + " the caller would choose whether the rule applies; compare a text or a whole number, or have the"
                            + " application set an attribute and write attribute:NAME=VALUE, with position=last");
        }
    }

    private Clause principalClause(boolean negated) {
        if (cursor.accept('=')) {
            return new Clause(SourceKind.PRINCIPAL, "", Optional.of(principal()), negated);
        }
        String state = cursor.accept(':') ? cursor.word("_.-:$") : "";
        return switch (state) {
            case "present" -> new Clause(SourceKind.PRINCIPAL, "", Optional.empty(), negated);
            case "absent" -> new Clause(SourceKind.PRINCIPAL, "", Optional.empty(), !negated);
            default -> throw error("principal needs :present, :absent or =NAME; write principal=NAME for one caller");
        };
    }

    private String principal() {
        String name = value("principal");
        if (CanonicalText.of(name).isEmpty()) {
            throw error("a principal's name must not be blank or have control characters; correct it");
        }
        return name;
    }

    private String value(String of) {
        boolean quoted = cursor.peek() == '"';
        String value = quoted ? cursor.quoted() : cursor.until(",").strip();
        if (value == null) {
            throw error(of + ": a quote never ends; add the closing one");
        }
        if (value.isEmpty() || (!quoted && value.indexOf('"') >= 0)) {
            throw error(of + " needs a value of 1 or more characters; quote one that holds a comma or a quote");
        }
        valueSeen = true;
        return value;
    }

    private boolean separated() {
        cursor.skipSpace();
        if (cursor.accept(',')) {
            return true;
        }
        if (cursor.atEnd()) {
            return false;
        }
        throw error("something follows that does not belong to it; separate conditions by commas, and quote names with"
                + " other characters than letters, digits and _ . - : $");
    }

    /** The word may be the rest of a secret with a comma in it. */
    private IllegalArgumentException unknown(String word) {
        if (valueSeen || word.isEmpty()) {
            return error("it begins with no known kind of condition (quote a value that holds a comma); known are "
                    + SourceKind.listedConditions());
        }
        if (word.matches("(?i)methods?|get|post|put|patch|delete|head|options")) {
            return error("methods are no condition; write them into the rule's key methods, such as methods=POST");
        }
        return error("unknown kind '" + word + "'"
                + Nearest.known(Nearest.close(word, SourceKind.CONDITIONS), SourceKind.listedConditions()));
    }

    private IllegalArgumentException error(String problem) {
        return new IllegalArgumentException("condition " + number + ": " + problem);
    }
}
