package io.github.ostiary.engine;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.ManualTimeSource;
import io.github.ostiary.engine.UnlockLinks.Token;
import io.github.ostiary.text.Seal;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What is a token, and for how long, on nodes whose clocks differ. */
class UnlockLinksTest {

    private static final Duration HOUR = Duration.ofHours(1);

    private final ManualTimeSource time = new ManualTimeSource();
    private final ManualTimeSource otherTime = new ManualTimeSource();
    private final UnlockLinks links = sealing(time, (byte) 1);
    private final UnlockLinks other = sealing(otherTime, (byte) 1);

    private static UnlockLinks sealing(ManualTimeSource time, byte secret) {
        time.set(1_700_000_000_000_000L);
        UnlockLinks links = new UnlockLinks(time);
        byte[] bytes = new byte[32];
        Arrays.fill(bytes, secret);
        links.begin(purpose -> bytes);
        return links;
    }

    private String token() {
        return links.seal("login", "bob", "Bob", 5, HOUR);
    }

    @Test
    void anotherNodeReadsWhatItSaysAndNobodyElse() {
        String text = token();
        Token read = other.read(text);
        assertThat(read).isNotNull();
        assertThat(read.name()).matches("[A-Za-z0-9:._-]{1,120}");
        assertThat(List.of(read.rule(), read.identity(), read.spelling(), read.mark(), read.leftMicros()))
                .containsExactly("login", "bob", "Bob", 5L, HOUR.toNanos() / 1_000);
        assertThat(text).matches("[A-Za-z0-9_-]{1,500}");
        byte[] bytes = Base64.getUrlDecoder().decode(text);
        assertThat(new String(bytes, ISO_8859_1)).doesNotContain("bob", "login");
        assertThat(sealing(new ManualTimeSource(), (byte) 2).read(text)).isNull();
        assertThat(new UnlockLinks(time).read(text)).as("of another start").isNull();
    }

    @Test
    void aSealIsOpenedByItsKeyOnly() {
        byte[] key = new byte[32];
        byte[] sealed = Seal.seal(key, new byte[] {1, 2, 3});
        assertThat(Seal.open(key, sealed)).containsExactly(1, 2, 3);
        assertThat(Seal.seal(key, new byte[] {1, 2, 3})).isNotEqualTo(sealed);
        key[31] = 1;
        assertThat(Seal.open(key, sealed)).isNull();
    }

    @Test
    void eachHasANameOfItsOwn() {
        Set<String> names = new HashSet<>();
        for (int i = 0; i < 100; i++) {
            Token read = links.read(token());
            assertThat(read).isNotNull();
            names.add(read.name());
        }
        assertThat(names).hasSize(100);
    }

    /** Every bit, every length: what is changed is none. A text that says the same bytes otherwise has the same name. */
    @Test
    void whatIsGuessedOrChangedIsNone() {
        byte[] bytes = Base64.getUrlDecoder().decode(token());
        for (int bit = 0; bit < bytes.length * 8; bit++) {
            byte[] changed = bytes.clone();
            changed[bit / 8] ^= (byte) (1 << bit % 8);
            assertThat(links.read(Base64.getUrlEncoder().encodeToString(changed)))
                    .isNull();
        }
        for (int length = 0; length < bytes.length; length++) {
            assertThat(links.read(Base64.getUrlEncoder().encodeToString(Arrays.copyOf(bytes, length))))
                    .isNull();
        }
        for (String text : List.of("", "!", "A", "A".repeat(300), "A".repeat(100_000))) {
            assertThat(links.isGood(text)).as("%.20s", text).isFalse();
        }
    }

    @Test
    void itExpiresByTheClockOfWhoeverReadsIt() {
        String text = token();
        time.advance(HOUR.minusNanos(1_000));
        assertThat(links.isGood(text)).isTrue();
        time.advance(Duration.ofNanos(1_000));
        assertThat(links.isGood(text)).isFalse();
        otherTime.advance(Duration.ofMinutes(-10));
        assertThat(other.isGood(links.seal("login", "bob", "", 5, HOUR)))
                .as("from an hour and ten minutes ahead")
                .isTrue();
        otherTime.set(1_700_000_000_000_000L);
        time.set(1_700_000_000_000_000L + UnlockLinks.SKEW.toNanos() / 1_000);
        assertThat(other.isGood(links.seal("login", "bob", "", 5, UnlockLinks.LONGEST)))
                .isTrue();
        time.advance(Duration.ofNanos(1_000));
        assertThat(other.isGood(links.seal("login", "bob", "", 5, UnlockLinks.LONGEST)))
                .as("no clock is wrong by more")
                .isFalse();
    }
}
