package io.github.ostiary.jaxrs;

import io.github.ostiary.ConfigurationException;
import io.github.ostiary.setup.AtStart;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.spi.AfterDeploymentValidation;
import jakarta.enterprise.inject.spi.Extension;
import jakarta.enterprise.inject.spi.ProcessBean;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Called by CDI when an application is deployed: fails the deployment where {@link RateLimitFeature} would have to be
 * listed and is not, as on TomEE.
 *
 * @hidden
 */
public final class ResourceExtension implements Extension {

    private final Set<Class<?>> applications = ConcurrentHashMap.newKeySet();

    /** Creates it for the container. */
    public ResourceExtension() {}

    /** Looks at beans and not at all types: Weld logs a line about extensions that look at every type. */
    void look(@Observes ProcessBean<?> event) {
        Class<?> type = event.getBean().getBeanClass();
        if (AtStart.get(() -> Cxf.isApplication(type))) {
            applications.add(type);
        }
    }

    void validate(@Observes AfterDeploymentValidation event) {
        AtStart.run(() -> check(event));
    }

    private void check(AfterDeploymentValidation event) {
        List<String> problems = applications.stream()
                .filter(application -> Cxf.mayServe(application.getClassLoader()))
                .flatMap(application -> ListedResources.problems(application, true).stream())
                .sorted()
                .toList();
        if (!problems.isEmpty()) {
            event.addDeploymentProblem(new ConfigurationException(problems));
        }
    }
}
