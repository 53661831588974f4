package io.github.ostiary.identity;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** A reader of configuration, from left to right, that never runs off its end. */
class CursorTest {

    @Test
    void readsWordsNamesAndWhatIsBetween() {
        Cursor cursor = new Cursor("param:j_user-1 | x");
        assertThat(cursor.word("_-")).isEqualTo("param");
        assertThat(cursor.accept('|')).isFalse();
        assertThat(cursor.accept(':')).isTrue();
        assertThat(cursor.name()).isEqualTo("j_user-1");
        assertThat(cursor.since(0)).isEqualTo("param:j_user-1");
        cursor.skipSpace();
        assertThat(cursor.peek()).isEqualTo('|');
        assertThat(cursor.until("x")).isEqualTo("| ");
        assertThat(cursor.rest()).isEqualTo("x");
    }

    @Test
    void aQuoteTakesAnythingAndABackslashTheNextAsItIs() {
        Cursor cursor = new Cursor("\"a, \\\"b\\\" \\\\\"rest");
        assertThat(cursor.name()).isEqualTo("a, \"b\" \\");
        assertThat(cursor.rest()).isEqualTo("rest");
    }

    @Test
    void aQuoteThatNeverEndsIsNoName() {
        for (String open : new String[] {"\"", "\"abc", "\"abc\\\"", "\"abc\\"}) {
            Cursor cursor = new Cursor(open);
            assertThat(cursor.name()).as(open).isNull();
            assertThat(cursor.atEnd()).isTrue();
        }
    }

    @Test
    void atTheEndThereIsNothing() {
        Cursor cursor = new Cursor("");
        assertThat(cursor.atEnd()).isTrue();
        assertThat(cursor.peek()).isEqualTo('\0');
        assertThat(cursor.accept('\0')).isFalse();
        assertThat(cursor.word("")).isEmpty();
        assertThat(cursor.until(",")).isEmpty();
        assertThat(cursor.rest()).isEmpty();
        cursor.skipSpace();
        assertThat(cursor.position()).isZero();
    }

    @Test
    void messagesQuoteNoMoreThanFortyCharacters() {
        assertThat(new Cursor("x".repeat(40)).rest()).hasSize(40);
        assertThat(new Cursor("x".repeat(1_000)).rest()).isEqualTo("x".repeat(40) + "…");
    }
}
