package io.github.ostiary.spring;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.testing.Await;
import io.github.ostiary.testing.Browser;
import io.github.ostiary.testing.ServerProcess;
import io.github.ostiary.testing.SpringBoot;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Beans of a running application of Spring Boot whose methods carry the annotation. */
class AnnotatedBootIT {

    private static final String RULES =
            """
            concurrency.patient.permits=1
            concurrency.patient.lease=5s
            concurrency.patient.key=global
            concurrency.opened.permits=1
            concurrency.opened.lease=10m
            concurrency.opened.key=global
            limit.all.rate=1000/1h
            limit.all.path=/*
            limit.all.key=ip
            lockout.door.path=/login
            lockout.door.key=param:username
            lockout.door.steps=1/1h lock 1h
            lockout.door.failure=location:/login?error*
            lockout.other.path=/other
            lockout.other.key=param:username
            lockout.other.steps=1/1h lock 1h
            lockout.other.failure=status:401
            """;

    private static ServerProcess server;
    private static URI base;

    @BeforeAll
    static void start() {
        server = SpringBoot.application("annotated", RULES)
                .compiled(Path.of("src", "proofs", "servers", "spring-boot-annotated"))
                .run(
                        SpringBoot.Server.TOMCAT,
                        "--management.endpoints.web.exposure.include=health,metrics,ostiary",
                        "--management.endpoint.health.show-details=always");
        base = URI.create("http://127.0.0.1:" + server.port() + "/annotated/");
    }

    @AfterAll
    static void endsWithoutComplaints() {
        assertThat(server.stop())
                .contains("STOPPED", "rules stated in annotations: ")
                .doesNotContain("RateLimitExceededException", "is not intercepted", "does not limit", "LEFT ostiary");
    }

    private static HttpResponse<String> get(String path, String... headers) {
        return Browser.get(base.resolve(path), headers);
    }

    @Test
    void aDenialIsTheFiltersAnswer() {
        assertThat(get("mine").body()).isEqualTo("{\"mine\": true}");
        assertThat(get("mine").statusCode()).isEqualTo(200);
        HttpResponse<String> denied = get("mine");
        assertThat(denied.statusCode()).isEqualTo(429);
        assertThat(denied.headers().firstValueAsLong("Retry-After")).isPresent();
        assertThat(denied.headers().firstValue("RateLimit").orElse("")).contains("annotated-pages-mine-", "\"all\"");
        assertThat(denied.body()).startsWith("{").contains("\"violated-policies\":[\"annotated-pages-mine-");
        assertThat(get("text?phone=7", "Accept", "text/html").body()).isEqualTo("sent to 7");
        assertThat(get("text?phone=7", "Accept", "text/html").statusCode()).isEqualTo(200);
        assertThat(get("text?phone=7", "Accept", "text/html").body())
                .contains("<h1>Too Many Requests</h1>", "Reference: ");
    }

    @Test
    void aDenialHalfWayReplacesWhatWasWritten() {
        assertThat(get("half").body()).isEqualTo("half sent to half");
        assertThat(get("half").statusCode()).isEqualTo(200);
        HttpResponse<String> denied = get("half");
        assertThat(denied.statusCode()).isEqualTo(429);
        assertThat(denied.body()).startsWith("Too Many Requests");
    }

    @Test
    void callersAreCountedByNamesThatSpringSecurityKnows() {
        String alice = signedIn("alice");
        assertThat(get("caller", "Cookie", alice).body()).isEqualTo("alice");
        assertThat(get("caller", "Cookie", signedIn("alice")).statusCode()).isEqualTo(429);
        assertThat(get("caller", "Cookie", signedIn("bob")).body()).isEqualTo("bob");
        assertThat(get("caller").body()).isEqualTo("stranger");
        assertThat(get("caller").statusCode()).isEqualTo(429);
    }

    private static String signedIn(String name) {
        return cookie(signIn(name, "right"));
    }

    private static HttpResponse<String> signIn(String name, String password) {
        HttpResponse<String> arrival = get("../token");
        return Browser.send(
                "POST",
                base.resolve("../login"),
                "username=" + name + "&password=" + password,
                UTF_8,
                "Content-Type",
                "application/x-www-form-urlencoded",
                "Cookie",
                cookie(arrival),
                "X-CSRF-TOKEN",
                arrival.body());
    }

    private static String cookie(HttpResponse<String> answer) {
        return answer.headers().firstValue("Set-Cookie").orElseThrow().split(";")[0];
    }

    @Test
    void aBeanIsLimitedOnWhateverThread() {
        assertThat(get("text?phone=1").body()).isEqualTo("sent to 1");
        assertThat(get("text-elsewhere?phone=1").body()).isEqualTo("sent to 1");
        assertThat(get("text?phone=1").statusCode()).isEqualTo(429);
        assertThat(get("text-elsewhere?phone=1").body()).isEqualTo("RateLimitExceededException");
        assertThat(get("text?phone=2").body()).isEqualTo("sent to 2");
    }

    @Test
    void anAsynchronousCallIsDecidedForTheRequestThatMakesIt() {
        for (int i = 0; i < 2; i++) {
            assertThat(get("text-later?phone=3").body()).isEqualTo("sent to 3");
        }
        assertThat(get("text-later?phone=3").statusCode()).isEqualTo(429);
    }

    /** Spring answers when the time is up; the work may go on, and says nothing of its end. */
    @Test
    void aTimeoutGivesNoPermitBackBeforeTheLeaseEnds() {
        assertThat(get("impatient").body()).isEqualTo("too late");
        assertThat(get("impatient").statusCode()).isEqualTo(429);
        Await.until(() -> get("impatient").body().equals("too late"), Duration.ofSeconds(30));
    }

    @Test
    void whatIsAnsweredLaterIsHeldUntilThen() throws Exception {
        for (int i = 0; i < 3; i++) {
            Await.until(() -> get("callable").body().equals("called"), Duration.ofSeconds(10));
        }
        for (String path : new String[] {"deferred", "events"}) {
            Await.until(() -> get("callable").body().equals("called"), Duration.ofSeconds(10));
            CompletableFuture<HttpResponse<String>> held = CompletableFuture.supplyAsync(() -> get(path));
            Await.until(() -> get("waiting").body().equals("1"), Duration.ofSeconds(10));
            assertThat(get("callable").statusCode()).isEqualTo(429);
            assertThat(held).isNotDone();
            assertThat(get("end").body()).isEqualTo("1");
            assertThat(held.get().statusCode()).isEqualTo(200);
        }
        Await.until(() -> get("callable").body().equals("called"), Duration.ofSeconds(10));
    }

    @Test
    void anApplicationMayAnswerDenials() {
        assertThat(get("answering").body()).isEqualTo("answered");
        HttpResponse<String> denied = get("answering");
        assertThat(denied.statusCode()).isEqualTo(418);
        assertThat(denied.body()).startsWith("not now: ");
    }

    @Test
    void theActuatorShowsWhatTheConsoleDoes() {
        assertThat(get("../actuator/health").body())
                .contains("\"ostiary\":{\"status\":\"UP\"", "\"store\":\"local\"", "\"degraded\":false");
        HttpResponse<String> status = get("../actuator/ostiary");
        assertThat(status.headers().firstValue("Content-Type").orElse("")).startsWith("application/json");
        assertThat(status.body())
                .startsWith("{\"overview\":{\"coverage\":")
                .contains("\"rules\":", "\"limit.all.rate\"");
        assertThat(get("../actuator/ostiary/rules").body()).startsWith("{\"rules\":[");
        assertThat(get("../actuator/ostiary/callers").statusCode()).isEqualTo(404);
        Await.until(
                () -> get("../actuator/metrics/ostiary.decisions?tag=rule:limit.all")
                                .statusCode()
                        == 200,
                Duration.ofSeconds(30));
    }

    @Test
    void theActuatorUnlocksAndOverrides() {
        assertThat(change(
                        "POST", "override", "{\"key\":\"limit.all.rate\",\"value\":\"2000/1h\",\"reason\":\"a fair\"}"))
                .satisfies(done -> assertThat(done.body()).contains("limit.all.rate=2000/1h until ", "a fair"));
        assertThat(get("../actuator/ostiary/overrides").body()).contains("\"from\":\"actuator\"", "2000/1h");
        assertThat(change("DELETE", "override?key=limit.all.rate", "").body()).contains("restored limit.all.rate");
        assertThat(change("POST", "override", "{\"key\":\"limit.all.rate\"}"))
                .satisfies(wrong -> assertThat(wrong.statusCode()).isEqualTo(400))
                .satisfies(wrong -> assertThat(wrong.body()).isEqualTo("{\"problem\":\"state value\"}"));
        assertThat(change("POST", "unlock", "{\"rule\":\"nowhere\",\"who\":\"bob\"}")
                        .statusCode())
                .isEqualTo(400);
        assertThat(change("POST", "forget", "{}").statusCode()).isEqualTo(404);
    }

    @ParameterizedTest
    @ValueSource(strings = {"plenty", "-3/1h", "1/0s"})
    void aValueThatIsRefusedIsTold(String value) {
        HttpResponse<String> refused =
                change("POST", "override", "{\"key\":\"limit.all.rate\",\"value\":\"" + value + "\"}");
        assertThat(refused.statusCode()).isEqualTo(400);
        assertThat(refused.body())
                .startsWith("{\"problem\":\"")
                .contains("limit.all.rate=" + value + " (set at run time): ");
    }

    @Test
    void whoIsLockedOutIsExplainedAndUnlockedWithoutTheRule() {
        assertThat(signIn("mallory", "wrong").statusCode()).isEqualTo(302);
        HttpResponse<String> denied = signIn("mallory", "right");
        assertThat(denied.statusCode()).isEqualTo(429);
        Matcher reference = Pattern.compile("Reference: (\\w{8})").matcher(denied.body());
        assertThat(reference.find()).isTrue();
        assertThat(get("../actuator/ostiary/reference?reference=" + reference.group(1))
                        .body())
                .startsWith("{\"lines\":[\"" + reference.group(1) + "  door denied, locked");
        assertThat(get("../actuator/ostiary/explain?who=mallory").body()).contains("lockout.door", "locked for");
        assertThat(get("../actuator/ostiary/explain?rule=other&who=mallory").body())
                .contains("lockout.other")
                .doesNotContain("lockout.door");
        assertThat(change("POST", "unlock", "{\"rule\":\"other\",\"who\":\"mallory\"}")
                        .body())
                .contains("\"done\":[]", "\"lockedBy\":[\"lockout.door\"]");
        assertThat(signIn("mallory", "right").statusCode()).isEqualTo(429);
        assertThat(change("POST", "unlock", "{\"who\":\"mallory\"}").body())
                .isEqualTo("{\"done\":[\"unlocked param:username=mallory, by lockout.door\"]}");
        assertThat(signIn("mallory", "wrong").statusCode()).isEqualTo(302);
        assertThat(change("POST", "unlock", "{\"rule\":\"door\",\"who\":\"mallory\"}")
                        .body())
                .isEqualTo("{\"done\":[\"unlocked param:username=mallory\"]}");
    }

    @Test
    void theActuatorTellsWhatCallersHaveUsed() {
        assertThat(get("../actuator/ostiary/uses?rule=all").body())
                .contains("what all callers have used can be read where redis.uri is set");
        for (String wrong :
                new String[] {"uses?rule=nowhere", "uses", "explain", "reference", "explain?who=a&rule=b"}) {
            HttpResponse<String> refused = get("../actuator/ostiary/" + wrong);
            assertThat(refused.statusCode()).as(wrong).isEqualTo(400);
            assertThat(refused.body()).startsWith("{\"problem\":\"");
        }
    }

    private static HttpResponse<String> change(String method, String path, String json) {
        HttpResponse<String> arrival = get("../token");
        return Browser.send(
                method,
                base.resolve("../actuator/ostiary/" + path),
                json,
                UTF_8,
                "Content-Type",
                "application/json",
                "Cookie",
                cookie(arrival),
                "X-CSRF-TOKEN",
                arrival.body());
    }

    /** The annotation is all that such an application says: there is no file and no property. */
    @Test
    void anAnnotationIsEnough() {
        try (ServerProcess bare = SpringBoot.application("bare", "")
                .compiled(Path.of("src", "proofs", "servers", "spring-boot-bare"))
                .run(SpringBoot.Server.UNDERTOW)) {
            URI page = URI.create("http://127.0.0.1:" + bare.port() + "/bare");
            assertThat(Browser.get(page).body()).isEqualTo("bare");
            HttpResponse<String> denied = Browser.get(page);
            assertThat(denied.statusCode()).isEqualTo(429);
            assertThat(denied.body()).contains("Reference: ");
        }
    }
}
