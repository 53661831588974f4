package io.github.ostiary.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.edge.Position;
import io.github.ostiary.rule.AccessRule;
import io.github.ostiary.rule.PathPattern;
import io.github.ostiary.rule.RuleKind;
import io.github.ostiary.testing.TestCall;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AccessReaderTest {

    private static TestCall call() {
        return new TestCall("GET", "/").header("X", "y");
    }

    private static void assertEverywhere(AccessRule rule) {
        assertThat(rule.basics().matcher().paths())
                .usingRecursiveFieldByFieldElementComparator()
                .containsExactly(PathPattern.parse("/*"));
        assertThat(rule.basics().matcher().excluded()).isEmpty();
        assertThat(rule.basics().matcher().methods().names()).isEmpty();
        assertThat(rule.basics().matcher().when()).accepts(call());
        assertThat(rule.basics().matcher().position()).isEqualTo(Position.FIRST);
    }

    @Test
    void defaults_of_allow() {
        AccessRule rule = Given.file("allow.office.ip=192.0.2.0/24").access();
        assertThat(rule.blocks()).isFalse();
        assertThat(rule.name()).isEqualTo("office");
        assertEverywhere(rule);
        assertThat(rule.condition())
                .accepts(call().from("192.0.2.7"), call().from("192.0.2.8").as("bob"))
                .rejects(call().from("192.0.3.7"));
        assertThat(rule.waives()).containsExactlyInAnyOrder(RuleKind.LIMIT, RuleKind.CONCURRENCY);
        assertThat(rule.shadow()).isFalse();
        assertThat(rule.basics().status()).isEmpty();
    }

    @Test
    void defaults_of_block() {
        AccessRule rule = Given.file("block.bob.principal=bob").access();
        assertThat(rule.blocks()).isTrue();
        assertThat(rule.name()).isEqualTo("bob");
        assertEverywhere(rule);
        assertThat(rule.condition()).accepts(call().as("bob")).rejects(call(), call().as("eve"));
        assertThat(rule.waives()).isEmpty();
        assertThat(rule.shadow()).isFalse();
        assertThat(rule.basics().status()).isEmpty();
    }

    @Test
    void everything_set() {
        AccessRule rule = Given.file(
                        "block.bad.path=/admin/*",
                        "block.bad.methods=GET",
                        "block.bad.when=header:X=y",
                        "block.bad.position=last",
                        "block.bad.ip=192.0.2.1, 2001:db8::/32",
                        "block.bad.principal=bob, eve",
                        "block.bad.enforce=false",
                        "block.bad.status=404")
                .access();
        assertThat(rule.blocks()).isTrue();
        assertThat(rule.name()).isEqualTo("bad");
        assertThat(rule.basics().matcher().paths())
                .usingRecursiveFieldByFieldElementComparator()
                .containsExactly(PathPattern.parse("/admin/*"));
        assertThat(rule.basics().matcher().methods().names()).containsExactlyInAnyOrder("GET", "HEAD");
        assertThat(rule.basics().matcher().when()).accepts(call()).rejects(new TestCall("GET", "/"));
        assertThat(rule.basics().matcher().position()).isEqualTo(Position.LAST);
        assertThat(rule.condition())
                .accepts(
                        call().from("192.0.2.1").as("bob"),
                        call().from("2001:db8::7").as("eve"))
                .rejects(call().from("192.0.2.1"), call().from("192.0.2.1").as("joe"), call().as("bob"));
        assertThat(rule.waives()).isEmpty();
        assertThat(rule.shadow()).isTrue();
        assertThat(rule.basics().status()).hasValue(404);
    }

    @Test
    void bypasses_what_is_listed() {
        assertThat(Given.file("allow.a.ip=::1", "allow.a.bypass=limit").access().waives())
                .containsExactly(RuleKind.LIMIT);
    }

    @Test
    void without_enforcement_blocks_nobody_and_still_allows() {
        assertThat(Given.file("enforce=false", "allow.a.ip=::1", "block.b.ip=::2")
                        .read()
                        .access())
                .extracting(AccessRule::shadow)
                .containsExactly(false, true);
    }

    @ParameterizedTest
    @ValueSource(strings = {"ip=::1", "principal=bob", "when=role:admin"})
    void one_condition_is_enough(String condition) {
        assertThat(Given.file("allow.a." + condition, "block.b." + condition).problems())
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '→',
            value = {
                "allow.a.path=/* → allow.a: an allow rule needs a condition; add allow.a.ip, allow.a.principal or"
                        + " allow.a.when",
                "block.b.path=/* → block.b: a block rule needs a condition; add block.b.ip, block.b.principal or"
                        + " block.b.when",
                "block.b.ip= → block.b.ip=: it has no value; write one or remove the key",
            })
    void a_missing_condition_is_a_problem(String line, String problem) {
        assertThat(Given.file(line).problems()).containsExactly(problem);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '→',
            value = {
                "allow.a.key=ip → an allow rule counts nothing and has no key; remove it",
                "block.b.key=ip → a block rule counts nothing and has no key; remove it",
                "allow.a.onStoreFailure=allow → an allow rule asks no store; remove it",
                "block.b.onStoreFailure=deny → a block rule asks no store; remove it",
                "allow.a.enforce=false → an allow rule denies no caller, so there is nothing to shadow; remove it",
                "allow.a.status=404 → an allow rule denies no caller and answers nothing; remove it",
                "allow.a.bypass=limit, login → there is no kind of rule 'login' to bypass; write a list of"
                        + " limit, concurrency and lockout",
                "block.b.status=302 → must be a whole number from 400 to 599",
                "allow.a.principal=bob,,eve → an entry of the list is empty; remove the extra comma",
                "block.b.position=middle → must be first or last",
            })
    void problems(String line, String problem) {
        assertThat(Given.file("allow.a.ip=::1", "block.b.ip=::2", line).problems())
                .containsExactly(line + ": " + problem);
    }

    @Test
    void lockouts_are_bypassed_only_when_named() {
        assertThat(Given.file("allow.a.ip=::1", "allow.a.bypass=lockout, concurrency")
                        .access()
                        .waives())
                .containsExactlyInAnyOrder(RuleKind.LOCKOUT, RuleKind.CONCURRENCY);
    }

    @Test
    void rules_that_could_not_be_told_apart_have_different_names() {
        String permits = "concurrency.api.permits=2";
        String steps = "lockout.api.steps=10/1h lock 15m";
        String same = " has the same name, and a denial tells only the name; rename one of them";
        assertThat(Given.file("limit.api.rate=1/1m", "block.api.ip=::1", "allow.api.ip=::1")
                        .problems())
                .containsExactly("block.api: limit.api" + same);
        assertThat(Given.file("block.api.ip=::1", steps, permits).problems())
                .containsExactly("block.api: concurrency.api" + same);
        assertThat(Given.file(steps, permits, "limit.api.rate=1/1m").problems()).isEmpty();
        assertThat(Given.file(steps, permits, "lockout.api.status=401", "concurrency.api.status=503")
                        .problems())
                .containsExactly("lockout.api: concurrency.api" + same);
        assertThat(Given.file(steps, "allow.api.ip=::1").problems()).isEmpty();
    }
}
