package io.github.ostiary.console;

import io.github.ostiary.Guard;
import io.github.ostiary.TimeSource;
import io.github.ostiary.edge.ConsoleSettings;
import io.github.ostiary.servlet.FilterConsole;
import io.github.ostiary.setup.Callers;
import io.github.ostiary.setup.GuardEvents;
import io.github.ostiary.setup.Subscription;
import jakarta.servlet.ServletContext;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** The console of one application, as long as its guard runs. Thread-safe. */
final class Console implements FilterConsole {

    private static final String ATTRIBUTE = Console.class.getName();

    private final ServletContext context;
    private final ConsoleSettings settings;
    private final HttpServlet servlet;
    private final Passes passes;
    private final ConsoleAccess consoleAccess;
    private final Subscription heard;

    /** Opens it. The application finds it by {@link #of}. */
    Console(ServletContext context, ConsoleSettings settings, HttpServlet servlet, Guard guard, Callers callers) {
        this.context = context;
        this.settings = settings;
        this.servlet = servlet;
        Tickets tickets = new Tickets(() -> callers.secret("console"), TimeSource.system());
        EventRing events = new EventRing(TimeSource.system());
        this.heard = GuardEvents.subscribe(guard, events);
        this.passes = new Passes(tickets, TimeSource.system());
        this.consoleAccess = new ConsoleAccess(settings, callers, tickets, passes, new ConsolePages(guard, events));
        context.setAttribute(ATTRIBUTE, this);
    }

    /** The console of an application; null for none. */
    static @Nullable Console of(ServletContext context) {
        return context.getAttribute(ATTRIBUTE) instanceof Console console ? console : null;
    }

    @Override
    public ConsoleSettings settings() {
        return settings;
    }

    @Override
    public HttpServlet servlet() {
        return servlet;
    }

    @Override
    public boolean knows(HttpServletRequest request) {
        return settings.path().equals(request.getServletPath()) && passes.spares(request);
    }

    @Override
    public boolean isReachedOtherwise(HttpServletRequest request) {
        String path = request.getContextPath() + settings.path();
        String sent = request.getRequestURI();
        return settings.path().equals(request.getServletPath())
                && !(sent.startsWith(path) && (sent.length() == path.length() || sent.charAt(path.length()) == '/'));
    }

    /** Answers. */
    void serve(HttpServletRequest request, HttpServletResponse response) throws IOException {
        Reply reply = consoleAccess.answer(request, response);
        if (reply == null) {
            return;
        }
        response.setStatus(reply.status());
        reply.headers().forEach(response::setHeader);
        response.setContentType(reply.type());
        byte[] body = reply.bytes();
        response.setContentLength(body.length);
        if (!request.getMethod().equals("HEAD")) {
            response.getOutputStream().write(body);
        }
    }

    @Override
    public void close() {
        heard.close();
        if (context.getAttribute(ATTRIBUTE) == this) {
            context.removeAttribute(ATTRIBUTE);
        }
    }
}
