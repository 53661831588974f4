package io.github.ostiary.console;

import io.github.ostiary.ConfigurationException;
import io.github.ostiary.edge.ConsoleSettings;
import io.github.ostiary.setup.Callers;
import io.github.ostiary.text.Log;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpSession;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.security.Principal;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Decides who enters: how a request came, from which site, who makes it, and whether a change was asked for on a page of
 * this console. Only what passes is a {@link ConsoleVisit}.
 */
final class ConsoleAccess {

    private static final System.Logger LOG = Log.of(ConsoleAccess.class);
    private static final Set<String> METHODS = Set.of("GET", "HEAD", "POST");
    private static final Map<String, String> HEADERS = Map.of(
            "Content-Security-Policy",
            "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src 'self';"
                    + " form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
            "Cache-Control",
            "no-store",
            "X-Content-Type-Options",
            "nosniff",
            "X-Frame-Options",
            "DENY",
            // Not no-referrer: browsers would then send Origin: null with our own forms.
            "Referrer-Policy",
            "same-origin",
            "Cross-Origin-Opener-Policy",
            "same-origin",
            "Cross-Origin-Resource-Policy",
            "same-origin");

    private final ConsoleSettings settings;
    private final Callers callers;
    private final Tickets tickets;
    private final Passes passes;
    private final ConsolePages pages;

    ConsoleAccess(ConsoleSettings settings, Callers callers, Tickets tickets, Passes passes, ConsolePages pages) {
        this.settings = settings;
        this.callers = callers;
        this.tickets = tickets;
        this.passes = passes;
        this.pages = pages;
    }

    /** Null where the container answers, which asks who it is. */
    @Nullable
    Reply answer(HttpServletRequest request, HttpServletResponse response) throws IOException {
        HEADERS.forEach(response::setHeader);
        String path = Optional.ofNullable(request.getPathInfo()).orElse("");
        Optional<Reply> file = Assets.at(path);
        Refusal refusal = atDoor(request);
        if (refusal == null && file.isPresent()) {
            passes.proven(request);
            return file.get();
        }
        if (refusal == null && !request.isUserInRole(settings.role()) && !identified(request, response)) {
            if (response.isCommitted() || response.getStatus() >= 300) {
                return null;
            }
            return outside(request, path);
        }
        if (refusal != null) {
            return refusal.reply(path.startsWith("/api"), base(path)).with("Allow", "GET, HEAD, POST");
        }
        passes.proven(request);
        return welcomed(inside(request, path), request, response);
    }

    /**
     * The reply to an operator in the role, with a pass if a page is shown; a file is shown to everybody, and brings
     * none.
     */
    private Reply welcomed(Reply reply, HttpServletRequest request, HttpServletResponse response) {
        if (reply.status() < 400) {
            pass(request, response);
        }
        return reply;
    }

    private void pass(HttpServletRequest request, HttpServletResponse response) {
        Cookie cookie = new Cookie(Passes.COOKIE, passes.issue(name(request), request));
        cookie.setPath(request.getServletContext().getContextPath() + settings.path());
        cookie.setHttpOnly(true);
        cookie.setSecure(isSecure(request));
        cookie.setAttribute("SameSite", "Strict");
        response.addCookie(cookie);
    }

    /** The reply to a caller who is not in the role. */
    private Reply outside(HttpServletRequest request, String path) {
        boolean program = path.startsWith("/api");
        if (request.getUserPrincipal() != null) {
            return Refusal.ROLE.reply(program, base(path));
        }
        return BasicChallenge.of(request.getServletContext())
                .map(challenge -> Refusal.UNASKED.reply(program, base(path)).with("WWW-Authenticate", challenge))
                .orElseGet(() -> Refusal.UNNAMED.reply(program, base(path)));
    }

    /** The objection to the way a request came, for any caller; null for none. */
    private @Nullable Refusal atDoor(HttpServletRequest request) {
        if (!isSecure(request) && !settings.insecure() && !callers.isFromHere(new ConsoleCall(request))) {
            return Refusal.INSECURE;
        }
        if (!METHODS.contains(request.getMethod())) {
            return Refusal.METHOD;
        }
        return isFromElsewhere(request) ? Refusal.OTHER_SITE : null;
    }

    /** Whether the connection between the caller and the nearest trusted machine is encrypted or local. */
    boolean isSecure(HttpServletRequest request) {
        return request.isSecure() || callers.isSecured(new ConsoleCall(request));
    }

    /** Whether the container, having asked, says that the caller is in the role. */
    private boolean identified(HttpServletRequest request, HttpServletResponse response) throws IOException {
        if (request.getUserPrincipal() != null) {
            return false;
        }
        try {
            return request.authenticate(response) && request.isUserInRole(settings.role());
        } catch (ServletException | RuntimeException e) {
            LOG.log(Level.DEBUG, "The container has no way to authenticate the caller", e);
            return false;
        }
    }

    private Reply inside(HttpServletRequest request, String path) throws IOException {
        if (request.getCharacterEncoding() == null) {
            request.setCharacterEncoding("UTF-8");
        }
        ConsoleVisit visit;
        try {
            visit = visit(request, path);
        } catch (RuntimeException e) { // each server has its own for a form that it cannot read
            return Refusal.UNREADABLE.reply(path.startsWith("/api"), base(path));
        }
        if (!visit.isModest()) {
            return Refusal.TOO_LONG.reply(visit);
        }
        try {
            boolean unasked = visit.method().equals("POST") && !isMeant(request, visit);
            return unasked ? pages.expired(visit) : pages.answer(visit);
        } catch (IllegalArgumentException | ConfigurationException e) {
            return Refusal.wrong(e).reply(visit);
        } catch (IllegalStateException e) {
            LOG.log(Level.WARNING, "The console could not do what an operator asked: {0}", e.getMessage());
            return Refusal.away(String.valueOf(e.getMessage())).reply(visit);
        }
    }

    private ConsoleVisit visit(HttpServletRequest request, String path) {
        Map<String, List<String>> parameters = new HashMap<>();
        request.getParameterMap().forEach((name, values) -> parameters.put(name, List.of(values)));
        String context = request.getServletContext().getContextPath();
        return new ConsoleVisit(
                request.getMethod(),
                path.equals("/") ? "" : path,
                Collections.unmodifiableMap(parameters),
                new ConsoleVisit.Site(base(path), context.isEmpty() ? "/" : context),
                new ConsoleVisit.Visitor(
                        name(request), callers.address(new ConsoleCall(request)).orElse("")),
                tickets.issue(Tickets.FORM, holder(request)));
    }

    /** The beginning of the console, seen from a page of it: a proxy may have put something before all paths. */
    private String base(String path) {
        int depth = (int) path.chars().filter(c -> c == '/').count();
        return switch (depth) {
            case 0 -> settings.path().substring(settings.path().lastIndexOf('/') + 1);
            case 1 -> ".";
            default -> "../".repeat(depth - 2) + "..";
        };
    }

    private static String name(HttpServletRequest request) {
        Principal principal = request.getUserPrincipal();
        return principal == null ? "" : String.valueOf(principal.getName());
    }

    /** A new sign-in may be another person: an earlier form asks for confirmation again. */
    private static String holder(HttpServletRequest request) {
        HttpSession session = request.getSession(false);
        return name(request) + '\n' + (session == null ? "" : session.getId());
    }

    private boolean isMeant(HttpServletRequest request, ConsoleVisit visit) {
        String header = request.getHeader(ConsoleVisit.TOKEN_HEADER);
        String token = header == null ? visit.isApi() ? "" : visit.parameter("token") : header;
        return tickets.isValid(token, Tickets.FORM, holder(request));
    }

    /**
     * Whether a page of another site asks: for a change, or for anything but to be shown here. A browser says so; of what
     * it does not say, the token is proof.
     */
    private static boolean isFromElsewhere(HttpServletRequest request) {
        String site = request.getHeader("Sec-Fetch-Site");
        boolean changes = request.getMethod().equals("POST");
        if (site != null && !site.equals("same-origin") && !site.equals("none")) {
            return changes || !"navigate".equals(request.getHeader("Sec-Fetch-Mode"));
        }
        String origin = request.getHeader("Origin");
        return changes && site == null && origin != null && !isOwn(origin, request);
    }

    private static boolean isOwn(String origin, HttpServletRequest request) {
        String host = request.getHeader("Host");
        return host != null
                && (origin.equalsIgnoreCase("https://" + host) || origin.equalsIgnoreCase("http://" + host));
    }
}
