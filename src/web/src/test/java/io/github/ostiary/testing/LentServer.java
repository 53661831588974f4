package io.github.ostiary.testing;

import java.nio.file.Path;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A server's JVM that tests have one after the other: each deploys its WARs there and undeploys them. To start a JVM takes three
 * quarters of what a test costs that asks a server a few times.
 */
final class LentServer {

    /** What applications leave behind, such as the libraries' threads, is not kept for longer. */
    private static final int WARS = 16;

    private static final int IDLE_OF_A_KIND = 2;

    private static final Map<ServerKind, Queue<LentServer>> IDLE = new ConcurrentHashMap<>();

    private final ServerKind kind;
    private final ServerProcess process;
    private int wars;

    private LentServer(ServerKind kind) {
        this.kind = kind;
        this.process = ServerProcess.start(Launcher.of(kind).with(Map.of()), Map.of());
    }

    /** One that nobody else has, with no WAR. */
    static LentServer of(ServerKind kind) {
        LentServer idle = idle(kind).poll();
        return idle == null ? new LentServer(kind) : idle;
    }

    private static Queue<LentServer> idle(ServerKind kind) {
        return IDLE.computeIfAbsent(kind, any -> new ConcurrentLinkedQueue<>());
    }

    ServerProcess process() {
        return process;
    }

    /** Leaves it to the next; whatever was deployed is not any more. */
    void giveBack() {
        if (wars < WARS && idle(kind).size() < IDLE_OF_A_KIND) {
            idle(kind).add(this);
        } else {
            process.close();
        }
    }

    /** Whether a WAR could be deployed; one that could not is gone. */
    boolean deploy(String contextPath, Path war) {
        wars++;
        return answer(
                        process,
                        contextPath + " " + war.toAbsolutePath(),
                        "(NOT )?DEPLOYED " + Pattern.quote(contextPath))
                == null;
    }

    /** Gives a command and awaits the line that answers; returns its first group. */
    static String answer(ServerProcess process, String command, String line) {
        int before = process.log().length();
        process.tell(command);
        Pattern answer = Pattern.compile("(?m)^" + line + "$\\R");
        Await.until(() -> answer.matcher(process.log()).find(before), ServerProcess.BOUND);
        Matcher found = answer.matcher(process.log());
        return found.find(before) ? found.group(1) : null;
    }
}
