package io.github.ostiary.testing;

import java.nio.file.Path;
import java.util.Locale;

/** The implementations of JAX-RS that {@code mvn verify} lays out under {@code target/servers}. */
public enum RestKind {
    JERSEY,
    RESTEASY,
    CXF;

    /** The folder with the jars a WAR needs for it. */
    Path jars() {
        return Path.of("target", "servers", label());
    }

    /** The folder with what makes beans of its resources. */
    Path cdi() {
        return Path.of("target", "servers", label() + "-cdi");
    }

    /** In names of WARs. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
