package com.example.forum;

import static com.example.forum.Html.html;

import jakarta.inject.Inject;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Optional;

/**
 * Signs in with name and password. A wrong password and an unknown name get the same answer, 401; the rule
 * {@code sign-in} keeps guessing slow.
 */
@WebServlet("/sign-in")
public class SignInServlet extends ForumServlet {

    private static final long serialVersionUID = 1L;

    @Inject
    private transient Accounts accounts;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        show(request, response, "", Html.EMPTY);
    }

    @Override
    protected void doPost(HttpServletRequest request, HttpServletResponse response) throws IOException {
        String name = text(request, "username", 100);
        Optional<Member> member = accounts.signIn(name, text(request, "password", 200));
        if (member.isPresent()) {
            request.changeSessionId();
            Csrf.renew(request.getSession());
            SessionUserFilter.remember(request, member.get());
            response.sendRedirect(request.getContextPath() + next(request));
        } else {
            response.setStatus(HttpServletResponse.SC_UNAUTHORIZED);
            show(
                    request,
                    response,
                    name,
                    html("<p class=\"alert\" role=\"alert\">Name and password do not match. Try again.</p>"));
        }
    }

    private void show(HttpServletRequest request, HttpServletResponse response, String name, Html alert)
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
                      <button class="button">Sign in</button>
                    </form>
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
