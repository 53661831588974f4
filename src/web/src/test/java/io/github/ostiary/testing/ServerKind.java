package io.github.ostiary.testing;

import java.nio.file.Path;

/** The servers that every integration test runs on; those of the matrix are more. */
public enum ServerKind implements ServerLayout {
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

    @Override
    public String folder() {
        return folder;
    }

    @Override
    public Path launcher() {
        return Path.of("src", "proofs", "servers", launcher);
    }
}
