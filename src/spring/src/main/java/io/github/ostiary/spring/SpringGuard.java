package io.github.ostiary.spring;

import io.github.ostiary.DenialHandler;
import io.github.ostiary.Guard;
import io.github.ostiary.setup.ApplicationBeans;
import io.github.ostiary.setup.ConfigPreview;
import io.github.ostiary.setup.PlatformProperties;
import io.github.ostiary.setup.Subscription;
import io.github.ostiary.setup.WebGuard;
import io.github.ostiary.text.Log;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.Environment;
import org.springframework.util.ClassUtils;
import org.springframework.web.context.WebApplicationContext;

/**
 * The guard of an application of Spring's: the one that the server began with, or, where there is none, another, as in a
 * program without a server, in a test with a mock of one, and where {@code ostiary.enabled=false}. Thread-safe.
 */
final class SpringGuard implements DisposableBean {

    /** The bean that installs filters, where there are any. */
    static final String INSTALLER = "ostiaryGuardInstaller";

    private static final System.Logger LOG = Log.of(SpringGuard.class);
    private static final String REDIS = "org.springframework.data.redis.connection.RedisConnectionFactory";

    private final ConfigurableApplicationContext application;
    private final SpringBeans beans;
    private final List<Subscription> offers = new CopyOnWriteArrayList<>();
    private final ReentrantLock making = new ReentrantLock();
    private volatile @Nullable Supplier<Guard> begun;
    private volatile Runnable end = () -> {};

    SpringGuard(ConfigurableApplicationContext application) {
        this.application = application;
        this.beans = new SpringBeans(application.getBeanFactory());
    }

    /** Whether anything is wanted of Ostiary. */
    static boolean isEnabled(Environment environment) {
        return !environment.getProperty("ostiary.enabled", "true").strip().equalsIgnoreCase("false");
    }

    SpringBeans beans() {
        return beans;
    }

    /** The properties of Spring, its beans included. */
    SpringProperties properties() {
        SpringProperties properties = new SpringProperties(application.getEnvironment());
        PlatformProperties found = properties.found();
        found.name(application.getEnvironment().getProperty("spring.application.name", ""));
        Meters.suggest(beans, found);
        List<String> handlers = beans.preferred(DenialHandler.class);
        if (handlers.size() == 1) {
            found.suggest("denialHandler", DenialHandler.class.getName(), "bean " + handlers.get(0));
        } else if (!handlers.isEmpty()) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "several beans are a DenialHandler, and none is used unless ostiary.denialHandler names its class"
                            + " or one is @Primary: {0}",
                    String.join(", ", handlers));
        }
        suggestRedis(found);
        return properties;
    }

    /** None is asked where it is said where counters are. */
    private void suggestRedis(PlatformProperties found) {
        if (ClassUtils.isPresent(REDIS, application.getClassLoader())
                && isEnabled(application.getEnvironment())
                && !ConfigPreview.choosesStore(new SpringApplicationView(application, found))) {
            RedisOfSpring.suggest(application, found);
        }
    }

    /** Lets what a configuration names by its class be a bean. */
    void offer(ClassLoader loader) {
        offers.add(ApplicationBeans.offer(loader, beans));
    }

    /** The server has begun with a guard. */
    void begun(Supplier<Guard> guard) {
        begun = guard;
    }

    /** The same until the application ends. */
    Guard get() {
        Supplier<Guard> found = begun;
        return (found == null ? own() : found).get();
    }

    /** Empty if it has not begun, or has ended. */
    Optional<Guard> running() {
        try {
            return Optional.of(get());
        } catch (IllegalStateException e) {
            return Optional.empty();
        }
    }

    private Supplier<Guard> own() {
        making.lock();
        try {
            Supplier<Guard> found = begun;
            if (found == null) {
                found = make();
                begun = found;
            }
            return found;
        } finally {
            making.unlock();
        }
    }

    private Supplier<Guard> make() {
        boolean enabled = isEnabled(application.getEnvironment());
        boolean filters = enabled && application.containsBean(INSTALLER);
        MockServer mock = filters ? MockServer.of(application) : null;
        if (filters && application instanceof WebApplicationContext && mock == null) {
            throw new IllegalStateException(
                    "the guard starts with the server, which has not started yet; ask it later than in the"
                            + " constructor of a filter or a servlet");
        }
        PlatformProperties found = properties().found();
        if (!enabled) {
            found.put("enabled", "false", "ostiary.enabled");
            found.put("store", "local", "ostiary.enabled");
        }
        SpringApplicationView view = new SpringApplicationView(application, found);
        offer(view.classLoader());
        if (mock != null) {
            mock.begin(found);
            end = mock::end;
            return mock::guard;
        }
        WebGuard made = WebGuard.deploy(view);
        end = made::close;
        return made::guard;
    }

    @Override
    public void destroy() {
        end.run();
        offers.forEach(Subscription::close);
    }
}
