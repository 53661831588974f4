package com.example.forum;

import static com.example.forum.Html.html;

import io.github.ostiary.Decision;
import io.github.ostiary.servlet.OstiaryContext;
import jakarta.inject.Inject;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Optional;

/**
 * Signs in with name and password: 302 if they match, 401 if not, be it for the name or for the password. That is all
 * Ostiary needs to see; nothing is counted here.
 *
 * <p>It is the {@code challengePage} too: Ostiary forwards here where a puzzle has to be solved first. The form is shown
 * again with one; the password was not looked at.
 */
@WebServlet("/sign-in")
public class SignInServlet extends ForumServlet {

    private static final long serialVersionUID = 1L;
    private static final int LONGEST_NAME = 100;

    /** The browser solves a puzzle of {@code signin.main}, and the form sends the answer along; forum.js holds the button until then. */
    private static final String PUZZLE =
            """
            <ostiary-puzzle for="main"></ostiary-puzzle>
            <noscript><p class="alert">This check needs JavaScript.</p></noscript>
            <script src="{}/ostiary-captcha/puzzle.js" defer></script>
            """;

    private static final Html CHALLENGED = alert(
            "One more step keeps guessing machines out: your browser solves a puzzle. Type your password once more.");

    @Inject
    private transient Accounts accounts;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        boolean challenged = request.getAttribute(OstiaryContext.DECISION) instanceof Decision.Denied denied
                && denied.reason() == Decision.Reason.CHALLENGE_REQUIRED;
        if (challenged) {
            Html puzzle = html(PUZZLE, request.getContextPath());
            show(request, response, text(request, "username", LONGEST_NAME), CHALLENGED, puzzle);
        } else {
            show(request, response, "", Html.EMPTY, Html.EMPTY);
        }
    }

    @Override
    protected void doPost(HttpServletRequest request, HttpServletResponse response) throws IOException {
        String name = text(request, "username", LONGEST_NAME);
        Optional<Member> member = accounts.signIn(name, text(request, "password", 200));
        if (member.isPresent()) {
            request.changeSessionId();
            Csrf.renew(request.getSession());
            SessionUserFilter.remember(request, member.get());
            response.sendRedirect(request.getContextPath() + next(request));
        } else {
            response.setStatus(HttpServletResponse.SC_UNAUTHORIZED);
            show(request, response, name, alert("Name and password do not match. Try again."), Html.EMPTY);
        }
    }

    private static Html alert(String text) {
        return html("<p class=\"alert\" role=\"alert\">{}</p>", text);
    }

    private void show(HttpServletRequest request, HttpServletResponse response, String name, Html alert, Html puzzle)
            throws IOException {
        Html page = html(
                """
                <div class="narrow">
                  <section class="card">
                    <h1>Welcome back</h1>
                    {}
                    <form class="fields" action="{}/sign-in" method="post">{}
                      <input type="hidden" name="next" value="{}">
                      <label for="username">Name</label>
                      <input id="username" name="username" value="{}" autocomplete="username" maxlength="100" required>
                      <label for="password">Password</label>
                      <input id="password" name="password" type="password" autocomplete="current-password" required>
                      {}
                      <button class="button">Sign in</button>
                    </form>
                    {}
                  </section>
                  <section class="card demo">
                    <h2>Demo accounts</h2>
                    <table>
                      <thead><tr><th scope="col">Name</th><th scope="col">Password</th></tr></thead>
                      <tbody>{}</tbody>
                    </table>
                  </section>
                </div>
                """,
                alert,
                request.getContextPath(),
                Csrf.field(request),
                next(request),
                name,
                puzzle,
                DeniedServlet.reference(request),
                accounts.demo().stream().map(SignInServlet::row).toList());
        Layout.send(request, response, "Sign in", page);
    }

    private static Html row(Accounts.Account account) {
        return html(
                "<tr><td><code>{}</code></td><td><code>{}</code></td></tr>",
                account.member().name(),
                account.password());
    }

    /** Where to go afterwards: a path of this application, never another site. */
    private static String next(HttpServletRequest request) {
        String next = request.getParameter("next");
        return next != null && next.matches("/[A-Za-z0-9-][A-Za-z0-9/-]*") ? next : "/";
    }
}
