package io.github.ostiary.servlet;

import io.github.ostiary.Guard;
import io.github.ostiary.edge.Entrance;
import io.github.ostiary.edge.Position;
import io.github.ostiary.setup.ApplicationGuards;
import io.github.ostiary.setup.AtStart;
import io.github.ostiary.setup.EdgeSettings;
import io.github.ostiary.setup.WebGuard;
import io.github.ostiary.text.Log;
import jakarta.servlet.ServletContext;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The one guard of an application, kept in its servlet context.
 *
 * <p>Who closes it: where the initializer ran, its listener, when all filters and servlets are gone; elsewhere the last
 * filter that is destroyed. Closed once either way.
 */
final class DeployedGuard {

    private static final String ATTRIBUTE = DeployedGuard.class.getName();
    private static final System.Logger LOG = Log.of(DeployedGuard.class);
    private static final ReentrantLock CREATION = new ReentrantLock();
    private static final String OVER = "the application has ended";
    private static final String LISTENING = "io.github.ostiary.listening";

    /** Containers forget a context's attributes when it has ended; who still knows the context must not begin anew. */
    private static final Set<ServletContext> ENDED =
            Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));

    private final ServletContext context;

    /** The settings as they were when the application started: what was registered by it. */
    private final EdgeSettings edge;

    /** The application, to its requests. */
    final Deployment deployment;

    /** The watch over the filter's place. */
    final ChainCheck chain;

    /** The console where people look after the guard; null for none. */
    final @Nullable FilterConsole console;

    private final AtomicInteger filters = new AtomicInteger();

    /** Set where a listener of ours closes it. */
    volatile boolean closedByListener;

    /** Set when a filter stands behind all others. */
    volatile boolean lastRegistered;

    /** Set when what the application needs is registered. */
    final AtomicBoolean installed = new AtomicBoolean();

    private final AtomicBoolean loginsGuarded = new AtomicBoolean();
    private volatile Runnable unguardLogins = () -> {};

    private DeployedGuard(ServletContext context, WebGuard web) {
        this.context = context;
        this.deployment = new Deployment(context, web);
        this.edge = deployment.edge();
        this.chain = new ChainCheck(
                context, !Registrations.of(context).isEmpty(), edge.reach().first());
        rehearse();
        this.console = ConsoleRegistration.open(context, web);
    }

    static @Nullable DeployedGuard existing(ServletContext context) {
        return context.getAttribute(ATTRIBUTE) instanceof DeployedGuard guard ? guard : null;
    }

    /** Says that a listener of ours will close what is made for an application that begins. */
    static void listening(ServletContext context) {
        ENDED.remove(context);
        context.setAttribute(LISTENING, true);
    }

    /**
     * The running guard of the application that calls, made if there is none and something will close it.
     *
     * @throws IllegalStateException if the application has ended, or nothing would close it
     */
    static DeployedGuard asked(@Nullable ServletContext context) {
        if (context == null) {
            throw new IllegalStateException("the request has ended, and so belongs to no application");
        }
        DeployedGuard guard = existing(context);
        if (guard == null) {
            requireOwner(context);
            guard = open(context, () -> Registrations.initParams(context));
        }
        if (guard.hasEnded()) {
            throw new IllegalStateException(OVER);
        }
        return guard;
    }

    private static void requireOwner(ServletContext context) {
        if (ENDED.contains(context)) {
            throw new IllegalStateException(OVER);
        }
        if (context.getAttribute(LISTENING) == null && Registrations.of(context).isEmpty()) {
            throw new IllegalStateException("the application " + name(context)
                    + " has no guard: it has not started or has ended, or its container did not call this jar's"
                    + " initializer; call OstiaryInitializer.install(servletContext) when it starts, or declare"
                    + " RateLimitFilter");
        }
    }

    /** Gets the application's guard; makes it if there is none, or if it was closed and the application starts again. */
    static DeployedGuard open(ServletContext context, Supplier<Map<String, String>> initParams) {
        DeployedGuard guard = existing(context);
        if (guard != null && !guard.hasEnded()) {
            return guard;
        }
        CREATION.lock();
        try {
            guard = existing(context);
            if (guard == null || guard.hasEnded()) {
                DeployedGuard made = AtStart.get(() -> create(context, initParams));
                ENDED.remove(context);
                context.setAttribute(ATTRIBUTE, made);
                context.setAttribute(Deployment.ATTRIBUTE, made.deployment);
                return made;
            }
            return guard;
        } finally {
            CREATION.unlock();
        }
    }

    private static DeployedGuard create(ServletContext context, Supplier<Map<String, String>> initParams) {
        named(context);
        try {
            return bound(context, WebGuard.deploy(new DeployedApplication(context, initParams.get())));
        } catch (RuntimeException e) {
            LOG.log(System.Logger.Level.ERROR, e.getMessage());
            throw e;
        }
    }

    private static DeployedGuard bound(ServletContext context, WebGuard web) {
        try {
            web.filtered();
            ApplicationGuards.bind(DeployedApplication.loader(context), web::guard);
            return new DeployedGuard(context, web);
        } catch (RuntimeException | LinkageError e) {
            web.close();
            throw e;
        }
    }

    /** Rehearses: what the first requests would load, they find loaded, and most of it compiled. */
    private void rehearse() {
        var unused = PrecedingFilters.ofThisCall();
        deployment.web.rehearse(
                made -> new WarmUpFilter(new DecidingFilter(new FilterContext(
                        deployment, deployment.snapshot().deciding(made), Position.FIRST, false, false))),
                DeployedApplication.isOfPlatform(context));
    }

    boolean hasEnded() {
        return deployment.closed.get();
    }

    Guard guard() {
        if (hasEnded()) {
            throw new IllegalStateException(OVER);
        }
        return deployment.web.guard();
    }

    /** An application in messages. */
    static String name(ServletContext context) {
        return context.getContextPath().isEmpty() ? "/" : context.getContextPath();
    }

    /** Log lines that are about an application name it from now on. */
    static void named(ServletContext context) {
        Log.begin(DeployedApplication.loader(context), name(context));
    }

    /** Says that an application has ended: neither it nor its beans find a guard any more. */
    static void over(ServletContext context) {
        ENDED.add(context);
        ApplicationGuards.unbind(DeployedApplication.loader(context));
    }

    /** Ends {@link #named}, when the last line is written. */
    static void unnamed(ServletContext context) {
        Log.end(DeployedApplication.loader(context), name(context));
    }

    /** Whether rules of the second registration are the first one's, since there is no second. */
    boolean lacksSecond() {
        return edge.hasLastRules() && !lastRegistered;
    }

    /** Throws {@link ConfigurationException} if a rule is about one of a servlet's paths, and the others are not declared. */
    void filterStarted(Position position) {
        deployment.servletsAreThere();
        chain.watch();
        guardLogins();
        ConsoleRegistration.check(context, console);
        UsageServlet.of(deployment).check(context);
        if (position == Position.LAST && edge.reach().last()) {
            chain.checkLast();
        }
        boolean isFirst = filters.getAndIncrement() == 0;
        if (isFirst) {
            BeanCheck.look();
        }
        if (isFirst && lacksSecond()) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "rules with position=last are decided at position=first: the initializer of this jar did not run,"
                            + " or could not register a second filter (see <absolute-ordering>)");
        }
    }

    /** Its container's own sign-ins come before any filter; what they meet is there before the first request. Once. */
    void guardLogins() {
        if (edge.enabled() && loginsGuarded.compareAndSet(false, true)) {
            unguardLogins = LoginEdge.guard(context, Entrance.of(deployment.web.guard()), deployment);
        }
    }

    void filterDestroyed() {
        if (filters.decrementAndGet() == 0 && !closedByListener) {
            close();
        }
    }

    void close() {
        if (deployment.closed.compareAndSet(false, true)) {
            over(context);
            unguardLogins.run();
            if (console != null) {
                console.close();
            }
            deployment.web.close();
            unnamed(context);
        }
    }
}
