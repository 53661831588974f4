package io.github.ostiary.testing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

/** A real browser, without a window, driven by its DevTools protocol. To be used by one thread. */
public final class Chromium implements AutoCloseable {

    private static final Duration BOUND = Duration.ofSeconds(60);
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final Process process;
    private final HttpClient client = HttpClient.newHttpClient();
    private final Map<Integer, CompletableFuture<JsonNode>> asked = new ConcurrentHashMap<>();
    private final List<JsonNode> told = new CopyOnWriteArrayList<>();
    private final AtomicInteger ids = new AtomicInteger();
    private final WebSocket socket;

    private Chromium(Process process, Path profile) throws Exception {
        this.process = process;
        Path file = profile.resolve("DevToolsActivePort");
        Await.until(() -> Files.exists(file) && lines(file).size() > 1, BOUND);
        String port = lines(file).get(0);
        HttpRequest page = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/json/new?about:blank"))
                .method("PUT", HttpRequest.BodyPublishers.noBody())
                .build();
        JsonNode made = MAPPER.readTree(
                client.send(page, HttpResponse.BodyHandlers.ofString()).body());
        this.socket = client.newWebSocketBuilder()
                .buildAsync(URI.create(made.get("webSocketDebuggerUrl").asText()), new Ear())
                .get(BOUND.toSeconds(), TimeUnit.SECONDS);
        for (String domain : List.of("Page", "Runtime", "Log", "Network", "Accessibility", "Security")) {
            ask(domain + ".enable");
        }
    }

    /** The browser's program, where there is one. */
    public static Optional<Path> program() {
        return OnPath.program("chromium", "chromium-browser", "google-chrome", "chrome");
    }

    /** Starts it, with options of its command line. */
    public static Chromium start(String... options) {
        try {
            Path profile = Files.createTempDirectory("ostiary-chromium");
            List<String> command = new ArrayList<>(List.of(
                    program().orElseThrow().toString(),
                    "--headless",
                    "--no-sandbox",
                    "--disable-gpu",
                    "--disable-quic",
                    "--no-first-run",
                    "--disable-background-networking",
                    "--disable-component-update",
                    "--disable-sync",
                    "--hide-scrollbars",
                    "--remote-debugging-port=0",
                    "--user-data-dir=" + profile));
            command.addAll(List.of(options));
            command.add("about:blank");
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(profile.resolve("log").toFile())
                    .start();
            return new Chromium(process, profile);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private static List<String> lines(Path file) {
        try {
            return Files.readAllLines(file);
        } catch (IOException e) {
            return List.of();
        }
    }

    /** Collects what the browser says. */
    private final class Ear implements WebSocket.Listener {

        private final StringBuilder text = new StringBuilder();

        @Override
        public CompletionStage<?> onText(WebSocket from, CharSequence part, boolean last) {
            text.append(part);
            if (last) {
                try {
                    JsonNode said = MAPPER.readTree(text.toString());
                    CompletableFuture<JsonNode> waiting =
                            said.has("id") ? asked.remove(said.get("id").asInt()) : null;
                    if (waiting != null) {
                        waiting.complete(said);
                    } else {
                        told.add(said);
                    }
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                } finally {
                    text.setLength(0);
                }
            }
            from.request(1);
            return CompletableFuture.completedFuture(null);
        }
    }

    /** Asks the browser; parameters are name, value, name, value. */
    public JsonNode ask(String method, Object... parameters) {
        ObjectNode params = MAPPER.createObjectNode();
        for (int i = 0; i < parameters.length; i += 2) {
            params.set(String.valueOf(parameters[i]), MAPPER.valueToTree(parameters[i + 1]));
        }
        int id = ids.incrementAndGet();
        ObjectNode question = MAPPER.createObjectNode().put("id", id).put("method", method);
        question.set("params", params);
        CompletableFuture<JsonNode> answer = new CompletableFuture<>();
        asked.put(id, answer);
        socket.sendText(question.toString(), true);
        try {
            JsonNode said = answer.get(BOUND.toSeconds(), TimeUnit.SECONDS);
            if (said.has("error")) {
                throw new IllegalStateException(method + ": " + said.get("error"));
            }
            return said.get("result");
        } catch (InterruptedException | ExecutionException | TimeoutException e) {
            throw new IllegalStateException(method, e);
        }
    }

    /** Opens a page and waits until it is loaded. */
    public void open(URI address) {
        follow(() -> ask("Page.navigate", "url", address.toString()));
    }

    /**
     * Does something that leads to another page, and waits until that is loaded. The page before carries a mark: a load event alone may
     * be its own, since its title can be read before.
     */
    public void follow(Runnable action) {
        eval("window.left = true");
        action.run();
        Await.until(this::arrived, BOUND);
    }

    private boolean arrived() {
        try {
            return eval("!window.left && document.readyState === 'complete'").asBoolean();
        } catch (IllegalStateException between) {
            return false; // two pages: the one that was asked has gone
        }
    }

    /** Does something while requests to addresses that match, such as {@code *&#47;pass}, wait; they go on afterwards. */
    public void whileHeld(String addresses, Runnable action) {
        ask("Fetch.enable", "patterns", List.of(Map.of("urlPattern", addresses)));
        try {
            action.run();
        } finally {
            ask("Fetch.disable");
        }
    }

    /** The value of an expression, which may be a promise. */
    public JsonNode eval(String expression) {
        JsonNode result = ask(
                "Runtime.evaluate",
                "expression",
                expression,
                "returnByValue",
                true,
                "awaitPromise",
                true,
                "userGesture",
                true);
        if (result.has("exceptionDetails")) {
            throw new IllegalStateException(expression + ": " + result.get("exceptionDetails"));
        }
        return result.path("result").path("value");
    }

    /** Presses a key, such as {@code Tab} or {@code Enter}. */
    public void press(String key, int code) {
        String text = key.equals("Enter") ? "\r" : key.length() == 1 ? key : "";
        ask(
                "Input.dispatchKeyEvent",
                "type",
                "keyDown",
                "key",
                key,
                "code",
                key,
                "windowsVirtualKeyCode",
                code,
                "text",
                text);
        ask("Input.dispatchKeyEvent", "type", "keyUp", "key", key, "code", key, "windowsVirtualKeyCode", code);
    }

    /** Types a text where the focus is. */
    public void type(String text) {
        ask("Input.insertText", "text", text);
    }

    /** The size of the window, CSS pixels, and whether colours are dark. */
    public void show(int width, int height, boolean dark) {
        ask(
                "Emulation.setDeviceMetricsOverride",
                "width",
                width,
                "height",
                height,
                "deviceScaleFactor",
                1,
                "mobile",
                false);
        ask(
                "Emulation.setEmulatedMedia",
                "features",
                List.of(
                        Map.of("name", "prefers-color-scheme", "value", dark ? "dark" : "light"),
                        Map.of("name", "prefers-reduced-motion", "value", "reduce")));
    }

    /** A PNG of what is seen. */
    public byte[] picture() {
        return Base64.getDecoder()
                .decode(ask("Page.captureScreenshot", "format", "png", "optimizeForSpeed", false)
                        .get("data")
                        .asText());
    }

    /** Everything the browser complained of: errors of scripts, of the security policy, of what it could not load. */
    public List<String> complaints() {
        return told.stream()
                .filter(said -> List.of("Log.entryAdded", "Runtime.exceptionThrown", "Runtime.consoleAPICalled")
                        .contains(said.path("method").asText()))
                .map(JsonNode::toString)
                .toList();
    }

    /** The addresses of all it has asked for. */
    public List<String> requests() {
        return told.stream()
                .filter(said -> said.path("method").asText().equals("Network.requestWillBeSent"))
                .map(said -> said.at("/params/request/url").asText())
                .toList();
    }

    @Override
    public void close() {
        socket.abort();
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }
}
