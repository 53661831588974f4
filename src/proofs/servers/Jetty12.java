import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Scanner;
import org.eclipse.jetty.ee10.annotations.AnnotationConfiguration;
import org.eclipse.jetty.ee10.cdi.CdiDecoratingListener;
import org.eclipse.jetty.ee10.cdi.CdiServletContainerInitializer;
import org.eclipse.jetty.ee10.webapp.WebAppContext;
import org.eclipse.jetty.http2.server.HTTP2CServerConnectionFactory;
import org.eclipse.jetty.security.HashLoginService;
import org.eclipse.jetty.security.UserStore;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.handler.ContextHandlerCollection;
import org.eclipse.jetty.util.security.Credential;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/**
 * Runs exploded WARs on Jetty, which speaks HTTP/2 too, until standard input ends; undeploys the context paths it reads there, deploys {@code PATH
 * DIRECTORY}, and tells at {@code loaders} how many class loaders of undeployed applications are left. Arguments: pairs of
 * context path and directory.
 */
final class Jetty12 {

    private static final List<WeakReference<ClassLoader>> UNDEPLOYED = new ArrayList<>();

    /** Not what our jar needs: to look for annotations in that is a seventh of a start. */
    private static final String NOT_PLAIN = ".*/(?!caffeine-|commons-pool2-|error_prone|jackson-core-|jedis-|jspecify-"
            + "|redis-authx|slf4j-api-)[^/]*[.]jar";

    public static void main(String[] arguments) throws Exception {
        Server server = new Server(new QueuedThreadPool(Integer.getInteger("threads", 200)));
        HttpConfiguration http = new HttpConfiguration();
        ServerConnector connector = new ServerConnector(
                server, 1, 1, new HttpConnectionFactory(http), new HTTP2CServerConnectionFactory(http));
        connector.setHost("127.0.0.1");
        server.addConnector(connector);
        UserStore users = new UserStore();
        users.addUser("bob", Credential.getCredential("secret"), new String[0]);
        users.addUser("grace", Credential.getCredential("secret"), new String[] {"doorkeeper"});
        HashLoginService logins = new HashLoginService("test");
        logins.setUserStore(users);
        server.addBean(logins);
        ContextHandlerCollection contexts = new ContextHandlerCollection();
        for (int i = 0; i < arguments.length; i += 2) {
            contexts.addHandler(context(arguments[i], arguments[i + 1]));
        }
        server.setHandler(contexts);
        try {
            server.start();
        } catch (Throwable failure) {
            failure.printStackTrace();
            System.exit(1);
        }
        System.out.println("LISTENING " + connector.getLocalPort());
        Scanner commands = new Scanner(System.in);
        while (commands.hasNextLine()) {
            obey(contexts, commands.nextLine().split(" "));
        }
        server.stop();
        System.out.println("STOPPED");
        System.exit(0);
    }

    private static void obey(ContextHandlerCollection contexts, String[] command) throws Exception {
        if (command[0].equals("loaders")) {
            System.gc();
            UNDEPLOYED.removeIf(loader -> loader.get() == null);
            System.out.println("LOADERS " + UNDEPLOYED.size());
        } else if (command.length == 2) {
            WebAppContext context = context(command[0], command[1]);
            contexts.addHandler(context);
            try {
                context.start();
                System.out.println("DEPLOYED " + command[0]);
            } catch (Throwable failure) {
                failure.printStackTrace();
                contexts.removeHandler(context);
                System.out.println("NOT DEPLOYED " + command[0]);
            }
        } else {
            for (WebAppContext context : contexts.getDescendants(WebAppContext.class)) {
                if (context.getContextPath().equals(command[0].isEmpty() ? "/" : command[0])) {
                    UNDEPLOYED.add(new WeakReference<>(context.getClassLoader()));
                    context.stop();
                    contexts.removeHandler(context);
                    context.destroy();
                    System.out.println("UNDEPLOYED " + command[0]);
                }
            }
        }
    }

    private static WebAppContext context(String path, String directory) {
        WebAppContext context = new WebAppContext(directory, path.isEmpty() ? "/" : path);
        context.addConfiguration(new AnnotationConfiguration());
        context.addServletContainerInitializer(new CdiServletContainerInitializer());
        context.setInitParameter(CdiServletContainerInitializer.CDI_INTEGRATION_ATTRIBUTE, CdiDecoratingListener.MODE);
        context.setAttribute("org.eclipse.jetty.server.webapp.WebInfIncludeJarPattern", NOT_PLAIN);
        context.setThrowUnavailableOnStartupException(true);
        return context;
    }
}
