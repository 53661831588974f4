package io.github.ostiary.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.edge.Position;
import io.github.ostiary.rule.RuleBasics;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SignedInByTest {

    private static final ClassLookup SPRING =
            new Given.AnyClass(Set.of("org.springframework.security.web.FilterChainProxy"));

    private static Position position(String lines, ClassLookup classes) {
        GuardConfig config = Given.read(Given.file(lines.split("; ")).inputs(), classes);
        return Stream.concat(
                        config.rules().stream().map(rule -> rule.basics()),
                        config.access().stream().map(rule -> rule.basics()))
                .map(RuleBasics::matcher)
                .map(matcher -> matcher.position())
                .findFirst()
                .orElseThrow();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "limit.a.rate=1/1m; limit.a.path=/a; limit.a.key=principal",
                "limit.a.rate=1/1m; limit.a.path=/a; limit.a.key=principal | ip",
                "limit.a.rate=1/1m; limit.a.path=/a; limit.a.key=ip; limit.a.when=role:admin",
                "limit.a.rate=1/1m; limit.a.path=/a; limit.a.key=ip; limit.a.when=principal:absent",
                "concurrency.a.permits=1; concurrency.a.path=/a; concurrency.a.key=principal",
                "lockout.a.steps=3/1h lock 1m; lockout.a.path=/pin; lockout.a.failure=status:403; lockout.a.key=principal",
                "allow.a.principal=bob",
                "allow.a.when=role:admin",
                "block.a.principal=bob",
            })
    void behindSpringSecurityWhereCallersAreKnown(String lines) {
        assertThat(position(lines, SPRING)).isEqualTo(Position.LAST);
        assertThat(position(lines, Given.EVERY_CLASS)).isEqualTo(Position.FIRST);
        String kind = lines.substring(0, lines.indexOf('.', lines.indexOf('.') + 1));
        assertThat(position(lines + "; " + kind + ".position=first", SPRING)).isEqualTo(Position.FIRST);
    }

    /** What Spring Security answers itself, such as a sign-in, is counted there and nowhere else. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "limit.a.rate=1/1m; limit.a.path=/a",
                "limit.a.rate=1/1m; limit.a.path=/a; limit.a.key=ip",
                "limit.a.rate=1/1m; limit.a.path=/a; limit.a.key=session | ip; limit.a.perIp=none",
                "concurrency.a.permits=1; concurrency.a.path=/a",
                "signin.a.path=/login; signin.a.name=param:username",
                "lockout.a.steps=3/1h lock 1m; lockout.a.path=/login; lockout.a.failure=status:401;"
                        + " lockout.a.key=param:u + ip; lockout.a.when=principal:absent",
                "lockout.a.steps=3/1h lock 1m; lockout.a.path=/login; lockout.a.failure=status:401",
                "block.a.ip=192.0.2.0/24",
            })
    void beforeItWhereTheyAreNot(String lines) {
        assertThat(position(lines, SPRING)).isEqualTo(Position.FIRST);
    }
}
