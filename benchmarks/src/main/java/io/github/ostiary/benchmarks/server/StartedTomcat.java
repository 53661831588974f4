package io.github.ostiary.benchmarks.server;

import jakarta.servlet.ServletContainerInitializer;
import java.nio.file.Path;
import java.util.ServiceLoader;
import org.apache.catalina.Context;
import org.apache.catalina.startup.Tomcat;

/** The smallest web application of Tomcat, in a JVM of its own that ends when it has started. */
final class StartedTomcat {

    private StartedTomcat() {}

    /** Starts it; the argument is the application's folder. */
    public static void main(String[] args) throws Exception {
        Path root = Path.of(args[0]);
        Tomcat tomcat = new Tomcat();
        tomcat.setBaseDir(root.resolve("work").toString());
        tomcat.setPort(0);
        Context context = tomcat.addContext("", root.toString());
        Tomcat.addServlet(context, "page", new PageServlet());
        context.addServletMappingDecoded("/", "page");
        for (ServletContainerInitializer each : ServiceLoader.load(ServletContainerInitializer.class)) {
            if (each.getClass().getName().startsWith("io.github.ostiary.")) {
                context.addServletContainerInitializer(each, null);
            }
        }
        tomcat.start();
        StartCost.started();
    }
}
