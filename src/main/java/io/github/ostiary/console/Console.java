package io.github.ostiary.console;

import io.github.ostiary.Guard;
import io.github.ostiary.TimeSource;
import io.github.ostiary.edge.ConsoleSettings;
import io.github.ostiary.setup.Callers;
import io.github.ostiary.setup.GuardEvents;
import io.github.ostiary.setup.Subscription;
import jakarta.servlet.ServletContext;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * The console of one application, as long as its guard runs. Thread-safe.
 *
 * @hidden
 */
public final class Console implements AutoCloseable {

    private static final String ATTRIBUTE = Console.class.getName();

    private final ServletContext context;
    private final ConsoleSettings settings;
    private final Passes passes;
    private final ConsoleAccess consoleAccess;
    private final Subscription heard;

    private Console(ServletContext context, ConsoleSettings settings, Guard guard, Callers callers) {
        this.context = context;
        this.settings = settings;
        Tickets tickets = new Tickets(() -> callers.secret("console"), TimeSource.system());
        EventRing events = new EventRing(TimeSource.system());
        this.heard = GuardEvents.subscribe(guard, events);
        this.passes = new Passes(tickets, TimeSource.system());
        this.consoleAccess = new ConsoleAccess(settings, callers, tickets, passes, new ConsolePages(guard, events));
    }

    /**
     * Opens it. The application finds it by {@link #of}.
     *
     * @param context the application
     * @param settings where it stands and who may enter
     * @param guard that it shows; not closed with it
     * @param callers tells callers apart
     * @return closed with the guard
     */
    public static Console open(ServletContext context, ConsoleSettings settings, Guard guard, Callers callers) {
        Console console = new Console(context, settings, guard, callers);
        context.setAttribute(ATTRIBUTE, console);
        return console;
    }

    /** The console of an application; null for none. */
    static @Nullable Console of(ServletContext context) {
        return context.getAttribute(ATTRIBUTE) instanceof Console console ? console : null;
    }

    /** Where it stands and who may enter. */
    public ConsoleSettings settings() {
        return settings;
    }

    /**
     * Whether a request need not be counted by the application's rules: one for the console, with the pass that its user
     * was given with a page of it within the last hour. Who looks after an incident must not be shut out by the rules
     * that answer it; a pass to which too much was refused spares no one.
     *
     * @param request on its way to wherever
     * @return true if so; the console itself still asks for the role
     */
    public boolean knows(HttpServletRequest request) {
        return settings.path().equals(request.getServletPath()) && passes.spares(request);
    }

    /**
     * Whether a request is led here by a server though its path, as it was sent, begins otherwise: {@code /ostiary;x/locked}. Spring
     * fails where it reads the path of such a one.
     *
     * @param request on its way to wherever
     * @return true if so
     */
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
