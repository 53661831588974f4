package io.github.ostiary.console;

import io.github.ostiary.GuardListener;
import io.github.ostiary.LockState;
import io.github.ostiary.LockState.Phase;
import io.github.ostiary.operator.SettingInForce;
import java.util.Locale;

/** The words that pages have for what the API calls by its names; what has a colour has a word beside it. */
final class Words {

    private Words() {}

    static Html state(Phase phase) {
        return switch (phase) {
            case OPEN -> state("good", "open");
            case CHALLENGED -> state("warn", "challenge");
            case LOCKED -> state("bad", "locked");
            case BLOCKED -> state("bad", "blocked");
        };
    }

    /** A word with a colour: {@code good warn bad cool idle}. */
    static Html state(String colour, String word) {
        return Html.of("<span class=\"state {}\">{}</span>", colour, word);
    }

    static String left(LockState state) {
        return switch (state.phase()) {
            case OPEN -> "–";
            case CHALLENGED -> "until passed";
            case LOCKED -> state.remaining().map(Moments::of).orElse("–");
            case BLOCKED -> "until unlocked";
        };
    }

    static Html event(GuardListener.Kind kind) {
        return switch (kind) {
            case LIMITED -> state("warn", "limited");
            case CHALLENGED -> state("warn", "challenged");
            case LOCKED -> state("bad", "locked");
            case UNLOCKED -> state("good", "unlocked");
            case BLOCKED -> state("bad", "blocked");
            case STORE_DEGRADED -> state("bad", "store away");
            case STORE_RECOVERED -> state("good", "store back");
            case SIEGE_BEGAN -> state("warn", "siege");
            case SIEGE_ENDED -> state("good", "siege over");
            default -> state("cool", words(kind));
        };
    }

    static String origin(SettingInForce setting) {
        String source = setting.source();
        return switch (setting.origin()) {
            case FILE -> source.isEmpty() ? "file" : "file " + source;
            case PRESET -> "follows from " + setting.source();
            case INIT_PARAM -> "init-param of the filter";
            case JAVA -> "given in Java";
            case ANNOTATION -> "annotation";
            case PLATFORM, ENVIRONMENT, SYSTEM -> source;
            case RUN_TIME -> "override, see above";
        };
    }

    /** Readable however large. */
    static String number(long value) {
        return String.format(Locale.ROOT, "%,d", value);
    }

    /** The number of something, with its word: {@code 1 failure}, {@code 2 failures}. */
    static String count(long value, String one) {
        return number(value) + " " + one + (value == 1 ? "" : "s");
    }

    /** The word of the API. */
    static String word(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }

    /** The same for people. */
    static String words(Enum<?> value) {
        return word(value).replace('_', ' ');
    }
}
