package io.github.ostiary.testing.acceptance;

import jakarta.enterprise.inject.spi.CDI;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** All that an application of servlets does: pages, a sign-in by form and one by JSON, asynchronous work, calls of a bean. */
public class ApplicationServlet extends HttpServlet {

    private static final Queue<AsyncContext> HELD = new ConcurrentLinkedQueue<>();
    private static final Pattern CREDENTIALS =
            Pattern.compile("\\{\"user\":\\{\"name\":\"(.*)\"},\"password\":\"(.*)\"}");

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response) throws IOException {
        switch (request.getServletPath()) {
            case "/sign-in" -> signIn(request, response);
            case "/api/session" -> signInByJson(request, response);
            case "/async" -> answerLater(request.startAsync(), "async");
            case "/held" -> hold(request.startAsync());
            case "/holding" -> response.getWriter().print(HELD.size());
            case "/release" -> answerLater(HELD.remove(), "released", response);
            case "/bean" -> response.getWriter()
                    .print(CDI.current().select(LimitedBean.class).get().call());
            case "/looked" -> response.getWriter().print(Passwords.looked(request.getParameter("u")));
            case "/vault" -> response.getWriter().print("user=" + request.getRemoteUser());
            case "/facts" -> response.getWriter().print(facts());
            case "/tool" -> request.getInputStream().transferTo(response.getOutputStream());
            case "/mark" -> mark(request.getParameter("m"), response);
            default -> response.getWriter().print("page");
        }
    }

    private static void signIn(HttpServletRequest request, HttpServletResponse response) throws IOException {
        request.getSession();
        if (request.getMethod().equals("GET")) {
            response.getWriter().print("form");
        } else if (Passwords.areRight(request.getParameter("u"), request.getParameter("p"))) {
            request.changeSessionId();
            response.sendRedirect(request.getContextPath() + "/home");
        } else {
            response.sendRedirect(request.getContextPath() + "/sign-in?error");
        }
    }

    private static void signInByJson(HttpServletRequest request, HttpServletResponse response) throws IOException {
        String body = new String(request.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        Matcher tried = CREDENTIALS.matcher(body);
        boolean right = tried.matches() && Passwords.areRight(tried.group(1), tried.group(2));
        response.setStatus(right ? 204 : 401);
    }

    private static void hold(AsyncContext async) {
        async.setTimeout(0);
        HELD.add(async);
    }

    private static void answerLater(AsyncContext async, String text) {
        async.start(() -> {
            try {
                async.getResponse().getWriter().print(text);
                async.complete();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    private static void answerLater(AsyncContext async, String text, HttpServletResponse response) throws IOException {
        answerLater(async, text);
        response.getWriter().print(text);
    }

    private static void mark(String text, HttpServletResponse response) throws IOException {
        System.out.println("MARK " + text);
        System.out.flush();
        response.getWriter().print(text);
    }

    /** Server, Servlet, CDI, JDK, one in each line. */
    private String facts() {
        return getServletContext().getServerInfo() + "\n" + getServletContext().getMajorVersion() + "."
                + getServletContext().getMinorVersion() + "\n" + cdi() + "\n"
                + Runtime.version().feature();
    }

    private static String cdi() {
        return isThere("jakarta.enterprise.invoke.Invoker")
                ? "4.1"
                : isThere("jakarta.enterprise.inject.spi.BeanContainer") ? "4.0" : "3.0";
    }

    private static boolean isThere(String type) {
        try {
            Class.forName(type, false, CDI.class.getClassLoader());
            return true;
        } catch (ClassNotFoundException e) {
            return false;
        }
    }
}
