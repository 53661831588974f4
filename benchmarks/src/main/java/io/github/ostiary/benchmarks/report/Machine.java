package io.github.ostiary.benchmarks.report;

import io.github.ostiary.benchmarks.ResultTable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Where and when the results were measured. */
final class Machine {

    private static final String FILE = "machine.txt";
    private static final Pattern REDIS_VERSION = Pattern.compile("v=([0-9.]+)");

    private Machine() {}

    /** Leaves a line about it among the results. */
    static void write() throws IOException, InterruptedException {
        String line = "%s, commit %s; %d cores, JDK %s, Redis %s"
                .formatted(
                        LocalDate.now(),
                        said("git", "rev-parse", "--short", "HEAD"),
                        Runtime.getRuntime().availableProcessors(),
                        Runtime.version().feature(),
                        redis());
        Files.writeString(ResultTable.FOLDER.resolve(FILE), line + "\n");
    }

    /** The line. */
    static String read() throws IOException {
        Path file = ResultTable.FOLDER.resolve(FILE);
        return Files.exists(file) ? Files.readString(file).strip() : "by single programs at different times";
    }

    private static String redis() throws IOException, InterruptedException {
        Matcher version = REDIS_VERSION.matcher(said("redis-server", "--version"));
        return version.find() ? version.group(1) : "of an unknown version";
    }

    private static String said(String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return process.waitFor() == 0 ? text.strip() : "unknown";
    }
}
