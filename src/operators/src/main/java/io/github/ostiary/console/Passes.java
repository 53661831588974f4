package io.github.ostiary.console;

import io.github.ostiary.TimeSource;
import io.github.ostiary.text.Log;
import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;
import java.security.Principal;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The cookies that spare people in the role the application's rules, for an hour, in requests to the console. They open
 * nothing. Each is bound to a name, and what the console refuses to its bearers counts: after {@link #MOST} refusals within an
 * hour the rules count them like everybody, or the console were a place to guess passwords at. A request that brings credentials
 * is spared only if the console has let these in under this pass's name: others are guesses. Thread-safe.
 */
final class Passes {

    /** The number of passwords of one name that the console may turn away, within an hour and on one node. */
    static final int MOST = 20;

    static final String COOKIE = "ostiary-console";

    private static final String CREDENTIALS = "Authorization";

    private static final System.Logger LOG = Log.of(Passes.class);
    private static final long WINDOW_MICROS = 3_600_000_000L;
    private static final int NAMES = 1_000;

    /** Bears the holder of a request that is spared, until it is known who makes it. */
    private static final String SPARED = Passes.class.getName();

    private final Tickets tickets;
    private final TimeSource time;
    private final ReentrantLock lock = new ReentrantLock();

    /**
     * The passwords that were turned away, by holder; passes are signed, so that these are as many as people in the
     * role.
     */
    private final Map<String, Refused> refused = new LinkedHashMap<>();

    /** The alias of the credentials that were let in last, by holder. As many. */
    private final Map<String, String> accepted = new ConcurrentHashMap<>();

    Passes(Tickets tickets, TimeSource time) {
        this.tickets = tickets;
        this.time = time;
    }

    /** The cookie of an operator in the role: it holds neither a name nor anything to guess it by. */
    String issue(String name, HttpServletRequest request) {
        String holder = tickets.alias(name);
        String credentials = request.getHeader(CREDENTIALS);
        if (credentials != null && (accepted.size() < NAMES || accepted.containsKey(holder))) {
            accepted.put(holder, tickets.alias(credentials));
        }
        return holder + '.' + tickets.issue(Tickets.PASS, holder);
    }

    /** Whether a request bears a valid pass of its user; counted as refused until {@link #proven}. */
    boolean spares(HttpServletRequest request) {
        if (request.getAttribute(SPARED) != null) {
            return true;
        }
        String holder = holder(request);
        if (holder == null || !isOfItsUser(request, holder) || isGuess(request, holder) || !count(holder)) {
            return false;
        }
        request.setAttribute(SPARED, holder);
        return true;
    }

    /** The request is made by an operator in the role, or for a file that is public. */
    void proven(HttpServletRequest request) {
        if (request.getAttribute(SPARED) instanceof String holder) {
            request.removeAttribute(SPARED);
            lock.lock();
            try {
                Refused known = refused.get(holder);
                if (known != null && known.count > 0) {
                    known.count--;
                }
            } finally {
                lock.unlock();
            }
        }
    }

    private @Nullable String holder(HttpServletRequest request) {
        Cookie[] cookies = request.getCookies();
        for (int i = 0; cookies != null && i < cookies.length; i++) {
            if (cookies[i].getName().equals(COOKIE)) {
                String value = cookies[i].getValue();
                int dot = value.indexOf('.');
                String holder = dot < 0 ? "" : value.substring(0, dot);
                return tickets.isValid(value.substring(dot + 1), Tickets.PASS, holder) ? holder : null;
            }
        }
        return null;
    }

    /**
     * Whether a pass belongs to the user of the request; where a filter or servlet behind asks who it is, that is not
     * known yet: then what the console says counts.
     */
    private boolean isOfItsUser(HttpServletRequest request, String holder) {
        try {
            Principal user = request.getUserPrincipal();
            return user == null || tickets.alias(String.valueOf(user.getName())).equals(holder);
        } catch (RuntimeException e) {
            LOG.log(System.Logger.Level.DEBUG, "The container cannot tell who the caller is", e);
            return false;
        }
    }

    private boolean isGuess(HttpServletRequest request, String holder) {
        String credentials = request.getHeader(CREDENTIALS);
        return credentials != null
                && request.getUserPrincipal() == null
                && !tickets.alias(credentials).equals(accepted.get(holder));
    }

    private boolean count(String holder) {
        lock.lock();
        try {
            Refused known = refused.get(holder);
            if (known == null || time.micros() >= known.endMicros) {
                refused.remove(holder);
                if (refused.size() >= NAMES) {
                    refused.remove(refused.keySet().iterator().next());
                }
                known = new Refused(time.micros() + WINDOW_MICROS);
                refused.put(holder, known);
            }
            if (known.count < MOST) {
                known.count++;
                return true;
            }
            if (!known.said) {
                known.said = true;
                LOG.log(
                        System.Logger.Level.WARNING,
                        "The console has refused {0} requests with the cookie of one operator: somebody guesses a"
                                + " password, or a session has ended. For an hour the application''s rules count these requests; if"
                                + " no operator knows of them, change keySecret or restart",
                        MOST);
            }
            return false;
        } finally {
            lock.unlock();
        }
    }

    /** The count of what was refused to one holder. */
    private static final class Refused {

        final long endMicros;
        int count;
        boolean said;

        Refused(long endMicros) {
            this.endMicros = endMicros;
        }
    }
}
