package io.github.ostiary.jaxrs;

import io.github.ostiary.text.Log;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletRegistration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Each {@code Application} that CXF is going to serve in a web application, as far as it can be known before it does. */
final class ServedApplications {

    private static final System.Logger LOG = Log.of(ServedApplications.class);
    private static final List<String> PARAMETERS = List.of("jakarta.ws.rs.Application", "jaxrs.application");

    private final ServletContext context;
    private final ClassLoader loader;
    private final boolean tomEe;

    /** Whether resources with a scope can be beans, by class. */
    private final Map<Class<?>, Boolean> found = new LinkedHashMap<>();

    ServedApplications(ServletContext context, ClassLoader loader) {
        this.context = context;
        this.loader = loader;
        this.tomEe = String.valueOf(context.getServerInfo()).contains("TomEE");
    }

    /** Adds what servlets name. Not all containers tell of servlets while they call listeners. */
    void addOfServlets() {
        try {
            context.getServletRegistrations().values().forEach(this::addOf);
        } catch (UnsupportedOperationException e) {
            LOG.log(System.Logger.Level.DEBUG, "Only initializers may look at servlets", e);
        }
    }

    private void addOf(ServletRegistration servlet) {
        Class<?> application = application(named(servlet));
        if (application == null) {
            return;
        }
        String className = servlet.getClassName();
        boolean cxf = className != null && Cxf.isServlet(Cxf.load(className, loader));
        if (cxf || tomEe) {
            found.putIfAbsent(application, !cxf);
        }
    }

    /** A servlet of JAX-RS tells the application's name by a parameter or by its own. */
    private static String named(ServletRegistration servlet) {
        for (String parameter : PARAMETERS) {
            String value = servlet.getInitParameter(parameter);
            if (value != null) {
                // CXF lets properties follow in brackets.
                return value.split("\\(", 2)[0].trim();
            }
        }
        return servlet.getName();
    }

    /** Adds those that the server, or CXF's own initializer, finds by itself. */
    void addFound() {
        if (tomEe || Cxf.findsApplications(loader)) {
            for (String name : CandidateClasses.of(context)) {
                Class<?> application = application(name);
                if (application != null) {
                    found.putIfAbsent(application, tomEe);
                }
            }
        }
    }

    private @Nullable Class<?> application(String name) {
        Class<?> type = Cxf.load(name, loader);
        return type != null && Cxf.isApplication(type) ? type : null;
    }

    /** The resources that no filter or interceptor limits there, one sentence each, sorted. */
    List<String> problems() {
        return found.entrySet().stream()
                .flatMap(served -> ListedResources.problems(served.getKey(), served.getValue()).stream())
                .sorted()
                .toList();
    }
}
