package io.github.ostiary.benchmarks.server;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.management.ThreadMXBean;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRegistration;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * One server with one contender, in a JVM of its own. Says {@code ready PORT MILLISECONDS} when it serves, answers each
 * line it is sent with the bytes its threads have allocated so far, and ends with its standard input.
 */
final class ServerChild {

    private ServerChild() {}

    /** Starts it; the arguments are the server's kind, the contender, an empty folder, and the URI of Redis. */
    public static void main(String[] args) throws Exception {
        Logger.getLogger("").setLevel(Level.WARNING);
        ServerKind kind = ServerKind.valueOf(args[0]);
        Contender contender = Contender.valueOf(args[1]);
        Path root = Path.of(args[2]);
        String redis = args[3];
        write(contender.configuration(redis), root);
        long begun = System.nanoTime();
        int port = kind.start(root, (classes, context) -> begin(contender, context, redis));
        System.out.println("ready " + port + " " + (System.nanoTime() - begun) / 1_000_000);
        answer();
        System.exit(0);
    }

    private static void write(List<String> configuration, Path root) throws IOException {
        if (!configuration.isEmpty()) {
            Path folder = Files.createDirectory(root.resolve("WEB-INF"));
            Files.write(folder.resolve("ostiary.properties"), configuration);
        }
    }

    private static void begin(Contender contender, ServletContext context, String redis) throws ServletException {
        ServletRegistration.Dynamic page = context.addServlet("page", new PageServlet());
        page.setAsyncSupported(true);
        page.addMapping("/");
        context.addServlet("login", new LoginServlet()).addMapping("/login");
        contender.register(context, redis);
    }

    private static void answer() throws IOException {
        BufferedReader asked = new BufferedReader(new InputStreamReader(System.in, UTF_8));
        while (asked.readLine() != null) {
            System.out.println(allocated());
        }
    }

    private static long allocated() {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long sum = 0;
        for (long bytes : threads.getThreadAllocatedBytes(threads.getAllThreadIds())) {
            sum += Math.max(0, bytes);
        }
        return sum;
    }
}
