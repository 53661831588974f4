package io.github.ostiary.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.edge.ConsoleSettings;
import io.github.ostiary.operator.SettingInForce;
import io.github.ostiary.operator.SettingInForce.Origin;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code console.*}, and what {@link DeclaredReader} tells of a configuration. */
class ConsoleReaderTest {

    @Test
    void thereIsNoneUnlessBothAreStated() {
        assertThat(Given.nothing().read().declared().console()).isEmpty();
        assertThat(Given.file("console.path=/ostiary", "console.role=doorkeeper")
                        .read()
                        .declared()
                        .console())
                .hasValue(new ConsoleSettings("/ostiary", "doorkeeper", false));
        assertThat(Given.file("console.path=/a/b-c.d", "console.role=door keeper", "console.insecure=true")
                        .read()
                        .declared()
                        .console())
                .hasValue(new ConsoleSettings("/a/b-c.d", "door keeper", true));
    }

    @Test
    void oneAloneIsAMistakeThatNamesTheOther() {
        assertThat(Given.file("console.path=/ostiary").problems())
                .singleElement()
                .asString()
                .contains("console.role is missing");
        assertThat(Given.file("console.role=doorkeeper").problems())
                .singleElement()
                .asString()
                .contains("console.path is missing");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ostiary",
                "/",
                "/ostiary/",
                "/*",
                "/a/*",
                "//a",
                "/a/../b",
                "/./a",
                "/WEB-INF/x",
                "/meta-inf",
                "/a b",
                "/a;b",
                "/a%20b",
                "/é",
                "/a\"b",
                "/<b>"
            })
    void aPathIsPlain(String path) {
        assertThat(Given.file("console.path=" + path, "console.role=doorkeeper").problems())
                .singleElement()
                .asString()
                .contains("console.path=", "such as /ostiary");
    }

    @ParameterizedTest
    @ValueSource(strings = {"*", "**", "a,b", "\\u0007"})
    void aRoleIsOne(String role) {
        assertThat(Given.file("console.path=/ostiary", "console.role=" + role).problems())
                .singleElement()
                .asString()
                .contains("console.role=", "such as doorkeeper");
    }

    @Test
    void everyValueSaysWhereItCameFromAndNoSecretIsTold() {
        Declared declared = Given.file(
                        "limit.a.rate=1/1s",
                        "limit.a.path=/a",
                        "limit.a.key=ip",
                        "limit.a.when=header:X-K=hunter2x",
                        "headers=none")
                .initParam("limit.a.path", "/b")
                .initParam("keySecret", "0123456789abcdef")
                .env("OSTIARY_LIMIT_A_RATE", "2/1s")
                .sys("ostiary.limit.a.key", "principal")
                .read()
                .declared();
        assertThat(declared.rules()).singleElement().satisfies(rule -> assertThat(rule.settings())
                .contains(
                        new SettingInForce(
                                "limit.a.rate",
                                "2/1s",
                                Origin.ENVIRONMENT,
                                "environment variable OSTIARY_LIMIT_A_RATE"),
                        new SettingInForce("limit.a.path", "/b", Origin.INIT_PARAM, ""),
                        new SettingInForce(
                                "limit.a.key", "principal", Origin.SYSTEM, "system property ostiary.limit.a.key"),
                        new SettingInForce(
                                "limit.a.when", "header:X-K=***", Origin.FILE, "/WEB-INF/ostiary.properties")));
        assertThat(declared.settings())
                .contains(
                        new SettingInForce("headers", "none", Origin.FILE, "/WEB-INF/ostiary.properties"),
                        new SettingInForce("keySecret", "***", Origin.INIT_PARAM, ""));
        assertThat(declared.toString()).doesNotContain("hunter2x", "0123456789abcdef");
    }

    @Test
    void shadowsAreTold() {
        assertThat(Given.file("limit.a.rate=1/1s", "limit.b.rate=1/1s", "limit.b.enforce=false")
                        .read()
                        .declared()
                        .rules())
                .extracting(rule -> rule.full() + " " + rule.shadow())
                .containsExactly("limit.a false", "limit.b true");
        assertThat(Given.file("limit.a.rate=1/1s", "enforce=false")
                        .read()
                        .declared()
                        .rules())
                .extracting(rule -> rule.shadow())
                .containsExactly(true);
    }
}
