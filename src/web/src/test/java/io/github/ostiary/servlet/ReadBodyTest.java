package io.github.ostiary.servlet;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UnsupportedEncodingException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is read of a body, and what those behind find of it; over sockets in {@link JsonSignInIT}. */
class ReadBodyTest {

    private static final int MOST = 1_024;
    private static final HttpServletResponse NONE = fake(HttpServletResponse.class, Map.of());

    private final Map<String, Object> answers =
            new HashMap<>(Map.of("getContentType", "application/json", "getMethod", "POST", "isAsyncStarted", true));
    private final List<String> told = new ArrayList<>();
    private final List<Runnable> started = new ArrayList<>();

    private static <T> T fake(Class<T> type, Map<String, Object> answers) {
        Map<Object, Object> attributes = new HashMap<>();
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (self, method, given) -> switch (method.getName()) {
                    case "setAttribute" -> attributes.put(given[0], given[1]);
                    case "getAttribute" -> attributes.get(given[0]);
                    default -> answers.get(method.getName());
                }));
    }

    private HttpServletRequest request(String body, long length) {
        answers.put("getContentLengthLong", length);
        answers.put("getProtocol", length < 0 ? "HTTP/2.0" : "HTTP/1.1");
        answers.put("getInputStream", new Incoming(new ByteArrayInputStream(body.getBytes(UTF_8))));
        answers.put(
                "getAsyncContext",
                Proxy.newProxyInstance(
                        getClass().getClassLoader(), new Class<?>[] {AsyncContext.class}, (self, method, given) -> {
                            started.add((Runnable) given[0]);
                            return null;
                        }));
        return fake(HttpServletRequest.class, answers);
    }

    private void work() {
        while (!started.isEmpty()) {
            started.remove(0).run();
        }
    }

    private static ReplayedInput input(ReadBody body) {
        ReplayedInput input = body.input();
        assertThat(input).isNotNull();
        return input;
    }

    @Test
    void isReadOnceForAllWhoAsk() {
        HttpServletRequest request = request("{\"u\":\"bob\"}", 11);
        ReadBody body = ReadBody.json(request, MOST);
        assertThat(body.value("u")).isEqualTo("bob");
        assertThat(body.mayHide("u")).isFalse();
        assertThat(ReadBody.json(request, MOST)).isSameAs(body).isSameAs(ReadBody.before(request));
    }

    /** A filter in front may have unpacked it, or taken some of it. */
    @ParameterizedTest
    @ValueSource(longs = {1, 10, 11, 12, 500, MOST, -1})
    void isReadWholeWhateverLengthWasAnnounced(long length) throws IOException {
        ReadBody body = ReadBody.json(request("{\"u\":\"bob\"}", length), MOST);
        assertThat(body.value("u")).isEqualTo("bob");
        assertThat(new String(input(body).readAllBytes(), UTF_8)).isEqualTo("{\"u\":\"bob\"}");
    }

    @Test
    void whatIsLongerThanAnnouncedIsReadNoFurtherThanMeant() throws IOException {
        String text = "{\"u\":\"" + "x".repeat(2 * MOST) + "\"}";
        ReplayedInput input = input(ReadBody.json(request(text, 20), MOST));
        assertThat(input.available()).isEqualTo(MOST + 1);
        assertThat(new String(input.readAllBytes(), UTF_8)).isEqualTo(text);
    }

    @Test
    void whatIsLongerIsReadInPartOrNotAtAll() throws IOException {
        String text = "{\"u\":\"" + "x".repeat(2 * MOST) + "\"}";
        ReadBody announced = ReadBody.json(request(text, text.length()), MOST);
        assertThat(announced.input()).isNull();
        assertThat(announced.mayHide("u")).isTrue();
        ReadBody chunked = ReadBody.json(request(text, -1), MOST);
        assertThat(chunked.mayHide("u")).isTrue();
        assertThat(chunked.value("u")).isNull();
        ReplayedInput input = input(chunked);
        assertThat(input.available()).isEqualTo(MOST + 1);
        assertThat(new String(input.readAllBytes(), UTF_8)).isEqualTo(text);
        assertThat(input.isFinished()).isTrue();
    }

    @Test
    void aBodySomebodyElseHasReadMayHideEverything() {
        assertThat(ReadBody.json(request("", 20), MOST).mayHide("u")).isTrue();
        assertThat(ReadBody.json(request("", 0), MOST).mayHide("u")).isFalse();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 5, 100})
    void listenersAreToldOfAllOfIt(int chunk) throws IOException {
        ReplayedInput input = input(ReadBody.json(request("{\"u\":\"bob\"}", 11), MOST));
        input.setReadListener(new Listener(input, chunk));
        assertThat(told).isEmpty();
        work();
        assertThat(String.join("", told)).isEqualTo("{\"u\":\"bob\"}.");
        assertThatThrownBy(() -> input.setReadListener(new Listener(input, 1)))
                .isInstanceOf(IllegalStateException.class);
    }

    /** Some read what they were told of elsewhere. */
    @Test
    void whoReadsLaterIsToldOfTheEndThen() throws IOException {
        ReplayedInput input = input(ReadBody.json(request("{}", 2), MOST));
        input.setReadListener(new Listener(input, 0));
        work();
        assertThat(told).containsExactly("");
        assertThat(input.read()).isEqualTo('{');
        assertThat(input.read(new byte[9], 3, 6)).isEqualTo(1);
        work();
        assertThat(told).containsExactly("", ".");
        assertThat(input.read()).isEqualTo(-1);
    }

    @Test
    void ofTheRestTheContainerTells() throws IOException {
        String text = "\"" + "x".repeat(2 * MOST) + "\"";
        ReplayedInput input = input(ReadBody.json(request(text, -1), MOST));
        input.setReadListener(new Listener(input, 4 * MOST));
        work();
        assertThat(String.join("", told)).isEqualTo(text + ".");
    }

    @Test
    void listenersNeedAsynchronousMode() {
        answers.put("isAsyncStarted", false);
        ReplayedInput input = input(ReadBody.json(request("{}", 2), MOST));
        assertThatThrownBy(() -> input.setReadListener(new Listener(input, 1)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("asynchronous");
    }

    @Test
    void readersUseTheCharsetThatIsSetByThen() throws IOException {
        HttpServletRequest request = request("{\"u\":\"é\"}", 10);
        ReplayedRequest replayed = new ReplayedRequest(request, ReadBody.json(request, MOST));
        assertThatThrownBy(() -> replayed.setCharacterEncoding("latin-nine-or-ten"))
                .isInstanceOf(UnsupportedEncodingException.class);
        replayed.setCharacterEncoding("windows-1252");
        assertThat(replayed.getReader().readLine()).isEqualTo("{\"u\":\"Ã©\"}");
        replayed.setCharacterEncoding("UTF-8");
        assertThat(replayed.getCharacterEncoding()).isEqualTo("windows-1252");
        assertThatThrownBy(replayed::getInputStream).isInstanceOf(IllegalStateException.class);
    }

    /** Reads what it is told of, in pieces; none of it for a piece of nothing. */
    private final class Listener implements ReadListener {

        private final ServletInputStream input;
        private final int chunk;

        Listener(ServletInputStream input, int chunk) {
            this.input = input;
            this.chunk = chunk;
        }

        @Override
        public void onDataAvailable() throws IOException {
            byte[] some = new byte[chunk];
            do {
                told.add(new String(some, 0, input.read(some), UTF_8));
            } while (chunk > 0 && input.isReady() && !input.isFinished());
        }

        @Override
        public void onAllDataRead() {
            told.add(".");
        }

        @Override
        public void onError(Throwable failure) {
            throw new AssertionError(failure);
        }
    }

    /** A container's stream, which tells its listener at once. */
    private static final class Incoming extends ServletInputStream {

        private final InputStream in;

        Incoming(InputStream in) {
            this.in = in;
        }

        @Override
        public int read() throws IOException {
            return in.read();
        }

        @Override
        public boolean isFinished() {
            try {
                return in.available() == 0;
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        }

        @Override
        public boolean isReady() {
            return true;
        }

        @Override
        public void setReadListener(ReadListener listener) {
            try {
                while (!isFinished()) {
                    listener.onDataAvailable();
                }
                listener.onAllDataRead();
            } catch (IOException e) {
                listener.onError(e);
            }
        }
    }
}
