package io.github.ostiary.book;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** The name by which operators know a node: its machine's, where the environment or Linux has it, and the number of its process. */
final class NodeName {

    private static final int LONGEST = 60;
    private static final Path KERNEL = Path.of("/proc/sys/kernel/hostname");

    private NodeName() {}

    /** No name server is asked. */
    static String ofThisProcess() {
        return of(host(), System.getenv("COMPUTERNAME"), ProcessHandle.current().pid());
    }

    /** Shells know their machine's name without telling it to programs; Linux has it in a file. */
    private static @Nullable String host() {
        String host = System.getenv("HOSTNAME");
        try {
            return host == null && Files.isReadable(KERNEL)
                    ? Files.readString(KERNEL).strip()
                    : host;
        } catch (IOException e) {
            return null;
        }
    }

    static String of(@Nullable String host, @Nullable String computer, long process) {
        String machine = host == null || host.isBlank() ? computer : host;
        String known = machine == null ? "" : machine.replaceAll("[^A-Za-z0-9._-]", "");
        String name = known.substring(0, Math.min(known.length(), LONGEST));
        return name.isEmpty() ? Long.toString(process) : name + "/" + process;
    }
}
