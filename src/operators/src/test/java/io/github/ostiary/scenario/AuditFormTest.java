package io.github.ostiary.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Guard;
import io.github.ostiary.Key;
import io.github.ostiary.operator.Operator;
import io.github.ostiary.operator.OperatorApi;
import io.github.ostiary.setup.GuardBuilder;
import io.github.ostiary.testing.LogLines;
import io.github.ostiary.text.JsonTree;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** What the audit log says to people, and to machines: AuditLog, and of each attempt AttemptTrail. */
class AuditFormTest {

    private static final Key BOB = Key.part("param:username", "bob").and(Key.ip("192.0.2.7"));
    private static final int LONGEST_LINE = 8_192;
    private static final Operator EVE = new Operator("eve", "console 10.0.0.7");

    private static List<String> lines(Consumer<Guard> use, String... properties) {
        try (LogLines log = LogLines.of("io.github.ostiary.audit")) {
            GuardBuilder builder = GuardBuilder.create()
                    .property("lockout.login.key", "param:username+ip")
                    .property("lockout.login.steps", "2/1m lock 15m");
            for (String property : properties) {
                int end = property.indexOf('=');
                builder.property(property.substring(0, end), property.substring(end + 1));
            }
            try (Guard guard = builder.build()) {
                use.accept(guard);
            }
            return List.copyOf(log.lines());
        }
    }

    /** One failure, one success, two failures that lock, one that is denied. */
    private static void signIn(Guard guard, Key key) {
        for (String end : List.of("failed", "succeeded", "failed", "failed", "denied")) {
            try (var attempt = guard.lockouts("login").begin(key)) {
                assertThat(attempt.decision().allowed()).as(end).isEqualTo(!end.equals("denied"));
                switch (end) {
                    case "failed" -> attempt.failed();
                    case "succeeded" -> attempt.succeeded();
                    default -> {}
                }
            }
        }
    }

    private static List<Map<?, ?>> read(List<String> lines) {
        List<Map<?, ?>> read = new ArrayList<>();
        for (String line : lines) {
            assertThat(line.chars()).allMatch(c -> c >= ' ' && c <= '~');
            assertThat(line.length()).isLessThan(LONGEST_LINE);
            read.add((Map<?, ?>) JsonTree.read(line));
        }
        return read;
    }

    private static List<String> ends(List<Map<?, ?>> lines) {
        return lines.stream()
                .filter(each -> "attempt".equals(each.get("event.action")))
                .map(each -> each.get("event.outcome") + " " + each.get("event.reason"))
                .toList();
    }

    @Test
    void withoutAWordAttemptsAreNotWrittenAndLinesAreText() {
        List<String> lines = lines(guard -> signIn(guard, BOB));
        assertThat(lines).singleElement().asString().contains("LOCKED lockout.login key=\"");
    }

    @Test
    void eachAttemptIsOneLineOfTextWithDigests() {
        List<String> lines = lines(guard -> signIn(guard, BOB), "audit.attempts=true");
        assertThat(lines)
                .filteredOn(each -> each.contains("ATTEMPT lockout.login outcome="))
                .hasSize(5)
                .allMatch(each -> each.matches(".* user=\"[\\w-]{12}\" source=\"[\\w-]{12}\""));
        assertThat(lines)
                .filteredOn(each -> each.contains("outcome=\"success\""))
                .hasSize(1);
        assertThat(lines).filteredOn(each -> each.contains("reason=\"LOCKED\"")).hasSize(1);
        assertThat(String.join("\n", lines)).doesNotContain("bob", "192.0.2.7");
    }

    @Test
    void jsonHasTheNamesOfTheSchemaAndDigestsUnlessToldOtherwise() {
        List<Map<?, ?>> lines = read(lines(guard -> signIn(guard, BOB), "audit.attempts=true", "audit.format=json"));
        assertThat(ends(lines))
                .containsExactly("failure null", "success null", "failure null", "failure null", "failure LOCKED");
        assertThat(lines).allSatisfy(each -> {
            assertThat(Instant.parse((String) each.get("@timestamp")))
                    .isBefore(Instant.now().plusSeconds(1));
            assertThat((String) each.get("@timestamp")).endsWith("Z");
            assertThat(each.get("service.name")).isEqualTo("java");
            assertThat(each.get("event.kind")).isEqualTo("event");
            assertThat(each.toString()).doesNotContain("bob", "192.0.2.7");
        });
        Map<?, ?> first = lines.stream()
                .filter(each -> "attempt".equals(each.get("event.action")))
                .findFirst()
                .orElseThrow();
        assertThat(first.get("event.category")).isEqualTo(List.of("authentication"));
        assertThat(first.get("rule.name")).isEqualTo(List.of("lockout.login"));
        assertThat((String) first.get("user.hash")).hasSize(12);
        assertThat((String) first.get("source.address")).hasSize(12).isNotEqualTo(first.get("user.hash"));
        assertThat(first.get("source.ip")).as("a digest is no address").isNull();
        assertThat(lines)
                .filteredOn(each -> "locked".equals(each.get("event.action")))
                .singleElement()
                .satisfies(each -> assertThat(each.get("ostiary.seconds")).isEqualTo(900L));
    }

    @Test
    void plainLinesNameWhoAndWhereButNeverAKeyOrCookie() {
        Key secret = BOB.and(Key.part("header:x-api-key", "topsecret")).and(Key.part("cookie:sid", "topsecret"));
        List<Map<?, ?>> lines = read(lines(
                guard -> signIn(guard, secret),
                "lockout.login.key=param:username+ip+header:x-api-key+cookie:sid",
                "audit.attempts=true",
                "audit.format=json",
                "audit.identities=plain"));
        assertThat(lines).hasSize(6).allSatisfy(each -> assertThat(each.toString())
                .doesNotContain("topsecret"));
        assertThat(lines)
                .filteredOn(each -> "attempt".equals(each.get("event.action")))
                .allSatisfy(each -> {
                    assertThat(each.get("user.name")).isEqualTo("bob");
                    assertThat(each.get("source.ip")).isEqualTo("192.0.2.7");
                });
        assertThat(lines)
                .filteredOn(each -> "locked".equals(each.get("event.action")))
                .allSatisfy(each -> assertThat(each.get("related.user")).isEqualTo(List.of("bob")));
    }

    @Test
    void aNameForgesNoLineAndAddsNoField() {
        String forged = "x\"}\r\n{\"event.outcome\":\"success\",\"user.name\":\"root\u2028\u202e\\";
        for (String form : List.of("text", "json")) {
            for (String name : List.of(forged, forged + "\ud83d\ude00".repeat(120), "y".repeat(100_000), "10.0.0.1")) {
                List<String> lines = lines(
                        guard -> {
                            signIn(guard, Key.part("param:username", name).and(Key.ip("2001:db8::1")));
                            OperatorApi.of(guard)
                                    .lock("login", BOB, Duration.ofHours(1), EVE, "x\r\n\"}" + "é".repeat(190));
                        },
                        "audit.attempts=true",
                        "audit.identities=plain",
                        "audit.format=" + form);
                assertThat(lines).hasSize(7).allMatch(each -> each.lines().count() == 1);
                if (form.equals("json")) {
                    List<Map<?, ?>> read = read(lines);
                    assertThat(ends(read))
                            .filteredOn(each -> each.startsWith("success"))
                            .hasSize(1);
                    assertThat(read).noneMatch(each -> "root".equals(each.get("user.name")));
                    assertThat(read).noneMatch(each -> "10.0.0.1".equals(each.get("source.ip")));
                }
            }
        }
    }

    @Test
    void whatTheQueueCannotTakeIsCounted() {
        int attempts = 30_000;
        List<Map<?, ?>> lines = read(lines(
                guard -> {
                    for (int i = 0; i < attempts; i++) {
                        guard.lockouts("login")
                                .begin(Key.part("param:username", "u" + i))
                                .succeeded();
                    }
                },
                "lockout.login.key=param:username",
                "audit.attempts=true",
                "audit.format=json"));
        long missing = lines.stream()
                .filter(each -> "left-out".equals(each.get("event.action")))
                .mapToLong(each -> Long.parseLong(((String) each.get("event.reason")).split(" ")[0]))
                .sum();
        assertThat(ends(lines).size() + missing).isEqualTo(attempts);
    }
}
