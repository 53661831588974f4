package io.github.ostiary.interceptor;

import io.github.ostiary.ConfigurationException;
import io.github.ostiary.Guard;
import io.github.ostiary.GuardListener;
import io.github.ostiary.Lockouts;
import io.github.ostiary.RateLimiter;
import io.github.ostiary.Semaphores;
import io.github.ostiary.setup.ApplicationBeans;
import io.github.ostiary.setup.AtStart;
import io.github.ostiary.setup.ProgramGuard;
import io.github.ostiary.text.ClassPath;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.Initialized;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Default;
import jakarta.enterprise.inject.se.SeContainer;
import jakarta.enterprise.inject.spi.AfterBeanDiscovery;
import jakarta.enterprise.inject.spi.AfterDeploymentValidation;
import jakarta.enterprise.inject.spi.AnnotatedType;
import jakarta.enterprise.inject.spi.Bean;
import jakarta.enterprise.inject.spi.BeanManager;
import jakarta.enterprise.inject.spi.BeforeBeanDiscovery;
import jakarta.enterprise.inject.spi.BeforeShutdown;
import jakarta.enterprise.inject.spi.CDI;
import jakarta.enterprise.inject.spi.Extension;
import jakarta.enterprise.inject.spi.InjectionPoint;
import jakarta.enterprise.inject.spi.ObserverMethod;
import jakarta.enterprise.inject.spi.ProcessBean;
import jakarta.enterprise.inject.spi.ProcessInjectionPoint;
import jakarta.enterprise.inject.spi.ProcessObserverMethod;
import java.lang.annotation.Annotation;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Called by CDI when an application is deployed. Adds the interceptor; makes {@link Guard} injectable, unless a bean of
 * the application is one, and what {@link ByRule} names; passes events of the guard to observers; fails the deployment with
 * everything that is wrong with any of them.
 *
 * <p>Whether a rule exists is known once the application's guard exists. Where CDI starts first, the deployment fails
 * when the guard is made; beans that several applications share are checked at their methods' first call.
 *
 * @hidden
 */
public final class RateLimitExtension implements Extension {

    private static final String SERVLETS = "jakarta.servlet.ServletContext";
    private static final List<String> SERVERS = List.of(
            "org.apache.catalina.core.StandardContext",
            "org.eclipse.jetty.server.Server",
            "io.undertow.servlet.Servlets");
    static final String HEALTH = "org.eclipse.microprofile.health.HealthCheck";

    private final DeployedBeans beans = new DeployedBeans();
    private final Map<String, InjectedRule> injected = new ConcurrentHashMap<>();
    private volatile boolean guardOfApplication;
    private volatile boolean guardIsOurs;
    private volatile @Nullable ClassLoader application;

    /** Creates it for the container. */
    public RateLimitExtension() {}

    void addInterceptor(@Observes BeforeBeanDiscovery event) {
        AtStart.run(() -> declare(event));
    }

    private static void declare(BeforeBeanDiscovery event) {
        ApplicationBeans.announce();
        event.addAnnotatedType(BoundInterceptor.class, BoundInterceptor.class.getName());
        event.addAnnotatedType(BeanLookup.class, BeanLookup.class.getName());
        if (ClassPath.has(HEALTH)) {
            ReadinessCheck.declare(event);
        }
    }

    void look(@Observes ProcessBean<?> event) {
        AtStart.run(() -> add(event));
    }

    private void add(ProcessBean<?> event) {
        Bean<?> bean = event.getBean();
        if (bean.getTypes().contains(Guard.class) && bean.getQualifiers().contains(Default.Literal.INSTANCE)) {
            guardOfApplication = true;
        }
        if (event.getAnnotated() instanceof AnnotatedType<?> type) {
            ApplicationBeans.announce(type.getJavaClass());
            beans.scan().add(type.getJavaClass(), AnnotatedBean.views(bean.getTypes()));
            AnnotatedBean.notInSource(type).forEach(beans.scan()::refuse);
        }
    }

    void lookForLimiter(@Observes ProcessInjectionPoint<?, RateLimiter> event) {
        look(event.getInjectionPoint(), RateLimiter.class);
    }

    void lookForLockouts(@Observes ProcessInjectionPoint<?, Lockouts> event) {
        look(event.getInjectionPoint(), Lockouts.class);
    }

    void lookForSemaphores(@Observes ProcessInjectionPoint<?, Semaphores> event) {
        look(event.getInjectionPoint(), Semaphores.class);
    }

    void lookForObserver(@Observes ProcessObserverMethod<GuardListener.Event, ?> event) {
        AtStart.run(() -> add(event.getObserverMethod()));
    }

    private void add(ObserverMethod<GuardListener.Event> observer) {
        beans.add(observer);
        for (Annotation qualifier : observer.getObservedQualifiers()) {
            if (qualifier instanceof ByRule rule) {
                beans.scan().add(new ObservedRule(rule.value(), observer.getBeanClass()));
            }
        }
    }

    private void look(InjectionPoint point, Class<?> type) {
        AtStart.run(() -> InjectedRule.at(point, type).ifPresent(found -> {
            beans.scan().add(found);
            injected.putIfAbsent(found.id(), found);
        }));
    }

    void addBeans(@Observes AfterBeanDiscovery event) {
        AtStart.run(() -> declare(event));
    }

    private void declare(AfterBeanDiscovery event) {
        injected.values().forEach(rule -> rule.declare(event));
        application = Thread.currentThread().getContextClassLoader();
        if (!guardOfApplication) {
            guardIsOurs = true;
            event.<Guard>addBean()
                    .types(Guard.class)
                    .scope(ApplicationScoped.class)
                    .createWith(context -> new CurrentGuard());
        }
    }

    /** The class loader that the application is known by; null before it is deployed. */
    @Nullable
    ClassLoader application() {
        return application;
    }

    void validate(@Observes AfterDeploymentValidation event, BeanManager manager) {
        try {
            AtStart.run(() -> beans.begin(Thread.currentThread().getContextClassLoader(), manager));
        } catch (ConfigurationException e) {
            event.addDeploymentProblem(e);
        }
    }

    /** Makes the guard, unless there are servlets: then the filter's initializer does. */
    void start(@Observes @Priority(1) @Initialized(ApplicationScoped.class) Object event) {
        ClassLoader loader = application;
        if (loader != null && guardIsOurs && !mayHaveServlets()) {
            AtStart.run(() -> beans.guard(loader));
        }
    }

    /** A container of Java SE has none, whatever jars bring their API, unless a program embeds a server for them. */
    private static boolean mayHaveServlets() {
        boolean embedded = SERVERS.stream().anyMatch(ClassPath::has);
        return ClassPath.has(SERVLETS) && (embedded || !(CDI.current() instanceof SeContainer));
    }

    void end(@Observes BeforeShutdown event) {
        beans.end();
        ClassLoader loader = application;
        if (loader != null) {
            ProgramGuard.end(loader);
        }
    }
}
