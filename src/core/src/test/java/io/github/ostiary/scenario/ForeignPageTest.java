package io.github.ostiary.scenario;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ostiary.Attempt;
import io.github.ostiary.Decision;
import io.github.ostiary.Decision.Reason;
import io.github.ostiary.Guard;
import io.github.ostiary.ManualTimeSource;
import io.github.ostiary.edge.Admission;
import io.github.ostiary.edge.Position;
import io.github.ostiary.setup.Entering;
import io.github.ostiary.setup.GuardBuilder;
import io.github.ostiary.testing.Answered;
import io.github.ostiary.testing.TestCall;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code SentReader}: what a page of another site has a browser send is no attempt, not looked at, not counted; a link is none. */
class ForeignPageTest {

    private static final int MANY = 60;

    private final ManualTimeSource time = new ManualTimeSource();

    private Guard guard(String... lines) {
        GuardBuilder builder = GuardBuilder.create().timeSource(time);
        for (String line : lines) {
            String[] pair = line.split("=", 2);
            builder.property(pair[0], pair[1]);
        }
        return builder.build();
    }

    private Guard form(String... more) {
        String[] lines = new String[more.length + 2];
        lines[0] = "signin.main.path=/login";
        lines[1] = "signin.main.name=param:username";
        System.arraycopy(more, 0, lines, 2, more.length);
        return guard(lines);
    }

    private static TestCall foreign(TestCall call, String mode) {
        return call.header("Sec-Fetch-Site", "cross-site").header("Sec-Fetch-Mode", mode);
    }

    private static Decision ended(Admission admission, TestCall call, boolean right) {
        if (admission.decision().allowed()) {
            if (right) {
                call.as("own");
            }
            admission.end(Answered.to(right ? "/" : "/login?error").ending(302, true, call));
        } else {
            admission.end();
        }
        return admission.decision();
    }

    private static Decision enter(Guard guard, TestCall call, boolean right) {
        return ended(Entering.of(guard).enter(call, Position.FIRST), call, right);
    }

    private static TestCall own(String method) {
        return new TestCall(method, "/login").param("username", "own");
    }

    @ParameterizedTest
    @CsvSource({"GET,no-cors", "GET,navigate", "HEAD,no-cors", "POST,navigate", "POST,no-cors", "OPTIONS,cors"})
    void neitherLocksTheReaderNorHisOfficeOut(String method, String mode) {
        try (Guard guard = form()) {
            for (int i = 0; i < MANY; i++) {
                TestCall image = new TestCall(method, "/login").param("username", i % 2 == 0 ? "own" : "n" + i);
                Decision decision = enter(guard, foreign(image, mode), false);
                assertThat(decision.reason()).isEqualTo(Reason.BLOCKED);
            }
            assertThat(enter(guard, own("POST"), true).allowed()).isTrue();
        }
    }

    /** A form of theirs that names nobody would be counted on the network. */
    @Test
    void aFormThatNamesNobodyIsNoneEither() {
        try (Guard guard = form()) {
            for (int i = 0; i < MANY; i++) {
                TestCall form = foreign(new TestCall("POST", "/login"), "navigate");
                assertThat(enter(guard, form, false).reason()).isEqualTo(Reason.BLOCKED);
            }
            assertThat(enter(guard, own("POST"), true).allowed()).isTrue();
        }
    }

    /** The guesses of a tool that leaves the header away are counted as ever, and no header makes one free. */
    @ParameterizedTest
    @ValueSource(strings = {"", "none", "same-origin", "same-site", "cross-site"})
    void noGuessIsWon(String site) {
        try (Guard guard = form()) {
            int looked = 0;
            for (int i = 0; i < 10; i++) {
                TestCall guess = own("POST");
                looked += enter(guard, site.isEmpty() ? guess : guess.header("Sec-Fetch-Site", site), false)
                                .allowed()
                        ? 1
                        : 0;
            }
            assertThat(looked).isEqualTo(site.equals("cross-site") ? 0 : 3);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"signin.main.strictness=normal", "signin.main.methods=*"})
    void aLinkToTheFormIsServed(String more) {
        try (Guard guard = form(more)) {
            assertThat(enter(guard, foreign(new TestCall("GET", "/login"), "navigate"), false)
                            .allowed())
                    .isTrue();
        }
    }

    @Test
    void acceptedTheyAreAttempts() {
        try (Guard guard = form("signin.main.crossSite=accept")) {
            int looked = 0;
            for (int i = 0; i < 10; i++) {
                looked += enter(guard, foreign(own("POST"), "cors"), false).allowed() ? 1 : 0;
            }
            assertThat(looked).isEqualTo(3);
            assertThat(enter(guard, own("POST"), true).reason()).isEqualTo(Reason.LOCKED);
        }
    }

    @Test
    void aRuleThatOnlyReportsReports() {
        try (Guard guard = guard(
                "lockout.login.path=/login",
                "lockout.login.key=param:username",
                "lockout.login.failure=status:401",
                "lockout.login.steps=3/1h lock 15m",
                "lockout.login.enforce=false")) {
            for (int i = 0; i < 5; i++) {
                Decision decision = enter(guard, foreign(own("POST"), "navigate"), false);
                assertThat(decision.allowed()).isTrue();
                assertThat(decision.shadowed()).isTrue();
            }
            assertThat(enter(guard, own("POST"), true).shadowed()).as("counted").isFalse();
        }
    }

    private static TestCall basic(String name) {
        String credentials = Base64.getEncoder().encodeToString((name + ":secret").getBytes(UTF_8));
        return new TestCall("GET", "/things").header("Authorization", "Basic " + credentials);
    }

    /** Browsers send what they know along with a link; a page of another site cannot write the header. */
    @ParameterizedTest
    @ValueSource(strings = {"name=basic:user", "login=spring", "login=container"})
    void credentialsOfTheProtocolAreSentAlong(String signIn) {
        boolean byPath = signIn.startsWith("name");
        try (Guard guard =
                guard("signin.main." + signIn, "signin.main." + (byPath ? "path=/*" : "strictness=normal"))) {
            TestCall link = foreign(basic("own"), "navigate");
            assertThat(look(guard, byPath, link, "own").allowed()).isTrue();
            if (!byPath) {
                TestCall posted = foreign(basic("somebody"), "navigate");
                assertThat(look(guard, false, posted, "own").reason()).isEqualTo(Reason.BLOCKED);
                assertThat(look(guard, false, foreign(own("POST"), "navigate"), "own")
                                .reason())
                        .isEqualTo(Reason.BLOCKED);
            }
        }
    }

    private static Decision look(Guard guard, boolean byPath, TestCall call, String name) {
        return byPath
                ? enter(guard, call, true)
                : ended(Entering.of(guard).enter(List.of("main"), call.as(name)), call, true);
    }

    /** Its limit is asked where passwords are looked at, and at no path, where nothing would tell whose page sends a form. */
    @ParameterizedTest
    @ValueSource(strings = {"spring", "container"})
    void theLimitOfASignInThatOthersLookAtCountsNoneEither(String login) {
        try (Guard guard = guard("signin.main.login=" + login, "signin.main.limit.rate=3/1m")) {
            for (int i = 0; i < MANY; i++) {
                TestCall form = foreign(own("POST"), "navigate");
                assertThat(look(guard, false, form, "n" + i).reason()).isEqualTo(Reason.BLOCKED);
            }
            for (int i = 0; i < 5; i++) {
                assertThat(look(guard, false, own("POST"), "own").allowed()).isEqualTo(i < 3);
            }
        }
        for (String path : List.of("signin.main.path", "signin.main.limit.path")) {
            assertThatThrownBy(() -> guard("signin.main.login=" + login, path + "=/login"))
                    .hasMessageContaining(path + "=/login")
                    .hasMessageContaining("remove");
        }
    }

    /** A sign-in of the application's own that asks from Java. */
    @Test
    void javaHearsSo() {
        try (Guard guard = guard("lockout.login.key=param:username", "lockout.login.steps=3/1h lock 15m")) {
            for (int i = 0; i < 5; i++) {
                try (Attempt foreign = guard.lockouts("login").begin(foreign(own("POST"), "navigate"))) {
                    assertThat(foreign.decision().reason()).isEqualTo(Reason.BLOCKED);
                }
            }
            try (Attempt own = guard.lockouts("login").begin(own("POST"))) {
                assertThat(own.decision().allowed()).isTrue();
                own.succeeded();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"ip", "header:X-Key", "principal", "basic:user + ip"})
    void whatNoPageFillsInIsNotRefused(String key) {
        assertThatThrownBy(() -> guard(
                                "lockout.login.path=/login",
                                "lockout.login.key=" + key,
                                "lockout.login.failure=status:401",
                                "lockout.login.steps=3/1h lock 15m",
                                "lockout.login.crossSite=accept")
                        .close())
                .hasMessageContaining("lockout.login.crossSite=accept: it changes nothing");
    }
}
