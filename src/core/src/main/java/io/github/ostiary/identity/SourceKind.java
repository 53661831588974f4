package io.github.ostiary.identity;

import io.github.ostiary.CallContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The kinds of things a key can be made of, each with all that is known of it. A new kind is one more constant and its
 * cases below: what it leaves out does not compile. A test compares the table in {@code keys.md}.
 */
enum SourceKind {
    IP(SourceName.NONE, Decider.NETWORK, Text.NONE, ValuePlace.CONNECTION, Asked.NEVER),
    PRINCIPAL(SourceName.NONE, Decider.APPLICATION, Text.FOLDED, ValuePlace.CONNECTION, Asked.AS_PRINCIPAL),
    SESSION(SourceName.NONE, Decider.CALLER, Text.EXACT, ValuePlace.CONNECTION, Asked.NEVER),
    GLOBAL(SourceName.NONE, Decider.RULE, Text.NONE, ValuePlace.CONNECTION, Asked.NEVER),
    HOST(SourceName.NONE, Decider.CALLER_AMONG_HOSTS, Text.FOLDED, ValuePlace.TARGET, Asked.BY_VALUE),
    HEADER(SourceName.HEADER, Decider.CALLER, Text.EXACT, ValuePlace.HEADER, Asked.BY_NAME_OR_VALUE),
    TRUSTED(SourceName.HEADER, Decider.PROXY, Text.EXACT, ValuePlace.CONNECTION, Asked.NEVER),
    COOKIE(SourceName.FREE, Decider.CALLER, Text.EXACT, ValuePlace.CONNECTION, Asked.BY_NAME_OR_VALUE),
    PARAM(SourceName.FREE, Decider.CALLER, Text.FOLDED, ValuePlace.BODY, Asked.BY_NAME_OR_VALUE),
    JSON(SourceName.MEMBER, Decider.CALLER, Text.FOLDED, ValuePlace.BODY, Asked.BY_NAME_WITH_VALUE),
    BASIC(SourceName.USER, Decider.CALLER, Text.FOLDED, ValuePlace.CREDENTIALS, Asked.NEVER),
    ATTRIBUTE(SourceName.FREE, Decider.APPLICATION, Text.EXACT, ValuePlace.APPLICATION, Asked.BY_NAME_OR_VALUE),
    ARG(SourceName.FREE, Decider.APPLICATION, Text.EXACT, ValuePlace.APPLICATION, Asked.BY_NAME_OR_VALUE),
    PATH(SourceName.SEGMENT, Decider.CALLER, Text.EXACT, ValuePlace.TARGET, Asked.NEVER),
    ROLE(SourceName.FREE, Decider.APPLICATION, Text.NONE, ValuePlace.APPLICATION, Asked.BY_NAME),
    RESOLVER(SourceName.FREE, Decider.APPLICATION, Text.NONE, ValuePlace.APPLICATION, Asked.NEVER);

    /** The one who decides a value. */
    enum Decider {
        /** The caller, freely and afresh in every request. */
        CALLER(true, false, false),
        /** The caller, among the host names of the server: strangers ask for the same one. */
        CALLER_AMONG_HOSTS(true, true, false),
        /** The network: it identifies the caller, together with those behind the same address. */
        NETWORK(false, true, true),
        /** A proxy that is trusted: strangers with one network, country or browser have the same. */
        PROXY(false, true, false),
        /** The rule: it is the same for all callers. */
        RULE(false, true, false),
        /** The application, or the caller within what the application accepts. */
        APPLICATION(false, false, true);

        private final boolean free;
        private final boolean shared;
        private final boolean identifies;

        Decider(boolean free, boolean shared, boolean identifies) {
            this.free = free;
            this.shared = shared;
            this.identifies = identifies;
        }
    }

    /** The text of a value, which the modifiers of a key can change. */
    private enum Text {
        /** The value is no text. */
        NONE,
        /** Case is kept. */
        EXACT,
        /** Case is folded unless the key says {@code exact}. */
        FOLDED
    }

    /** The place where a value stands. Browsers send cookies and sessions along by themselves, so they count as the connection's. */
    private enum ValuePlace {
        CONNECTION,
        APPLICATION,
        TARGET,
        HEADER,
        CREDENTIALS,
        BODY
    }

    /** The questions that a condition ({@code when}) may ask. */
    enum Asked {
        NEVER(""),
        BY_NAME("%s:NAME"),
        BY_VALUE("%s:NAME"),
        BY_NAME_OR_VALUE("%s:NAME[=VALUE]"),
        BY_NAME_WITH_VALUE("%s:NAME=VALUE"),
        AS_PRINCIPAL("%1$s:present, %1$s:absent, %1$s=NAME");

        private final String form;

        Asked(String form) {
            this.form = form;
        }
    }

    private static final SourceKind[] VALUES = values();

    /** All words, for suggestions. */
    static final List<String> WORDS = words(List.of(VALUES));

    /** The kinds that conditions can ask for. */
    static final List<String> CONDITIONS =
            words(Stream.of(VALUES).filter(kind -> kind.asked != Asked.NEVER).toList());

    private final String word = name().toLowerCase(Locale.ROOT);
    private final SourceName named;
    private final Decider decider;
    private final Text text;
    private final ValuePlace place;
    private final Asked asked;

    SourceKind(SourceName named, Decider decider, Text text, ValuePlace place, Asked asked) {
        this.named = named;
        this.decider = decider;
        this.text = text;
        this.place = place;
        this.asked = asked;
    }

    private static List<String> words(List<SourceKind> kinds) {
        List<String> words = new ArrayList<>();
        for (SourceKind kind : kinds) {
            words.add(kind.word);
        }
        return List.copyOf(words);
    }

    static Optional<SourceKind> byWord(String word) {
        for (SourceKind kind : VALUES) {
            if (kind.word.equals(word)) {
                return Optional.of(kind);
            }
        }
        return Optional.empty();
    }

    /** All kinds as a key writes them, for messages. */
    static String listed() {
        return Stream.of(VALUES).map(SourceKind::written).collect(Collectors.joining(", "));
    }

    /** All kinds as a condition writes them, for messages. */
    static String listedConditions() {
        return Stream.of(VALUES)
                .filter(kind -> kind.asked != Asked.NEVER)
                .map(kind -> kind.asked.form.formatted(kind.word))
                .collect(Collectors.joining(", "));
    }

    /** The text that stands in a key, such as {@code header:NAME}. */
    String written() {
        return word + named.placeholder();
    }

    String word() {
        return word;
    }

    SourceName named() {
        return named;
    }

    Decider decider() {
        return decider;
    }

    Asked asked() {
        return asked;
    }

    /** Whether the value says who the caller is. */
    boolean identifies() {
        return decider.identifies;
    }

    /** Whether the caller can choose a new value for each request. */
    boolean isFree() {
        return decider.free;
    }

    /** Whether strangers share a value: a success of one of them proves nothing about the others. */
    boolean isShared() {
        return decider.shared;
    }

    /** Whether a part of a key is of such a kind; false for a word that is none of these. */
    static boolean isShared(String word) {
        for (SourceKind kind : VALUES) {
            if (kind.isShared() && word.startsWith(kind.word)) {
                int end = kind.word.length();
                return word.length() == end || word.charAt(end) == ':';
            }
        }
        return false;
    }

    /** Whether case is folded unless the key says {@code exact}. */
    boolean folded() {
        return text == Text.FOLDED;
    }

    /** Whether the value is text, which the modifiers can change. */
    boolean textual() {
        return text != Text.NONE;
    }

    /** Whether anyone can type the value. */
    boolean isTyped() {
        return place == ValuePlace.BODY || place == ValuePlace.CREDENTIALS;
    }

    /** Whether only the caller can give the value: it is the application's, or a secret such as a session or an API key. */
    boolean proves() {
        return decider == Decider.APPLICATION
                || (decider == Decider.CALLER && (place == ValuePlace.CONNECTION || place == ValuePlace.HEADER));
    }

    /** Whether a caller writes the value into each request that is to have it. */
    boolean isWritten() {
        return isTyped() || place == ValuePlace.HEADER;
    }

    /** Whether the value may stand in a body. */
    boolean inBody() {
        return place == ValuePlace.BODY;
    }

    /** Whether a name that an operator looks for could be such a value; where a request goes is no name of its caller. */
    boolean couldBeName() {
        return textual() && place != ValuePlace.TARGET;
    }

    /** The values that a call has, unchanged; none for kinds with a {@link Source} of another type. */
    List<String> raw(CallContext call, String name) {
        return switch (this) {
            case IP, RESOLVER -> List.of();
            case PRINCIPAL -> text(call.principal().orElse(null));
            case SESSION -> text(call.session().orElse(null));
            case GLOBAL -> List.of("all");
            case HOST -> text(call.host().map(SourceKind::host).orElse(null));
            case HEADER, TRUSTED -> call.headers(name);
            case COOKIE -> call.cookies(name);
            case PARAM -> call.parameters(name);
            case JSON -> call.jsonValues(name);
            case BASIC -> BasicCredentials.names(call.headers(BasicCredentials.HEADER));
            case ATTRIBUTE -> text(call.attribute(name));
            case ARG -> text(call.argument(name));
            case PATH -> text(PathSegment.of(call, Integer.parseInt(name)).orElse(null));
            case ROLE -> call.inRole(name) ? List.of(name) : List.of();
        };
    }

    /**
     * Whether the application may read another of several values than we do. Cookies of one name may rightly be several,
     * of different paths.
     */
    boolean isAmbiguous(CallContext call, List<String> raw) {
        if (this == BASIC) {
            return BasicCredentials.areUnclear(call.headers(BasicCredentials.HEADER));
        }
        return isWritten() && this != JSON && raw.size() > 1;
    }

    /** Whether a call may have the value in a body that cannot be read. */
    boolean isHidden(CallContext call, String name) {
        return inBody() && (this == JSON ? call.mayHideJson(name) : call.mayHideParameter(name));
    }

    private static String host(String name) {
        return name.endsWith(".") ? name.substring(0, name.length() - 1) : name;
    }

    private static List<String> text(@Nullable Object value) {
        return value == null ? List.of() : List.of(String.valueOf(value));
    }
}
