package io.github.ostiary.testing;

import java.nio.file.Path;

/** A server that {@code mvn verify} lays out under {@code target/servers}, run by a launcher of {@code src/proofs/servers}. */
public interface ServerLayout {

    /** The name of its folder. */
    String folder();

    /** The source file of its launcher. */
    Path launcher();

    /** The folder with its jars. */
    default Path jars() {
        return Path.of("target", "servers", folder()).toAbsolutePath();
    }

    /** The folder with the jars a WAR needs for CDI on this server. */
    default Path cdi() {
        return Path.of("target", "servers", folder() + "-cdi");
    }
}
