package io.github.ostiary.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Attempt;
import io.github.ostiary.Key;
import io.github.ostiary.LockState.Phase;
import io.github.ostiary.edge.Admission;
import io.github.ostiary.edge.Position;
import io.github.ostiary.operate.CallerSearch;
import io.github.ostiary.operate.LockSearch;
import io.github.ostiary.setup.Entering;
import io.github.ostiary.testing.Await;
import io.github.ostiary.testing.RedisServer;
import io.github.ostiary.testing.TestCall;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * What pages show and forms do: {@link CallerSearch}, {@link Changes}, {@link LockSearch}, {@link LockedPage}, {@link WhoPage},
 * {@link EventsPage}, {@link EventRing}, {@link RulesPage}, {@link PageFrame}, {@link Words}, {@link KeyText}, {@link
 * Refusal}.
 */
class ConsolePagesTest extends ConsoleFixture {

    private static final Key BOB = Key.part("param:username", "bob");
    private static final Key BOB_THERE = BOB.and(Key.ip("203.0.113.7"));

    @BeforeEach
    void rules() {
        given(
                "limit.reply.rate=5/1m",
                "limit.reply.description=Replies of each member",
                "limit.search.rate=30/1m",
                "limit.search.key=ip",
                "limit.shadow.rate=30/1m",
                "limit.shadow.enforce=false",
                "lockout.login.key=param:username + ip",
                "lockout.login.steps=3/1m lock 15m",
                "lockout.login.path=/login",
                "lockout.login.failure=status:401",
                "lockout.login.success=session-renewed",
                "lockout.anywhere.key=param:username",
                "lockout.anywhere.steps=20/1h lock 1m",
                "lockout.anywhere.path=/login",
                "lockout.anywhere.failure=status:401",
                "lockout.anywhere.success=session-renewed");
    }

    private void fail(String rule, Key key, int times) {
        for (int i = 0; i < times; i++) {
            try (Attempt attempt = guard.lockouts(rule).begin(key)) {
                attempt.failed();
            }
        }
    }

    @Test
    void whoeverIsLockedIsFoundByNameAloneThoughTheRuleCountsAddressesToo() {
        fail("login", BOB_THERE, 3);
        String page = page("/who", "q", " BOB ");
        assertThat(page)
                .contains("1 rule stands in the way")
                .contains("203.0.113.7", "locked", "15 min", "3 failures", "by 3/1m lock 15m")
                .contains("0 of 5 used", "Replies of each member");
    }

    @Test
    void aQuotaOfTheCalendarSaysWhenItBeginsAnew() {
        given("limit.api.rate=100/month");
        guard.limiter("api").tryAcquire(Key.principal("bob"), 30);
        assertThat(page("/who", "q", "bob")).contains("30 of 100 used", "100/month", ", starts again <time");
    }

    /** Who cannot get in because of a list is not told that nothing stands in the way. */
    @Test
    void aRuleThatBlocksOrAllowsThemIsShownToo() {
        given(
                "limit.reply.rate=5/1m",
                "block.bad.ip=203.0.113.0/24",
                "block.eve.principal=Eve",
                "block.eve.path=/admin/*",
                "block.trial.ip=198.51.100.0/24",
                "block.trial.enforce=false",
                "block.bots.when=header:User-Agent=bot",
                "allow.office.ip=198.51.100.7",
                "allow.office.bypass=limit");

        assertThat(page("/who", "q", "203.0.113.9"))
                .contains("1 rule stands in the way", "block.bad</strong> blocks them.")
                .doesNotContain("block.eve", "block.bots", "allow.office");
        assertThat(page("/who", "q", "EVE", "address", "203.0.113.9"))
                .contains("2 rules stand in the way", "block.bad", "blocks them, for calls with path /admin/*");
        assertThat(page("/who", "q", "198.51.100.7"))
                .contains("Nothing stands in the way", "block.trial</strong> would block them if it were enforced")
                .contains("allow.office</strong> lets them through, uncounted");
    }

    /** It could be a reference, which the store would have to be asked for. */
    @Test
    void aNameOfEightLettersIsFoundWhileRedisIsAway() {
        try (RedisServer server = RedisServer.start()) {
            given("redis.uri=" + server.uri(), "limit.reply.rate=5/1m");
            server.kill();
            Reply reply = get("/who", "q", "angelina");
            assertThat(reply.status()).isEqualTo(200);
            assertThat(text(reply)).contains("Redis is away: decided by this node alone", "of 5 used");
        }
    }

    /** What this node knows is better than nothing, to whoever has somebody at the telephone. */
    @Test
    void rulesAreToldWhileListsOfLocksCannotBeLookedThrough() {
        try (RedisServer server = RedisServer.start()) {
            given(
                    "redis.uri=" + server.uri(),
                    "limit.reply.rate=5/1m",
                    "lockout.login.key=param:username",
                    "lockout.login.steps=3/1m lock 15m");
            server.kill();
            Reply reply = get("/who", "q", "bob");
            assertThat(reply.status()).isEqualTo(200);
            assertThat(text(reply))
                    .contains("Locks cannot be searched now", "Nothing that is known now stands in the way")
                    .contains("Redis is away: decided by this node alone", "of 5 used")
                    .doesNotContain("too many locks");
            assertThat(page("/api/who", "q", "bob")).contains("\"whole\":false", "\"rule\":\"reply\"");
            assertThat(page("/who", "q", "bob", "address", "192.0.2.1")).contains("cannot be searched");
        }
    }

    @Test
    void aFormCarriesALongKeyWhole() {
        String name = "x".repeat(250);
        assertThat(page("/who", "q", name)).contains("value=\"" + KeyText.code(Key.principal(name)) + "\"");
    }

    @Test
    void aRuleOnTrialSaysWhatItWouldHaveDenied() {
        assertThat(page("/trial")).contains("No rule is on trial.");
        time.advance(Duration.ofMinutes(1));
        for (int i = 0; i < 40; i++) {
            guard.limiter("shadow").tryAcquire(Key.principal("marta"));
        }
        assertThat(page("/trial"))
                .contains("10 of 40 calls would have been denied (25 %).", "30/1m", "Permits to deny 0.01 %")
                .contains("needs 100 callers", "needs 10,000 callers", "Users denied most", "<bdi>marta</bdi>")
                .contains("since it started 1 min ago")
                .doesNotContain("perIp");
        time.advance(Duration.ofHours(24));
        assertThat(page("/trial")).contains("in the last day").doesNotContain("since it started");
    }

    @Test
    void theRateOfAnAddressIsSaidToBeOne() {
        given(
                "limit.captcha.rate=10/1m",
                "limit.captcha.key=header:X-Visitor | ip",
                "limit.captcha.perIp=60/1m",
                "limit.captcha.path=/captcha",
                "limit.captcha.enforce=false");
        Admission unused = Entering.of(guard)
                .enter(new TestCall("GET", "/captcha").from("203.0.113.7").header("X-Visitor", "a"), Position.FIRST);
        assertThat(page("/trial"))
                .contains("60/1m<small>perIp: of an address, all its keys together</small>")
                .contains("10/1m</th>");
    }

    @Test
    void oneIsNotToldAsMany() {
        fail("login", BOB_THERE, 1);
        assertThat(page("/who", "q", "bob", "address", "203.0.113.7")).contains("1 failure<");
    }

    @Test
    void whoeverIsLockedIsUnlockedByTheOneButtonThatIsThere() {
        fail("login", BOB_THERE, 3);
        Reply done = post(
                "/change",
                "do",
                "unlock",
                "rule",
                "login",
                "key",
                KeyText.code(BOB_THERE),
                "back",
                "who",
                "q",
                "bob",
                "reason",
                "called us");
        assertThat(done.status()).isEqualTo(303);
        assertThat(done.headers()).containsEntry("Location", "./who?q=bob&address=&done=unlock");
        assertThat(guard.lockouts("login").state(BOB_THERE).phase()).isEqualTo(Phase.OPEN);
        assertThat(page("/who", "q", "bob", "done", "unlock")).contains("Unlocked.", "Nothing stands in the way");
    }

    @Test
    void anAddressIsFoundAsAnAddressAndNotAsAName() {
        guard.limiter("search").tryAcquire(Key.ip("203.0.113.7"), 30);
        String page = page("/who", "q", "203.0.113.7");
        assertThat(page).contains("30 of 30 used", ">denies<", "reports only").doesNotContain("anywhere");
    }

    @Test
    void nameAndAddressTogetherAreWhatRulesCountThatNeedBoth() {
        assertThat(page("/who", "q", "bob", "address", "203.0.113.7"))
                .contains("login", "0 failures", "anywhere", "search", "reply");
    }

    @Test
    void nobodyIsFoundByNothing() {
        assertThat(page("/who")).doesNotContain("<table", "No rule counts");
        assertThat(get("/who", "q", "bob", "address", "nowhere").status()).isEqualTo(400);
    }

    @Test
    void aLimitIsResetAndGivenBack() {
        Key bob = Key.principal("bob");
        guard.limiter("reply").tryAcquire(bob, 5);
        post("/change", "do", "credit", "rule", "reply", "key", KeyText.code(bob), "permits", "2");
        assertThat(guard.limiter("reply").peek(bob).remaining()).hasValue(2);
        post("/change", "do", "reset", "rule", "reply", "key", KeyText.code(bob));
        assertThat(guard.limiter("reply").peek(bob).remaining()).hasValue(5);
        assertThat(post("/change", "do", "credit", "rule", "reply", "key", KeyText.code(bob), "permits", "-1")
                        .status())
                .isEqualTo(400);
    }

    @Test
    void somebodyIsLockedForAWhileOrUntilUnlocked() {
        post(
                "/change",
                "do",
                "lock",
                "rule",
                "anywhere",
                "key",
                KeyText.code(BOB),
                "duration",
                "8h",
                "reason",
                "phishing");
        assertThat(guard.lockouts("anywhere").state(BOB).remaining()).hasValue(Duration.ofHours(8));
        assertThat(page("/locked", "rule", "anywhere")).contains("8 h", "phishing", "bob");
        post("/change", "do", "lock", "rule", "anywhere", "key", KeyText.code(BOB), "duration", "block");
        assertThat(guard.lockouts("anywhere").state(BOB).phase()).isEqualTo(Phase.BLOCKED);
        assertThat(page("/locked", "rule", "anywhere")).contains("until unlocked");
    }

    @Test
    void manyAreCountedBeforeTheyAreUnlockedAndOthersStay() {
        for (int i = 0; i < 30; i++) {
            fail("login", BOB.and(Key.ip("203.0.113." + i)), 3);
        }
        fail("login", BOB.and(Key.ip("198.51.100.1")), 3);
        assertThat(page("/locked/many", "rule", "login", "network", "203.0.113.0/24"))
                .contains("Unlock 30?", "from 203.0.113.0/24");
        assertThat(page("/locked/many", "rule", "", "network", "")).contains("Unlock 31?", "any of 2 lockouts");
        assertThat(get("/locked/many", "network", "203.0.113.0/33").status()).isEqualTo(400);
        Reply done = post("/change", "do", "unlock-many", "rule", "login", "network", "203.0.113.0/24");
        assertThat(done.headers().get("Location")).endsWith("done=unlock-many&n=30");
        assertThat(page("/locked", "rule", "login")).contains("198.51.100.1").doesNotContain("203.0.113.");
    }

    @Test
    void longListsAreShownInParts() {
        for (int i = 0; i < 120; i++) {
            fail("login", BOB.and(Key.ip("203.0.113." + i)), 3);
        }
        String first = page("/locked", "rule", "login");
        assertThat(first).contains("rel=\"next\"").doesNotContain(">First<");
        String next = first.replaceAll("(?s).*cursor=([^\"]+)\" rel=\"next\".*", "$1");
        assertThat(page("/locked", "rule", "login", "cursor", next)).contains(">First<");
    }

    @Test
    void eventsAreToldNewestFirstAndFiltered() {
        fail("login", BOB_THERE, 3);
        guard.lockouts("login").unlock(BOB_THERE);
        Await.until(() -> page("/events").contains("good\">unlocked<"), Duration.ofSeconds(10));
        String page = page("/events");
        assertThat(page.indexOf("good\">unlocked<")).isBetween(1, page.indexOf("bad\">locked<"));
        assertThat(page("/events", "kind", "locked", "rule", "login"))
                .contains("bad\">locked<", "for 15 min")
                .doesNotContain("good\">unlocked<");
        assertThat(page("/events", "rule", "reply")).contains("Nothing has happened");
    }

    @Test
    void rulesSayWhereEachValueCameFrom() {
        String page = page("/rules");
        assertThat(page).contains("limit.reply", "5/1m", "given in Java", "param:username + ip", "reports only");
    }

    @Test
    void anOverrideIsShownWhereItsValueIsAndRemoved() {
        String notice = "1 value is overridden";
        assertThat(page("")).doesNotContain(notice);
        post(
                "/change",
                "do",
                "override",
                "key",
                "limit.reply.rate",
                "value",
                "2/1m",
                "duration",
                "1h",
                "reason",
                "a flood");
        assertThat(page("")).contains(notice);
        assertThat(page("/rules")).contains("a flood", "on this node only", "override, see above", "<code>2/1m</code>");
        assertThat(page("/events", "view", "audit")).contains("overridden", "a flood", "console 192.0.2.9");
        post("/change", "do", "remove-override", "key", "limit.reply.rate", "back", "rules");
        assertThat(page("/rules")).doesNotContain("a flood");
        assertThat(page("")).doesNotContain(notice);
        assertThat(post("/change", "do", "override", "key", "limit.reply.rate", "value", "<b>")
                        .status())
                .isEqualTo(400);
    }

    @Test
    void theOverviewTellsWhatEachRuleDid() {
        Key bob = Key.principal("bob");
        for (int i = 0; i < 8; i++) {
            guard.limiter("reply").tryAcquire(bob);
        }
        fail("login", BOB_THERE, 3);
        String page = page("");
        assertThat(page)
                .contains("<b>3</b> over the rate", "<b>1</b> lock begun", "this JVM", "Replies of each member");
    }

    @Test
    void aRuleThatNoCallHasMetIsMarked() {
        given("limit.met.rate=5/1h", "limit.unmet.rate=5/1h", "block.rare.ip=192.0.2.0/24", "metrics=jmx");
        guard.limiter("met").tryAcquire(Key.principal("bob"));
        String page = page("");
        List<String> rows = List.of(page.split("<tr>"));
        assertThat(rows).filteredOn(row -> row.contains("#limit.met")).allMatch(row -> row.contains("nothing denied"));
        assertThat(rows)
                .filteredOn(row -> row.contains("#limit.unmet"))
                .hasSize(1)
                .allMatch(row -> row.contains("no call yet"));
        assertThat(rows).filteredOn(row -> row.contains("#block.rare")).allMatch(row -> row.contains("nothing denied"));
        assertThat(page("/api/overview"))
                .contains("\"rule\":\"limit.met\",\"met\":true", "\"rule\":\"limit.unmet\",\"met\":false");
    }

    @Test
    void readingChangesNothing() {
        fail("login", BOB_THERE, 3);
        for (String what : new String[] {"unlock", "unlock-many", "lock", "reset", "credit"}) {
            assertThat(get("/change", "do", what, "rule", "login", "key", KeyText.code(BOB_THERE))
                            .status())
                    .isEqualTo(404);
            assertThat(get("/api/" + what, "rule", "login", "key", KeyText.code(BOB_THERE))
                            .status())
                    .isEqualTo(404);
        }
        assertThat(guard.lockouts("login").state(BOB_THERE).phase()).isEqualTo(Phase.LOCKED);
    }

    @Test
    void aPageThatWasOpenForTooLongLosesNothingThatWasWritten() {
        Reply expired = pages.expired(
                visit("POST", "/change", "do", "lock", "rule", "login", "reason", "on leave", "token", "old"));
        assertThat(expired.status()).isEqualTo(409);
        assertThat(text(expired))
                .contains("Nothing has been done", "your session", "Lock a caller of login", "on leave")
                .contains("name=\"reason\" value=\"on leave\"", "name=\"token\" value=\"" + TOKEN + "\"")
                .doesNotContain("value=\"old\"");
        Reply program = pages.expired(visit("POST", "/api/unlock"));
        assertThat(program.status()).isEqualTo(403);
        assertThat(text(program)).contains("X-Ostiary-Token", "session");
    }

    @Test
    void whatIsNotThereIsSaidToBeMissing() {
        assertThat(get("/nothing").status()).isEqualTo(404);
        assertThat(get("/locked", "rule", "nobody").status()).isEqualTo(400);
        assertThat(post("/change", "do", "explode").status()).isEqualTo(400);
        assertThat(post("/change", "do", "unlock", "rule", "login", "key", "%%%")
                        .status())
                .isEqualTo(400);
        given("limit.reply.rate=5/1m");
        assertThat(page("/locked")).contains("There are no lockouts.");
    }
}
