package com.example.forum;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Base64;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The forum itself, well within its limits. */
class ForumTest {

    private static final byte[] PIXEL =
            Base64.getDecoder().decode("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7");

    private static Porch porch;

    @BeforeAll
    static void open() throws Exception {
        porch = Porch.open();
    }

    @AfterAll
    static void close() throws Exception {
        porch.close();
    }

    @Test
    void listsThreadsUnderAStrictPolicy() throws Exception {
        var list = porch.visitor().get("/");
        assertThat(list.statusCode()).isEqualTo(200);
        assertThat(list.body()).contains("sourdough", "Balcony tomatoes", "/threads/1");
        assertThat(list.headers().firstValue("Content-Security-Policy"))
                .hasValueSatisfying(policy -> assertThat(policy).contains("default-src 'none'"));
        assertThat(list.headers().firstValue("Set-Cookie")).isEmpty();
    }

    @Test
    void asksVisitorsToSignIn() throws Exception {
        assertThat(porch.visitor().get("/threads/1").body())
                .contains("/sign-in?next=/threads/1")
                .doesNotContain("<textarea");
    }

    @Test
    void tellsItsFiguresToNobodyWithoutTheToken() throws Exception {
        assertThat(porch.visitor().get("/metrics").statusCode()).isEqualTo(404);
    }

    @Test
    void signsInOnlyWithTheRightPassword() throws Exception {
        Visitor visitor = porch.visitor();
        var wrong = visitor.signIn("bob", "\"><script>");
        assertThat(wrong.statusCode()).isEqualTo(401);
        assertThat(wrong.body()).contains("do not match").doesNotContain("\"><script>");
        assertThat(visitor.signIn(" Bob ", "builder").headers().firstValue("Location"))
                .hasValue("/");
        assertThat(visitor.get("/").body()).contains("<span>bob</span>");
        visitor.post("/sign-out");
        assertThat(visitor.get("/").body()).doesNotContain("<span>bob</span>");
    }

    @Test
    void goesOnWhereTheVisitorCameFromButNeverElsewhere() throws Exception {
        Visitor visitor = porch.visitor();
        visitor.get("/sign-in");
        var there = visitor.post("/sign-in", "username", "admin", "password", "keymaster", "next", "/threads/3");
        assertThat(there.headers().firstValue("Location")).hasValue("/threads/3");
        assertThat(visitor.get("/sign-in?next=//evil.example").body())
                .contains("name=\"next\" value=\"/\"")
                .doesNotContain("evil");
    }

    @Test
    void showsRepliesAsText() throws Exception {
        Visitor visitor = porch.visitor();
        visitor.signIn("alice", "wonderland");
        var posted = visitor.post("/threads/2/replies", "text", "<img src=x> & schöne Grüße");
        assertThat(posted.statusCode()).isEqualTo(302);
        assertThat(posted.headers().firstValue("Location"))
                .hasValueSatisfying(to -> assertThat(to).startsWith("/threads/2#post-"));
        assertThat(visitor.get("/threads/2").body()).contains("&lt;img src=x&gt; &amp; schöne Grüße");
        assertThat(visitor.post("/threads/2/replies", "text", " ").statusCode()).isEqualTo(400);
        assertThat(visitor.post("/threads/99/replies", "text", "hello").statusCode())
                .isEqualTo(404);
    }

    @Test
    void answersScriptsInTheirLanguage() throws Exception {
        Visitor visitor = porch.visitor();
        visitor.signIn("alice", "wonderland");
        visitor.with("Accept", Visitor.SCRIPT);
        var reply = visitor.post("/threads/4/replies", "text", "Good to hear.");
        assertThat(reply.statusCode()).isEqualTo(201);
        assertThat(reply.body()).startsWith("<section").contains("Good to hear.");
        assertThat(visitor.post("/likes", "post", "7").body()).contains("\"liked\":true", "\"likes\":1");
        assertThat(visitor.post("/likes", "post", "7").body()).contains("\"liked\":false", "\"likes\":0");
        var missing = visitor.post("/likes", "post", "4711");
        assertThat(missing.statusCode()).isEqualTo(404);
        assertThat(missing.headers().firstValue("Content-Type"))
                .hasValueSatisfying(type -> assertThat(type).startsWith("application/problem+json"));
    }

    @Test
    void refusesFormsWithoutTheSessionsToken() throws Exception {
        Visitor visitor = porch.visitor();
        visitor.signIn("bob", "builder");
        assertThat(visitor.post("/threads/1/replies", "text", "forged", "csrf", "guess")
                        .statusCode())
                .isEqualTo(403);
        assertThat(porch.visitor().post("/sign-in", "username", "bob").statusCode())
                .isEqualTo(403);
        assertThat(visitor.get("/threads/1").body()).doesNotContain("forged");
    }

    @Test
    void searchesAsPageAndAsJson() throws Exception {
        assertThat(porch.visitor().get("/search?q=SOURDOUGH").body()).contains("1 post found", "/threads/1#post-1");
        var json = porch.visitor().with("X-Api-Key", "demo").get("/api/search?q=brake");
        assertThat(json.headers().firstValue("Content-Type"))
                .hasValueSatisfying(type -> assertThat(type).startsWith("application/json"));
        assertThat(json.body()).contains("\"count\":1", "\"thread\":4", "\"author\":\"bob\"");
        assertThat(porch.visitor().get("/api/search").body()).isEqualTo("{\"query\":\"\",\"count\":0,\"hits\":[]}");
    }

    @Test
    void keepsPicturesAndNothingElse() throws Exception {
        Visitor visitor = porch.visitor();
        visitor.signIn("admin", "keymaster");
        assertThat(visitor.upload("/threads/3/images", PIXEL).statusCode()).isEqualTo(302);
        assertThat(visitor.get("/threads/3").body()).contains("src=\"/images/1\"");
        var picture = visitor.get("/images/1");
        assertThat(picture.headers().firstValue("Content-Type")).hasValue("image/gif");
        assertThat(picture.headers().firstValue("Content-Length")).hasValue("" + PIXEL.length);
        assertThat(visitor.upload("/threads/3/images", "<svg/>".getBytes()).statusCode())
                .isEqualTo(415);
        byte[] large = Arrays.copyOf(PIXEL, Image.MAX_BYTES + 1);
        assertThat(visitor.upload("/threads/3/images", large).statusCode()).isEqualTo(413);
    }

    @Test
    void saysWhatIsNotThere() throws Exception {
        for (String path : new String[] {"/nothing", "/threads/x", "/threads/1/2", "/images/9", "/denied", "/error"}) {
            var answer = porch.visitor().get(path);
            assertThat(answer.statusCode()).as(path).isEqualTo(404);
            assertThat(answer.body()).as(path).contains("No such door");
        }
        assertThat(porch.visitor().get("/health").body()).isEqualTo("ok\n");
    }
}
