package io.github.ostiary.setup;

import org.jspecify.annotations.Nullable;

/** The name by which operators know a node: its machine's, where the environment has it, and the number of its process. */
final class NodeName {

    private static final int LONGEST = 60;

    private NodeName() {}

    /** No name server is asked. */
    static String ofThisProcess() {
        return of(
                System.getenv("HOSTNAME"),
                System.getenv("COMPUTERNAME"),
                ProcessHandle.current().pid());
    }

    static String of(@Nullable String host, @Nullable String computer, long process) {
        String machine = host == null || host.isBlank() ? computer : host;
        String known = machine == null ? "" : machine.replaceAll("[^A-Za-z0-9._-]", "");
        String name = known.substring(0, Math.min(known.length(), LONGEST));
        return name.isEmpty() ? Long.toString(process) : name + "/" + process;
    }
}
