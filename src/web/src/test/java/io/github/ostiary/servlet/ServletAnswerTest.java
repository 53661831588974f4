package io.github.ostiary.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.servlet.http.HttpServletRequest;
import java.lang.reflect.Proxy;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ServletAnswerTest {

    private static HttpServletRequest with(@Nullable List<String> lines) {
        return (HttpServletRequest) Proxy.newProxyInstance(
                ServletAnswerTest.class.getClassLoader(),
                new Class<?>[] {HttpServletRequest.class},
                (self, method, given) -> lines == null ? null : Collections.enumeration(lines));
    }

    @Test
    void aContainerMayReturnNoLinesAtAll() {
        assertThat(ServletAnswer.lines(with(null), "Accept")).isEmpty();
        assertThat(ServletAnswer.lines(with(List.of()), "Accept")).isEmpty();
    }

    @Test
    void linesKeepTheirOrder() {
        assertThat(ServletAnswer.lines(with(List.of("a")), "Accept")).containsExactly("a");
        assertThat(ServletAnswer.lines(with(List.of("b", "a", "c")), "Accept")).containsExactly("b", "a", "c");
    }
}
