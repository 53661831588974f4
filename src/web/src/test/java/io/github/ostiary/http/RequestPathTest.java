package io.github.ostiary.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ostiary.MalformedCallException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RequestPathTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/login",
                "/login/",
                "//login",
                "/login//",
                "///login///",
                "/login;x",
                "/login;x=y;z",
                "/login;",
                "/;a/login",
                "/./login",
                "/login/.",
                "/;/login/;",
                "/.;x/login",
                "login"
            })
    void manySpellingsOfOneResourceMeet(String path) {
        assertThat(RequestPath.canonical(path, null)).isEqualTo("/login");
    }

    @ParameterizedTest
    @CsvSource({
        "/;, /;",
        "/users/;x/posts, /users/;x/posts",
        "//users/;x;y//posts/., /users/;x;y/posts",
        "/a;b/c, /a;b/c",
        "/./, /",
        "'', /",
    })
    void literallyASemicolonIsPartOfASegment(String path, String literal) {
        assertThat(RequestPath.literal(path, null)).isEqualTo(literal);
        assertThat(RequestPath.literal("", path)).isEqualTo(literal);
    }

    @Test
    void literallyNoPathLeavesItsParentEither() {
        assertThatThrownBy(() -> RequestPath.literal("/a", "/../b")).isInstanceOf(MalformedCallException.class);
    }

    @ParameterizedTest
    @CsvSource({
        "/, /",
        "'', /",
        "//, /",
        "/;x, /",
        "/a;x/b;y, /a/b",
        "/a//b/, /a/b",
        "/a/.../b, /a/.../b",
        "/a/..b, /a/..b",
        "/a\\b, /a\\b",
        "/%2e%2e/a, /%2e%2e/a",
        "/Login, /Login",
        "/é/ü, /é/ü",
        "/a b, /a b",
    })
    void othersStayApart(String path, String canonical) {
        assertThat(RequestPath.canonical(path, null)).isEqualTo(canonical);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/x/../login",
                "/..",
                "..",
                "/login/..",
                "/a/..;x/b",
                "/login\0",
                "/lo\0gin",
                "/login\n",
                "/login\r\nX: y",
                "/\u007f",
                "/\u0085",
                "/a\t"
            })
    void whatCouldNameAnotherResourceIsDeniedWithoutEcho(String path) {
        assertThatThrownBy(() -> RequestPath.canonical(path, null))
                .isInstanceOf(MalformedCallException.class)
                .hasMessageNotContaining("login");
    }

    @Test
    void servletPathAndPathInfoAreOnePath() {
        assertThat(RequestPath.canonical("/api", "/v1/posts/")).isEqualTo("/api/v1/posts");
        assertThat(RequestPath.canonical("", "/login")).isEqualTo("/login");
        assertThat(RequestPath.canonical("/api/", "/x")).isEqualTo("/api/x");
        assertThat(RequestPath.canonical(null, null)).isEqualTo("/");
    }

    @Test
    void isIdempotentAndCheapForALongPath() {
        String canonical = RequestPath.canonical("/a;b//./".repeat(50_000), "/c");
        assertThat(canonical).hasSize(2 * 50_000 + 2);
        assertThat(RequestPath.canonical(canonical, null)).isEqualTo(canonical);
    }
}
