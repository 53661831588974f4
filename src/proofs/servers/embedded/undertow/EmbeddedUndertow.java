import io.github.ostiary.servlet.OstiaryInitializer;
import io.undertow.Undertow;
import io.undertow.servlet.Servlets;
import io.undertow.servlet.api.DeploymentInfo;
import io.undertow.servlet.api.DeploymentManager;
import io.undertow.servlet.api.ServletContainerInitializerInfo;
import io.undertow.servlet.util.ImmediateInstanceFactory;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.ServletContainerInitializer;
import java.net.InetSocketAddress;
import java.util.Set;

/** A program with an Undertow of its own. */
final class EmbeddedUndertow {

    public static void main(String[] arguments) throws Exception {
        ServletContainerInitializer install =
                (classes, servletContext) -> OstiaryInitializer.install(servletContext);
        DeploymentInfo application = Servlets.deployment()
                .setClassLoader(EmbeddedUndertow.class.getClassLoader())
                .setDeploymentName("embedded")
                .setContextPath("/")
                .addServlet(Servlets.servlet(HelloServlet.class).addMapping("/*"))
                .addFilter(Servlets.filter("names", NameFilter.class))
                .addFilterUrlMapping("names", "/*", DispatcherType.REQUEST)
                .addServletContainerInitializer(new ServletContainerInitializerInfo(
                        install.getClass(), new ImmediateInstanceFactory<>(install), Set.of()));
        DeploymentManager manager = Servlets.defaultContainer().addDeployment(application);
        manager.deploy();
        Undertow server = Undertow.builder()
                .addHttpListener(0, "127.0.0.1")
                .setHandler(manager.start())
                .build();
        server.start();
        HelloServlet.untilInputEnds(
                ((InetSocketAddress) server.getListenerInfo().get(0).getAddress()).getPort());
        server.stop();
        manager.stop();
        manager.undeploy();
        HelloServlet.ended();
    }
}
