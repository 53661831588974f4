package io.github.ostiary.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Guard;
import io.github.ostiary.edge.CallOutcome;
import io.github.ostiary.edge.PendingAdmission;
import io.github.ostiary.edge.Position;
import io.github.ostiary.setup.Entering;
import io.github.ostiary.testing.RecipeFixture;
import io.github.ostiary.testing.TestCall;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/** Those who know the password and guess at the code, beside a sign-in of three lines. */
class SecondStepTest extends RecipeFixture {

    private static final Map<String, String> SIGN_IN =
            Map.of("signin.main.path", "/login", "signin.main.name", "param:username");

    private final Guard guard = recipe("Codes counted on the account", SIGN_IN);
    private int networks;

    private record Shown(boolean sessionRenewed) implements CallOutcome.Answer {}

    /** The name in the form is the attacker's to choose; the account is what the session knows. */
    private TestCall code(String form) {
        networks++;
        return post("/login/code")
                .param("username", form)
                .attribute("account", "bob")
                .from("100.64." + networks / 200 + "." + networks % 200);
    }

    private static void end(PendingAdmission admission, TestCall call, boolean right) {
        admission.end(new CallOutcome(
                OptionalInt.of(right ? 302 : 401),
                Optional.empty(),
                new Shown(right),
                Optional.empty(),
                true,
                false,
                call));
    }

    private boolean looked(TestCall call, boolean right) {
        PendingAdmission admission = Entering.of(guard).enter(call, Position.LAST);
        boolean looked = admission.decision().allowed();
        end(admission, call, right);
        return looked;
    }

    /** The framework renews the session, which proves a success to the sign-in. */
    private void rightPassword() {
        TestCall call = post("/login").param("username", "bob").from("192.0.2.1");
        PendingAdmission admission = Entering.of(guard).enter(call, Position.FIRST);
        assertThat(admission.decision().allowed()).isTrue();
        end(admission, call, true);
        time.advance(Duration.ofMinutes(1));
    }

    /** From sixteen networks, in sixteen sessions, with other names in the form. */
    @Test
    void ofSixteenGuessesWithRightPasswordsBetweenThemFiveAreLookedAt() {
        int looked = 0;
        for (int i = 0; i < 16; i++) {
            rightPassword();
            looked += looked(code(i % 2 == 0 ? "bob" : "eve-" + i), false) ? 1 : 0;
        }
        assertThat(looked).isEqualTo(5);
        time.advance(Duration.ofMinutes(15));
        assertThat(looked(code("bob"), true)).as("bob, when the lock is over").isTrue();
    }

    @Test
    void ofSixteenAtOnceFiveAreLookedAt() {
        List<PendingAdmission> open = new ArrayList<>();
        List<TestCall> calls = new ArrayList<>();
        for (int i = 0; i < 16; i++) {
            calls.add(code("bob"));
            open.add(Entering.of(guard).enter(calls.get(i), Position.LAST));
        }
        assertThat(open.stream().filter(each -> each.decision().allowed())).hasSize(5);
        for (int i = 0; i < 16; i++) {
            end(open.get(i), calls.get(i), false);
        }
        assertThat(looked(code("bob"), true)).isFalse();
    }

    @Test
    void fourWrongCodesLockNobodyAndARightOneBeginsAnew() {
        for (int round = 0; round < 3; round++) {
            for (int i = 0; i < 4; i++) {
                assertThat(looked(code("bob"), false)).isTrue();
            }
            assertThat(looked(code("bob"), true)).isTrue();
        }
        assertThat(looked(post("/login/code").attribute("account", "amy"), true))
                .isTrue();
    }

    @Test
    void codesAreSentThreeTimesInAQuarterOfAnHourAndTenTimesADay() {
        int sent = 0;
        for (int i = 0; i < 16; i++) {
            rightPassword();
            TestCall send = post("/login/code/send").attribute("account", "bob").from("100.65.0." + i);
            sent += last(guard, send).allowed() ? 1 : 0;
        }
        assertThat(sent).as("in sixteen minutes").isEqualTo(4);
        for (int i = 0; i < 20; i++) {
            time.advance(Duration.ofHours(1));
            sent += last(guard, post("/login/code/send").attribute("account", "bob"))
                            .allowed()
                    ? 1
                    : 0;
        }
        assertThat(sent).isEqualTo(10);
    }
}
