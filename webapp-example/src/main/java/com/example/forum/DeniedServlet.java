package com.example.forum;

import static com.example.forum.Html.html;

import io.github.ostiary.Decision;
import io.github.ostiary.servlet.OstiaryContext;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Duration;

/**
 * The page that denied browsers see: {@code deniedPage=/denied}. Ostiary has set status and headers, puts its decision into a
 * request attribute and forwards here as a GET, whatever the request's method was.
 */
@WebServlet("/denied")
public class DeniedServlet extends HttpServlet {

    private static final long serialVersionUID = 1L;

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response) throws IOException {
        if (request.getAttribute(OstiaryContext.DECISION) instanceof Decision.Denied denied) {
            Layout.send(request, response, "One moment", page(request, denied));
        } else {
            response.sendError(HttpServletResponse.SC_NOT_FOUND);
        }
    }

    private static Html page(HttpServletRequest request, Decision.Denied denied) {
        return html(
                """
                <div class="narrow">
                  <section class="card centred">
                    {}
                    <h1>{}</h1>
                    <p>{}</p>
                    <p class="actions">{}<a class="button quiet" href="{}/">To the threads</a></p>
                    {}
                  </section>
                </div>
                """,
                denied.retryAfter().map(DeniedServlet::countdown).orElse(Html.EMPTY),
                title(denied.reason()),
                explanation(denied),
                denied.retryAfter().isPresent() ? again(request) : Html.EMPTY,
                request.getContextPath(),
                reference(request));
    }

    /** The reference by which keepers find the denial; nothing where nothing was denied. */
    static Html reference(HttpServletRequest request) {
        return request.getAttribute(OstiaryContext.REFERENCE) instanceof String reference
                ? html("<p class=\"meta\">If you write to us about this: <code>{}</code></p>", reference)
                : Html.EMPTY;
    }

    /** A ring that empties, moved by forum.js; without scripts it shows the time at which the page was made. */
    private static Html countdown(Duration duration) {
        Wait wait = Wait.of(duration);
        return html(
                """
                <div class="countdown" data-seconds="{}" role="timer">
                  <svg viewBox="0 0 120 120" aria-hidden="true">
                    <circle class="track" cx="60" cy="60" r="52"/>
                    <circle class="left" cx="60" cy="60" r="52" pathLength="100" stroke-dasharray="100 100"/>
                  </svg>
                  <p><strong>{}</strong><span>{}</span></p>
                </div>
                """,
                wait.seconds(),
                wait.clock(),
                wait.unit());
    }

    private static String title(Decision.Reason reason) {
        return switch (reason) {
            case RATE_LIMITED, BUSY, CONCURRENCY_LIMITED -> "One moment, please";
            case LOCKED -> "Too many tries";
            case STORE_UNAVAILABLE -> "We cannot let anybody in right now";
            default -> "This door stays closed";
        };
    }

    private static String explanation(Decision.Denied denied) {
        if (denied.reason() == Decision.Reason.LOCKED) {
            String what = denied.rule().equals("main.address") ? "Nobody can" : "This name cannot";
            return what
                    + " sign in from here until then. Trying sooner changes nothing, and does not make it longer. If"
                    + " that was not you: this pause is what keeps the guesser out.";
        } else if (denied.reason() == Decision.Reason.BUSY) {
            return "Others are trying at this very moment. Send it again.";
        } else if (denied.reason() != Decision.Reason.RATE_LIMITED) {
            return "If you think that is wrong, please tell the keepers of this forum.";
        }
        return switch (denied.rule()) {
            case "reply" -> "That was a lot of replies in a short time. Your text is not lost: go back and send it again.";
            case "upload" -> "That was a lot of pictures in a short time. The next one may come after a pause.";
            case "like" -> "So much to like! Give the others a chance to write something.";
            case "main.limit" -> "Too many attempts to sign in. A pause keeps accounts safe from guessing.";
            default -> "You are faster than we can keep up with. Take a breath, then go on.";
        };
    }

    /** For a page: the same address once more. For a form: back to it, by the browser's history. */
    private static Html again(HttpServletRequest request) {
        if (!original(request).getMethod().equals("GET")) {
            return html("<button type=\"button\" class=\"button\" data-again=\"back\">Go back</button>");
        }
        String uri = onThisSite(String.valueOf(request.getAttribute(RequestDispatcher.FORWARD_REQUEST_URI)));
        Object query = request.getAttribute(RequestDispatcher.FORWARD_QUERY_STRING);
        return html(
                "<a class=\"button\" data-again=\"reload\" href=\"{}\">Try again</a>",
                query == null ? uri : uri + "?" + query);
    }

    /** The address is the caller's spelling: a browser takes what follows two slashes for the name of another site. */
    private static String onThisSite(String uri) {
        return "/" + uri.replaceFirst("^[/\\\\]+", "");
    }

    /** The request as the browser sent it, under all wrappers. */
    private static HttpServletRequest original(HttpServletRequest request) {
        return request instanceof HttpServletRequestWrapper wrapper
                ? original((HttpServletRequest) wrapper.getRequest())
                : request;
    }
}
