package io.github.ostiary.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ostiary.MalformedCallException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WirePathTest {

    @ParameterizedTest
    @CsvSource({
        "/,/",
        "/a/b,/a/b",
        "//a//b/,/a/b",
        "/%61/b,/a/b",
        "/%C3%A9,/é",
        "/a%20b,/a b",
        "/%2561,/%61",
        "/a+b,/a+b"
    })
    void mostPathsHaveOneReading(String raw, String path) {
        assertThat(WirePath.of(raw)).isEqualTo(new WirePath(path, List.of()));
    }

    /** To JAX-RS a dot is a segment, to Vert.x what follows a semicolon is part of one. */
    @Test
    void dotsAndParametersMayBePartsOfAPath() {
        assertThat(WirePath.of("//a/./b/")).isEqualTo(new WirePath("/a/b", List.of("/a/./b")));
        assertThat(WirePath.of("/a;x=1/b;y")).isEqualTo(new WirePath("/a/b", List.of("/a;x=1/b;y")));
        assertThat(WirePath.of("/a/;7/b")).isEqualTo(new WirePath("/a/b", List.of("/a/;7/b")));
        assertThat(WirePath.of("/a/.;7/b")).isEqualTo(new WirePath("/a/b", List.of("/a/./b", "/a/.;7/b")));
    }

    @Test
    void anEncodedSlashOrSemicolonIsReadInBothWays() {
        assertThat(WirePath.of("/a%2fb/c")).isEqualTo(new WirePath("/a%2Fb/c", List.of("/a/b/c")));
        assertThat(WirePath.of("/a%3Bb/c")).isEqualTo(new WirePath("/a;b/c", List.of("/a/c")));
        assertThat(WirePath.of("/a%2F")).isEqualTo(new WirePath("/a%2F", List.of("/a")));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/..",
                "/a/../b",
                "/%2e%2e/a",
                "/.%2E;x/a",
                "/a%2F../b",
                "/a%2f%2e%2e%2fb",
                "/%",
                "/%2",
                "/%2x",
                "/%00",
                "/%7f",
                "/%c2%80",
                "/%ff",
                "/%c0%ae",
                "/%e9",
                "/a%0d%0ab",
                "/%0\uFF11"
            })
    void whatCannotBeMatchedSafelyIsDenied(String raw) {
        assertThatThrownBy(() -> WirePath.of(raw)).isInstanceOf(MalformedCallException.class);
    }

    private static final List<String> PARTS = List.of(
            "/", "/", "/", "a", "login", ".", "..", ";", ";x=1", "%2e", "%2E", "%2f", "%2F", "%3b", "%00", "%61", "%25",
            "%252e", "%c3%a9", "%ff", "%", "\\", "%5c", "+", "é", "~");

    /** Paths that callers make up, the same in each run. */
    private static Stream<String> hostile() {
        Random chance = new Random(20_261_126);
        return Stream.generate(() -> "/"
                        + chance.ints(chance.nextInt(12), 0, PARTS.size())
                                .mapToObj(PARTS::get)
                                .collect(Collectors.joining()))
                .limit(20_000);
    }

    /** A container drops parameters, decodes, and hands over what the filter canonicalises. */
    private static String asContainersReadIt(String raw) {
        List<String> segments = new ArrayList<>();
        for (String segment : raw.split("/", -1)) {
            segments.add(
                    URLDecoder.decode(segment.replaceFirst(";.*", "").replace("+", "%2B"), StandardCharsets.UTF_8));
        }
        return RequestPath.canonical(String.join("/", segments), null);
    }

    @Test
    void aRuleAboutWhatTheFilterSeesIsAboutTheRequest() {
        long read = hostile().filter(WirePathTest::isReadAsContainersRead).count();
        assertThat(read).isBetween(5_000L, 15_000L);
    }

    private static boolean isReadAsContainersRead(String raw) {
        List<String> readings = new ArrayList<>();
        try {
            WirePath read = WirePath.of(raw);
            readings.add(read.path());
            readings.addAll(read.aliases());
        } catch (MalformedCallException e) {
            return false; // is answered with 400
        }
        assertThat(readings).as(raw).contains(asContainersReadIt(raw)).hasSizeLessThan(5);
        assertThat(readings)
                .as(raw)
                .allSatisfy(path -> assertThat(path).startsWith("/").doesNotContain("//", "/../"));
        return true;
    }

    @Test
    void whatTheFilterDeniesIsDenied() {
        hostile().filter(WirePathTest::isDeniedByTheFilter).forEach(raw -> assertThatThrownBy(() -> WirePath.of(raw))
                .as(raw)
                .isInstanceOf(MalformedCallException.class));
    }

    private static boolean isDeniedByTheFilter(String raw) {
        try {
            return asContainersReadIt(raw).contains("\uFFFD");
        } catch (MalformedCallException | IllegalArgumentException e) {
            return true;
        }
    }
}
