package io.github.ostiary.identity;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The kinds of things a key can be made of: whether it takes a name, and who has it in hand. */
enum SourceKind {
    IP(false, Hand.NETWORK),
    PRINCIPAL(false, Hand.APPLICATION),
    SESSION(false, Hand.CALLER),
    GLOBAL(false, Hand.NETWORK),
    HOST(false, Hand.CALLER),
    HEADER(true, Hand.CALLER),
    COOKIE(true, Hand.CALLER),
    PARAM(true, Hand.CALLER),
    JSON(true, Hand.CALLER),
    BASIC(true, Hand.CALLER),
    ATTRIBUTE(true, Hand.APPLICATION),
    ARG(true, Hand.APPLICATION),
    PATH(true, Hand.CALLER),
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

    static final List<String> WORDS = words();
    private static final SourceKind[] VALUES = values();

    private final String word = name().toLowerCase(Locale.ROOT);
    private final boolean named;
    private final Hand hand;

    SourceKind(boolean named, Hand hand) {
        this.named = named;
        this.hand = hand;
    }

    private static List<String> words() {
        List<String> words = new ArrayList<>();
        for (SourceKind kind : values()) {
            words.add(kind.word);
        }
        return List.copyOf(words);
    }

    static Optional<SourceKind> byWord(String word) {
        for (SourceKind kind : values()) {
            if (kind.word.equals(word)) {
                return Optional.of(kind);
            }
        }
        return Optional.empty();
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

    /** Whether strangers share a value: what one of them proves says nothing of the others. */
    boolean isShared() {
        return hand == Hand.NETWORK || this == HOST;
    }

    /** The same for a word, which need be none of these. */
    static boolean isShared(String word) {
        for (SourceKind kind : VALUES) {
            if (kind.isShared() && kind.word.equals(word)) {
                return true;
            }
        }
        return false;
    }

    /** Whether case is folded unless the key says {@code exact}. */
    boolean folded() {
        return this == HOST || this == PRINCIPAL || isTyped();
    }

    /** Whether it is what anybody can type in. */
    boolean isTyped() {
        return inBody() || this == BASIC;
    }

    /** Whether a caller writes it into each request that is to have it; browsers send cookies and sessions along by themselves. */
    boolean isWritten() {
        return isTyped() || this == HEADER;
    }

    /** Whether it may be in a body. */
    boolean inBody() {
        return this == PARAM || this == JSON;
    }

    /** Whether its value is text, which the modifiers can change. */
    boolean textual() {
        return this != IP && this != GLOBAL && this != ROLE && this != RESOLVER;
    }
}
