package io.github.ostiary.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ostiary.ConfigurationException;
import io.github.ostiary.testing.LogLines;
import io.github.ostiary.testing.Nodes;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Rules that would guard nothing, or shut somebody out, are spoken of before anybody comes. */
class RuleAdviceTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/j_security_check",
                "/*/j_security_check",
                "/j_security_check/*",
                "/j_security_check/",
                "/a, /j_security_check"
            })
    void aRuleOnWhatTheContainerAnswersItselfFails(String path) {
        assertThatThrownBy(() -> Nodes.local(
                                "lockout.login.path=" + path,
                                "lockout.login.key=param:j_username+ip",
                                "lockout.login.failure=status:401",
                                "lockout.login.steps=3/1m lock 5m")
                        .close())
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("lockout.login.path=")
                .hasMessageContaining("before any filter")
                .hasMessageContaining("request.login(name, password)");
        assertThatThrownBy(() -> Nodes.local("limit.login.path=" + path, "limit.login.rate=3/1m")
                        .close())
                .hasMessageContaining("limit.login.path=");
        assertThatThrownBy(() -> Nodes.local("signin.main.path=" + path, "signin.main.name=param:j_username")
                        .close())
                .hasMessageContaining("1 problem:")
                .hasMessageContaining("signin.main.path=")
                .hasMessageContaining("write signin.main.login=container in place of path and name");
    }

    @Test
    void anExceptionOrASubtreeIsNoRuleOnIt() {
        Nodes.local("limit.all.path=/*, !/j_security_check", "limit.all.rate=3/1m")
                .close();
    }

    @ParameterizedTest
    @CsvSource({
        "param:username, none, true",
        "principal | param:username, none, true",
        "'ip, param:a+param:b', none, true",
        "param:username+ip, , false",
        "param:phone/digits, none, false",
        "header:X-Api-Key, none, false",
        "ip, , false"
    })
    void aLimitOnATypedNameAloneIsWarnedOf(String key, String perIp, boolean warned) {
        try (LogLines log = LogLines.of("io.github.ostiary")) {
            String[] lines = {"limit.a.path=/login", "limit.a.rate=3/1m", "limit.a.key=" + key, "limit.a.perIp=" + perIp
            };
            Nodes.local(perIp == null ? Arrays.copyOf(lines, 3) : lines).close();
            assertThat(log.warnings().stream().anyMatch(line -> line.contains("uses up that user's permits")))
                    .isEqualTo(warned);
        }
    }
}
