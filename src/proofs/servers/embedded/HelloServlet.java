import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** Greets who calls; and what the three programs share. */
public final class HelloServlet extends HttpServlet {

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        response.getWriter().print("hello " + request.getRemoteUser());
    }

    static void untilInputEnds(int port) throws IOException {
        System.out.println("LISTENING " + port);
        while (System.in.read() != -1) {
            continue;
        }
        tellThreads("RUNS ");
    }

    /** Threads that have been told to end get some time to do it. */
    static void ended() throws InterruptedException {
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            if (thread.getName().startsWith("ostiary")) {
                thread.join(20_000);
            }
        }
        tellThreads("LEFT ");
        System.out.println("STOPPED");
        System.exit(0);
    }

    private static void tellThreads(String what) {
        Thread.getAllStackTraces().keySet().forEach(thread -> System.out.println(what + thread.getName()));
    }
}
