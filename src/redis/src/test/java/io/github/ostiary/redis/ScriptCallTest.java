package io.github.ostiary.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ostiary.Algorithm;
import io.github.ostiary.Decision.Reason;
import io.github.ostiary.store.Charge;
import io.github.ostiary.store.Claim;
import io.github.ostiary.store.ConcurrencyPolicy;
import io.github.ostiary.store.LeaseClaim;
import io.github.ostiary.store.Limit;
import io.github.ostiary.store.Operation;
import io.github.ostiary.store.StoreException;
import io.github.ostiary.store.Verdict;
import io.github.ostiary.testing.Limits;
import io.github.ostiary.testing.LockoutPolicies;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/** The words between Java and the script. What they do is LuaAgainstJavaTest's. */
class ScriptCallTest {

    private static final Limit LIMIT = Limits.of(Algorithm.TOKEN_BUCKET, "5/1m");
    private static final Claim CHARGE = new Charge(LIMIT, "bob", 2);
    private static final Claim LEASE =
            new LeaseClaim(new ConcurrencyPolicy("reports", "0", 3, 60_000_000, true), "eve", "n.7");
    private static final Claim ATTEMPT = LockoutPolicies.attempt(
            LockoutPolicies.policy().lock(3, 60, 300).named("login"), "n.8", "value", "network");

    private static List<String> text(List<byte[]> words) {
        return words.stream()
                .map(word -> new String(word, StandardCharsets.UTF_8))
                .toList();
    }

    /** Operators and other nodes know keys by this form. */
    @Test
    void allKeysOfAnIdentityShareASlot() {
        ScriptArguments call = new ScriptArguments().add("p", Operation.DECIDE, List.of(CHARGE, LEASE, ATTEMPT));
        assertThat(text(call.keys))
                .containsExactly(
                        "p:1:{bob}:test:" + Algorithm.TOKEN_BUCKET.letter() + "0",
                        "p:1:{eve}:reports:C0",
                        "p:1:{k}:login:K");
    }

    @Test
    void aChargeIsSaidByItsLimitsFigures() {
        ScriptArguments call = new ScriptArguments().add("p", Operation.DECIDE, List.of(CHARGE));
        String form = "decide," + Algorithm.TOKEN_BUCKET.letter() + " 5 60000000 0 5 5 -p";
        assertThat(text(call.arguments)).as("two permits, now").containsExactly(form, "1", "2", "0");
    }

    /** What a limit says travels once, and who asks for one permit says nothing but what of. */
    @Test
    void aCallOfSixteenHasSeventeenArguments() {
        ScriptArguments call = new ScriptArguments();
        for (int i = 0; i < 16; i++) {
            call.add("p", Operation.DECIDE, List.of(new Charge(LIMIT, "user-" + i, 1)));
        }
        assertThat(call.keys).hasSize(16);
        assertThat(call.arguments).hasSize(17);
        assertThat(text(call.arguments))
                .containsOnlyOnce("decide,T 5 60000000 0 5 5 -")
                .contains("1");
    }

    /** Forms are kept at places of which there are few, and each is said as if it were the first. */
    @Test
    void formsThatTakeEachOthersPlaceStayApart() {
        for (int round = 0; round < 2; round++) {
            for (int i = 1; i <= 500; i++) {
                Charge charge = new Charge(Limits.of(Algorithm.FIXED_WINDOW, i + "/1h"), "bob", 1);
                for (Operation operation : List.of(Operation.DECIDE, Operation.PEEK)) {
                    ScriptArguments call = new ScriptArguments().add("p", operation, List.of(charge, LEASE));
                    assertThat(text(call.arguments).get(0))
                            .startsWith(operation.name().toLowerCase(Locale.ROOT) + ",F " + i + " 3600000000 ")
                            .endsWith(",C 3 60000000 s");
                }
            }
        }
    }

    @Test
    void decisionsNameTheirFormByNumber() {
        Charge other = new Charge(Limits.of(Algorithm.FIXED_WINDOW, "7/1h"), "bob", 1);
        ScriptArguments call = new ScriptArguments()
                .add("p", Operation.DECIDE, List.of(new Charge(LIMIT, "bob", 1)))
                .add("p", Operation.DECIDE, List.of(other))
                .add("p", Operation.DECIDE, List.of(new Charge(LIMIT, "eve", 1)))
                .add("p", Operation.PEEK, List.of(other));
        String seven = "F 7 3600000000 0 7 7 -";
        assertThat(text(call.arguments))
                .containsExactly("decide,T 5 60000000 0 5 5 -;decide," + seven + ";peek," + seven, "1", "2", "1", "3");
    }

    @Test
    void whatIsSaidOfALimitBesidesIsAWordOfFlags() {
        Claim claim = new Charge(Limits.with(LIMIT, 7, true, true), "bob", 1);
        ScriptArguments call = new ScriptArguments().add("p", Operation.PEEK, List.of(claim));
        assertThat(text(call.arguments)).containsExactly("peek,T 5 60000000 7 5 5 cs", "1");
        Limit portions = Limits.of(
                Algorithm.TOKEN_BUCKET, "5/1m", LIMIT.tuning().withInitial(0).withRefillByInterval(true));
        call = new ScriptArguments().add("p", Operation.PEEK, List.of(new Charge(portions, "bob", 1)));
        assertThat(text(call.arguments)).containsExactly("peek,T 5 60000000 0 5 0 i", "1");
    }

    /** They are kept while there are few: many take each other's places, and are told of all the same. */
    @Test
    void whatIsSaidOfALimitIsPutTogetherOnce() {
        assertThat(ClaimForm.of(new Charge(LIMIT, "eve", 1))).isSameAs(ClaimForm.of(CHARGE));
        for (int i = 1; i <= 2_000; i++) {
            Charge charge = new Charge(Limits.of(Algorithm.FIXED_WINDOW, i + "/1m"), "bob", 1);
            assertThat(ClaimForm.of(charge).words()).isEqualTo(",F " + i + " 60000000 0 " + i + " " + i + " -");
        }
        assertThat(ClaimForm.of(CHARGE).words()).isEqualTo(",T 5 60000000 0 5 5 -");
    }

    @Test
    void aLeaseIsSaidByItsIdAndAShadowAsSuch() {
        ScriptArguments call = new ScriptArguments().add("p", Operation.RENEW, List.of(LEASE));
        assertThat(text(call.arguments)).containsExactly("renew,C 3 60000000 s", "1", "n.7");
    }

    @Test
    void callsOfOneDecisionEachAreJoined() {
        ScriptArguments call = new ScriptArguments();
        call.add(new ScriptArguments().add("p", Operation.RENEW, List.of(LEASE)));
        call.add(new ScriptArguments().add("p", Operation.KEEP, List.of(LEASE)));
        call.add(new ScriptArguments().add("p", Operation.RENEW, List.of(LEASE)));
        assertThat(text(call.arguments))
                .as("only what begins says until when it is meant")
                .containsExactly(
                        "renew,C 3 60000000 s;keep,C 3 60000000 s",
                        "1",
                        "n.7",
                        "2",
                        "9007199254740991",
                        "n.7",
                        "1",
                        "n.7");
        assertThat(call.keys).hasSize(3);
    }

    @Test
    void ofOnePermitOfALogTwoFiguresTellAll() throws StoreException {
        Charge one = new Charge(Limits.of(Algorithm.SLIDING_LOG, "5/1m"), "bob", 1);
        assertThat(ScriptArguments.verdicts(List.of(3L, 17L), List.of(one)))
                .containsExactly(new Verdict(true, 3, 0, 60_000_000, 3, 17));
    }

    @Test
    void repliesAreSixFiguresPerClaim() throws StoreException {
        List<Verdict> said = ScriptArguments.verdicts(
                List.of(1L, 4L, 0L, 60L, 4L, -1L, 0L, 0L, 9L, 0L, 0L, 9L, 0L, 0L, -1L, 10L, 0L, -1L),
                List.of(CHARGE, LEASE, ATTEMPT));
        assertThat(said.get(0)).isEqualTo(new Verdict(true, 4, 0, 60, 4, Verdict.NEVER));
        assertThat(said.get(1).passed()).isFalse();
        assertThat(said.get(1).retryMicros()).isEqualTo(9);
        assertThat(said.get(1).reason()).isEqualTo(Reason.CONCURRENCY_LIMITED);
        assertThat(said.get(2).retryMicros()).isEqualTo(Verdict.NEVER);
        assertThat(said.get(2).reason()).isEqualTo(Reason.BLOCKED);
        assertThat(said.get(2).fired()).isTrue();
        assertThat(said.get(2).resetMicros()).as("that figure was the reason").isZero();
        assertThat(ScriptArguments.verdicts(List.of(), List.of(LEASE))).isEmpty();
    }

    @Test
    void anErrorInTheReplyIsOneDecisions() {
        byte[] error = "WRONGTYPE Operation against a key".getBytes(StandardCharsets.UTF_8);
        assertThatThrownBy(() -> ScriptArguments.verdicts(error, List.of(CHARGE)))
                .isInstanceOfSatisfying(
                        StoreException.class, e -> assertThat(e.ofCounter()).isTrue());
    }

    @Test
    void aServerOutsideOfTheWindowsIsAskedAgainByItsTime() {
        List<Charge> charges = List.of(
                new Charge(Limits.named(Limits.of(Algorithm.CALENDAR, "7/day"), "a"), "bob", 1),
                new Charge(Limits.named(Limits.of(Algorithm.CALENDAR, "7/hour"), "b"), "bob", 1));
        long time = 1_700_000_000_000_000L;
        ScriptArguments call = new ScriptArguments(() -> time).add("p", Operation.DECIDE, charges);
        String form = "decide,D 7 0 17 -,D 7 0 17 -";
        assertThat(text(call.arguments).get(0).replaceAll(" 1[67][0-9]+e[0-9 e]+", " 17 "))
                .isEqualTo(form);
        byte[] outside = "OUTSIDE 1600000000000009 p:1:{bob}:test:Da".getBytes(StandardCharsets.UTF_8);
        ScriptArguments again = call.instead(outside);
        String[] before = text(call.arguments).get(0).split(",", -1);
        String[] after = text(again.arguments).get(0).split(",", -1);
        assertThat(after[1]).isNotEqualTo(before[1]).isEqualTo("D 7 0 15999552e8 864e8 864e8 -");
        assertThat(after[2]).as("whose clock is not known to be another").isEqualTo(before[2]);
        assertThat(again.keys).containsExactlyElementsOf(call.keys);
        assertThat(call.instead("OOM".getBytes(StandardCharsets.UTF_8))).isNull();
    }
}
