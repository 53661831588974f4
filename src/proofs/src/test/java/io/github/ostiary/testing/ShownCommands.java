package io.github.ostiary.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** The commands that a page shows behind a dollar, each with what it prints. */
public final class ShownCommands {

    private ShownCommands() {}

    /**
     * Runs them, and compares what they print with what the page shows.
     *
     * @param server takes the place of {@code localhost:8080}
     */
    public static void run(String block, String server) {
        for (String part : block.split("(?m)^\\$ ")) {
            if (!part.isBlank()) {
                List<String> lines = new ArrayList<>(part.lines().toList());
                String command = lines.remove(0).replace("localhost:8080", server);
                assertThat(printed(command)).as(command).containsExactlyElementsOf(lines);
            }
        }
    }

    private static List<String> printed(String command) {
        try {
            Process process = new ProcessBuilder("sh", "-c", command)
                    .redirectErrorStream(true)
                    .start();
            List<String> lines = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList();
            assertThat(process.waitFor()).as(command).isZero();
            return lines;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
