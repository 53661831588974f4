package io.github.ostiary.console;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.ostiary.edge.Admission;
import io.github.ostiary.edge.Position;
import io.github.ostiary.setup.Entering;
import io.github.ostiary.testing.Answered;
import io.github.ostiary.testing.TestCall;
import java.io.IOException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the console shows of sign-ins: pages, banners and JSON. */
class SignInsPageTest extends ConsoleFixture {

    @BeforeEach
    void rules() {
        given(
                "signin.main.name=param:username",
                "signin.main.path=/login",
                "signin.main.enforce=proved",
                "lockout.code.key=param:phone",
                "lockout.code.path=/code",
                "lockout.code.steps=3/1h lock 1h",
                "lockout.code.failure=status:401");
    }

    private void attempt(String name, int status, String location) {
        TestCall call = new TestCall("POST", "/login").param("username", name).from("198.18.0.1");
        Admission admission = Entering.of(guard).enter(call, Position.FIRST);
        admission.end(Answered.to(location).ending(status, true, call));
    }

    @Test
    void whatWasNeverTriedIsThereToo() {
        assertThat(page("/sign-ins"))
                .contains("signin.main</h3>", "lockout.code</h3>", "No attempt yet.")
                .contains("on this node", "reported only until a success is proved")
                .doesNotContain("notice");
        given("limit.a.rate=1/1m");
        assertThat(page("/sign-ins")).contains("There are no sign-ins.");
    }

    @Test
    void theBannerHasTheLineToCopy() {
        attempt("eve", 302, "/login?error");
        attempt("eve", 302, "/login?error");
        attempt("bob", 302, "/account");
        String line = "Line to copy: <code class=\"line\">signin.main.success=location:/account*</code>";
        assertThat(page("/sign-ins"))
                .contains("No attempt at signin.main has proved a success.", line)
                .contains("None of 3 attempts proved a success: 2 were answered 302 to /login?…")
                .contains("<code>302 to /account</code>", "no success proved")
                .contains("3 attempts.")
                .doesNotContain("bob");
        assertThat(page("")).contains("No attempt at signin.main has proved a success", line, "href=\"./sign-ins\"");
    }

    @Test
    void aSuccessEndsTheBanner() {
        attempt("eve", 302, "/login?error");
        TestCall call = new TestCall("POST", "/login").param("username", "amy").from("198.18.0.1");
        Admission admission = Entering.of(guard).enter(call, Position.FIRST);
        admission.end(Answered.to("/").ending(302, true, call.as("amy")));
        assertThat(page("/sign-ins"))
                .contains("successes proved", "302 to / with a signed-in caller")
                .doesNotContain("notice");
        assertThat(page("")).doesNotContain("has proved a success");
    }

    @Test
    void failuresAloneAreNoReasonForABanner() {
        attempt("eve", 401, "");
        assertThat(page("/sign-ins")).contains("no success yet").doesNotContain("notice");
    }

    @Test
    void rulesSayWhyTheyOnlyReport() {
        assertThat(page("/rules")).contains("<span class=\"tag\">reported only until a success is proved</span>");
    }

    @Test
    void programsReadTheSame() throws IOException {
        attempt("eve", 302, "/login?error");
        attempt("bob", 302, "/account");
        JsonNode read = new ObjectMapper().readTree(get("/api/sign-ins").body());
        assertThat(read.get("allNodes").asBoolean()).isFalse();
        JsonNode main = read.at("/signIns/0");
        assertThat(main.get("name").asText()).isEqualTo("signin.main");
        assertThat(main.get("untilProved").asBoolean()).isTrue();
        assertThat(main.at("/attempts/unproved").asLong()).isEqualTo(2);
        assertThat(main.at("/answers/0/location").asText()).isEqualTo("/account");
        assertThat(main.at("/answers/0/attempts/unproved").asLong()).isEqualTo(1);
        assertThat(main.get("proposal").asText()).isEqualTo("signin.main.success=location:/account*");
        JsonNode rules = new ObjectMapper().readTree(get("/api/rules").body());
        for (JsonNode rule : rules.get("rules")) {
            boolean waits = rule.get("name").asText().matches("main[.](?:password|address|account)");
            assertThat(rule.get("untilProved").asBoolean()).as(rule.toString()).isEqualTo(waits);
        }
    }
}
