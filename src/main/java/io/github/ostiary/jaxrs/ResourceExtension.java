package io.github.ostiary.jaxrs;

import io.github.ostiary.ConfigurationException;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.spi.AfterDeploymentValidation;
import jakarta.enterprise.inject.spi.Extension;
import jakarta.enterprise.inject.spi.ProcessBean;
import java.lang.reflect.Modifier;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Called by CDI when an application is deployed: fails the deployment where {@link RateLimitFeature} would have to be
 * listed and is not, as on TomEE.
 *
 * @hidden
 */
public final class ResourceExtension implements Extension {

    private static final String APPLICATION = "jakarta.ws.rs.core.Application";
    private static final String CXF = "org.apache.cxf.jaxrs.JAXRSServerFactoryBean";

    private final Set<Class<?>> applications = ConcurrentHashMap.newKeySet();

    /** For the container. */
    public ResourceExtension() {}

    /** Of beans and not of all types: Weld logs a line about extensions that look at every type. */
    void look(@Observes ProcessBean<?> event) {
        Class<?> type = event.getBean().getBeanClass();
        if (!Modifier.isAbstract(type.getModifiers()) && isApplication(type.getSuperclass())) {
            applications.add(type);
        }
    }

    /** By its name: there may be no JAX-RS. */
    private static boolean isApplication(@Nullable Class<?> type) {
        for (Class<?> above = type; above != null; above = above.getSuperclass()) {
            if (above.getName().equals(APPLICATION)) {
                return true;
            }
        }
        return false;
    }

    void validate(@Observes AfterDeploymentValidation event) {
        List<String> problems = applications.stream()
                .filter(ResourceExtension::isServedByCxf)
                .flatMap(application -> ListedResources.problems(application).stream())
                .sorted()
                .toList();
        if (!problems.isEmpty()) {
            event.addDeploymentProblem(new ConfigurationException(problems));
        }
    }

    private static boolean isServedByCxf(Class<?> application) {
        try {
            var unused = Class.forName(CXF, false, application.getClassLoader());
            return true;
        } catch (ClassNotFoundException | LinkageError e) {
            return false;
        }
    }
}
