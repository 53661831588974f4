package io.github.ostiary.testing;

import java.nio.file.Path;

/** The servers that {@code mvn verify} lays out under {@code target/servers}. */
public enum ServerKind {
    /** Jetty 12.0, Jakarta EE 10. */
    JETTY("jetty12", "Jetty12.java"),
    /** Tomcat 11, Jakarta EE 11. */
    TOMCAT("tomcat11", "Tomcat11.java");

    private final String folder;
    private final String launcher;

    ServerKind(String folder, String launcher) {
        this.folder = folder;
        this.launcher = launcher;
    }

    String classPath() {
        return Path.of("target", "servers", folder).toAbsolutePath() + "/*";
    }

    String launcher() {
        return Path.of("src", "test", "servers", launcher).toAbsolutePath().toString();
    }

    /** The folder with the jars a WAR needs for CDI on this server. */
    public Path cdi() {
        return Path.of("target", "servers", folder + "-cdi");
    }
}
