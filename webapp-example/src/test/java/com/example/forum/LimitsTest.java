package com.example.forum;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What ostiary.properties promises, each test with counters at zero. */
class LimitsTest {

    private Porch porch;

    @BeforeEach
    void open() throws Exception {
        porch = Porch.open();
    }

    @AfterEach
    void close() throws Exception {
        porch.close();
    }

    @Test
    void fiveRepliesAMinuteForEachMember() throws Exception {
        Visitor alice = member("alice", "wonderland");
        for (int i = 1; i <= 5; i++) {
            assertThat(alice.post("/threads/1/replies", "text", "reply " + i).statusCode())
                    .as("reply " + i)
                    .isEqualTo(302);
        }
        var page = alice.post("/threads/1/replies", "text", "one too many");
        assertRefused(page);
        assertThat(page.body()).contains("class=\"countdown\"", "Go back");
        assertThat(page.headers().firstValue("Content-Security-Policy")).isPresent();
        assertThat(alice.get("/threads/1").body()).contains("reply 5").doesNotContain("one too many");

        var problem = alice.with("Accept", Visitor.SCRIPT).post("/threads/1/replies", "text", "still too many");
        assertRefused(problem);
        assertThat(problem.headers().firstValue("Content-Type"))
                .hasValueSatisfying(type -> assertThat(type).startsWith("application/problem+json"));
        assertThat(problem.body()).contains("\"retryAfterSeconds\":");

        assertThat(member("bob", "builder")
                        .post("/threads/1/replies", "text", "from bob")
                        .statusCode())
                .isEqualTo(302);
    }

    @Test
    void tenLikesAMinuteByAnAnnotatedBean() throws Exception {
        Visitor alice = member("alice", "wonderland").with("Accept", Visitor.SCRIPT);
        for (int i = 1; i <= 10; i++) {
            assertThat(alice.post("/likes", "post", "2").statusCode())
                    .as("like " + i)
                    .isEqualTo(200);
        }
        assertRefused(alice.post("/likes", "post", "2"));
        assertThat(member("bob", "builder").post("/likes", "post", "2").statusCode())
                .isEqualTo(302);
    }

    @Test
    void tenSignInsAMinuteForEachAddress() throws Exception {
        for (int i = 1; i <= 10; i++) {
            assertThat(porch.visitor().signIn("bob", "builder").statusCode())
                    .as("form " + i)
                    .isEqualTo(302);
        }
        Visitor hasty = porch.visitor();
        assertRefused(hasty.signIn("bob", "builder"));
        assertRefused(hasty.json("/api/session", "{\"username\": \"bob\", \"password\": \"builder\"}"));
        assertThat(hasty.get("/sign-in").statusCode()).isEqualTo(200);
    }

    @Test
    void threePicturesAMinute() throws Exception {
        Visitor alice = member("alice", "wonderland");
        byte[] gif = "GIF89a, or so it says".getBytes();
        for (int i = 1; i <= 3; i++) {
            assertThat(alice.upload("/threads/3/images", gif).statusCode())
                    .as("picture " + i)
                    .isEqualTo(302);
        }
        assertRefused(alice.upload("/threads/3/images", gif));
    }

    @Test
    void searchesByKeyAndByAddress() throws Exception {
        assertThat(untilRefused(porch.visitor().with("X-Api-Key", "one"))).isBetween(5, 30);
        assertThat(porch.visitor()
                        .with("X-Api-Key", "two")
                        .get("/api/search?q=a")
                        .statusCode())
                .isEqualTo(200);
        assertThat(untilRefused(porch.visitor())).isBetween(5, 30);
    }

    @Test
    void tellsHowMuchIsLeft() throws Exception {
        var answer = porch.visitor().get("/api/search?q=a");
        assertThat(answer.headers().firstValue("RateLimit-Policy")).hasValueSatisfying(policy -> assertThat(policy)
                .contains("\"search-api-1s\";q=5;w=1", "\"search-api-1m\";q=30;w=60", "\"browse\";q=300;w=60"));
        assertThat(answer.headers().firstValue("RateLimit")).isPresent();
    }

    @Test
    void showsTheCallerWhatIsLeftOfTheMonth() throws Exception {
        Visitor caller = porch.visitor().with("X-Api-Key", "billed");
        assertThat(caller.get("/api/search?q=a").statusCode()).isEqualTo(200);
        assertThat(caller.get("/api/search?q=b").statusCode()).isEqualTo(200);
        for (int i = 0; i < 3; i++) {
            var usage = caller.get("/api/usage");
            assertThat(usage.statusCode()).isEqualTo(200);
            assertThat(usage.headers().firstValue("Cache-Control")).contains("no-store");
            assertThat(usage.body()).contains("<h2>search-quota</h2>", "2 of 10,000 used, 9,998 left");
        }
        assertThat(porch.visitor()
                        .with("X-Api-Key", "another")
                        .get("/api/usage")
                        .body())
                .contains("0 of 10,000 used");
    }

    @Test
    void browsesGenerouslyButNotForever() throws Exception {
        Visitor scraper = porch.visitor();
        for (int i = 1; i <= 300; i++) {
            assertThat(scraper.get("/threads/5").statusCode()).as("page " + i).isEqualTo(200);
        }
        assertRefused(scraper.get("/threads/5"));
        assertThat(scraper.get("/static/forum.css").statusCode()).isEqualTo(200);
        assertThat(scraper.get("/health").statusCode()).isEqualTo(200);
    }

    /** Addresses that the server reads as one of its own, and that a browser would take for another site. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "//evil.example/..;/api/search",
                "///evil.example/%2e%2e/api/search",
                "//evil.example;x/..;/api/search"
            })
    void whoIsRefusedIsNotSentElsewhere(String path) throws Exception {
        Visitor misled = porch.visitor();
        String page = misled.raw(path);
        // Five a second, if this machine is quick; else thirty a minute.
        for (int i = 0; i < 30 && page.startsWith("HTTP/1.1 200"); i++) {
            page = misled.raw(path);
        }
        assertThat(page).startsWith("HTTP/1.1 429").contains("data-again=\"reload\" href=\"/evil.example");
    }

    @Test
    void keepsBadBotsOut() throws Exception {
        assertThat(porch.visitor()
                        .with("User-Agent", "BadBot/1.0")
                        .get("/threads/1")
                        .statusCode())
                .isEqualTo(403);
    }

    private Visitor member(String name, String password) throws Exception {
        Visitor visitor = porch.visitor();
        assertThat(visitor.signIn(name, password).statusCode()).isEqualTo(302);
        return visitor;
    }

    private static int untilRefused(Visitor visitor) throws Exception {
        for (int granted = 0; granted <= 30; granted++) {
            var answer = visitor.get("/api/search?q=a");
            if (answer.statusCode() != 200) {
                assertRefused(answer);
                return granted;
            }
        }
        return Integer.MAX_VALUE;
    }

    private static void assertRefused(HttpResponse<String> answer) {
        assertThat(answer.statusCode()).isEqualTo(429);
        assertThat(answer.headers().firstValue("Retry-After"))
                .hasValueSatisfying(
                        seconds -> assertThat(Integer.parseInt(seconds)).isBetween(1, 60));
    }
}
