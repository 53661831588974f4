package io.github.ostiary.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.testing.Await;
import io.github.ostiary.testing.Browser;
import io.github.ostiary.testing.ServerKind;
import io.github.ostiary.testing.ServerUnderTest;
import io.github.ostiary.testing.probe.FrontFilter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Two applications of one server write into one log: each line of ours says which of them it is about. */
class NamedLinesIT {

    /** The servlet's other pages. */
    private static final String OTHERS =
            ", !/once, !/login, !/head, !/reference, !/first-and-last, !/off, !/denied, !/guard";

    private static final Duration BOUND = Duration.ofSeconds(20);
    private static final Pattern LINE =
            Pattern.compile("(?m)^.*io\\.github\\.ostiary\\.(\\S+).*\\R?.*?(?:INFO|WARNING|SEVERE):? ?(.*)$");

    private static Path war(String name) {
        String front = Wars.GATE.replace("gate", "front").replace("GateFilter", "FrontFilter");
        String rules = Wars.rule("login", "/login") + Wars.rule("once", "/once") + "limit.once.enforce=false\n"
                + "lockout.door.path=/kinds" + OTHERS + "\nlockout.door.key=ip\nlockout.door.steps=2/1h lock 1h\n"
                + "lockout.door.failure=status:404\nlockout.door.success=session-renewed\n"
                + "lockout.form.path=/form" + OTHERS
                + "\nlockout.form.key=param:username+ip\nlockout.form.steps=2/1h lock 1h\n"
                + "lockout.form.failure=status:404\nlockout.form.success=session-renewed\n"
                + "redis.uri=redis://127.0.0.1:1\ndeniedPage=/no-such-page\nreload=1s\nconsole.path=/doors\n"
                + "console.role=doorkeeper\n";
        return Wars.base("named-lines-" + name)
                .thinJar()
                .classes(FrontFilter.class)
                .webXml(front + Wars.FILTER)
                .properties(rules)
                .build();
    }

    @ParameterizedTest
    @EnumSource
    void eachLineNamesItsApplication(ServerKind kind) {
        List<Path> wars = List.of(war(kind + "-shop"), war(kind + "-office"));
        try (ServerUnderTest server = ServerUnderTest.start(kind, wars, Map.of("OSTIARY_PORT", "1"), Map.of())) {
            for (Path war : wars) {
                for (int i = 0; i < 5; i++) {
                    Browser.get(server.uri(war).resolve("login"), "Ticket", "1", "X-Forwarded-For", "192.0.2.7");
                }
                Browser.get(server.uri(war).resolve("kinds"), "Ticket", "1");
                Browser.get(server.uri(war).resolve("doors/"), "Ticket", "1");
                Browser.send(
                        "POST",
                        server.uri(war).resolve("form"),
                        "user=bob&p=wrong",
                        StandardCharsets.UTF_8,
                        "Content-Type",
                        "application/x-www-form-urlencoded",
                        "Ticket",
                        "1");
                String name = "[/" + war.getFileName() + "] ";
                Await.until(
                        () -> lines(server.log()).contains(name + "The shared store fails, so onStoreFailure decides"),
                        BOUND);
            }
            String log = server.stop();
            assertThat(lines(log).lines().filter(line -> line.contains("without param:username")))
                    .hasSize(2)
                    .allMatch(line -> line.contains("The form has the fields p, user.") && !line.contains("bob"));
            assertThat(lines(log).lines()).hasSizeGreaterThan(12).allMatch(line -> line.startsWith("["));
        }
    }

    /** What our loggers wrote, a line each. */
    private static String lines(String log) {
        return LINE.matcher(log).results().map(found -> found.group(2)).collect(Collectors.joining("\n"));
    }
}
