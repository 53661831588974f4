package io.github.ostiary.grammar;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.Part;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * An application that keeps account of the passwords it looks at, the pages it serves and the calls it works at. How it
 * reads a request and how it answers is in the path: {@code /in/READS/ANSWERS}.
 */
public final class SiteServlet extends HttpServlet {

    private static final long WORK_MILLIS = 120;
    private static final String SERVED_BY_FILES = "GET|HEAD|POST";
    private static final JsonFactory JSON = new JsonFactory();

    private final ScheduledExecutorService later = Executors.newScheduledThreadPool(2);

    @Override
    public void destroy() {
        later.shutdownNow();
    }

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response)
            throws ServletException, IOException {
        boolean included = request.getDispatcherType() == DispatcherType.INCLUDE;
        String servlet = included
                ? (String) request.getAttribute("jakarta.servlet.include.servlet_path")
                : request.getServletPath();
        String info =
                included ? (String) request.getAttribute("jakarta.servlet.include.path_info") : request.getPathInfo();
        String[] way = (info == null ? "//" : info + "//").split("/", -1);
        switch (servlet) {
            case "/ledger" -> response.getWriter().print(Ledger.of(way[1]).told());
            case "/door" -> door(way[1], request, response);
            case "/page" -> {
                Ledger.of(request).add("page");
                response.getWriter().print("a page");
            }
            case "/report" -> report(way[1], request, response);
            case "/sms" -> sms(read(way[1], "phone", request), request, response);
            default -> signIn(servlet, way[1], way[2], request, response);
        }
    }

    /** To another page, which the application has chosen: the header is a means of the test. */
    private static void door(String how, HttpServletRequest request, HttpServletResponse response)
            throws ServletException, IOException {
        String to = request.getHeader("X-Page");
        switch (how) {
            case "forward" -> request.getRequestDispatcher(to).forward(request, response);
            case "include" -> request.getRequestDispatcher(to).include(request, response);
            case "dispatch" -> request.startAsync().dispatch(to);
            default -> response.sendError(403);
        }
    }

    private static void sms(String phone, HttpServletRequest request, HttpServletResponse response) throws IOException {
        String digits = phone == null ? "" : Ledger.name(phone).replaceAll("\\D", "");
        if (digits.isEmpty() || !isPost(request)) {
            response.sendError(400);
        } else {
            Ledger.of(request).add("sms " + digits);
        }
    }

    /** As some applications ask, whose rules say {@code methods=POST}. */
    private static boolean isPost(HttpServletRequest request) {
        return request.getMethod().equalsIgnoreCase("POST");
    }

    private void report(String how, HttpServletRequest request, HttpServletResponse response) throws IOException {
        Ledger ledger = Ledger.of(request);
        ledger.begin();
        if (how.equals("async")) {
            AsyncContext async = request.startAsync();
            async.setTimeout(0);
            later.schedule(
                    () -> {
                        ledger.end();
                        async.complete();
                    },
                    WORK_MILLIS,
                    TimeUnit.MILLISECONDS);
            return;
        }
        try {
            if (how.equals("thrown")) {
                throw new IllegalStateException("as asked");
            } else if (how.equals("long")) {
                writeLong(response);
            } else {
                response.getWriter().print("reported");
            }
        } finally {
            ledger.end();
        }
    }

    private static void writeLong(HttpServletResponse response) throws IOException {
        byte[] block = new byte[20_000];
        for (int i = 0; i < 10; i++) {
            response.getOutputStream().write(block);
        }
    }

    private void signIn(
            String servlet, String reads, String answers, HttpServletRequest request, HttpServletResponse response)
            throws ServletException, IOException {
        String typed = servlet.equals("/json") ? json(request) : read(reads, "u", request);
        if (typed == null || Ledger.name(typed).isEmpty() || (servlet.equals("/json") && !isPost(request))) {
            response.setStatus(200);
            return;
        }
        boolean right = "right".equals(request.getHeader("X-Password"));
        boolean unclear = answers.matches("thrown|broken|long")
                || (answers.equals("page") && !request.getMethod().matches(SERVED_BY_FILES))
                || (answers.equals("negotiated") && "x/y".equals(request.getHeader("Accept")));
        Ledger.of(request)
                .add((servlet.equals("/json") ? "json " : "form ")
                        + (right ? "right" : "wrong")
                        + (unclear ? " unclear " : " plain ")
                        + Ledger.name(typed));
        if (right) {
            response.setStatus(204);
        } else {
            refuse(answers, request, response);
        }
    }

    private void refuse(String answers, HttpServletRequest request, HttpServletResponse response)
            throws ServletException, IOException {
        switch (answers) {
            case "send" -> response.sendError(401);
            case "forward" -> {
                response.setStatus(401);
                request.getRequestDispatcher("/wrong.html").forward(request, response);
            }
            case "page" -> request.getRequestDispatcher("/wrong.html").forward(request, response);
            case "away" -> response.sendRedirect("/app/wrong.html");
            case "thrown" -> throw new IllegalStateException("as asked");
            case "broken" -> response.sendError(500);
            case "negotiated" -> response.sendError("x/y".equals(request.getHeader("Accept")) ? 500 : 401);
            case "long" -> {
                response.setStatus(401);
                writeLong(response);
            }
            case "async" -> {
                AsyncContext async = request.startAsync();
                async.setTimeout(0);
                later.schedule(() -> refuse(async), WORK_MILLIS, TimeUnit.MILLISECONDS);
            }
            default -> response.setStatus(401);
        }
    }

    private static void refuse(AsyncContext async) {
        try {
            ((HttpServletResponse) async.getResponse()).setStatus(401);
        } catch (RuntimeException e) {
            // the container has taken the response back
        } finally {
            async.complete();
        }
    }

    private static String read(String how, String name, HttpServletRequest request)
            throws ServletException, IOException {
        return switch (how) {
            case "last" -> {
                String[] values = request.getParameterValues(name);
                yield values == null ? null : values[values.length - 1];
            }
            case "query" -> pair(request.getQueryString(), name);
            case "body" -> pair(body(request), name);
            case "parts" -> part(name, request);
            default -> request.getParameter(name);
        };
    }

    private static String body(HttpServletRequest request) throws IOException {
        return new String(request.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    private static String part(String name, HttpServletRequest request) throws ServletException, IOException {
        String type = request.getContentType();
        if (type == null || !type.toLowerCase().startsWith("multipart/form-data")) {
            return request.getParameter(name);
        }
        Part part = request.getPart(name);
        return part == null ? null : new String(part.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    /** As programs do that parse a form by themselves. */
    private static String pair(String form, String name) {
        for (String field : form == null ? new String[0] : form.split("&")) {
            if (field.startsWith(name + "=")) {
                return URLDecoder.decode(field.substring(name.length() + 1), StandardCharsets.UTF_8);
            }
        }
        return null;
    }

    /** The last member of that name, at the top. */
    private static String json(HttpServletRequest request) throws IOException {
        String found = null;
        int depth = 0;
        try (JsonParser parser = JSON.createParser(request.getInputStream().readAllBytes())) {
            for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
                depth += token.isStructStart() ? 1 : token.isStructEnd() ? -1 : 0;
                if (depth == 1
                        && token == JsonToken.FIELD_NAME
                        && parser.currentName().equals("u")) {
                    found = parser.nextToken().isScalarValue() ? parser.getText() : found;
                    depth += parser.currentToken().isStructStart() ? 1 : 0;
                }
            }
        } catch (com.fasterxml.jackson.core.JsonProcessingException e) {
            return null;
        }
        return found;
    }
}
