package io.github.ostiary.servlet;

import io.github.ostiary.http.RuleSnapshot;
import io.github.ostiary.setup.EdgeSettings;
import io.github.ostiary.setup.InForce;
import io.github.ostiary.setup.WebGuard;
import io.github.ostiary.text.ClassPath;
import jakarta.servlet.ServletContext;
import java.nio.charset.Charset;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** An application as its requests need it: what is in force, and how those behind the filter read requests. */
final class Deployment {

    static final String ATTRIBUTE = Deployment.class.getName();

    private final ServletContext context;

    /** The guard, for what only some requests ask. */
    final WebGuard web;

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

    /** Set when the application has ended. */
    final AtomicBoolean closed = new AtomicBoolean();

    /** An application that begins. */
    Deployment(ServletContext context, WebGuard web) {
        this.context = context;
        this.web = web;
        web.follow(this::change);
        this.snapshot = RuleSnapshot.of(web.inForce());
        this.formEncoding = edge().bodies().formEncoding();
        this.jsonBytes = edge().bodies().jsonBytes();
        this.holdingsName = "io.github.ostiary.closing:" + context.getContextPath();
        this.progressName = Progress.nameIn(context);
        this.welcome = WelcomeFiles.of(context);
        ClassLoader loader = DeployedApplication.loader(context);
        this.spring = ClassPath.has("org.springframework.web.servlet.DispatcherServlet", loader);
        this.resources = ClassPath.has("jakarta.ws.rs.core.Application", loader);
    }

    static @Nullable Deployment existing(ServletContext context) {
        return context.getAttribute(ATTRIBUTE) instanceof Deployment deployment ? deployment : null;
    }

    /** The rules in force. */
    RuleSnapshot snapshot() {
        return snapshot;
    }

    /** Gives a follower the rules in force, now and after each change. */
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

    EdgeSettings edge() {
        return snapshot.edge;
    }

    /** The first filter starts. */
    void servletsAreThere() {
        if (servletPaths == ServletPaths.NONE) {
            servletPaths = servletPaths(edge());
            PathCheck.check(servletPaths, edge().reach().exactPaths());
        }
    }

    private ServletPaths servletPaths(EdgeSettings settings) {
        Set<String> ruled = new HashSet<>();
        for (EdgeSettings.ExactPath rule : settings.reach().exactPaths()) {
            ruled.add(rule.path());
        }
        return ServletPaths.of(context, ruled);
    }
}
