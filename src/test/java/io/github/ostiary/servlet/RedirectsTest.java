package io.github.ostiary.servlet;

import static org.assertj.core.api.Assertions.assertThat;

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
}
