package io.github.ostiary.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.servlet.http.HttpServletRequest;
import java.lang.reflect.Proxy;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UnconditionalRequestTest {

    /** Each header it is asked for is there, once; numbers are 1. */
    private static UnconditionalRequest request(boolean hides, String... names) {
        HttpServletRequest all = (HttpServletRequest) Proxy.newProxyInstance(
                HttpServletRequest.class.getClassLoader(),
                new Class<?>[] {HttpServletRequest.class},
                (proxy, asked, arguments) -> switch (asked.getName()) {
                    case "getHeader" -> "value";
                    case "getHeaders" -> Collections.enumeration(List.of("value"));
                    case "getHeaderNames" -> Collections.enumeration(List.of(names));
                    case "getDateHeader" -> 1L;
                    case "getIntHeader" -> 1;
                    default -> throw new IllegalStateException(asked.getName());
                });
        return new UnconditionalRequest(all) {
            @Override
            boolean hidesConditions() {
                return hides;
            }
        };
    }

    @ParameterizedTest
    @ValueSource(strings = {"If-Match", "if-none-match", "IF-MODIFIED-SINCE", "If-Range", "If", "range"})
    void hidesConditionsAndRanges(String name) {
        UnconditionalRequest request = request(true, "Accept", name, "Host");
        assertThat(request.getHeader(name)).isNull();
        assertThat(request.getHeaders(name).hasMoreElements()).isFalse();
        assertThat(Collections.list(request.getHeaderNames())).containsExactly("Accept", "Host");
        assertThat(request.getDateHeader(name)).isEqualTo(-1);
        assertThat(request.getIntHeader(name)).isEqualTo(-1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"Accept", "Iffy", "Ranges", "I"})
    void showsAllElse(String name) {
        UnconditionalRequest request = request(true, name);
        assertThat(request.getHeader(name)).isEqualTo("value");
        assertThat(Collections.list(request.getHeaders(name))).containsExactly("value");
        assertThat(Collections.list(request.getHeaderNames())).containsExactly(name);
        assertThat(request.getDateHeader(name)).isEqualTo(1);
        assertThat(request.getIntHeader(name)).isEqualTo(1);
    }

    @Test
    void showsThemWhereTheyDoNoHarm() {
        UnconditionalRequest request = request(false, "If-Match");
        assertThat(request.getHeader("If-Match")).isEqualTo("value");
        assertThat(Collections.list(request.getHeaderNames())).containsExactly("If-Match");
    }
}
