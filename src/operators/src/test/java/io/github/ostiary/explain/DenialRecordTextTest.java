package io.github.ostiary.explain;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Decision.Reason;
import io.github.ostiary.Key;
import io.github.ostiary.LockState;
import io.github.ostiary.LockState.Phase;
import io.github.ostiary.Rate;
import io.github.ostiary.operator.DenialRecord;
import io.github.ostiary.operator.Explanation.RuleType;
import io.github.ostiary.operator.KeyStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Holds that other nodes read what one has written, and that nothing a caller has chosen is more than a word of it. */
class DenialRecordTextTest {

    private static final Instant NOON = Instant.parse("2026-11-22T12:00:00Z");

    private static DenialRecord denial(String path, String rule, List<KeyStatus> standings) {
        return new DenialRecord(
                "7F3KQ2ZD",
                new DenialRecord.Span(NOON, NOON.plusSeconds(3), 17),
                new DenialRecord.Scene("web-1/42", "POST", path),
                rule,
                Reason.LOCKED,
                false,
                standings);
    }

    private static KeyStatus limit(String who) {
        return new KeyStatus(
                "api",
                RuleType.LIMIT,
                true,
                new KeyStatus.Identity(Optional.of(Key.part(Key.PRINCIPAL, who)), "9.principal.3.bob"),
                new KeyStatus.Outlook(false, Optional.of(Duration.ofSeconds(40)), KeyStatus.Teller.SHARED),
                List.of(new KeyStatus.Usage(
                        "api-1m", Optional.of(Rate.parse("100/1m")), 100, 100, 0, Duration.ofSeconds(59))),
                Optional.empty());
    }

    private static KeyStatus lockout(String reason) {
        LockState state = new LockState(Phase.LOCKED, Optional.of(Duration.ofMinutes(9)), 3, 1, 0, reason);
        return new KeyStatus(
                "login",
                RuleType.LOCKOUT,
                false,
                new KeyStatus.Identity(Optional.empty(), "h.0123"),
                new KeyStatus.Outlook(false, Optional.empty(), KeyStatus.Teller.STAND_IN),
                List.of(),
                Optional.of(new KeyStatus.LockStatus(
                        state, Optional.of(Duration.ofMinutes(1)), Optional.of("3/1h lock 10m"))));
    }

    @Test
    void whatIsWrittenIsReadAgain() {
        DenialRecord denial = denial("/login", "login", List.of(lockout(""), limit("bob")));

        assertThat(DenialRecordText.read(DenialRecordText.write(denial, Key::canonical, true)))
                .contains(denial);
    }

    @ParameterizedTest
    @ValueSource(strings = {"jos\u00e9", "\u0416\u4e2d", "a\ud83d\ude00b", "a\"b", "a\\\"", "],[1", "null"})
    void aNameIsReadAsItIs(String name) {
        DenialRecord denial = denial("/" + name, "login", List.of(lockout(name), limit(name)));

        assertThat(DenialRecordText.read(DenialRecordText.write(denial, Key::canonical, true)))
                .contains(denial);
    }

    @Test
    void whereIdentitiesAreSecretNoneIsWritten() {
        String text = DenialRecordText.write(denial("/login", "login", List.of(limit("alice"))), key -> "", true);

        assertThat(text).doesNotContain("alice");
        assertThat(DenialRecordText.read(text)
                        .orElseThrow()
                        .standings()
                        .get(0)
                        .identity()
                        .key())
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"a\tb", "a\nS\tapi", "a\r\nb", "a\u0085b", "a\u0000b", "a\ud800", "<b>\"'&\\"})
    void whatSomebodyElseHasChosenEndsNoWord(String chosen) {
        DenialRecord read = DenialRecordText.read(DenialRecordText.write(
                        denial("/" + chosen, "rule" + chosen, List.of(lockout(chosen), limit("bob"))),
                        Key::canonical,
                        true))
                .orElseThrow();

        assertThat(read.standings()).hasSize(2);
        assertThat(read.reference()).isEqualTo("7F3KQ2ZD");
        assertThat(read.where().path()).doesNotContainPattern("\\p{Cntrl}").startsWith("/");
        assertThat(read.standings().get(0).lock().orElseThrow().state().reason())
                .doesNotContainPattern("\\p{Cntrl}");
        assertThat(read.standings().get(0).lock().orElseThrow().step()).contains("3/1h lock 10m");
    }

    /** Cut, or without what cannot be written, it would be the name of somebody else. */
    @ParameterizedTest
    @ValueSource(strings = {"a\u0000b", "a\u202eb", "a\ud800", "a\tb"})
    void aNameThatCannotBeWrittenIsLeftOut(String name) {
        for (String whole : List.of(name, name + "x".repeat(200))) {
            assertThat(DenialRecordText.read(DenialRecordText.write(
                                    denial("/", "api", List.of(limit(whole))), Key::canonical, true))
                            .orElseThrow()
                            .standings()
                            .get(0)
                            .identity())
                    .isEqualTo(new KeyStatus.Identity(Optional.empty(), "9.principal.3.bob"));
        }
    }

    @Test
    void noNoteIsLongerThanIsSaid() {
        DenialRecord large = denial(
                "/" + "x".repeat(100_000), "r".repeat(100_000), Collections.nCopies(100, lockout("y".repeat(100_000))));

        String text = DenialRecordText.write(large, Key::canonical, true);

        assertThat(text).hasSizeLessThanOrEqualTo(DenialRecordText.LONGEST);
        assertThat(DenialRecordText.read(text).orElseThrow().standings())
                .isNotEmpty()
                .hasSizeLessThan(100);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "1",
                "null",
                "{}",
                "[]",
                "[1]",
                "[1,\"R\",[1,2,3],[\"\",\"\",\"\"]]",
                "1\tR\t2",
                "[[[[[[[[[[[[[[[[[[[[[[[["
            })
    void anythingElseIsNoNote(String text) {
        assertThat(DenialRecordText.read(text)).isEmpty();
    }

    /** A node of another version may write other words in another order. */
    @Test
    void anotherFormatIsNoNote() {
        String text = DenialRecordText.write(denial("/login", "login", List.of()), Key::canonical, true);
        assertThat(DenialRecordText.read(text)).isPresent();
        assertThat(DenialRecordText.read("[2" + text.substring(2))).isEmpty();
    }

    @Test
    void aPathIsWrittenOnlyWhereItMayBeShown() {
        DenialRecord denial = denial("/reset/secret", "login", List.of());

        assertThat(DenialRecordText.write(denial, Key::canonical, false)).doesNotContain("secret");
        assertThat(DenialRecordText.write(denial, Key::canonical, true)).contains("/reset/secret");
    }

    @Test
    void whatIsCutShortIsNoNote() {
        String text = DenialRecordText.write(
                denial("/login", "login", List.of(lockout(""), limit("bob"))), Key::canonical, true);
        List<DenialRecord> whole = List.of(
                denial("/login", "login", List.of()),
                denial("/login", "login", List.of(lockout(""))),
                denial("/login", "login", List.of(lockout(""), limit("bob"))));

        for (int i = 0; i <= text.length(); i++) {
            Optional<DenialRecord> read = DenialRecordText.read(text.substring(0, i));
            assertThat(read.isEmpty() || whole.contains(read.get())).isTrue();
        }
    }
}
