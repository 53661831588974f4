package io.github.ostiary.benchmarks;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/**
 * CPU time of another process: to the nanosecond where Linux tells it, else to the hundredth of a second. Not
 * thread-safe.
 */
public final class ProcessCpu {

    private final ProcessHandle process;
    private final Path tasks;
    private final Map<Path, Boolean> compilers = new HashMap<>();

    private ProcessCpu(ProcessHandle process) {
        this.process = process;
        this.tasks = Path.of("/proc", "" + process.pid(), "task");
    }

    /** Of a process that runs. */
    public static ProcessCpu of(ProcessHandle process) {
        return new ProcessCpu(process);
    }

    /** Of all its threads that live, but for a JVM's compilers; a thread that ends takes its share along. */
    public long nanos() throws IOException {
        if (!isTold()) {
            return process.info().totalCpuDuration().map(Duration::toNanos).orElse(0L);
        }
        long sum = 0;
        try (DirectoryStream<Path> threads = Files.newDirectoryStream(tasks)) {
            for (Path thread : threads) {
                sum += isCompiler(thread) ? 0 : nanos(thread);
            }
        }
        return sum;
    }

    /** Of its first thread only, in which Redis decides. */
    public long mainThreadNanos() throws IOException {
        return isTold() ? nanos(tasks.resolve("" + process.pid())) : nanos();
    }

    private boolean isTold() {
        return Files.exists(tasks.resolve("" + process.pid()).resolve("schedstat"));
    }

    private boolean isCompiler(Path thread) throws IOException {
        Boolean known = compilers.get(thread);
        if (known == null) {
            known = read(thread, "comm").contains("CompilerThre");
            compilers.put(thread, known);
        }
        return known;
    }

    private static long nanos(Path thread) throws IOException {
        String figures = read(thread, "schedstat");
        return figures.isEmpty() ? 0 : Long.parseLong(figures.substring(0, figures.indexOf(' ')));
    }

    /** Empty if the thread has ended. */
    private static String read(Path thread, String file) throws IOException {
        try {
            return Files.readString(thread.resolve(file));
        } catch (NoSuchFileException e) {
            return "";
        }
    }
}
