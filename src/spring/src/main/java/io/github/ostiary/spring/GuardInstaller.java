package io.github.ostiary.spring;

import io.github.ostiary.servlet.OstiaryContext;
import io.github.ostiary.servlet.PlatformInstallation;
import io.github.ostiary.text.Log;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletException;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.web.servlet.ServletContextInitializer;
import org.springframework.core.PriorityOrdered;
import org.springframework.core.env.Environment;

/**
 * Installs the guard before Spring Boot registers a filter, and before any initializer of the application's. The class has
 * the order: on a bean method Boot ignores it.
 */
final class GuardInstaller implements ServletContextInitializer, PriorityOrdered {

    private static final System.Logger LOG = Log.of(GuardInstaller.class);

    private final SpringGuard guard;
    private final ObjectProvider<LimitedBeans> limited;
    private final Environment environment;

    /**
     * Installs nothing yet.
     *
     * @param guard hears of it
     * @param limited the beans that need one whatever is configured; none where nothing is limited
     * @param environment says whether it is wanted
     */
    GuardInstaller(SpringGuard guard, ObjectProvider<LimitedBeans> limited, Environment environment) {
        this.guard = guard;
        this.limited = limited;
        this.environment = environment;
    }

    @Override
    public void onStartup(ServletContext context) throws ServletException {
        if (!SpringGuard.isEnabled(environment)) {
            PlatformInstallation.leaveOut(context);
            LOG.log(System.Logger.Level.INFO, "ostiary.enabled=false: no request is guarded, and nothing is installed");
            return;
        }
        guard.offer(context.getClassLoader());
        SpringProperties said = guard.properties();
        LimitedBeans annotated = limited.getIfAvailable();
        if (annotated != null && annotated.areAny()) {
            said.found().need();
        }
        guard.begun(() -> OstiaryContext.guard(context));
        boolean guarded = PlatformInstallation.install(context, said.found());
        if (guarded) {
            LOG.log(
                    System.Logger.Level.INFO,
                    "The guard stands before the filters of Spring. {0}",
                    said.count() == 0
                            ? "Spring's configuration has no key of ostiary.*"
                            : said.count() + " keys of ostiary.* are from " + String.join(", ", said.places()));
        } else {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "no request is guarded, since there is no configuration: write rules into application.properties, such as"
                            + " ostiary.limit.browse.rate=300/1m and ostiary.limit.browse.path=/*, or into ostiary.properties at"
                            + " the root of the class path");
        }
    }

    @Override
    public int getOrder() {
        return HIGHEST_PRECEDENCE;
    }
}
