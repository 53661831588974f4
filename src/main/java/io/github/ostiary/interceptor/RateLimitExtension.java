package io.github.ostiary.interceptor;

import io.github.ostiary.ConfigurationException;
import io.github.ostiary.Guard;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.Initialized;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Default;
import jakarta.enterprise.inject.spi.AfterBeanDiscovery;
import jakarta.enterprise.inject.spi.AfterDeploymentValidation;
import jakarta.enterprise.inject.spi.AnnotatedType;
import jakarta.enterprise.inject.spi.Bean;
import jakarta.enterprise.inject.spi.BeforeBeanDiscovery;
import jakarta.enterprise.inject.spi.Extension;
import jakarta.enterprise.inject.spi.ProcessBean;
import java.util.List;

/**
 * Called by CDI when an application is deployed. Adds the interceptor; makes {@link Guard} injectable, unless a bean of
 * the application is one; fails the deployment with everything that is wrong with {@link RateLimit}s.
 *
 * <p>Whether a rule exists can be told when the application's guard does. Where CDI comes first, that is when the
 * application scope begins; if there is none even then, it is at each method's first call.
 */
public final class RateLimitExtension implements Extension {

    private final Survey survey = new Survey();
    private volatile boolean guardOfApplication;

    /** For the container. */
    public RateLimitExtension() {}

    void addInterceptor(@Observes BeforeBeanDiscovery event) {
        event.addAnnotatedType(RateLimitInterceptor.class, RateLimitInterceptor.class.getName());
    }

    void look(@Observes ProcessBean<?> event) {
        Bean<?> bean = event.getBean();
        if (bean.getTypes().contains(Guard.class) && bean.getQualifiers().contains(Default.Literal.INSTANCE)) {
            guardOfApplication = true;
        }
        if (event.getAnnotated() instanceof AnnotatedType<?> type) {
            survey.add(type);
        }
    }

    void addGuard(@Observes AfterBeanDiscovery event) {
        if (!guardOfApplication) {
            event.<Guard>addBean()
                    .types(Guard.class)
                    .scope(ApplicationScoped.class)
                    .createWith(context -> new CurrentGuard());
        }
    }

    void validate(@Observes AfterDeploymentValidation event) {
        List<String> problems = survey.problems();
        if (!problems.isEmpty()) {
            event.addDeploymentProblem(new ConfigurationException(problems));
        }
    }

    void begin(@Observes @Initialized(ApplicationScoped.class) Object application) {
        List<String> problems = survey.problems();
        if (!problems.isEmpty()) {
            throw new ConfigurationException(problems);
        }
    }
}
