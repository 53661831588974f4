package io.github.ostiary;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.ostiary.LockState.Phase;
import io.github.ostiary.Reservation.Purpose;
import io.github.ostiary.Reservation.Traits;
import io.github.ostiary.Settlement.Ending;
import io.github.ostiary.Step.Action;
import io.github.ostiary.testing.Ladders;
import io.github.ostiary.testing.LockoutBackend;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/** Runs the vectors about lockouts on any backend. */
final class LockoutVectors {

    private static final long BASE = 1_700_000_000_000_000L;

    private final JsonNode vector;
    private final JsonNode config;
    private final Ladder ladder;
    private final LockoutBackend backend;
    private final ManualTimeSource time;
    private int ids;

    private LockoutVectors(JsonNode vector, LockoutBackend backend, ManualTimeSource time) {
        this.vector = vector;
        this.config = vector.get("config");
        this.ladder = ladder(vector);
        this.backend = backend;
        this.time = time;
    }

    /** The ids of all of them. */
    static Stream<String> ids() {
        return Stream.concat(
                Stream.of("KC-", "LAD-", "TC-", "F2B-", "DOS-", "STUFF-", "NIST-", "DEV-")
                        .flatMap(prefix -> Vectors.idsStartingWith(prefix).stream())
                        .map(vector -> vector.get("id").asText()),
                Stream.of("RLF-03", "RLF-06", "RACE-02", "RACE-03"));
    }

    /** Fails where a decision differs. */
    static void run(String id, LockoutBackend backend, ManualTimeSource time) {
        new LockoutVectors(Vectors.byId(id), backend, time).run();
    }

    private static Ladder ladder(JsonNode vector) {
        JsonNode config = vector.get("config");
        Ladders ladders = Ladders.ladder();
        switch (vector.get("algorithm").asText()) {
            case "lockout_escalating", "lockout_reset_on_success", "lockout_overflow" -> {
                int failures = config.get("failure_factor").asInt();
                long wait = seconds(config, "wait_increment_s");
                ladders.extend(config.get("failure_reset_s").asLong() > 900)
                        .step(new Step(
                                failures,
                                seconds(config, "failure_reset_s"),
                                Action.LOCK,
                                wait,
                                1,
                                wait,
                                seconds(config, "max_wait_s"),
                                config.get("strategy").asText().equals("LINEAR") ? 1 : failures));
            }
            case "lockout_consecutive" -> ladders.lock(
                    config.path("failures")
                            .asInt(config.path("maximum_attempts").asInt()),
                    86_400,
                    config.has("lock_s")
                            ? config.get("lock_s").asInt()
                            : config.get("unlock_in_ms").asInt() / 1_000);
            case "fail_window_rate_estimate" -> ladders.consecutive(false)
                    .lock(
                            config.get("maxretry").asInt(),
                            config.get("findtime_s").asInt(),
                            1);
            case "ban_escalation_formula" -> ladders.step(
                    new Step(1, 1_000_000, Action.LOCK, seconds(config, "bantime_s"), 2, 0, 7 * 86_400_000_000L, 1));
            case "lockout_ladder_captcha" -> ladders.challenge(
                            config.at("/step1/consecutive_wrong_passwords").asInt(),
                            config.at("/step1/window_ms").asInt() / 1e3)
                    .wrong(
                            config.at("/step2/wrong_captchas").asInt(),
                            config.at("/step2/for_ms").asInt() / 1e3);
            case "distinct_users_per_ip" -> ladders.consecutive(false)
                    .distinct(true)
                    .lock(
                            config.get("distinct").asInt(),
                            config.get("window_ms").asInt() / 1e3,
                            config.get("block_ms").asInt() / 1e3);
            case "lockout_dos_protection" -> ladders.exempt(30 * 86_400)
                    .lock(
                            config.get("user_failures").asInt(),
                            3_600,
                            config.get("lock_ms").asInt() / 1e3);
            case "nist_cap" -> ladders.cap(config.get("cap").asInt()).lock(3, 60, 60);
            case "fixed_window_first_hit_anchored" -> ladders.lock(
                    config.get("points").asInt() + 1,
                    config.get("duration_s").asInt(),
                    Math.max(1, config.get("block_duration_s").asInt()));
            default -> ladders.lock(config.get("failures").asInt(), 600, 900);
        }
        return ladders.named("login");
    }

    private static long seconds(JsonNode config, String field) {
        return config.get(field).asLong() * 1_000_000;
    }

    private void run() {
        int index = 0;
        for (JsonNode event : Vectors.events(vector)) {
            time.set(BASE + event.path("t_ms").asLong() * 1_000);
            String where = vector.get("id").asText() + " event " + index;
            JsonNode expected = expected(index++);
            switch (event.get("op").asText()) {
                case "ban" -> bans(event, expected, where);
                case "50 parallel wrong logins" -> wrongInParallel(expected, where);
                case "20 parallel correct logins" -> correctInParallel(expected, where);
                case "block" -> backend.lock(ladder, "k", Verdict.NEVER, "");
                case "delete" -> backend.unlock(ladder, "k");
                default -> one(event, expected, where);
            }
        }
    }

    /** Of what a peer does wrong only our own expectation counts, and our locks end at the very moment. */
    private JsonNode expected(int index) {
        JsonNode ours = vector.path("our_expect").path(String.valueOf(index));
        if (vector.get("use").asText().equals("peer_bug") && !ours.isMissingNode()) {
            return ours;
        }
        ObjectNode expected = (ObjectNode) Vectors.expected(vector, index);
        if (vector.get("id").asText().equals("DEV-01")) {
            expected.remove("failed_attempts");
            if (index == 5) {
                expected.put("authenticated", true).put("locked", false);
            }
        }
        return expected;
    }

    private void one(JsonNode event, JsonNode expected, String where) {
        for (long n = event.path("n").asLong(0), step = 7_200_000_000L; n > 1; n--) {
            long earlier = BASE + event.get("t_ms").asLong() * 1_000 - (n - 1) * step;
            if (earlier > newestFailure) {
                time.set(earlier);
                attempt(event, false);
            }
        }
        time.set(BASE + event.get("t_ms").asLong() * 1_000);
        boolean right = event.path("correct_password")
                        .asBoolean(event.path("correct_password").asInt(0) == 1)
                || event.get("op").asText().equals("pw_ok")
                || event.get("op").asText().equals("success");
        Tried tried = attempt(event, right);
        compare(expected, tried, right, where);
    }

    private long newestFailure = Long.MIN_VALUE;

    private record Tried(boolean evaluated, Verdict verdict, LockState state) {}

    private Tried attempt(JsonNode event, boolean right) {
        boolean answer = event.get("op").asText().startsWith("captcha");
        Reservation asked = reservation(event, answer);
        Verdict verdict = backend.begin(asked);
        boolean evaluated = verdict.passed();
        if (evaluated) {
            verdict = backend.settle(asked, right ? Ending.SUCCEEDED : Ending.FAILED);
        }
        newestFailure = time.micros();
        return new Tried(evaluated, verdict, backend.state(ladder, asked.identity()));
    }

    private Reservation reservation(JsonNode event, boolean answer) {
        String user = event.path("user").asText("k").strip().toLowerCase(Locale.ROOT);
        boolean byAddress = ladder.distinct() || event.path("key").asText().contains(".");
        return new Reservation(
                ladder,
                byAddress ? "address" : user,
                "id" + ++ids,
                answer ? Purpose.CHALLENGE : Purpose.ATTEMPT,
                new Traits(user, event.path("ip").asText(""), ""),
                user);
    }

    private void compare(JsonNode expected, Tried tried, boolean right, String where) {
        LockState state = tried.state;
        boolean locked = state.phase() == Phase.LOCKED;
        long millis = state.remaining().map(Duration::toMillis).orElse(0L);
        Map<String, Object> ours = Map.ofEntries(
                Map.entry("allowed", state.phase() == Phase.OPEN),
                Map.entry("authenticated", tried.evaluated && right),
                Map.entry("evaluated", tried.evaluated),
                Map.entry("locked", locked),
                Map.entry("ip_blocked", locked),
                Map.entry("ban", tried.verdict.fired()),
                Map.entry("disabled", state.phase() == Phase.BLOCKED),
                Map.entry("permanently_disabled", state.phase() == Phase.BLOCKED),
                Map.entry("locked_for_ms", millis),
                Map.entry("ttl_ms", millis),
                Map.entry("failures", (long) state.failures()),
                Map.entry("retry", (long) state.failures()),
                Map.entry("distinct", (long) state.failures()),
                Map.entry("wrong_captchas", (long) state.wrongChallenges()),
                Map.entry("outcome", tried.evaluated ? right ? "ok" : "wrong" : "locked"),
                Map.entry("state", locked ? "DISABLED" : state.phase() == Phase.OPEN ? "OPEN" : "CAPTCHA_REQUIRED"));
        ours.forEach((field, value) -> {
            if (expected.has(field)) {
                String text = expected.get(field).asText();
                assertThat(value.toString())
                        .as("%s: %s", where, field)
                        .isEqualTo(text.equals("challenge_or_locked") ? "locked" : text);
            }
        });
        if (config.has("points")) {
            long left = config.get("points").asLong() - state.failures();
            assertThat(state.phase() == Phase.OPEN ? left : 0)
                    .as(where)
                    .isEqualTo(expected.get("remaining").asLong());
            if (state.phase() != Phase.OPEN) {
                assertThat(state.phase() == Phase.BLOCKED ? -1 : millis)
                        .as(where)
                        .isEqualTo(expected.get("ms_before_next").asLong());
            }
        }
    }

    private void bans(JsonNode event, JsonNode expected, String where) {
        long micros = 0;
        backend.unlock(ladder, "k");
        for (int i = 0; i <= event.get("previous_bans").asInt(); i++) {
            time.set(time.micros() + micros);
            micros = attempt(event, false).verdict.retryMicros();
        }
        assertThat(micros).as(where).isEqualTo(expected.get("ban_s").asLong() * 1_000_000);
    }

    private void wrongInParallel(JsonNode expected, String where) {
        List<Reservation> evaluated = new ArrayList<>();
        for (int i = 0; i < config.get("parallel").asInt(); i++) {
            Reservation asked = Ladders.attempt(ladder, "p" + i, "", "");
            if (backend.begin(asked).passed()) {
                evaluated.add(asked);
            }
        }
        evaluated.forEach(asked -> backend.settle(asked, Ending.FAILED));
        assertThat(evaluated)
                .as(where)
                .hasSize(expected.get("max_password_evaluations").asInt());
        assertThat(backend.state(ladder, "k").phase()).as(where).isEqualTo(Phase.LOCKED);
    }

    /** Whoever finds it busy waits until another one is settled. */
    private void correctInParallel(JsonNode expected, String where) {
        List<Reservation> evaluated = new ArrayList<>();
        int done = 0;
        while (done < config.get("parallel").asInt()) {
            Reservation asked = Ladders.attempt(ladder, "p" + done, "", "");
            Verdict verdict = backend.begin(asked);
            if (verdict.passed()) {
                evaluated.add(asked);
                done++;
            } else {
                assertThat(verdict.reason()).as(where).isEqualTo(Decision.Reason.BUSY);
                backend.settle(evaluated.remove(0), Ending.SUCCEEDED);
            }
        }
        evaluated.forEach(asked -> backend.settle(asked, Ending.SUCCEEDED));
        assertThat(backend.state(ladder, "k").failures())
                .as(where)
                .isEqualTo(expected.get("failures_after").asInt());
        assertThat(backend.state(ladder, "k").phase()).as(where).isEqualTo(Phase.OPEN);
    }
}
