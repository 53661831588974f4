package io.github.ostiary.testing.platform;

import io.github.ostiary.testing.beans.outside.Errands;
import jakarta.annotation.Resource;
import jakarta.inject.Inject;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSDestinationDefinition;
import jakarta.jms.Queue;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ThreadFactory;

/** Has errands run by all that works outside of requests: {@code ?by=WHOM&id=ID}; tells what came of them: {@code ?id=ID}. */
@JMSDestinationDefinition(
        name = "java:app/jms/errands",
        interfaceName = "jakarta.jms.Queue",
        destinationName = "errands")
public class PlatformErrandServlet extends HttpServlet {

    @Inject
    private Errands errands;

    @Inject
    private ErrandBook book;

    @Inject
    private Clerk clerk;

    @Resource(lookup = "java:comp/DefaultManagedExecutorService")
    private ExecutorService executor;

    @Resource(lookup = "java:comp/DefaultManagedThreadFactory")
    private ThreadFactory threads;

    @Resource(lookup = "java:comp/DefaultJMSConnectionFactory")
    private ConnectionFactory connections;

    @Resource(lookup = "java:app/jms/errands")
    private Queue queue;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        String id = request.getParameter("id");
        String by = request.getParameter("by");
        if (by != null) {
            hand(by, id);
        }
        response.getWriter().print(book.result(id));
    }

    private void hand(String by, String id) {
        Runnable errand = () -> book.run(id, errands::run);
        switch (by) {
            case "request" -> errand.run();
            case "executor" -> executor.execute(errand);
            case "managed-thread" -> threads.newThread(errand).start();
            case "plain-thread" -> plain(errand).start();
            case "asynchronous" -> clerk.later(id);
            case "timer" -> clerk.byTimer(id);
            case "message" -> send(id);
            default -> throw new IllegalArgumentException(by);
        }
    }

    /** A thread of nobody's, which only knows the application's classes. */
    private Thread plain(Runnable errand) {
        Thread thread = new Thread(errand, "plain");
        thread.setContextClassLoader(getClass().getClassLoader());
        return thread;
    }

    private void send(String id) {
        try (JMSContext session = connections.createContext()) {
            session.createProducer().send(queue, id);
        }
    }
}
