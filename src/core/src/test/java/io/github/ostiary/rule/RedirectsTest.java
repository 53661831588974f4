package io.github.ostiary.rule;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.edge.CallOutcome;
import io.github.ostiary.store.Operation;
import io.github.ostiary.testing.Answered;
import io.github.ostiary.testing.NameVariants;
import io.github.ostiary.testing.TestCall;
import java.net.URI;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RedirectsTest {

    @ParameterizedTest
    @CsvSource({
        "/shop/login?error, /login?error",
        "https://example.com/shop/login?error=1&x=//y, /login?error=1&x=//y",
        "//example.com:8443/shop/login?error, /login?error",
        "https://example.com/shop, /",
        "https://example.com/shop/, /",
        "https://example.com, /",
        "https://example.com?error, /?error",
        "/sh%6fp/log%69n?error, /login?error",
        "/shop/%6Cogin?%65rror, /login?error",
        "/x/../%73hop//login;a=1/?error, /login?error",
        "/shop;y/./a%3Bx/%2e%2e/login%3b?error, /login?error",
        "/shop/%6, /%256",
        "/shop/%zz%C3%A4%ff, /%25zzä\uFFFD",
        "/shop/login%3Ferror, /login%3Ferror",
        "/shop/login%253Ferror, /login%253Ferror",
        "/shop/%70%0A%00x, '/p\n\0x'",
        "/shop/x%7, /x%257",
        "/shop/ä?ö, /ä?ö",
        "%6cogin?error, /auth/login?error",
        "./%2e/login;x?error, /auth/login?error",
        "/shopping/login, /shopping/login",
        "/other?to=/shop/login, /other?to=/shop/login",
        "/shop/login;jsessionid=0A?error#top, /login?error",
        "/shop/a;x=1/b;y?c;d, /a/b?c;d",
        "/shop/a/../login?error, /login?error",
        "login?error, /auth/login?error",
        "../login?error, /login?error",
        "./login, /auth/login",
        "?error, /auth/check?error",
        "#top, /auth/check",
        "login?to=https://example.com/, /auth/login?to=https://example.com/",
        "../../../x, /x",
        "../../shop/area/, /area",
        "../../shop/area/?x, /area?x",
        "../../sh%6fp/auth/../login, /login",
        "../../shopping/x, /shopping/x",
        "../../../../shop, /",
        "' /shop/login ', /login",
    })
    void are_reduced_to_the_application(String location, String within) {
        assertThat(Redirects.within(location, "/shop", "/auth/check")).isEqualTo(within);
    }

    @ParameterizedTest
    @CsvSource({"/login?error, /login?error", "http://h/login, /login", "login, /login"})
    void at_the_root_too(String location, String within) {
        assertThat(Redirects.within(location, "", "/check")).isEqualTo(within);
    }

    /** As the platform resolves them: against the whole path of the request, and only then without the application's. */
    @Test
    void are_resolved_as_uris_are() {
        Random random = new Random(22);
        for (int i = 0; i < 20_000; i++) {
            String context = random.nextBoolean() ? "" : "/" + segment(random);
            String request = path(random, 1 + random.nextInt(3));
            String location = relative(random);
            URI resolved =
                    URI.create("http://h" + context + request).resolve(location).normalize();
            String path = resolved.getPath().replaceAll("^(/\\.\\.)+", "").replaceAll("(?<=.)/+$", "");
            boolean inside = path.equals(context) || path.startsWith(context + "/");
            String expected = inside ? path.substring(context.length()) : path;
            assertThat(Redirects.within(location, context, request))
                    .as("%s asked for %s%s", location, context, request)
                    .isEqualTo(expected.isEmpty() ? "/" : expected);
        }
    }

    private static String segment(Random random) {
        return String.valueOf("abc".charAt(random.nextInt(3)));
    }

    private static String path(Random random, int segments) {
        return IntStream.range(0, segments).mapToObj(i -> "/" + segment(random)).collect(Collectors.joining());
    }

    private static String relative(Random random) {
        List<String> steps = List.of("..", "..", ".", "a", "b", "c");
        String path = IntStream.rangeClosed(0, random.nextInt(6))
                .mapToObj(i -> steps.get(random.nextInt(steps.size())))
                .collect(Collectors.joining("/"));
        return path + (random.nextBoolean() ? "/" : "");
    }

    /** {@code location:/dir/*} is the folder, too, as {@code path=/dir/*} is. */
    @ParameterizedTest
    @CsvSource({
        "/area/*, /shop/area, true",
        "/area/*, /shop/area/, true",
        "/area/*, /shop/area?x=/, true",
        "/area/*, /shop/area/page, true",
        "/area/*, ../../shop/area/, true",
        "/area/*, /shop/areas, false",
        "/area/*, /shop/are, false",
        "/area/*, /shop/area%3Fx, false",
        "/area*, /shop/areas, true",
        "/area/, /shop/area/, true",
        "/area/, /shop/area/page, false",
        "/*, /shop, true",
        "/*, /shop/any, true",
    })
    void a_folder_is_below_itself(String target, String location, boolean leads) {
        boolean prefix = target.endsWith("*");
        String text = prefix ? target.substring(0, target.length() - 1) : target;
        assertThat(Redirects.leadsTo(
                        Redirects.within(location, "/shop", "/auth/check"), 0, Redirects.target(text, prefix), prefix))
                .isEqualTo(leads);
    }

    @Test
    void two_slashes_may_be_a_path() {
        assertThat(Redirects.asPath("//login?error")).isEqualTo("/login?error");
        assertThat(Redirects.asPath(" ///shop//login")).isEqualTo("/shop//login");
        assertThat(Redirects.asPath("/login?to=//home")).isNull();
        assertThat(Redirects.asPath("http://host//login")).isNull();
    }

    /** Whatever the caller's spelling, an application that repeats it redirects to the same. */
    @Test
    void no_spelling_changes_what_is_signalled() {
        NameVariants spellings = new NameVariants(1);
        Signals signals = new Signals(List.of(new Signal.Location("/anmelden/für?error", true)), List.of(), List.of());
        TestCall call = new TestCall("POST", "/anmelden/für");
        for (int i = 0; i < 20_000; i++) {
            String spelt = spellings.of("/läden/anmelden/für");
            for (Answered answer : List.of(
                    Answered.to(spelt + "?error", "/läden"),
                    Answered.to("http://any:8080" + spelt + "?error=1", "/läden"),
                    Answered.to(spellings.of("/läden") + "/anmelden/für?error", "/l%C3%A4den"),
                    Answered.to("/" + spellings.of("/anmelden/für") + "?error", ""),
                    Answered.to("?%65rror", "/läden"))) {
                CallOutcome outcome = answer.ending(302, true, call);
                assertThat(signals.judge(outcome)).as(answer.location()).isEqualTo(Operation.FAIL);
            }
        }
    }

    /** A path that is canonical already is taken as it stands; one with a segment that says nothing is taken apart. */
    @Test
    void a_segment_that_says_nothing_changes_nothing() {
        Random random = new Random(29);
        List<String> pieces = List.of("/", "a", "app", ".", "..", ";x", "%2F", "%2e", "%", "?", "#", ":", "é", " ");
        for (int i = 0; i < 100_000; i++) {
            String path = IntStream.range(0, random.nextInt(8))
                    .mapToObj(any -> pieces.get(random.nextInt(pieces.size())))
                    .collect(Collectors.joining("", "/", ""));
            if (!path.startsWith("//")) {
                for (String context : List.of("", "/app", "/app/a")) {
                    assertThat(Redirects.within(path, context, "/login"))
                            .as("%s from %s", path, context)
                            .isEqualTo(Redirects.within("/." + path, context, "/login"));
                }
            }
        }
    }
}
