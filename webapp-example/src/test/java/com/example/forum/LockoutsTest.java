package com.example.forum;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What {@code signin.main} of ostiary.properties promises, each test with counters at zero, and how keepers open locks. */
class LockoutsTest {

    private static final String NAMED = "name=\"%s\" value=\"([^\"]+)\"";
    private static final String REDIS = "ostiary.redis.uri";

    /** Visitors come from everywhere, try as often as a test needs them to, and have small puzzles. */
    private static final Map<String, String> SETTINGS = Map.of(
            "ostiary.trustedProxies", "loopback",
            "ostiary.signin.main.limit.rate", "1000/1m",
            "ostiary.signin.main.puzzle.effort", "10ms");

    private Porch porch;

    @BeforeEach
    void open() throws Exception {
        SETTINGS.forEach(System::setProperty);
        porch = Porch.open();
    }

    @AfterEach
    void close() throws Exception {
        SETTINGS.keySet().forEach(System::clearProperty);
        System.clearProperty(REDIS);
        porch.close();
    }

    @Test
    void threeWrongPasswordsAskForAPuzzle() throws Exception {
        Visitor alice = challenged("alice");
        var right = alice.signIn("alice", "wonderland");
        assertThat(right.statusCode()).isEqualTo(403);
        assertThat(right.body()).contains("<ostiary-puzzle for=\"main\"", "name=\"username\" value=\"alice\"");
        assertThat(right.headers().firstValue("Content-Security-Policy"))
                .hasValueSatisfying(policy -> assertThat(policy).contains("default-src 'none'"));
        assertThat(right.headers().firstValue("X-Ostiary-Ref"))
                .hasValueSatisfying(reference -> assertThat(right.body()).contains("<code>" + reference + "</code>"));
        assertThat(right.body()).doesNotContain("value=\"wonderland\"", "<style", "style=", "onclick");

        assertThat(solved(alice, "alice", "wonderland").statusCode()).isEqualTo(302);
        assertThat(alice.get("/").body()).contains("<span>alice</span>");
        assertThat(porch.visitor().signIn("alice", "wrong").statusCode()).isEqualTo(401);
    }

    @Test
    void aWrongPasswordBehindASolvedPuzzleCountsOn() throws Exception {
        Visitor guesser = challenged("alice");
        assertThat(solved(guesser, "alice", "guess").statusCode()).isEqualTo(401);
    }

    @Test
    void anAnswerIsNotRightTwice() throws Exception {
        Visitor guesser = challenged("alice");
        String answer = guesser.solvePuzzle();
        assertThat(solved(guesser, "alice", "guess", answer).statusCode()).isEqualTo(401);
        challenge(guesser, "alice");
        var again = solved(guesser, "alice", "wonderland", answer);
        assertThat(again.statusCode()).isEqualTo(403);
        assertThat(again.body()).contains("<ostiary-puzzle");
    }

    @Test
    void tenWrongPasswordsLockUntilAKeeperUnlocks() throws Exception {
        Visitor alice = lockedOut("alice");
        var locked = solved(alice, "alice", "wonderland");
        assertThat(locked.statusCode()).isEqualTo(429);
        assertThat(locked.body()).contains("Too many tries").containsPattern("<strong>(15:00|14:\\d\\d)</strong>");
        assertThat(locked.headers().firstValue("Retry-After"))
                .hasValueSatisfying(
                        seconds -> assertThat(Integer.parseInt(seconds)).isBetween(840, 900));
        assertThat(porch.visitor().signIn("bob", "builder").statusCode()).isEqualTo(302);
        assertThat(solved(from("192.0.2.7"), "alice", "wonderland").statusCode())
                .isEqualTo(302);

        Visitor keeper = porch.visitor();
        keeper.signIn("admin", "keymaster");
        assertThat(keeper.get("/").body()).contains("href=\"/ostiary/\"");
        var list = keeper.get("/ostiary/locked?rule=main.password");
        assertThat(list.body())
                .contains("<bdi>alice</bdi>", "<bdi>127.0.0.1</bdi>", ">locked<")
                .containsPattern("1[45] min");
        assertThat(keeper.post("/ostiary/change", unlocking(list)).statusCode()).isEqualTo(303);
        assertThat(keeper.get("/ostiary/locked?rule=main.password&done=unlock").body())
                .contains("No caller is locked", "Unlocked.");
        assertThat(solved(alice, "alice", "wonderland").statusCode()).isEqualTo(302);
    }

    @Test
    void unknownNamesAnswerLikeKnownOnes() throws Exception {
        Visitor known = porch.visitor();
        Visitor unknown = porch.visitor();
        for (int i = 1; i <= 4; i++) {
            var wrong = known.signIn("alice", "guess");
            var nobody = unknown.signIn("nobod", "guess");
            assertThat(nobody.statusCode()).as("try " + i).isEqualTo(wrong.statusCode());
            assertThat(anonymous(nobody)).as("try " + i).isEqualTo(anonymous(wrong));
            assertThat(nobody.headers().map().keySet())
                    .isEqualTo(wrong.headers().map().keySet());
        }
        assertThat(lockedOut("mallo").signIn("mallo", "x").body()).contains("Too many tries");
    }

    @Test
    void everySpellingOfANameIsCountedAsOne() throws Exception {
        Visitor guesser = porch.visitor();
        for (String name : new String[] {" Alice ", "ＡＬＩＣＥ", "alice\u2028"}) {
            assertThat(guesser.signIn(name, "guess").statusCode()).isEqualTo(401);
        }
        assertThat(guesser.signIn("alice", "wonderland").statusCode()).isEqualTo(403);
        assertThat(from("192.0.2.7").signIn("ＡＬＩＣＥ", "wonderland").statusCode()).isEqualTo(302);
    }

    @Test
    void aScriptSignsInByJson() throws Exception {
        Visitor script = porch.visitor();
        var signedIn = script.json("/api/session", "{\"username\": \"bob\", \"password\": \"builder\"}");
        assertThat(signedIn.statusCode()).isEqualTo(204);
        assertThat(script.get("/").body()).contains("<span>bob</span>");
        assertThat(script.json("/api/session", "{\"username\": ").statusCode()).isEqualTo(400);
        assertThat(script.json("/api/session", "[]").statusCode()).isEqualTo(400);
    }

    @Test
    void guessesInFormsAndJsonAreGuessesAtOneName() throws Exception {
        Visitor guesser = porch.visitor();
        String guess = "{\"username\": \"ALICE\", \"password\": \"guess\"}";
        assertThat(guesser.json("/api/session", guess).statusCode()).isEqualTo(401);
        assertThat(guesser.signIn("alice", "guess").statusCode()).isEqualTo(401);
        assertThat(guesser.json("/api/session", guess).statusCode()).isEqualTo(401);
        assertThat(guesser.signIn("alice", "wonderland").statusCode()).isEqualTo(403);
        var refused = guesser.with("Accept", Visitor.SCRIPT).json("/api/session", guess);
        assertThat(refused.statusCode()).isEqualTo(403);
        assertThat(refused.headers().firstValue("Content-Type")).contains("application/problem+json");
        assertThat(refused.body()).contains("\"challenge\":{\"algorithm\":\"SHA-256\"");
        String right = "{\"username\": \"alice\", \"password\": \"wonderland\"}";
        assertThat(guesser.with("Ostiary-Captcha", guesser.solvePuzzle())
                        .json("/api/session", right)
                        .statusCode())
                .isEqualTo(204);
    }

    @Test
    void aNameTriedFromManyAddressesIsChallengedButItsOwnerIsNot() throws Exception {
        assertThat(from("192.0.2.1").signIn("alice", "wonderland").statusCode()).isEqualTo(302);
        for (int i = 0; i < 10; i++) {
            assertThat(from("198.51.100." + i / 2).signIn("alice", "guess" + i).statusCode())
                    .isEqualTo(401);
        }
        assertThat(from("203.0.113.1").signIn("alice", "wonderland").statusCode())
                .isEqualTo(403);
        assertThat(from("192.0.2.1").signIn("alice", "wonderland").statusCode()).isEqualTo(302);
    }

    @Test
    void anAddressThatTriesManyNamesIsChallengedButNotAForgetfulOffice() throws Exception {
        for (int i = 0; i < 10; i++) {
            assertThat(from("192.0.2.1").signIn("name" + i, "123456").statusCode())
                    .isEqualTo(401);
            assertThat(from("192.0.2.2").signIn("name" + i % 4, "123456").statusCode())
                    .isEqualTo(401);
        }
        var stuffing = from("192.0.2.1").signIn("bob", "builder");
        assertThat(stuffing.statusCode()).isEqualTo(403);
        assertThat(from("192.0.2.2").signIn("bob", "builder").statusCode()).isEqualTo(302);
        Visitor keeper = porch.visitor();
        keeper.signIn("admin", "keymaster");
        assertThat(keeper.get("/ostiary/locked?rule=main.address").body()).contains("<bdi>192.0.2.1</bdi>");
    }

    @Test
    void severalNamesInOneFormAreRefused() throws Exception {
        Visitor sly = porch.visitor();
        sly.get("/sign-in");
        assertThat(sly.post("/sign-in?username=alice", "username", "bob", "password", "builder")
                        .statusCode())
                .isEqualTo(400);
    }

    @Test
    void namesAreTextInTheKeepersList() throws Exception {
        challenged("<script>alert(1)</script>");
        Visitor keeper = porch.visitor();
        keeper.signIn("admin", "keymaster");
        var list = keeper.get("/ostiary/locked?rule=main.password");
        assertThat(list.body())
                .contains("<bdi>&lt;script&gt;alert(1)&lt;/script&gt;</bdi>")
                .doesNotContain("<script>alert");
        assertThat(list.headers().allValues("Content-Security-Policy"))
                .singleElement(InstanceOfAssertFactories.STRING)
                .contains("script-src 'self'")
                .doesNotContain("unsafe");
    }

    @Test
    void onlyKeepersWithTheirTokenUnlock() throws Exception {
        lockedOut("alice");
        Visitor keeper = porch.visitor();
        keeper.signIn("admin", "keymaster");
        String[] form = unlocking(keeper.get("/ostiary/locked?rule=main.password"));
        String[] forged = form.clone();
        forged[forged.length - 1] = "guess";
        assertThat(keeper.post("/ostiary/change", forged).body()).contains("<form");
        Visitor bob = porch.visitor();
        bob.signIn("bob", "builder");
        assertThat(bob.get("/ostiary/").statusCode()).isEqualTo(403);
        assertThat(bob.get("/").body()).doesNotContain("Doorkeeper");
        assertThat(bob.post("/ostiary/change", form).statusCode()).isEqualTo(403);
        Visitor stranger = porch.visitor();
        stranger.get("/sign-in");
        assertThat(stranger.get("/ostiary/").statusCode()).isIn(401, 403);
        assertThat(stranger.post("/ostiary/change", form).statusCode()).isIn(401, 403);
        assertThat(porch.visitor().signIn("alice", "wonderland").statusCode()).isEqualTo(429);
    }

    @Test
    void keepersAreToldThatTheListDoesNotAnswer() throws Exception {
        porch.close();
        System.setProperty(REDIS, "redis://127.0.0.1:1");
        porch = Porch.open();
        Visitor keeper = porch.visitor();
        keeper.signIn("admin", "keymaster");
        var page = keeper.get("/ostiary/locked");
        assertThat(page.statusCode()).isEqualTo(503);
        assertThat(page.body()).contains("does not answer").doesNotContain("Exception");
    }

    /** A member tells what the page said; a keeper finds out why. */
    @Test
    void aReferenceTellsAKeeperWhy() throws Exception {
        Visitor alice = lockedOut("alice");
        var denied = alice.signIn("alice", "wonderland");
        String reference = denied.headers().firstValue("X-Ostiary-Ref").orElseThrow();
        assertThat(denied.body()).contains("<code>" + reference + "</code>");
        Visitor keeper = porch.visitor();
        keeper.signIn("admin", "keymaster");
        assertThat(keeper.get("/ostiary/who?q=" + reference).body()).contains("main.password", "<bdi>alice</bdi>");
    }

    /** The form of the first line of a list. */
    private static String[] unlocking(HttpResponse<String> list) {
        return new String[] {
            "do",
            "unlock",
            "rule",
            "main.password",
            "back",
            "locked",
            "identity",
            field(list, "identity"),
            "token",
            field(list, "token")
        };
    }

    private Visitor from(String address) {
        return porch.visitor().with("X-Forwarded-For", address);
    }

    /** Somebody whose next try needs a puzzle. */
    private Visitor challenged(String name) throws Exception {
        Visitor visitor = porch.visitor();
        challenge(visitor, name);
        return visitor;
    }

    private static void challenge(Visitor visitor, String name) throws Exception {
        for (int i = 1; i <= 3; i++) {
            int status = visitor.signIn(name, "guess" + i).statusCode();
            if (status == 403) {
                return;
            }
            assertThat(status).as("guess " + i).isEqualTo(401);
        }
    }

    /** Somebody who has typed ten wrong passwords, and solved puzzles for all but the first three. */
    private Visitor lockedOut(String name) throws Exception {
        Visitor visitor = challenged(name);
        for (int i = 4; i <= 10; i++) {
            assertThat(solved(visitor, name, "guess" + i).statusCode())
                    .as("guess " + i)
                    .isEqualTo(401);
        }
        return visitor;
    }

    private static HttpResponse<String> solved(Visitor visitor, String name, String password) throws Exception {
        return solved(visitor, name, password, visitor.solvePuzzle());
    }

    private static HttpResponse<String> solved(Visitor visitor, String name, String password, String answer)
            throws Exception {
        visitor.get("/sign-in");
        return visitor.post("/sign-in", "username", name, "password", password, "altcha", answer);
    }

    private static String field(HttpResponse<String> page, String name) {
        Matcher found = Pattern.compile(String.format(NAMED, name)).matcher(page.body());
        assertThat(found.find()).as(name + " in " + page.body()).isTrue();
        return found.group(1);
    }

    /** A page without what is another for every visitor: tokens, the reference, and the name they typed. */
    private static String anonymous(HttpResponse<String> page) {
        String reference = page.headers().firstValue("X-Ostiary-Ref").orElse("no reference");
        return page.body()
                .replace(reference, "A-REFERENCE")
                .replaceAll("csrf\" value=\"[^\"]+", "csrf\" value=\"")
                .replaceAll("name=\"username\" value=\"[^\"]+", "name=\"username\" value=\"");
    }
}
