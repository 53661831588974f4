package com.example.forum;

import java.io.File;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.regex.Pattern;
import org.apache.catalina.Context;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.startup.Tomcat;

/**
 * Runs the forum on an embedded Tomcat, as {@code exec:java} and the tests do. Environment: {@code PORT} (8080),
 * {@code HOST} (127.0.0.1), and whatever ostiary.properties reads, such as {@code REDIS_URI}.
 */
public final class RunForum {

    // Held here because java.util.logging forgets the levels of loggers that nobody refers to.
    private static final List<Logger> QUIET = List.of(Logger.getLogger("org.apache"), Logger.getLogger("org.jboss"));

    /** Libraries without anything for servers: to read all their classes for annotations is a third of a start. */
    private static final Pattern PLAIN = Pattern.compile("caffeine-|commons-pool2-|error_prone|jackson-core-|jedis-"
            + "|jspecify-|micrometer-|prometheus-|redis-authx|slf4j-");

    private RunForum() {}

    /**
     * Starts and stays until the process is ended.
     *
     * @param args the exploded WAR
     */
    public static void main(String[] args) throws LifecycleException {
        String host = System.getenv().getOrDefault("HOST", "127.0.0.1");
        int port = Integer.parseInt(System.getenv().getOrDefault("PORT", "8080"));
        Tomcat tomcat = start(new File(args[0]), host, port);
        boolean local = host.equals("0.0.0.0") || host.startsWith("127.");
        System.out.printf("The Porch is open: http://%s:%d (Ctrl-C closes it)%n", local ? "localhost" : host, port);
        tomcat.getServer().await();
    }

    /**
     * Starts a server that the caller stops and destroys.
     *
     * @param war the exploded WAR
     * @param host the address to listen at
     * @param port 0 for any free one
     * @throws LifecycleException if the port is taken or the application does not deploy
     */
    static Tomcat start(File war, String host, int port) throws LifecycleException {
        QUIET.forEach(logger -> logger.setLevel(Level.WARNING));
        Tomcat tomcat = new Tomcat();
        // Any free port: other processes of tests run beside this one.
        long name = port == 0 ? ProcessHandle.current().pid() : port;
        tomcat.setBaseDir(new File(war.getParentFile(), "tomcat-" + name).getPath());
        tomcat.setHostname("localhost");
        tomcat.setPort(port);
        tomcat.getConnector().setProperty("address", host);
        tomcat.getConnector().setThrowOnFailure(true);
        tomcat.getEngine().setParentClassLoader(RunForum.class.getClassLoader());
        Context forum = tomcat.addWebapp("", war.getAbsolutePath());
        forum.getJarScanner()
                .setJarScanFilter((type, jar) -> !PLAIN.matcher(jar).lookingAt());
        // Browsers send cookies to every port of a host: two instances would sign each other's visitors out.
        forum.setSessionCookieName("porch-" + port);
        tomcat.start();
        if (!forum.getState().isAvailable()) {
            tomcat.stop();
            throw new LifecycleException("The application did not deploy; the log above says why.");
        }
        return tomcat;
    }
}
