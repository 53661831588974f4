package io.github.ostiary.identity;

import io.github.ostiary.text.IpNetwork;
import java.util.List;
import java.util.Locale;

/** The name after the colon of a source. */
enum SourceName {
    /** Nothing: the source has no name. */
    NONE(""),
    /** Any name, as it is. */
    FREE(":NAME"),
    /** The name of a header, in any case. */
    HEADER(":NAME"),
    /** The members of a JSON object from the outermost inwards, separated by dots. */
    MEMBER(":NAME"),
    /** The number of a path segment. */
    SEGMENT(":N"),
    /** The word user. */
    USER(":user");

    private final String placeholder;

    SourceName(String placeholder) {
        this.placeholder = placeholder;
    }

    /** The text in messages. */
    String placeholder() {
        return placeholder;
    }

    /**
     * The name as the source uses it.
     *
     * @throws IllegalArgumentException if this kind of name cannot be so; says what to write
     */
    String checked(String name) {
        switch (this) {
            case SEGMENT -> deny(
                    IpNetwork.number(name) < 1,
                    "path:" + name + " needs the number of a path segment, 1 to 999; path:1 of /posts/7 is posts");
            case USER -> deny(
                    !name.equals("user"),
                    "basic:" + name + " is not known; write basic:user, the name in an Authorization: Basic header");
            case MEMBER -> deny(
                    List.of(name.split("\\.", -1)).contains(""),
                    "json:" + name + " has a member without a name; write them from the outermost object inwards,"
                            + " such as json:user.name");
            case NONE, FREE, HEADER -> {}
        }
        return this == HEADER ? name.toLowerCase(Locale.ROOT) : name;
    }

    private static void deny(boolean wrong, String message) {
        if (wrong) {
            throw new IllegalArgumentException(message);
        }
    }
}
