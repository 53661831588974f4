package io.github.ostiary.testing.probe;

import io.github.ostiary.Guard;
import io.github.ostiary.Key;
import io.github.ostiary.MalformedCallException;
import io.github.ostiary.servlet.OstiaryContext;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.Reader;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;

/** Reads its body in the way its path says, answers with what it read, and counts how often it was asked. */
@WebServlet(
        urlPatterns = {"/json/*", "/open/*", "/json-looked"},
        asyncSupported = true)
public class JsonServlet extends HttpServlet {

    private static final AtomicInteger LOOKED = new AtomicInteger();

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response)
            throws ServletException, IOException {
        if (request.getServletPath().equals("/json-looked")) {
            response.getWriter().print(LOOKED.getAndSet(0));
            return;
        }
        LOOKED.incrementAndGet();
        switch (request.getPathInfo()) {
            case "/reader" -> answer(response, read(request.getReader()));
            case "/own-charset" -> {
                request.setCharacterEncoding("windows-1252");
                answer(response, request.getCharacterEncoding() + " " + read(request.getReader()));
            }
            case "/both" -> {
                request.getInputStream();
                answer(response, both(request));
            }
            case "/bytes" -> {
                ServletInputStream stream = request.getInputStream();
                String first = stream.isFinished() + " " + stream.read() + " ";
                answer(response, first + hex(stream.readAllBytes()) + stream.isFinished() + stream.read());
            }
            case "/listener" -> listen(request);
            case "/context" -> {
                AsyncContext async = request.startAsync();
                async.start(() -> later(async));
            }
            case "/dispatch" -> {
                if (request.getDispatcherType() == DispatcherType.ASYNC) {
                    answer(response, "again " + hex(request.getInputStream().readAllBytes()));
                } else {
                    request.startAsync().dispatch();
                }
            }
            case "/java" -> {
                Guard guard = OstiaryContext.guard(getServletContext());
                String kind;
                try {
                    Key key = guard.keyFor("orders", OstiaryContext.call(request, response));
                    kind = key.parts().get(0).kind();
                } catch (MalformedCallException e) {
                    kind = "none";
                }
                answer(response, kind + " " + hex(request.getInputStream().readAllBytes()));
            }
            case "/parameters" -> answer(response, parameters(request));
            case "/forwarded-parameters" -> request.getRequestDispatcher("/open/parameters?x=f&f=g")
                    .forward(request, response);
            case "/forward" -> request.getRequestDispatcher("/open/stream").forward(request, response);
            default -> answer(response, hex(request.getInputStream().readAllBytes()));
        }
    }

    private static String parameters(HttpServletRequest request) {
        StringBuilder all = new StringBuilder();
        for (String name : new TreeSet<>(Collections.list(request.getParameterNames()))) {
            all.append(name).append(Arrays.toString(request.getParameterMap().get(name)));
            all.append(' ')
                    .append(
                            request.getParameterValues(name)[0].equals(request.getParameter(name))
                                    ? request.getParameter(name)
                                    : "!");
        }
        return all.toString();
    }

    private static String both(HttpServletRequest request) throws IOException {
        try {
            return "both " + request.getReader();
        } catch (IllegalStateException e) {
            return "one of the two";
        }
    }

    private static void later(AsyncContext async) {
        try {
            answer(
                    (HttpServletResponse) async.getResponse(),
                    hex(async.getRequest().getInputStream().readAllBytes()));
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
        async.complete();
    }

    private static void listen(HttpServletRequest request) throws IOException {
        AsyncContext async = request.startAsync();
        ServletInputStream stream = request.getInputStream();
        ByteArrayOutputStream read = new ByteArrayOutputStream();
        stream.setReadListener(new ReadListener() {
            @Override
            public void onDataAvailable() throws IOException {
                byte[] some = new byte[7];
                while (stream.isReady() && !stream.isFinished()) {
                    int count = stream.read(some);
                    if (count > 0) {
                        read.write(some, 0, count);
                    }
                }
            }

            @Override
            public void onAllDataRead() throws IOException {
                answer((HttpServletResponse) async.getResponse(), "listened " + hex(read.toByteArray()));
                async.complete();
            }

            @Override
            public void onError(Throwable failure) {
                async.complete();
            }
        });
    }

    private static String read(Reader reader) throws IOException {
        StringWriter text = new StringWriter();
        reader.transferTo(text);
        return text.toString();
    }

    private static String hex(byte[] octets) {
        return octets.length + ":" + HexFormat.of().formatHex(octets);
    }

    /** As a sign-in with the wrong password would. */
    private static void answer(HttpServletResponse response, String text) throws IOException {
        response.setStatus(401);
        response.setContentType("text/plain;charset=UTF-8");
        response.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
    }
}
