package io.github.ostiary.benchmarks.server;

import jakarta.servlet.ServletContainerInitializer;
import java.nio.file.Path;
import org.apache.catalina.Context;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.startup.Tomcat;
import org.eclipse.jetty.ee10.servlet.ServletContextHandler;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;

/** The servers, as they come but for connections that stay open. */
enum ServerKind {
    JETTY("Jetty 12.1") {
        @Override
        int start(Path root, ServletContainerInitializer initializer) throws Exception {
            Server server = new Server();
            ServerConnector connector = new ServerConnector(server);
            connector.setHost(HOST);
            connector.setIdleTimeout(IDLE_MILLIS);
            server.addConnector(connector);
            ServletContextHandler context = new ServletContextHandler();
            context.setContextPath("/");
            context.setBaseResourceAsPath(root);
            context.addServletContainerInitializer(initializer);
            server.setHandler(context);
            server.start();
            return connector.getLocalPort();
        }
    },
    TOMCAT("Tomcat 10.1") {
        @Override
        int start(Path root, ServletContainerInitializer initializer) throws Exception {
            Tomcat tomcat = new Tomcat();
            tomcat.setBaseDir(root.resolve("work").toString());
            Connector connector = new Connector();
            connector.setPort(0);
            connector.setProperty("address", HOST);
            connector.setProperty("connectionTimeout", "" + IDLE_MILLIS);
            connector.setProperty("maxKeepAliveRequests", "-1");
            tomcat.setConnector(connector);
            Context context = tomcat.addContext("", root.toString());
            context.addServletContainerInitializer(initializer, null);
            tomcat.start();
            if (!context.getState().isAvailable()) {
                throw new IllegalStateException("the application does not start");
            }
            return connector.getLocalPort();
        }
    };

    private static final String HOST = "127.0.0.1";
    private static final int IDLE_MILLIS = 600_000;

    final String title;

    ServerKind(String title) {
        this.title = title;
    }

    /**
     * Starts the server.
     *
     * @param root the web application's files
     * @return its port
     */
    abstract int start(Path root, ServletContainerInitializer initializer) throws Exception;
}
