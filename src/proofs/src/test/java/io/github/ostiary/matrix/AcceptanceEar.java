package io.github.ostiary.matrix;

import io.github.ostiary.testing.WarBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The application of the matrix twice in an EAR, at {@code /one} and {@code /two}, with the {@code -all} jar in its {@code lib}
 * and a configuration in each.
 *
 * @param name of its folder
 */
record AcceptanceEar(String name) {

    static final List<String> APPLICATIONS = List.of("one", "two");

    private static final String WEB =
            "<module><web><web-uri>%1$s.war</web-uri><context-root>/%1$s</context-root></web></module>\n";

    Path build() {
        StringBuilder modules = new StringBuilder();
        for (String application : APPLICATIONS) {
            new AcceptanceWar(name + "/" + application + ".war", false, false).inEar();
            modules.append(WEB.formatted(application));
        }
        Path ear = Path.of("target", "wars", "matrix").resolve(name);
        try {
            Path jar = WarBuilder.allJarFile();
            Path lib = Files.createDirectories(ear.resolve("lib"));
            Files.write(lib.resolve(jar.getFileName()), Files.readAllBytes(jar));
            Files.writeString(
                    Files.createDirectories(ear.resolve("META-INF")).resolve("application.xml"),
                    """
                    <?xml version="1.0" encoding="UTF-8"?>
                    <application xmlns="https://jakarta.ee/xml/ns/jakartaee" version="9">
                    %s<library-directory>lib</library-directory>
                    </application>
                    """
                            .formatted(modules));
            return ear;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
