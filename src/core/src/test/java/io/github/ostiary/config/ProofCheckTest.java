package io.github.ostiary.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ostiary.ConfigurationException;
import io.github.ostiary.ManualTimeSource;
import io.github.ostiary.setup.GuardBuilder;
import io.github.ostiary.testing.LogLines;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Successes that prove nothing are rejected, or warned of. */
class ProofCheckTest {

    private static void deploy(String failure, String success, String key) {
        GuardBuilder.create()
                .timeSource(new ManualTimeSource())
                .property("lockout.login.path", "/login")
                .property("lockout.login.key", key)
                .property("lockout.login.steps", "3/1h lock 15m")
                .property("lockout.login.failure", failure)
                .property("lockout.login.success", success)
                .build()
                .close();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '→',
            value = {
                "status:401 → status:302 → a 302 is no proof",
                "location:/login?error* → status:302 → a 302 is no proof",
                "status:401 → status:200,303 → a 303 is no proof",
                "status:401 → principal, status:307 → a 307 is no proof",
                "status:401 → status:302 + return → a 302 is no proof",
                "location:/login?error* → status:302 + !location:/login?error* → a 302 is no proof",
                "attribute:error → status:200 → lockout.login.failure=attribute:error may have the same status",
                "set-cookie:WRONG → status:204 → may have the same status",
                "status:401,403 → status:200,403 → may have the same status",
                "status:200 + attribute:error → status:200 → may have the same status",
                "!principal → status:200 → may have the same status",
                "location:/login?error* → return → may have the same status",
                "location:/login?error* → location:/* → failures lead there too",
                "location:/login?error* → location:/log* → failures lead there too",
                "status:401 → location:/* → failures lead there too",
                "status:401 → !location:/login* → it has only signals with !, which prove nothing",
                "status:401 → set-cookie:JSESSIONID → a new session proves nothing",
            })
    void rejected(String failure, String success, String reason) {
        assertThatThrownBy(() -> deploy(failure, success, "param:u"))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("lockout.login.success=" + success)
                .hasMessageContaining(reason);
    }

    @Test
    void theRemediesAndTheOverrideAreNamed() {
        assertThatThrownBy(() -> deploy("status:401", "status:302", "param:u"))
                .hasMessageContaining("session-renewed, set-cookie:NAME, header:NAME, principal, location:/account*")
                .hasMessageContaining("status:302 + !location:/login*")
                .hasMessageContaining("accept it with lockout.login.success=status:302!");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '→',
            value = {
                "location:/login?error* → session-renewed",
                "location:/login?error* → status:302!",
                "attribute:error → status:200,302!",
                "location:/login?error* → status:302 + !location:/login*",
                "location:/login?error* → location:/account*",
                "location:/login?error* → location:/login?ok",
                "status:401 → status:204",
                "location:/login?error* → status:204",
                "status:401 → set-cookie:TGC, header:X-Token, attribute:user, principal",
                "status:401 → status:200 + set-cookie:JSESSIONID2",
                "exception:a.B → status:204",
                "!status:204 → status:204",
            })
    void deployedInSilence(String failure, String success) {
        try (LogLines log = LogLines.of("io.github.ostiary.config")) {
            deploy(failure, success, "param:u");
            assertThat(log.warnings()).isEmpty();
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '→',
            value = {
                "status:401 → status:200 → every 200 clears",
                "exception:a.B → status:200 → every 200 clears",
                "status:401 → return → every answer but a failure",
            })
    void deployedWithAWarning(String failure, String success, String warning) {
        try (LogLines log = LogLines.of("io.github.ostiary.config")) {
            deploy(failure, success, "param:u");
            assertThat(log.warnings()).singleElement().asString().contains(warning, "session-renewed");
            deploy(failure, success, "ip");
            assertThat(log.warnings()).hasSize(1);
        }
    }

    @Test
    void ourOwnWarningLeadsNobodyThere() {
        try (LogLines log = LogLines.of("io.github.ostiary.config")) {
            GuardBuilder.create()
                    .timeSource(new ManualTimeSource())
                    .property("lockout.login.path", "/login")
                    .property("lockout.login.key", "param:u")
                    .property("lockout.login.steps", "3/1h lock 15m")
                    .property("lockout.login.failure", "status:401")
                    .build()
                    .close();
            assertThat(log.warnings())
                    .singleElement()
                    .asString()
                    .contains("session-renewed", "set-cookie:NAME")
                    .doesNotContain("=status:");
        }
    }
}
