package io.github.ostiary.servlet;

import io.github.ostiary.Guard;
import io.github.ostiary.edge.ConsoleSettings;
import io.github.ostiary.edge.Entrance;
import io.github.ostiary.edge.Position;
import io.github.ostiary.http.DenialResponder;
import io.github.ostiary.http.RuleSnapshot;
import io.github.ostiary.setup.ApplicationGuards;
import io.github.ostiary.setup.AtStart;
import io.github.ostiary.setup.EdgeSettings;
import io.github.ostiary.setup.InForce;
import io.github.ostiary.setup.QuotaPage;
import io.github.ostiary.setup.WebGuard;
import io.github.ostiary.text.ClassPath;
import io.github.ostiary.text.Log;
import jakarta.servlet.ServletContext;
import jakarta.servlet.http.HttpServletRequest;
import java.nio.charset.Charset;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The one guard of an application, kept in its servlet context.
 *
 * <p>Who closes it: where the initializer ran, its listener, when all filters and servlets are gone; elsewhere the last
 * filter that is destroyed. Closed once either way.
 */
final class Deployment {

    private static final String ATTRIBUTE = Deployment.class.getName();
    private static final System.Logger LOG = Log.of(Deployment.class);
    private static final ReentrantLock CREATION = new ReentrantLock();
    private static final String OVER = "the application has ended";
    private static final String LISTENING = "io.github.ostiary.listening";

    /** Containers forget a context's attributes when it has ended; who still knows the context must not begin anew. */
    private static final Set<ServletContext> ENDED =
            Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));

    private final ServletContext context;
    private final WebGuard web;
    private final Entrance entrance;

    /** As it was when the application started: what was registered by it. */
    private final EdgeSettings edge;

    private volatile RuleSnapshot snapshot;
    private final List<Consumer<RuleSnapshot>> followers = new CopyOnWriteArrayList<>();
    /** The name under which a request bears what it holds in this application. */
    final String holdingsName;

    /** The name under which a request bears what has been decided of it in this application. */
    final String progressName;

    final Charset formEncoding;
    final int jsonBytes;
    final WelcomeFiles welcome;

    /** Whether controllers of Spring MVC may read requests, and resources of JAX-RS. */
    final boolean spring;

    final boolean resources;

    /** Known when the first filter starts: until then servlets may be added. */
    volatile ServletPaths servletPaths = ServletPaths.NONE;

    private final ChainCheck chain;
    private final AtomicInteger filters = new AtomicInteger();
    /** Set when the application has ended. */
    final AtomicBoolean closed = new AtomicBoolean();

    private volatile boolean closedByListener;
    private volatile boolean lastRegistered;
    private volatile boolean installed;
    private final AtomicBoolean loginsGuarded = new AtomicBoolean();
    private volatile Runnable unguardLogins = () -> {};
    private @Nullable FilterConsole console;

    private Deployment(ServletContext context, WebGuard web) {
        this.context = context;
        this.web = web;
        this.entrance = Entrance.of(web.guard());
        this.snapshot = RuleSnapshot.of(web.inForce());
        this.edge = snapshot.edge;
        this.formEncoding = edge.bodies().formEncoding();
        this.jsonBytes = edge.bodies().jsonBytes();
        this.holdingsName = RequestHoldings.ATTRIBUTE + context.getContextPath();
        this.progressName = Progress.nameIn(context);
        this.welcome = WelcomeFiles.of(context);
        ClassLoader loader = DeployedApplication.loader(context);
        this.spring = ClassPath.has("org.springframework.web.servlet.DispatcherServlet", loader);
        this.resources = ClassPath.has("jakarta.ws.rs.core.Application", loader);
        boolean declared = !Registrations.of(context).isEmpty();
        this.chain = new ChainCheck(context, declared, edge.reach().first());
    }

    /** The same, for made-up requests that another guard decides. */
    private Deployment(Deployment real, Entrance made) {
        this.context = real.context;
        this.web = real.web;
        this.entrance = made;
        this.edge = real.edge;
        this.formEncoding = real.formEncoding;
        this.jsonBytes = real.jsonBytes;
        this.holdingsName = real.holdingsName;
        this.progressName = real.progressName;
        this.snapshot = real.snapshot.deciding(made);
        this.welcome = real.welcome;
        this.spring = real.spring;
        this.resources = real.resources;
        this.chain = real.chain;
        this.lastRegistered = true;
    }

    static @Nullable Deployment existing(ServletContext context) {
        return context.getAttribute(ATTRIBUTE) instanceof Deployment deployment ? deployment : null;
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
    static Deployment asked(@Nullable ServletContext context) {
        if (context == null) {
            throw new IllegalStateException("the request has ended, and so belongs to no application");
        }
        Deployment deployment = existing(context);
        if (deployment == null) {
            requireOwner(context);
            deployment = open(context, () -> Registrations.initParams(context));
        }
        if (deployment.closed.get()) {
            throw new IllegalStateException(OVER);
        }
        return deployment;
    }

    private static void requireOwner(ServletContext context) {
        if (ENDED.contains(context)) {
            throw new IllegalStateException(OVER);
        }
        if (context.getAttribute(LISTENING) == null && Registrations.of(context).isEmpty()) {
            throw new IllegalStateException("the application " + name(context)
                    + " has no guard, and nothing would close one: it has not begun or has ended, or its container did not"
                    + " call this jar's initializer; call OstiaryInitializer.install(servletContext) as it begins, or"
                    + " declare RateLimitFilter");
        }
    }

    /** Gets the application's guard; makes it if there is none, or if it was closed and the application starts again. */
    static Deployment open(ServletContext context, Supplier<Map<String, String>> initParams) {
        Deployment deployment = existing(context);
        if (deployment != null && !deployment.closed.get()) {
            return deployment;
        }
        CREATION.lock();
        try {
            deployment = existing(context);
            if (deployment == null || deployment.closed.get()) {
                Deployment made = AtStart.get(() -> create(context, initParams));
                ENDED.remove(context);
                context.setAttribute(ATTRIBUTE, made);
                return made;
            }
            return deployment;
        } finally {
            CREATION.unlock();
        }
    }

    private static Deployment create(ServletContext context, Supplier<Map<String, String>> initParams) {
        named(context);
        try {
            return bound(context, WebGuard.deploy(new DeployedApplication(context, initParams.get())));
        } catch (RuntimeException e) {
            LOG.log(System.Logger.Level.ERROR, e.getMessage());
            throw e;
        }
    }

    private static Deployment bound(ServletContext context, WebGuard web) {
        try {
            web.filtered();
            ApplicationGuards.bind(DeployedApplication.loader(context), web::guard);
            Deployment deployment = new Deployment(context, web);
            deployment.rehearse();
            web.follow(deployment::change);
            deployment.change(web.inForce());
            deployment.openConsole();
            return deployment;
        } catch (RuntimeException | LinkageError e) {
            web.close();
            throw e;
        }
    }

    /** What the first requests would load, they find loaded, and most of it compiled. */
    private void rehearse() {
        var unused = PrecedingFilters.ofThisCall();
        web.rehearse(
                made -> new WarmUpFilter(
                        new RateLimitFilter(new FilterContext(new Deployment(this, made), Position.FIRST, false))),
                DeployedApplication.isOfPlatform(context));
    }

    private void openConsole() {
        Optional<ConsoleSettings> settings = web.console();
        if (settings.isPresent()) {
            console = ConsoleRegistration.open(context, settings.get(), web);
        }
    }

    /** Where people look after the guard; null for no console. */
    @Nullable
    FilterConsole console() {
        return console;
    }

    /** Where callers read what they have used. */
    Optional<String> usagePath() {
        return web.usagePath();
    }

    /** What that page asks. */
    QuotaPage quotas() {
        return web.quotas();
    }

    Guard guard() {
        if (closed.get()) {
            throw new IllegalStateException(OVER);
        }
        return web.guard();
    }

    /** What is in force. */
    RuleSnapshot snapshot() {
        return snapshot;
    }

    /** Gives a follower what is in force, now and after each change. */
    void follow(Consumer<RuleSnapshot> follower) {
        followers.add(follower);
        follower.accept(snapshot);
    }

    private void change(InForce next) {
        RuleSnapshot made = RuleSnapshot.of(next);
        snapshot = made;
        if (servletPaths != ServletPaths.NONE) {
            servletPaths = servletPaths(made.edge);
        }
        for (Consumer<RuleSnapshot> follower : followers) {
            follower.accept(made);
        }
    }

    /** What a request holds by now in this application. */
    @Nullable
    RequestHoldings holdings(HttpServletRequest request) {
        return request.getAttribute(holdingsName) instanceof RequestHoldings found && !found.hasEnded() ? found : null;
    }

    boolean hasEnded() {
        return closed.get();
    }

    EdgeSettings edge() {
        return snapshot.edge;
    }

    /** What watches the filter's place. */
    ChainCheck chain() {
        return chain;
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

    DenialResponder responder() {
        return snapshot.responder;
    }

    /** Whether rules of the second registration are the first one's, since there is no second. */
    boolean lacksSecond() {
        return edge.hasLastRules() && !lastRegistered;
    }

    void lastRegistered() {
        lastRegistered = true;
    }

    /** Logs what this application needs and is not registered. */
    boolean install() {
        boolean first = !installed;
        installed = true;
        return first;
    }

    void closedByListener() {
        closedByListener = true;
    }

    private ServletPaths servletPaths(EdgeSettings settings) {
        Set<String> ruled = new HashSet<>();
        for (EdgeSettings.ExactPath rule : settings.reach().exactPaths()) {
            ruled.add(rule.path());
        }
        return ServletPaths.of(context, ruled);
    }

    /** Throws {@link ConfigurationException} if a rule is about one of a servlet's paths, and the others are not declared. */
    void filterStarted(Position position) {
        if (servletPaths == ServletPaths.NONE) {
            servletPaths = servletPaths(edge);
            PathCheck.check(servletPaths, edge.reach().exactPaths());
        }
        chain.watch();
        guardLogins();
        ConsoleRegistration.check(context, this);
        UsageServlet.of(this).check(context);
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
                    "rules with position=last are decided with the first: the initializer of this jar did not run, or"
                            + " could not register a second filter (see <absolute-ordering>)");
        }
    }

    /** Its container's own sign-ins come before any filter; what they meet is there before the first request. Once. */
    void guardLogins() {
        if (edge.enabled() && loginsGuarded.compareAndSet(false, true)) {
            unguardLogins = LoginEdge.guard(context, entrance, this);
        }
    }

    void filterDestroyed() {
        if (filters.decrementAndGet() == 0 && !closedByListener) {
            close();
        }
    }

    void close() {
        if (closed.compareAndSet(false, true)) {
            over(context);
            unguardLogins.run();
            if (console != null) {
                console.close();
            }
            web.close();
            unnamed(context);
        }
    }
}
