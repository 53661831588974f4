import io.github.ostiary.servlet.OstiaryInitializer;
import java.io.File;
import java.nio.file.Files;
import java.util.Set;
import org.apache.catalina.Context;
import org.apache.catalina.startup.Tomcat;
import org.apache.tomcat.util.descriptor.web.FilterDef;
import org.apache.tomcat.util.descriptor.web.FilterMap;

/** A program with a Tomcat of its own. */
final class EmbeddedTomcat {

    public static void main(String[] arguments) throws Exception {
        Tomcat tomcat = new Tomcat();
        tomcat.setBaseDir(Files.createTempDirectory(new File("target").toPath(), "tomcat").toString());
        tomcat.setPort(0);
        tomcat.getConnector().setProperty("address", "127.0.0.1");
        Context context = tomcat.addContext("", null);
        Tomcat.addServlet(context, "hello", new HelloServlet());
        context.addServletMappingDecoded("/*", "hello");
        FilterDef names = new FilterDef();
        names.setFilterName("names");
        names.setFilter(new NameFilter());
        context.addFilterDef(names);
        FilterMap everywhere = new FilterMap();
        everywhere.setFilterName("names");
        everywhere.addURLPattern("/*");
        context.addFilterMap(everywhere);
        context.addServletContainerInitializer(
                (classes, servletContext) -> OstiaryInitializer.install(servletContext), Set.of());
        tomcat.start();
        HelloServlet.untilInputEnds(tomcat.getConnector().getLocalPort());
        tomcat.stop();
        tomcat.destroy();
        HelloServlet.ended();
    }
}
