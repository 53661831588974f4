import io.github.ostiary.servlet.OstiaryInitializer;
import jakarta.servlet.DispatcherType;
import java.util.EnumSet;
import org.eclipse.jetty.ee10.servlet.ServletContextHandler;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;

/** A program with a Jetty of its own. */
final class EmbeddedJetty {

    public static void main(String[] arguments) throws Exception {
        Server server = new Server();
        ServerConnector connector = new ServerConnector(server);
        connector.setHost("127.0.0.1");
        server.addConnector(connector);
        ServletContextHandler context = new ServletContextHandler("/");
        context.addServlet(HelloServlet.class, "/*");
        context.addFilter(NameFilter.class, "/*", EnumSet.of(DispatcherType.REQUEST));
        context.addServletContainerInitializer(
                (classes, servletContext) -> OstiaryInitializer.install(servletContext));
        server.setHandler(context);
        server.start();
        HelloServlet.untilInputEnds(connector.getLocalPort());
        server.stop();
        HelloServlet.ended();
    }
}
