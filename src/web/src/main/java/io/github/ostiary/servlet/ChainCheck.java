package io.github.ostiary.servlet;

import io.github.ostiary.edge.Position;
import io.github.ostiary.text.Log;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.FilterRegistration;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletRequestAttributeEvent;
import jakarta.servlet.ServletRequestAttributeListener;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;

/**
 * The look at the filters of an application: logs, once, which run before ours where ours should be the first, or behind it where
 * it should be the last.
 * Thread-safe.
 */
final class ChainCheck {

    /*
     * Looking at the stack costs some microseconds, and filters that stand before ours may be mapped to a few paths only.
     * So of the first 65,536 requests the 1st, 2nd, 4th, 8th and so on are looked at as they arrive. A filter that answers
     * sign-ins by itself lets none of them arrive: but hardly any does so without setting a request attribute, and what it
     * sets it sets while our filter is not on the stack and has not seen the request. Both only ever tell of filters that
     * were seen at work. Not noticed: one that answers everything and touches nothing.
     *
     * A listener to attributes costs each of them an event, and each request two, as long as the application lives. So
     * no listener is set where no filter can come before ours: see Registrations.keepOrder.
     */
    private static final int ENOUGH = 1 << 16;

    private static final System.Logger LOG = Log.of(ChainCheck.class);

    private final ServletContext context;
    private final boolean declared;
    private final String progressName;

    /** Counted without care: a lost step only delays the next look. */
    private int arrived;

    private int touched;
    private final AtomicBoolean watching = new AtomicBoolean();
    private volatile boolean over;

    /**
     * A check for the filters of one application.
     *
     * @param declared whether the application has declared ours itself
     * @param matters whether anything is decided before other filters
     */
    ChainCheck(ServletContext context, boolean declared, boolean matters) {
        this.context = context;
        this.declared = declared;
        this.progressName = Progress.nameIn(context);
        this.over = !matters;
    }

    /** A request has arrived at a filter that should be the first; says whether no further one need be looked at. */
    boolean arrived(ServletRequest request) {
        if (over) {
            return true;
        }
        int now = ++arrived;
        if ((now & (now - 1)) == 0 && request.getDispatcherType() == DispatcherType.REQUEST) {
            look();
        }
        if (now >= ENOUGH) {
            over = true;
        }
        return over;
    }

    /** No filter can come before ours: all requests that it is mapped to arrive. */
    void standsFirst() {
        watching.set(true);
    }

    /** Begins to notice requests that do not arrive, where ours is mapped to all of them. */
    void watch() {
        boolean everyRequest = false;
        for (FilterRegistration ours : Registrations.of(context)) {
            everyRequest |= Mappings.paths(ours).contains("/*");
        }
        if (everyRequest && !over && watching.compareAndSet(false, true)) {
            try {
                context.addListener(new Attributes());
            } catch (IllegalStateException | UnsupportedOperationException e) {
                LOG.log(System.Logger.Level.DEBUG, "Only requests that arrive are looked at", e);
            }
        }
    }

    private void touched(ServletRequest request) {
        if (over || hasReached(request) || !isDirect(request)) {
            return;
        }
        int now = ++touched;
        if ((now & (now - 1)) == 0) {
            look();
        }
    }

    /** Whether a filter of ours that decides before all others has seen a request. */
    private boolean hasReached(ServletRequest request) {
        Progress progress = Progress.of(request, progressName);
        return progress != null && progress.includes(Position.FIRST);
    }

    /** Containers may serve error pages and forwards to requests that have met no filter before. */
    private static boolean isDirect(ServletRequest request) {
        return request.getDispatcherType() == DispatcherType.REQUEST
                && request.getAttribute(RequestDispatcher.ERROR_STATUS_CODE) == null
                && request.getAttribute(RequestDispatcher.ERROR_REQUEST_URI) == null
                && request.getAttribute(RequestDispatcher.FORWARD_REQUEST_URI) == null;
    }

    private void look() {
        List<Class<?>> before = PrecedingFilters.ofThisCall();
        if (!before.isEmpty() && first()) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "Ostiary''s filter is not the first: before it runs {0}. What is answered there, such as a wrong"
                            + " password, is neither limited nor counted. {1}; for rules to be decided behind other filters"
                            + " write position=last",
                    before.stream().map(this::name).collect(Collectors.joining(", then ")),
                    remedy());
        }
    }

    private synchronized boolean first() {
        boolean first = !over;
        over = true;
        return first;
    }

    private String remedy() {
        return declared
                ? "Remove the <filter> and leave its registration to " + DeployedApplication.FILE
                        + " alone, or move its <filter-mapping> to the top; what initializers register comes before web.xml"
                : "Name ostiary first in <absolute-ordering> of web.xml; where metadata-complete=\"true\" keeps"
                        + " web-fragment.xml from being read, call OstiaryInitializer.install(servletContext) before that"
                        + " filter is registered";
    }

    private String name(Class<?> filter) {
        return context.getFilterRegistrations().values().stream()
                .filter(registration -> filter.getName().equals(registration.getClassName()))
                .findFirst()
                .map(registration -> "'" + registration.getName() + "' (" + filter.getName() + ")")
                .orElse(filter.getName());
    }

    /** Filters that are mapped to servlets by name run behind all that are mapped to paths. */
    void checkLast() {
        String behind = context.getFilterRegistrations().values().stream()
                .filter(registration -> !Mappings.servlets(registration).isEmpty())
                .filter(registration -> !Registrations.isOurs(registration, DeployedApplication.loader(context)))
                .map(FilterRegistration::getName)
                .sorted()
                .collect(Collectors.joining("', '"));
        if (!behind.isEmpty()) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "Ostiary''s filter for rules with position=last is not the last: behind it runs ''{0}'', which is"
                            + " mapped to servlets by name. These rules do not know the users that it authenticates; map it to"
                            + " paths",
                    behind);
        }
    }

    private final class Attributes implements ServletRequestAttributeListener {

        @Override
        public void attributeAdded(ServletRequestAttributeEvent event) {
            touched(event.getServletRequest());
        }

        @Override
        public void attributeReplaced(ServletRequestAttributeEvent event) {
            touched(event.getServletRequest());
        }
    }
}
