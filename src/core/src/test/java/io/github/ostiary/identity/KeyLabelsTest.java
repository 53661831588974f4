package io.github.ostiary.identity;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Key;
import org.junit.jupiter.api.Test;

/** What is kept of an identity beside its name, and seen by administrators. */
class KeyLabelsTest {

    private final KeyNames open = KeyNames.open();
    private final KeyNames secret = KeyNames.secret("long and random");

    @Test
    void aLabelIsTheTextOfAKeyUnlessThereIsASecretOrItIsTooLarge() {
        Key bob = Key.principal("bob");
        assertThat(open.label(bob)).isEqualTo(bob.canonical());
        assertThat(secret.label(bob)).isEmpty();
        Key largest = Key.part("k", "x".repeat(200 - "1.k.192.".length()));
        assertThat(open.label(largest)).hasSize(200);
        assertThat(open.label(Key.part("k", "x".repeat(193)))).isEmpty();
        Key wide = Key.part("k", "\u20ac".repeat(65));
        assertThat(open.label(wide)).as("three bytes each").isEmpty();
        assertThat(open.label(Key.part("k", "x".repeat(300))))
                .as("known by its digest")
                .isEmpty();
    }

    @Test
    void whatIsOnlyComparedIsShortAndOfTheSecret() {
        assertThat(open.value(Key.of("a"))).hasSize(16).isEqualTo(open.value(Key.of("a")));
        assertThat(open.value(Key.of("a"))).isNotEqualTo(open.value(Key.of("b")));
        assertThat(open.value(Key.of("a"))).isNotEqualTo(secret.value(Key.of("a")));
    }

    @Test
    void aSpellingIsKeptWhereItIsAnother() {
        Key plain = Key.part("principal", "bob", "bob");
        Key shouted = Key.part("principal", "bob", "BOB");
        assertThat(open.spelling(plain)).isEmpty();
        assertThat(open.spelling(shouted)).hasSize(16).isNotEqualTo(open.spelling(Key.part("principal", "bob", "Bob")));
    }

    /** Every character that needs no digest, and the neighbours of the outermost that do. */
    @Test
    void aNameIsReadableIfAllItsCharactersMayStandInAKeyOfTheStore() {
        for (String plain : new String[] {"a", "z", "A", "Z", "0", "9", ".", "_", "-"}) {
            assertThat(open.name(Key.of(plain))).isEqualTo(Key.of(plain).canonical());
        }
        for (String other : new String[] {"`", "{", "@", "[", "/", ":", ",", "\u00e4"}) {
            assertThat(open.name(Key.of(other))).startsWith("d.");
        }
    }
}
