package io.github.ostiary.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Decision.Reason;
import io.github.ostiary.Guard;
import io.github.ostiary.testing.LogLines;
import io.github.ostiary.testing.RecipeFixture;
import io.github.ostiary.testing.RedisServer;
import io.github.ostiary.testing.TestCall;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tries the promises of src/docs/recipes-in-front.md and recipes-running.md. */
class FrontRecipesTest extends RecipeFixture {

    @Test
    void behindNginxTheLastHopCounts() {
        Guard guard = recipe("Behind nginx");
        assertThat(admitted(301, guard, get("/").from("127.0.0.1").header("X-Forwarded-For", "6.6.6.6, 203.0.113.9")))
                .isEqualTo(300);
        assertThat(first(guard, get("/").from("127.0.0.1").header("X-Forwarded-For", "7.7.7.7, 203.0.113.9"))
                        .allowed())
                .as("what the caller claims")
                .isFalse();
        assertThat(first(guard, get("/").from("127.0.0.1").header("X-Forwarded-For", "203.0.113.10"))
                        .allowed())
                .isTrue();
        assertThat(first(guard, get("/static/a.css").from("127.0.0.1").header("X-Forwarded-For", "203.0.113.9"))
                        .allowed())
                .isTrue();
    }

    @Test
    void behindAwsTheBalancersProbesPass() {
        Guard guard = recipe("Behind an AWS load balancer");
        TestCall call = get("/").from("10.0.2.7").header("X-Forwarded-For", "6.6.6.6, 203.0.113.9");
        assertThat(admitted(301, guard, call)).isEqualTo(300);
        assertThat(admitted(301, guard, get("/").from(ELSEWHERE).header("X-Forwarded-For", "203.0.113.10")))
                .as("a header from who is no balancer")
                .isEqualTo(300);
        assertThat(admitted(400, guard, get("/health").from("10.0.1.4"))).isEqualTo(400);
    }

    @Test
    void behindCloudflareItsHeaderCounts() {
        Guard guard = recipe("Behind Cloudflare");
        assertThat(admitted(301, guard, get("/").from("172.70.1.1").header("CF-Connecting-IP", "203.0.113.9")))
                .isEqualTo(300);
        assertThat(first(guard, get("/").from("2606:4700::1").header("CF-Connecting-IP", "203.0.113.9"))
                        .allowed())
                .isFalse();
        assertThat(first(guard, get("/").from(ELSEWHERE).header("CF-Connecting-IP", "203.0.113.9"))
                        .allowed())
                .as("not from Cloudflare")
                .isTrue();
    }

    @Test
    void whatTheProxySaysOfABrowserIsCountedAndWhatAStrangerSaysIsNot() {
        Guard guard = recipe("Country, network, browser");
        assertThat(admitted(101, guard, signup("10.0.1.4", "t13d1516h2", "DE"))).isEqualTo(100);
        assertThat(admitted(101, guard, signup("10.0.1.4", "t13d1517h2", "FR")))
                .as("another browser at the same address")
                .isEqualTo(100);
        assertThat(first(guard, signup("10.0.1.4", "t13d1518h2", "FR")).allowed())
                .as("a third of a country that has had its hundred")
                .isFalse();
        assertThat(admitted(101, guard, signup(ELSEWHERE, "made-up", "US"))).isEqualTo(100);
        assertThat(first(guard, signup(ELSEWHERE, "made-up-too", "CA")).allowed())
                .as("who is no proxy says what he likes")
                .isFalse();
    }

    private static TestCall signup(String peer, String browser, String country) {
        return post("/signup")
                .from(peer)
                .header("X-Forwarded-For", "203.0.113.9")
                .header("X-JA4", browser)
                .header("CF-IPCountry", country);
    }

    @Test
    void healthChecksPassFromInsideOnly() {
        Guard guard = recipe("Health checks");
        assertThat(admitted(400, guard, get("/health/ready").from("10.1.2.3"))).isEqualTo(400);
        assertThat(admitted(400, guard, get("/health/ready").from(ELSEWHERE))).isEqualTo(300);
        assertThat(admitted(400, guard, get("/other").from("10.1.2.3"))).isEqualTo(300);
    }

    /** Out until an hour after the first of the twenty; then one comes in for each that leaves, or, of a fixed window, all. */
    @ParameterizedTest
    @CsvSource({"sliding-log, 1", "fixed-window, 20"})
    void aScannerIsOutForTheRestOfTheHour(String algorithm, long later) {
        Guard guard = recipe("Twenty 404s", Map.of("limit.missing.algorithm", algorithm));
        TestCall scanner = get("/admin.php");
        assertThat(looked(100, guard, scanner, 200, null)).isEqualTo(100);
        assertThat(looked(100, guard, scanner, 304, null)).isEqualTo(100);
        for (int i = 0; i < 20; i++) {
            assertThat(looked(1, guard, scanner, 404, null)).isEqualTo(1);
            time.advance(Duration.ofSeconds(3));
        }
        assertThat(looked(30, guard, scanner, 404, null)).isZero();
        assertThat(looked(30, guard, get("/admin.php").from(ELSEWHERE), 200, null))
                .isEqualTo(30);
        time.advance(Duration.ofMinutes(59).minusMillis(1));
        assertThat(looked(30, guard, scanner, 200, null)).isZero();
        time.advance(Duration.ofMillis(1));
        assertThat(looked(30, guard, scanner, 404, null)).isEqualTo(later);
    }

    @Test
    void aCrawlerIsCountedByItsNetwork() {
        Guard guard = recipe("A crawler");
        assertThat(admitted(100, guard, get("/a").from("198.18.0.1"))).isEqualTo(100);
        assertThat(admitted(100, guard, get("/b").from("198.18.0.2"))).isEqualTo(20);
        assertThat(admitted(500, guard, get("/b").from("66.249.64.7"))).isEqualTo(500);
        assertThat(first(guard, get("/").header("User-Agent", "BadBot/1.0")).reason())
                .isEqualTo(Reason.BLOCKED);
        assertThat(first(guard, get("/").from("203.0.113.77")).reason()).isEqualTo(Reason.BLOCKED);
    }

    @Test
    void preflightsAreNotCounted() {
        Guard guard = recipe("CORS preflights");
        TestCall preflight = new TestCall("OPTIONS", "/api/posts").header("Access-Control-Request-Method", "PUT");
        for (int i = 0; i < 100; i++) {
            assertThat(last(guard, preflight).allowed()).isTrue();
        }
        assertThat(last(guard, new TestCall("PUT", "/api/posts")).remaining()).hasValue(59);
    }

    @Test
    void bootsRulesCountWhoIsSignedIn() {
        Guard guard = recipe("Spring Boot");
        TestCall bob = post("/threads/7/replies").as("bob");
        for (int i = 0; i < 5; i++) {
            assertThat(first(guard, bob).allowed()).isTrue();
        }
        assertThat(first(guard, bob).allowed()).isFalse();
        assertThat(first(guard, post("/threads/7/replies").as("amy")).allowed()).isTrue();
    }

    @Test
    void theFileOfAServerOfYourOwnLimitsEachAddress() {
        Guard guard = recipe("A server of your own");
        assertThat(admitted(400, guard, get("/any"))).isEqualTo(300);
    }

    @Test
    void theServersFileLimitsAll() {
        Guard guard = recipe("The jar in the server's lib, for every WAR");
        assertThat(admitted(700, guard, get("/any"))).isEqualTo(600);
    }

    @Test
    void aTrialDeniesNobodyAndReports() {
        try (LogLines log = LogLines.of("io.github.ostiary")) {
            Guard guard = recipe("Trial run in production");
            assertThat(admitted(400, guard, get("/"))).isEqualTo(400);
            assertThat(first(guard, get("/")).shadowed()).isTrue();
            guard.close();
            assertThat(log.lines()).anyMatch(line -> line.contains("would have denied (not enforced) "));
        }
    }

    @Test
    void twoWarsShareWhatHasOnePrefix() {
        Map<String, String> here = Map.of(
                "redis.uri",
                RedisServer.shared().uri(),
                "redis.timeout",
                "5s",
                "keyPrefix",
                "shared:" + UUID.randomUUID());
        Guard shop = recipe("Two WARs, one Redis", here);
        Guard admin = recipe("Two WARs, one Redis", here);
        assertThat(looked(2, shop, signIn("bob", ELSEWHERE), 302, "/login?error"))
                .isEqualTo(2);
        assertThat(looked(2, admin, signIn("bob", ELSEWHERE), 302, "/login?error"))
                .isEqualTo(1);
        Map<String, String> alone = new TreeMap<>(here);
        alone.put("keyPrefix", "alone:" + UUID.randomUUID());
        assertThat(first(recipe("Two WARs, one Redis", alone), signIn("bob", ELSEWHERE))
                        .allowed())
                .isTrue();
    }
}
