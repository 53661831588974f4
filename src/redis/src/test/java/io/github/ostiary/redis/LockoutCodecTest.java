package io.github.ostiary.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Decision.Reason;
import io.github.ostiary.LockState;
import io.github.ostiary.LockState.Phase;
import io.github.ostiary.store.FoundBefore;
import io.github.ostiary.store.LockBook.LockDetail;
import io.github.ostiary.store.LockoutPolicy;
import io.github.ostiary.store.Step;
import io.github.ostiary.store.Verdict.Consequence;
import io.github.ostiary.testing.LockoutPolicies;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The words between Java and the lockout's script. What they do is LuaLockoutTest's. */
class LockoutCodecTest {

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static List<?> reply(long phase, long leftMicros) {
        return List.of(phase, leftMicros, 3L, 2L, 1L, bytes("because"), bytes("Bób"), 9L, bytes("1 0 2"), 11L, 7L);
    }

    @Test
    void aPolicyIsToldOnceAndAnAttemptByItsOwnWords() {
        LockoutPolicy policy = LockoutPolicies.policy()
                .challenge(2, 30)
                .lock(3, 60, 300, 1.5, 1)
                .extend(true)
                .cap(9)
                .exempt(7)
                .unclear(5)
                .named("login");
        StringBuilder form = new StringBuilder("K");
        LockoutCodec.add(policy, form);
        assertThat(form)
                .hasToString("K -cex 86400000000 9 7000000 30000000 3 300000000 5 C 2 30000000 0 1.0 0 "
                        + Step.MAX_MICROS + " 2 L 3 60000000 300000000 1.5 0 " + Step.MAX_MICROS + " 1");
        List<byte[]> arguments = new ArrayList<>();
        LockoutCodec.add(LockoutPolicies.written(policy, "n.1", "network", "Bob"), arguments);
        assertThat(arguments.stream().map(word -> new String(word, StandardCharsets.UTF_8)))
                .containsExactly("n.1", "A", "", "network", "K", "Bob");
    }

    @Test
    void aReasonWhetherItIsNewsAndWhatItFollowsFromAreOneFigure() {
        Reason[] reasons = {Reason.LOCKED, Reason.CHALLENGE_REQUIRED, Reason.BLOCKED, Reason.BUSY};
        for (int code = 0; code < reasons.length; code++) {
            for (int found : new int[] {
                FoundBefore.NOTHING,
                FoundBefore.locked(1_000, FoundBefore.NEW),
                FoundBefore.succeeded(1, FoundBefore.KNOWN)
            }) {
                long said = code + 16L * found;
                assertThat(LockoutCodec.consequence(said))
                        .isEqualTo(new Consequence(reasons[code], false, 0, 0, 0, found));
                assertThat(LockoutCodec.consequence(said + 8))
                        .isEqualTo(new Consequence(reasons[code], true, 0, 0, 0, found));
            }
        }
    }

    @Test
    void aStateIsReadWithAllThatCameWithIt() {
        assertThat(LockoutCodec.seen(reply(0, 60_000_000)))
                .isEqualTo(new LockDetail(
                        new LockState(Phase.LOCKED, Optional.of(Duration.ofSeconds(60)), 3, 2, 1, "because"),
                        9,
                        11,
                        "1 0 2",
                        "Bób",
                        7));
    }

    @Test
    void aBlockHasNoEnd() {
        assertThat(LockoutCodec.state(reply(2, -1)).phase()).isEqualTo(Phase.BLOCKED);
        assertThat(LockoutCodec.state(reply(2, -1)).remaining()).isEmpty();
        assertThat(LockoutCodec.state(reply(1, -1)).phase()).isEqualTo(Phase.CHALLENGED);
        assertThat(LockoutCodec.state(reply(3, -1)).phase()).isEqualTo(Phase.OPEN);
    }
}
