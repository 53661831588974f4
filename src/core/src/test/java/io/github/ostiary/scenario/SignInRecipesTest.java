package io.github.ostiary.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Attempt;
import io.github.ostiary.CallContext;
import io.github.ostiary.Guard;
import io.github.ostiary.Key;
import io.github.ostiary.edge.Admission;
import io.github.ostiary.edge.CallOutcome;
import io.github.ostiary.setup.Entering;
import io.github.ostiary.testing.RecipeFixture;
import io.github.ostiary.testing.TestCall;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What src/docs/recipes-sign-in.md promises for signing in. */
class SignInRecipesTest extends RecipeFixture {

    @Test
    void aLoginFormLocksGuessersListsAndAccounts() {
        Guard guard = recipe("Login form");
        assertThat(looked(5, guard, signIn("bob", "198.18.0.1"), 302, "/login?error"))
                .as("guesses at one name")
                .isEqualTo(3);
        assertThat(first(guard, signIn("bob", ELSEWHERE)).allowed())
                .as("bob himself")
                .isTrue();
        Guard limited = recipe(
                "Login form",
                Map.of("signin.main.password", "off", "signin.main.address", "off", "signin.main.account", "off"));
        assertThat(admitted(11, limited, signIn("bob", "198.18.0.77")))
                .as("forms of one address")
                .isEqualTo(10);
        long names = 0;
        for (int i = 0; i < 40; i++) {
            time.advance(Duration.ofMinutes(1));
            names += looked(1, guard, signIn("name" + i, "198.18.0.2"), 302, "/login?error");
        }
        assertThat(names).as("names of a list").isEqualTo(30);
    }

    @Test
    void aRenewedSessionClearsSlips() {
        Guard guard = recipe("Login form");
        for (int i = 0; i < 4; i++) {
            time.advance(Duration.ofMinutes(1));
            assertThat(looked(2, guard, signIn("amy", ELSEWHERE), 302, "/login?error"))
                    .isEqualTo(2);
            assertThat(answered(guard, signIn("amy", ELSEWHERE), 302, "/", true))
                    .isTrue();
        }
    }

    /** Whoever knows the password guesses at the code, with a right password between guesses. */
    @Test
    void guessesAtACodeAddUp() {
        Guard guard = recipe("Codes: the second step");
        TestCall code = post("/login/code").param("username", "bob").from("198.18.0.1");
        long codes = 0;
        for (int i = 0; i < 16; i++) {
            boolean unused = answered(guard, signIn("bob", "198.18.0.1"), 302, "/login/code", true);
            codes += looked(1, guard, code, 401, null);
        }
        assertThat(codes).isEqualTo(5);
        TestCall own = post("/login/code").param("username", "bob").from(ELSEWHERE);
        assertThat(answered(guard, signIn("bob", ELSEWHERE), 302, "/login/code", true))
                .isTrue();
        assertThat(answered(guard, own, 302, "/", true)).as("bob himself").isTrue();
        assertThat(looked(5, guard, own, 401, null))
                .as("his slips were cleared")
                .isEqualTo(5);
    }

    @Test
    void aJsonLoginLocksGuessersListsAndAccounts() {
        Guard guard = recipe("JSON login");
        TestCall guess = post("/api/session").json("username", "bob").from("198.18.0.1");
        assertThat(looked(5, guard, guess, 401, null)).as("guesses at one name").isEqualTo(3);
        assertThat(looked(5, guard, post("/api/session").json("username", "bob").from(ELSEWHERE), 204, null))
                .as("bob himself")
                .isEqualTo(5);
        long names = 0;
        for (int i = 0; i < 40; i++) {
            time.advance(Duration.ofMinutes(1));
            TestCall another = post("/api/session").json("username", "name" + i).from("198.18.0.2");
            names += looked(1, guard, another, 401, null);
        }
        assertThat(names).as("names of a list").isEqualTo(30);
    }

    @Test
    void aLoginInABeanIsAskedByIt() {
        Guard guard = recipe("Login in a bean");
        int looked = 0;
        for (int i = 0; i < 5; i++) {
            Admission admission =
                    Entering.of(guard).enter(List.of("login"), new BeanCall(post("/api/login"), List.of("bob")));
            looked += admission.decision().allowed() ? 1 : 0;
            admission.end(new CallOutcome(
                    OptionalInt.empty(),
                    CallOutcome.Answer.NONE,
                    Optional.of(new com.example.WrongPassword()),
                    false,
                    false,
                    new BeanCall(post("/api/login"), List.of("bob"))));
        }
        assertThat(looked).isEqualTo(3);
        assertThat(admitted(11, guard, post("/api/login").from(ELSEWHERE))).isEqualTo(10);
    }

    @Test
    void aLoginIsAskedFromJava() {
        Guard guard = recipe("Login in a bean", Map.of("lockout.login.key", "principal"));
        for (int i = 0; i < 3; i++) {
            try (Attempt attempt = guard.lockouts("login").begin(Key.principal("bob"))) {
                assertThat(attempt.allowed()).isTrue();
            }
        }
        try (Attempt attempt = guard.lockouts("login").begin(Key.principal("Bob"))) {
            assertThat(attempt.allowed()).isFalse();
        }
    }

    /** Over sockets, on the servers that have such sign-ins: ContainerLoginIT. */
    @Test
    void aContainerLoginIsCountedByTheNameThatIsTried() {
        Guard guard = recipe("Container login");
        int looked = 0;
        for (int i = 0; i < 5; i++) {
            CallContext call = post("/any").as("bob").from("198.18.0.1");
            Admission admission = Entering.of(guard).enter(List.of("main"), call);
            looked += admission.decision().allowed() ? 1 : 0;
            admission.end(
                    new CallOutcome(OptionalInt.of(401), CallOutcome.Answer.NONE, Optional.empty(), true, false, call));
        }
        assertThat(looked).isEqualTo(3);
        assertThat(first(guard, post("/any").from("198.18.0.1")).allowed()).isTrue();
    }

    @Test
    void aMailboxGetsThreeMailsAnHour() {
        Guard guard = recipe("Password reset");
        int sent = 0;
        for (int i = 0; i < 5; i++) {
            CallContext call = new BeanCall(post("/reset").from("198.18.0." + i), List.of("bob@example.com"));
            sent += ended(Entering.of(guard).enter(List.of("reset-mail"), call)).allowed() ? 1 : 0;
        }
        assertThat(sent).isEqualTo(3);
        assertThat(admitted(11, guard, post("/reset"))).isEqualTo(10);
        assertThat(looked(20, guard, post("/reset/confirm"), 400, null)).isEqualTo(10);
    }

    @Test
    void aGuesserOfCouponsIsLockedTwiceAsLongTheSecondTime() {
        Guard guard = recipe("Coupons");
        TestCall call = post("/coupons");
        assertThat(looked(6, guard, call, 404, null)).isEqualTo(5);
        time.advance(Duration.ofMinutes(15));
        assertThat(looked(6, guard, call, 404, null)).isEqualTo(5);
        time.advance(Duration.ofMinutes(15));
        assertThat(looked(1, guard, call, 404, null)).isZero();
        time.advance(Duration.ofMinutes(15));
        assertThat(looked(1, guard, call, 404, null)).isEqualTo(1);
    }

    @Test
    void codesAreLimitedByNumberAddressAndAltogether() {
        Guard guard = recipe("Codes by SMS");
        assertThat(admitted(3, guard, post("/codes").param("phone", "+49 170 123")))
                .isEqualTo(1);
        assertThat(first(guard, post("/codes").param("phone", "49-170-123").from(ELSEWHERE))
                        .allowed())
                .as("another notation from elsewhere")
                .isFalse();
        long numbers = IntStream.range(0, 40)
                .filter(i -> first(
                                guard,
                                post("/codes").param("phone", "49 171 " + i).from("198.18.0.5"))
                        .allowed())
                .count();
        assertThat(numbers).isEqualTo(20);
        assertThat(looked(9, guard, post("/codes/verify").param("phone", "49170123"), 422, null))
                .isEqualTo(5);
    }
}
