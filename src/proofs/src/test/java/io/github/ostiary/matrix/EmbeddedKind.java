package io.github.ostiary.matrix;

import io.github.ostiary.testing.ServerLayout;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The servers of the matrix that every build runs, each in a JVM of its own; each pair of choices is met on some. */
public enum EmbeddedKind implements ServerLayout {
    /** Jakarta EE 10, Weld 5. */
    JETTY_12_0("jetty12", "Jetty12.java", true, false),
    /** Jakarta EE 11, Weld 6. */
    JETTY_12_1("jetty121", "Jetty12.java", false, false),
    /** Jakarta EE 10, Weld 5. */
    TOMCAT_10_1("tomcat101", "Tomcat11.java", true, true),
    /** Jakarta EE 11, Weld 6. */
    TOMCAT_11("tomcat11", "Tomcat11.java", false, true),
    /** Jakarta EE 10, Weld 5; deployed by a program of ours. */
    UNDERTOW_2_3("undertow", "Undertow23.java", true, true);

    private final String folder;
    private final String launcher;
    private final boolean rootIsThin;
    private final boolean rootIsComplete;

    EmbeddedKind(String folder, String launcher, boolean rootIsThin, boolean rootIsComplete) {
        this.folder = folder;
        this.launcher = launcher;
        this.rootIsThin = rootIsThin;
        this.rootIsComplete = rootIsComplete;
    }

    @Override
    public String folder() {
        return folder;
    }

    @Override
    public Path launcher() {
        Path written = Path.of("src", "proofs", "servers", launcher);
        return this == JETTY_12_1 ? forEe11(written) : written;
    }

    /** Jetty 12.1 differs by the names of its packages only. */
    private static Path forEe11(Path written) {
        try {
            Path launchers = Files.createDirectories(Path.of("target", "servers", "launchers"));
            Path sources = Files.createTempDirectory(launchers, "jetty121");
            return Files.writeString(
                    sources.resolve(written.getFileName()),
                    Files.readString(written).replace("jetty.ee10", "jetty.ee11"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The application at {@code /}, named {@code ROOT}, or the one at {@code /app}, which is the other way round. */
    AcceptanceWar application(String name) {
        boolean root = name.equals("ROOT");
        return new AcceptanceWar(folder + "/" + name, root == rootIsThin, root == rootIsComplete);
    }
}
