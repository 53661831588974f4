package io.github.ostiary.identity;

import io.github.ostiary.CallContext;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The kinds of things a key can be made of: whether it takes a name, and who has it in hand. */
enum SourceKind {
    IP(false, Hand.NETWORK),
    PRINCIPAL(false, Hand.APPLICATION),
    SESSION(false, Hand.CALLER),
    GLOBAL(false, Hand.NETWORK),
    HOST(false, Hand.NETWORK),
    HEADER(true, Hand.CALLER),
    COOKIE(true, Hand.CALLER),
    PARAM(true, Hand.CALLER),
    JSON(true, Hand.CALLER),
    BASIC(true, Hand.CALLER),
    ATTRIBUTE(true, Hand.APPLICATION),
    ARG(true, Hand.APPLICATION),
    PATH(true, Hand.APPLICATION),
    ROLE(true, Hand.APPLICATION),
    RESOLVER(true, Hand.APPLICATION);

    /** The hand that determines a value. */
    enum Hand {
        /** The caller, freely and afresh in every request. */
        CALLER,
        /** The network or nobody. */
        NETWORK,
        /** The application, or the caller within what it accepts. */
        APPLICATION
    }

    static final List<String> WORDS =
            Arrays.stream(values()).map(SourceKind::word).toList();

    private final String word = name().toLowerCase(Locale.ROOT);
    private final boolean named;
    private final Hand hand;

    SourceKind(boolean named, Hand hand) {
        this.named = named;
        this.hand = hand;
    }

    static Optional<SourceKind> byWord(String word) {
        return Stream.of(values()).filter(kind -> kind.word().equals(word)).findFirst();
    }

    /** All of them as they are written, for messages. */
    static String listed() {
        return Stream.of(values())
                .map(kind -> kind == BASIC ? "basic:user" : kind.named ? kind.word() + ":NAME" : kind.word())
                .collect(Collectors.joining(", "));
    }

    String word() {
        return word;
    }

    boolean named() {
        return named;
    }

    Hand hand() {
        return hand;
    }

    /** Whether it says something of the caller; what strangers share ties nothing to anybody. */
    boolean ties() {
        return switch (this) {
            case IP, PRINCIPAL, ATTRIBUTE, ARG, ROLE, RESOLVER -> true;
            case SESSION, GLOBAL, HOST, HEADER, COOKIE, PARAM, JSON, BASIC, PATH -> false;
        };
    }

    /** Whether case is folded unless the key says {@code exact}. */
    boolean folded() {
        return this == HOST || this == PRINCIPAL || isTyped();
    }

    /** Whether it is what anybody can type in. */
    boolean isTyped() {
        return inBody() || this == BASIC;
    }

    /** Whether it may be in a body. */
    boolean inBody() {
        return this == PARAM || this == JSON;
    }

    /** Whether the caller has written something there that names nobody, or more than one. */
    boolean isUnclear(CallContext call, String name) {
        return switch (this) {
            case PARAM, HEADER -> read(call, name).size() > 1;
            case BASIC -> BasicCredentials.areUnclear(call.headers(BasicCredentials.HEADER));
            default -> false;
        };
    }

    /** Whether its value is text, which the modifiers can change. */
    boolean textual() {
        return this != IP && this != GLOBAL && this != ROLE && this != RESOLVER;
    }

    /** The raw values a call has; none for those whose sources find them in another way. */
    List<String> read(CallContext call, String name) {
        return switch (this) {
            case IP, RESOLVER -> List.of();
            case PRINCIPAL -> text(call.principal().orElse(null));
            case SESSION -> text(call.session().orElse(null));
            case GLOBAL -> List.of("all");
            case HOST -> text(call.host().map(SourceKind::host).orElse(null));
            case HEADER -> call.headers(name);
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

    private static String host(String name) {
        return name.endsWith(".") ? name.substring(0, name.length() - 1) : name;
    }

    private static List<String> text(@Nullable Object value) {
        return value == null ? List.of() : List.of(String.valueOf(value));
    }
}
