package io.github.ostiary.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class CapturedResponseTest {

    /** What reached the response behind. */
    private final List<String> sent = new ArrayList<>();

    private final CapturedResponse captured = new CapturedResponse((HttpServletResponse) Proxy.newProxyInstance(
            getClass().getClassLoader(), new Class<?>[] {HttpServletResponse.class}, (proxy, method, arguments) -> {
                sent.add(method.getName() + Arrays.toString(arguments));
                return null;
            }));

    @Test
    void headersAreSentAtOnceAndWhatDescribesTheBodyIsKept() {
        captured.setStatus(429);
        captured.setHeader("Retry-After", "7");
        captured.addHeader("content-type", "text/plain");
        captured.setIntHeader("Content-Length", 3);
        captured.setContentLength(3);
        captured.setCharacterEncoding("ISO-8859-1");

        assertThat(sent).containsExactly("setHeader[Retry-After, 7]");
        assertThat(captured.getStatus()).isEqualTo(429);
        assertThat(captured.getContentType()).isEqualTo("text/plain");
        assertThat(captured.getCharacterEncoding()).isEqualTo("UTF-8");
    }

    @Test
    void theBodyIsWhatWasWrittenInWhateverWay() throws IOException {
        captured.getWriter().print("lost");
        captured.resetBuffer();
        captured.getWriter().print("ä");
        captured.flushBuffer();
        assertThat(new String(captured.body(), StandardCharsets.UTF_8)).isEqualTo("ä");
        captured.getOutputStream().write("bc".getBytes(StandardCharsets.UTF_8));
        captured.getOutputStream().write('d');

        assertThat(new String(captured.body(), StandardCharsets.UTF_8)).isEqualTo("äbcd");
        assertThat(captured.isCommitted()).isFalse();
        assertThat(sent).isEmpty();
    }

    @Test
    void anErrorIsAStatusOnly() {
        captured.sendError(404);
        assertThat(captured.getStatus()).isEqualTo(404);
        captured.sendError(403, "message");
        assertThat(captured.getStatus()).isEqualTo(403);
        assertThat(sent).isEmpty();
    }
}
