package io.github.ostiary.console;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.ostiary.GuardListener.Event;
import io.github.ostiary.GuardListener.Kind;
import io.github.ostiary.Key;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Whatever callers and operators are called and write: it is text in every page. Pages about them have no tags and
 * attributes but those of pages about somebody plain, and the same in JSON is read back as it was.
 */
@Tag("slow")
class NastyTextTest extends ConsoleFixture {

    private static final String TRIAL = "limit.tried.enforce=false";

    private static final Pattern TAG =
            Pattern.compile("<(/?[a-zA-Z0-9]+|!DOCTYPE)((?:\\s+[a-zA-Z0-9-]+(?:=\"[^\"<>]*\")?)*)\\s*/?>");
    private static final Pattern ATTRIBUTE = Pattern.compile("\\s([a-zA-Z0-9-]+)(?:=\"([^\"]*)\")?");

    private static final ObjectMapper MAPPER = new ObjectMapper();

    static Stream<String> nasty() {
        Random random = new Random(12);
        String alphabet = "<>&\"'`=/ \\{}()[];:%#\r\n\t\0\u0007\u00a0\u2028\u202e\u200b\ud83d\ude00\ud800\udc00abcé";
        Stream<String> made = Stream.generate(() -> {
                    StringBuilder text = new StringBuilder("x");
                    for (int i = 0; i < 40; i++) {
                        text.append(alphabet.charAt(random.nextInt(alphabet.length())));
                    }
                    return text.append('x').toString();
                })
                .limit(40);
        return Stream.concat(
                Stream.of(
                        "<script>alert(1)</script>",
                        "\"><img src=x onerror=alert(1)>",
                        "' onmouseover='alert(1)",
                        "\" autofocus onfocus=\"alert(1)",
                        "javascript:alert(1)",
                        "</textarea></title><svg/onload=alert(1)>",
                        "{}{}{}",
                        "x\r\nSet-Cookie: a=b\r\n\r\n<html>",
                        "&lt;script&gt;",
                        "\u202egnp.exe",
                        "]]><!--",
                        "<!DOCTYPE html>",
                        "${env:HOME} #{7*7} {{7*7}} %s %n $1 \\1"),
                made);
    }

    private void tryTwice(Key key) {
        for (int i = 0; i < 2; i++) {
            guard.limiter("tried").tryAcquire(key);
        }
    }

    private List<String> pagesAbout(String nasty) {
        visitor = nasty;
        application = nasty;
        Key key = Key.part("param:username", nasty);
        guard.lockouts("login").lock(key, Duration.ofHours(1), nasty);
        guard.lockouts("login").lock(Key.part("param:username", "plain"), Duration.ofHours(1), nasty);
        guard.rules().override("limit.reply.rate", "2/1m", Duration.ofHours(1), nasty);
        guard.limiter("reply").tryAcquire(key, 3);
        tryTwice(Key.part(Key.PRINCIPAL, nasty));
        events = new EventRing(time);
        events.on(new Event(
                Kind.LOCKED, nasty, Optional.of(key), Optional.of(Duration.ofSeconds(5)), Optional.of(nasty)));
        pages = new ConsolePages(guard, events);
        List<String> shown = new ArrayList<>();
        for (String path :
                List.of("", "/locked", "/locked/many", "/events", "/rules", "/sign-ins", "/trial", nasty, "/who")) {
            shown.add(text(get(path)));
        }
        shown.add(text(get("/events", "view", "audit")));
        shown.add(text(get("/who", "key", KeyText.code(key))));
        shown.add(text(get("/events", "kind", nasty, "rule", nasty)));
        shown.add(text(get("/locked", "rule", nasty)));
        shown.add(text(get("/locked/many", "network", nasty)));
        shown.add(text(get("/who", "q", "plain", "address", nasty)));
        shown.add(text(post("/change", "do", nasty, "rule", nasty)));
        shown.add(text(pages.expired(visit(
                "POST", "/change", "do", nasty, "rule", nasty, "reason", nasty, nasty, nasty, "counted", nasty))));
        return shown;
    }

    private void givenRules() {
        given(
                "lockout.login.key=param:username",
                "lockout.login.steps=3/1m lock 15m",
                "limit.reply.rate=5/1m",
                TRIAL,
                "limit.tried.rate=1/1m");
    }

    @ParameterizedTest
    @MethodSource("nasty")
    void pagesHaveNoTagsButThoseOfPagesAboutSomebodyPlain(String nasty) {
        Set<String> plain = new HashSet<>(List.of("code"));
        givenRules();
        pagesAbout("somebody").forEach(page -> plain.addAll(structure(page)));
        givenRules();
        for (String page : pagesAbout(nasty)) {
            assertThat(plain).containsAll(structure(page));
            assertThat(page).doesNotContainPattern("[\\x00-\\x08\\x0b-\\x1f\\u202a-\\u202e\\u200b\\u2028]");
        }
    }

    /** Tags and the names of their attributes; that addresses lead nowhere else is asserted on the way. */
    private static List<String> structure(String page) {
        List<String> structure = new ArrayList<>();
        Matcher tag = TAG.matcher(page);
        while (tag.find()) {
            StringBuilder names = new StringBuilder(tag.group(1));
            Matcher attribute = ATTRIBUTE.matcher(tag.group(2));
            while (attribute.find()) {
                String name = attribute.group(1);
                names.append(' ').append(name);
                assertThat(name).isNotEqualTo("style").doesNotStartWith("on");
                if (name.matches("href|src|action")) {
                    assertThat(attribute.group(2)).matches("\\.(/.*)?|#main");
                }
            }
            structure.add(names.toString());
        }
        assertThat(TAG.matcher(page).replaceAll("")).doesNotContain("<", ">");
        return structure;
    }

    @ParameterizedTest
    @MethodSource("nasty")
    void addressesOfAnswersHaveNoLineAndNoCharacterOfTheirOwn(String nasty) {
        given("lockout.login.key=param:username", "lockout.login.steps=3/1m lock 15m");
        Reply done = post(
                "/change",
                "do",
                "unlock",
                "rule",
                "login",
                "key",
                KeyText.code(Key.part("param:username", nasty)),
                "back",
                "who",
                "q",
                nasty,
                "address",
                nasty);
        assertThat(done.status()).isEqualTo(303);
        assertThat(done.headers().get("Location")).matches("\\./who\\?[A-Za-z0-9%&=+*._-]+");
    }

    @ParameterizedTest
    @MethodSource("nasty")
    void programsReadBackWhatWasWritten(String nasty) throws IOException {
        given("lockout.login.key=param:username", "lockout.login.steps=3/1m lock 15m");
        Key key = Key.part("param:username", nasty);
        guard.lockouts("login").lock(key, Duration.ofHours(1), nasty);
        JsonNode read = MAPPER.readTree(page("/api/locked")).get("locked").get(0);
        assertThat(read.at("/state/reason").asText()).isEqualTo(nasty);
        if (read.has("key")) {
            assertThat(read.at("/key/parts/0/value").asText()).isEqualTo(nasty);
            assertThat(KeyText.decode(read.get("code").asText())).isEqualTo(key);
        }
        JsonNode refused = MAPPER.readTree(text(post("/api/" + nasty)));
        assertThat(refused.get("status").asInt()).isIn(400, 404);
    }
}
