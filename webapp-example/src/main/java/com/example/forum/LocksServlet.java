package com.example.forum;

import static com.example.forum.Html.html;

import io.github.ostiary.Lockouts;
import io.github.ostiary.servlet.OstiaryContext;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.lang.System.Logger.Level;

/** For keepers: who is locked out, rule by rule, and the button that lets them in again. */
@WebServlet("/admin/locks")
public class LocksServlet extends ForumServlet {

    private static final long serialVersionUID = 1L;
    private static final System.Logger LOG = System.getLogger(LocksServlet.class.getName());
    private static final int PAGE = 20;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        checkKeeper(request);
        Lockouts lockouts = lockouts(request);
        Lockouts.Page page = page(lockouts, request.getParameter("from"));
        Html notice = request.getParameter("done") == null
                ? Html.EMPTY
                : html("<p class=\"notice\" role=\"status\">The door is open again. Failures are forgotten.</p>");
        Layout.send(request, response, "Locks", LocksView.page(request, lockouts.rule(), page, notice));
    }

    @Override
    protected void doPost(HttpServletRequest request, HttpServletResponse response) throws IOException {
        Member keeper = checkKeeper(request);
        Lockouts lockouts = lockouts(request);
        String identity = text(request, "identity", 64);
        try {
            lockouts.unlockIdentity(identity);
        } catch (IllegalArgumentException e) {
            throw notFound();
        } catch (IllegalStateException e) {
            throw away(e);
        }
        LOG.log(Level.INFO, "{0} unlocked {1} of lockout.{2}", keeper.name(), identity, lockouts.rule());
        response.sendRedirect(request.getContextPath() + LocksView.address(lockouts.rule()) + "&done=1");
    }

    private static Member checkKeeper(HttpServletRequest request) {
        Member member = signedIn(request);
        if (!request.isUserInRole("admin")) {
            throw new Refusal(403, "Only keepers have this key.");
        }
        return member;
    }

    private Lockouts lockouts(HttpServletRequest request) {
        String rule =
                request.getParameter("rule") == null ? LocksView.RULES.get(0).name() : request.getParameter("rule");
        if (LocksView.RULES.stream().noneMatch(known -> known.name().equals(rule))) {
            throw notFound();
        }
        return OstiaryContext.guard(getServletContext()).lockouts(rule);
    }

    /** A part of the list; parts without lines are passed over, though not without end. */
    private static Lockouts.Page page(Lockouts lockouts, String from) {
        try {
            Lockouts.Page page = lockouts.list(from, PAGE);
            for (int i = 0; i < 50 && page.keys().isEmpty() && page.next().isPresent(); i++) {
                page = lockouts.list(page.next().get(), PAGE);
            }
            return page;
        } catch (IllegalArgumentException e) {
            throw notFound();
        } catch (IllegalStateException e) {
            throw away(e);
        }
    }

    /** While Redis is away each instance goes by what it knows, and nobody can look at all locks or open one. */
    private static Refusal away(IllegalStateException cause) {
        LOG.log(Level.WARNING, "The locks cannot be looked at or opened: {0}", cause.getMessage());
        return new Refusal(503, "The list of locks does not answer. They hold all the same; try again in a moment.");
    }
}
