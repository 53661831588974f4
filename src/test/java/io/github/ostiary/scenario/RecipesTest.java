package io.github.ostiary.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Attempt;
import io.github.ostiary.CallContext;
import io.github.ostiary.Decision;
import io.github.ostiary.Decision.Reason;
import io.github.ostiary.Guard;
import io.github.ostiary.Key;
import io.github.ostiary.ManualTimeSource;
import io.github.ostiary.Quota;
import io.github.ostiary.RateLimiter;
import io.github.ostiary.edge.Admission;
import io.github.ostiary.edge.CallOutcome;
import io.github.ostiary.edge.Entrance;
import io.github.ostiary.edge.Position;
import io.github.ostiary.setup.GuardBuilder;
import io.github.ostiary.testing.LogLines;
import io.github.ostiary.testing.Page;
import io.github.ostiary.testing.RedisServer;
import io.github.ostiary.testing.TestCall;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What src/docs/recipes.md promises of its blocks, word for word as they stand there, on the local store. */
class RecipesTest {

    private static final String ELSEWHERE = "198.18.0.9";

    private final ManualTimeSource time = new ManualTimeSource();
    private final List<Guard> guards = new ArrayList<>();

    private Guard recipe(String heading) {
        return recipe(heading, Map.of());
    }

    private Guard recipe(String heading, Map<String, String> changes) {
        return guard(Page.RECIPES.configuration(heading), changes);
    }

    private Guard guard(Page.Block block, Map<String, String> changes) {
        Map<String, String> properties = new TreeMap<>(block.properties());
        properties.putAll(changes);
        GuardBuilder builder = GuardBuilder.create();
        properties.forEach(builder::property);
        if (!properties.containsKey("redis.uri") || properties.containsValue("local")) {
            builder.timeSource(time);
        }
        guards.add(builder.build());
        return guards.get(guards.size() - 1);
    }

    @AfterEach
    void close() {
        guards.forEach(Guard::close);
    }

    private static TestCall get(String path) {
        return new TestCall("GET", path);
    }

    private static TestCall post(String path) {
        return new TestCall("POST", path);
    }

    /** A request from its arrival to its end, decided where its rules say. */
    private static Decision first(Guard guard, CallContext call) {
        return ended(Entrance.of(guard).enter(call, Position.FIRST));
    }

    private static Decision last(Guard guard, CallContext call) {
        return ended(Entrance.of(guard).enter(call, Position.LAST));
    }

    private static Decision ended(Admission admission) {
        try {
            admission.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
        admission.end();
        return admission.decision();
    }

    /** How many of so many calls are let in. */
    private static long admitted(int calls, Guard guard, CallContext call) {
        return IntStream.range(0, calls)
                .filter(i -> first(guard, call).allowed())
                .count();
    }

    /** How many of so many answers come about before attempts are denied. */
    private static long looked(int attempts, Guard guard, CallContext call, int status, @Nullable String location) {
        return IntStream.range(0, attempts)
                .filter(i -> answered(guard, call, status, location, false))
                .count();
    }

    private static boolean answered(
            Guard guard, CallContext call, int status, @Nullable String location, boolean sessionRenewed) {
        Admission admission = Entrance.of(guard).enter(call, Position.FIRST);
        boolean allowed = admission.decision().allowed();
        admission.end(new CallOutcome(
                OptionalInt.of(status),
                new Seen(Optional.ofNullable(location), sessionRenewed),
                Optional.empty(),
                true,
                false,
                call));
        return allowed;
    }

    private record Seen(Optional<String> location, boolean sessionRenewed) implements CallOutcome.Answer {}

    private static TestCall signIn(String name, String address) {
        return post("/login").param("username", name).from(address);
    }

    /** What is asked here and in RecipesIT, by their headings. */
    @Test
    void everyRecipeIsTried() {
        String tests = Page.of("src/test/java/io/github/ostiary/scenario/RecipesTest.java")
                        .text()
                + Page.of("src/test/java/io/github/ostiary/servlet/RecipesIT.java")
                        .text();
        assertThat(Page.RECIPES.blocks("properties"))
                .hasSizeGreaterThan(20)
                .allMatch(block -> tests.contains("ecipe(\"" + block.heading() + "\""));
    }

    @Test
    void theFirstScreensLockoutShutsTheDoorTwiceAsLongTheSecondTime() {
        Guard guard = guard(Page.README.blocks("properties").get(0), Map.of());
        TestCall call = post("/sign-in").param("username", "bob");
        assertThat(looked(4, guard, call, 401, null)).isEqualTo(3);
        time.advance(Duration.ofMinutes(5));
        assertThat(looked(4, guard, call, 401, null)).isEqualTo(3);
        time.advance(Duration.ofMinutes(5));
        assertThat(looked(1, guard, call, 401, null)).isZero();
        time.advance(Duration.ofMinutes(5));
        assertThat(looked(1, guard, call, 401, null)).isEqualTo(1);
    }

    @Test
    void theReadmesSignInAsksForACaptchaThenLocks() {
        Guard guard = guard(Page.README.configuration("Protecting a sign-in"), Map.of());
        TestCall answered = signIn("bob", ELSEWHERE).param("captcha", "right");
        assertThat(looked(3, guard, signIn("bob", ELSEWHERE), 302, "/login?error"))
                .isEqualTo(3);
        assertThat(first(guard, signIn("bob", ELSEWHERE)).reason()).isEqualTo(Reason.CHALLENGE_REQUIRED);
        assertThat(looked(9, guard, answered, 302, "/login?error"))
                .as("with a captcha each")
                .isEqualTo(7);
        assertThat(first(guard, answered).reason()).isEqualTo(Reason.LOCKED);
        assertThat(first(guard, answered).retryAfter()).contains(Duration.ofMinutes(15));
    }

    /** The sixth search of the README is answered with the figures that are quoted. */
    @Test
    void theReadmesAnswerIsTheOneGiven() {
        Guard guard = guard(Page.README.configuration("What a file looks like"), Map.of("store", "local"));
        assertThat(admitted(5, guard, get("/api/search"))).isEqualTo(5);
        List<Quota> quotas = first(guard, get("/api/search")).quotas();
        String answer = Page.README.blocks("console").get(0).text();
        assertThat(quotas).hasSize(3).allSatisfy(quota -> assertThat(answer)
                .contains("\"" + quota.policy() + "\";q=" + quota.limit() + ";w="
                        + quota.rate().window().toSeconds())
                .contains("\"" + quota.policy() + "\";r=" + quota.remaining() + ";t="
                        + quota.resetAfter().toSeconds()));
        String body = answer.substring(answer.indexOf("\n\n")).strip();
        assertThat(answer).contains("\nContent-Length: " + body.length() + "\n");
    }

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
    void healthChecksPassFromInsideOnly() {
        Guard guard = recipe("Health checks");
        assertThat(admitted(400, guard, get("/health/ready").from("10.1.2.3"))).isEqualTo(400);
        assertThat(admitted(400, guard, get("/health/ready").from(ELSEWHERE))).isEqualTo(300);
        assertThat(admitted(400, guard, get("/other").from("10.1.2.3"))).isEqualTo(300);
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
    void aLoginFormLocksGuessersListsAndAccounts() {
        Guard guard = recipe("Login form");
        assertThat(looked(5, guard, signIn("bob", "198.18.0.1"), 302, "/login?error"))
                .as("guesses at one name")
                .isEqualTo(3);
        assertThat(first(guard, signIn("bob", ELSEWHERE)).allowed())
                .as("bob himself")
                .isTrue();
        assertThat(admitted(11, guard, post("/login").from("198.18.0.77")))
                .as("forms of one address")
                .isEqualTo(10);
        long names = 0;
        for (int i = 0; i < 40; i++) {
            time.advance(Duration.ofMinutes(1));
            names += looked(1, guard, signIn("name" + i, "198.18.0.2"), 302, "/login?error");
        }
        assertThat(names).as("names of a list").isEqualTo(30);
    }

    @Test
    void aRenewedSessionClearsSlips() {
        Guard guard = recipe("Login form");
        for (int i = 0; i < 4; i++) {
            time.advance(Duration.ofMinutes(1));
            assertThat(looked(2, guard, signIn("amy", ELSEWHERE), 302, "/login?error"))
                    .isEqualTo(2);
            assertThat(answered(guard, signIn("amy", ELSEWHERE), 302, "/", true))
                    .isTrue();
        }
    }

    @Test
    void aJsonLoginIsAskedByItsBean() {
        Guard guard = recipe("JSON login");
        int looked = 0;
        for (int i = 0; i < 5; i++) {
            Admission admission = Entrance.of(guard).enter(List.of("login"), new BeanCall(post("/api/login"), List.of("bob")));
            looked += admission.decision().allowed() ? 1 : 0;
            admission.end(new CallOutcome(
                    OptionalInt.empty(),
                    CallOutcome.Answer.NONE,
                    Optional.of(new com.example.WrongPassword()),
                    false,
                    false,
                    new BeanCall(post("/api/login"), List.of("bob"))));
        }
        assertThat(looked).isEqualTo(3);
        assertThat(admitted(11, guard, post("/api/login").from(ELSEWHERE))).isEqualTo(10);
    }

    @Test
    void aJsonLoginIsAskedFromJava() {
        Guard guard = recipe("JSON login", Map.of("lockout.login.key", "principal"));
        for (int i = 0; i < 3; i++) {
            try (Attempt attempt = guard.lockouts("login").begin(Key.principal("bob"))) {
                assertThat(attempt.allowed()).isTrue();
            }
        }
        try (Attempt attempt = guard.lockouts("login").begin(Key.principal("Bob"))) {
            assertThat(attempt.allowed()).isFalse();
        }
    }

    @Test
    void aMailboxGetsThreeMailsAnHour() {
        Guard guard = recipe("Password reset");
        int sent = 0;
        for (int i = 0; i < 5; i++) {
            CallContext call = new BeanCall(post("/reset").from("198.18.0." + i), List.of("bob@example.com"));
            sent += ended(Entrance.of(guard).enter(List.of("reset-mail"), call)).allowed() ? 1 : 0;
        }
        assertThat(sent).isEqualTo(3);
        assertThat(admitted(11, guard, post("/reset"))).isEqualTo(10);
        assertThat(looked(20, guard, post("/reset/confirm"), 400, null)).isEqualTo(10);
    }

    @Test
    void codesAreLimitedByNumberAddressAndAltogether() {
        Guard guard = recipe("Codes by SMS");
        assertThat(admitted(3, guard, post("/codes").param("phone", "+49 170 123")))
                .isEqualTo(1);
        assertThat(first(guard, post("/codes").param("phone", "49-170-123").from(ELSEWHERE))
                        .allowed())
                .as("another notation from elsewhere")
                .isFalse();
        long numbers = IntStream.range(0, 40)
                .filter(i -> first(
                                guard,
                                post("/codes").param("phone", "49 171 " + i).from("198.18.0.5"))
                        .allowed())
                .count();
        assertThat(numbers).isEqualTo(20);
        assertThat(looked(9, guard, post("/codes/verify").param("phone", "49170123"), 422, null))
                .isEqualTo(5);
    }

    @Test
    void plansHaveTheirRates() {
        Guard guard = recipe("API keys with plans");
        TestCall pro = get("/api/a").attribute("client", "acme").attribute("plan", "pro");
        TestCall other = get("/api/a").attribute("client", "other").attribute("plan", "unknown");
        assertThat(IntStream.range(0, 30).filter(i -> last(guard, pro).allowed()))
                .hasSize(20);
        assertThat(IntStream.range(0, 80).filter(i -> last(guard, other).allowed()))
                .hasSize(60);
        assertThat(last(guard, get("/api/a")).allowed()).as("without a client").isTrue();
        assertThat(looked(30, guard, get("/api/a").from(ELSEWHERE), 401, null)).isEqualTo(20);
    }

    @Test
    void graphqlIsChargedByPoints() {
        Guard guard = recipe("GraphQL cost");
        TestCall call = post("/graphql").as("bob");
        assertThat(first(guard, call).remaining()).hasValue(119);
        Key key = guard.keyFor("points", call);
        assertThat(guard.limiter("points").tryAcquire(key, 4_000).allowed()).isTrue();
        assertThat(guard.limiter("points").tryAcquire(key, 2_000).allowed()).isFalse();
        guard.limiter("points").charge(key, 900);
        assertThat(guard.limiter("points").peek(key).remaining()).hasValue(100);
    }

    @Test
    void aBurstOfWebhooksPassesAndTheRestWaits() {
        Guard guard = recipe("Webhooks");
        List<Admission> waiting = new ArrayList<>();
        for (int i = 0; i < 221; i++) {
            Admission admission = Entrance.of(guard).enter(post("/hooks/orders"), Position.FIRST);
            waiting.add(admission);
        }
        assertThat(waiting.subList(0, 200)).allMatch(admission -> !admission.isWaiting());
        assertThat(waiting.subList(200, 220)).allMatch(Admission::isWaiting);
        assertThat(waiting.get(220).isWaiting()).isFalse();
        assertThat(waiting.get(220).decision().allowed()).isFalse();
        waiting.forEach(admission -> {
            admission.giveUp();
            admission.end();
        });
        assertThat(admitted(300, guard, post("/hooks/payments").from("198.51.100.3")))
                .isEqualTo(300);
    }

    @Test
    void twoUploadsAtATime() {
        Guard guard = recipe("Uploads");
        TestCall call = post("/uploads").as("bob");
        Admission one = Entrance.of(guard).enter(call, Position.LAST);
        Admission two = Entrance.of(guard).enter(call, Position.LAST);
        assertThat(last(guard, call).reason()).isEqualTo(Reason.CONCURRENCY_LIMITED);
        one.end();
        assertThat(last(guard, call).allowed()).isTrue();
        two.end();
        Key key = guard.keyFor("megabytes", call);
        guard.limiter("megabytes").charge(key, 1_999);
        assertThat(guard.limiter("megabytes").peek(key).allowed()).isTrue();
        guard.limiter("megabytes").charge(key, 500);
        assertThat(guard.limiter("megabytes").peek(key).allowed()).isFalse();
    }

    @Test
    void oneReportAtATimeAndFourInAll() {
        Guard guard = recipe("Expensive reports, one at a time");
        List<Admission> running = new ArrayList<>();
        for (String user : List.of("a", "b", "c", "d")) {
            running.add(Entrance.of(guard).enter(get("/reports/1").as(user), Position.LAST));
        }
        assertThat(running).allMatch(each -> !each.isWaiting() && each.decision().allowed());
        Admission second = Entrance.of(guard).enter(get("/reports/2").as("a"), Position.LAST);
        assertThat(second.isWaiting() || !second.decision().allowed()).isTrue();
        second.giveUp();
        second.end();
        assertThat(Entrance.of(guard).enter(get("/reports/2").as("e"), Position.LAST)
                        .decision()
                        .allowed())
                .as("a fifth")
                .isFalse();
        running.get(0).end();
        assertThat(last(guard, get("/reports/2").as("a")).allowed()).isTrue();
        running.forEach(Admission::end);
    }

    @Test
    void bootsRulesSeeWhoIsSignedInBehindSpring() {
        Guard guard = recipe("Spring Boot");
        TestCall bob = post("/threads/7/replies").as("bob");
        for (int i = 0; i < 5; i++) {
            assertThat(last(guard, bob).allowed()).isTrue();
        }
        assertThat(last(guard, bob).allowed()).isFalse();
        assertThat(last(guard, post("/threads/7/replies").as("amy")).allowed()).isTrue();
        assertThat(looked(5, guard, signIn("eve", ELSEWHERE), 302, "/login?error"))
                .isEqualTo(3);
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
            assertThat(log.lines()).anyMatch(line -> line.startsWith("Rules with enforce=false"));
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

    @Test
    void aBucketFromBucket4jBeginsWithItsTokens() {
        Guard guard = recipe("Moving from Bucket4j");
        assertThat(admitted(60, guard, get("/api/a"))).isEqualTo(20);
        time.advance(Duration.ofMinutes(1));
        assertThat(admitted(60, guard, get("/api/a"))).isEqualTo(10);
        time.advance(Duration.ofMinutes(5));
        assertThat(admitted(60, guard, get("/api/a"))).isEqualTo(50);
        time.advance(Duration.ofHours(1));
        assertThat(admitted(60, guard, get("/api/a"))).as("who stayed away").isEqualTo(20);
    }

    @Test
    void aLimiterFromResilience4jIsEverybodys() {
        Guard guard = recipe("Moving from Resilience4j");
        assertThat(admitted(7, guard, get("/api/a"))).isEqualTo(7);
        assertThat(admitted(7, guard, get("/api/a").from(ELSEWHERE))).isEqualTo(3);
        time.advance(Duration.ofSeconds(1));
        assertThat(admitted(20, guard, get("/api/a"))).isEqualTo(10);
    }

    @Test
    void aLimiterFromGuavaSavesUpASecond() {
        guards.add(GuardBuilder.create()
                .timeSource(time)
                .limit("mails", "5/1s")
                .property("limit.mails.algorithm", "token-bucket")
                .build());
        RateLimiter mails = guards.get(0).limiter("mails");
        assertThat(IntStream.range(0, 9)
                        .filter(i -> mails.tryAcquire(Key.of("all")).allowed()))
                .hasSize(5);
        time.advance(Duration.ofMillis(200));
        assertThat(mails.tryAcquire(Key.of("all")).allowed()).isTrue();
        assertThat(mails.tryAcquire(Key.of("all")).allowed()).isFalse();
    }

    @Test
    void theFilterFromTomcatCountsWindows() {
        Guard guard = recipe("Moving from Tomcat's filter");
        assertThat(admitted(400, guard, get("/"))).isEqualTo(300);
        time.advance(Duration.ofSeconds(60));
        assertThat(admitted(400, guard, get("/"))).isEqualTo(300);
        assertThat(looked(9, guard, post("/sign-in").param("username", "bob").from(ELSEWHERE), 401, null))
                .isEqualTo(5);
    }

    /** A bean's call behind the filter. */
    private record BeanCall(TestCall request, List<String> arguments) implements CallContext {

        @Override
        public Optional<String> path() {
            return request.path();
        }

        @Override
        public Optional<String> peer() {
            return request.peer();
        }

        @Override
        public @Nullable Object argument(String name) {
            return arguments.get(Integer.parseInt(name));
        }
    }
}
