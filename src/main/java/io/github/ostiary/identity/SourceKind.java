package io.github.ostiary.identity;

import io.github.ostiary.CallContext;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The kinds of things a key can be made of: whether it takes a name, and who has it in hand. */
enum SourceKind {
    IP(false, Hand.NETWORK, (call, name) -> List.of()),
    PRINCIPAL(false, Hand.APPLICATION, (call, name) -> text(call.principal().orElse(null))),
    SESSION(false, Hand.CALLER, (call, name) -> text(call.session().orElse(null))),
    GLOBAL(false, Hand.NETWORK, (call, name) -> List.of("all")),
    HOST(
            false,
            Hand.NETWORK,
            (call, name) -> text(call.host().map(SourceKind::host).orElse(null))),
    HEADER(true, Hand.CALLER, CallContext::headers),
    COOKIE(true, Hand.CALLER, CallContext::cookies),
    PARAM(true, Hand.CALLER, CallContext::parameters),
    JSON(true, Hand.CALLER, CallContext::jsonValues),
    BASIC(true, Hand.CALLER, (call, name) -> BasicCredentials.names(call.headers(BasicCredentials.HEADER))),
    ATTRIBUTE(true, Hand.APPLICATION, (call, name) -> text(call.attribute(name))),
    ARG(true, Hand.APPLICATION, (call, name) -> text(call.argument(name))),
    PATH(
            true,
            Hand.APPLICATION,
            (call, name) -> text(PathSegment.of(call, Integer.parseInt(name)).orElse(null))),
    ROLE(true, Hand.APPLICATION, (call, name) -> call.inRole(name) ? List.of(name) : List.of()),
    RESOLVER(true, Hand.APPLICATION, (call, name) -> List.of());

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

    /** Without state; the raw values that a call has under a name; none for those whose sources find them in another way. */
    @SuppressWarnings("ImmutableEnumChecker")
    final BiFunction<CallContext, String, List<String>> values;

    SourceKind(boolean named, Hand hand, BiFunction<CallContext, String, List<String>> values) {
        this.named = named;
        this.hand = hand;
        this.values = values;
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
            case PARAM, HEADER -> values.apply(call, name).size() > 1;
            case BASIC -> BasicCredentials.areUnclear(call.headers(BasicCredentials.HEADER));
            default -> false;
        };
    }

    /** Whether its value is text, which the modifiers can change. */
    boolean textual() {
        return this != IP && this != GLOBAL && this != ROLE && this != RESOLVER;
    }

    private static String host(String name) {
        return name.endsWith(".") ? name.substring(0, name.length() - 1) : name;
    }

    private static List<String> text(@Nullable Object value) {
        return value == null ? List.of() : List.of(String.valueOf(value));
    }
}
