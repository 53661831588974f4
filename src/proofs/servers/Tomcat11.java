import java.io.File;
import java.lang.ref.WeakReference;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Scanner;
import java.util.regex.Pattern;
import org.apache.catalina.Context;
import org.apache.catalina.Lifecycle;
import org.apache.catalina.LifecycleEvent;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.LifecycleState;
import org.apache.catalina.core.ContainerBase;
import org.apache.catalina.startup.Tomcat;
import org.apache.coyote.http2.Http2Protocol;

/**
 * Runs exploded WARs on Tomcat, which speaks HTTP/2 too, until standard input ends; undeploys the context paths it reads there, deploys {@code PATH
 * DIRECTORY}, and tells at {@code loaders} how many class loaders of undeployed applications are left. Arguments: pairs of
 * context path and directory. With {@code -Dtolerant=true} it listens though one of them is not deployed, with {@code
 * -Dnaming=true} it has JNDI.
 */
final class Tomcat11 {

    private static final List<WeakReference<ClassLoader>> UNDEPLOYED = new ArrayList<>();

    /** The server's own jars, and what ours needs: to look for annotations in them is a tenth of a start. */
    private static final Pattern PLAIN = Pattern.compile(
            "tomcat-|caffeine-|commons-pool2-|error_prone|jackson-core-|jedis-|jspecify-|redis-authx|slf4j-api-");

    public static void main(String[] arguments) throws Exception {
        Tomcat tomcat = new Tomcat();
        tomcat.setBaseDir(Files.createTempDirectory(new File("target").toPath(), "tomcat").toString());
        tomcat.setPort(0);
        if (Boolean.getBoolean("naming")) {
            tomcat.enableNaming();
        }
        tomcat.getConnector().setProperty("address", "127.0.0.1");
        tomcat.getConnector().setProperty("maxThreads", System.getProperty("threads", "200"));
        tomcat.getConnector().addUpgradeProtocol(new Http2Protocol());
        tomcat.addUser("bob", "secret");
        tomcat.addUser("grace", "secret");
        tomcat.addRole("grace", "doorkeeper");
        for (int i = 0; i < arguments.length; i += 2) {
            deploy(tomcat, arguments[i], arguments[i + 1]);
        }
        tomcat.start();
        for (var context : tomcat.getHost().findChildren()) {
            if (context.getState() != LifecycleState.STARTED && !Boolean.getBoolean("tolerant")) {
                System.err.println("NOT DEPLOYED: " + context.getName());
                System.exit(1);
            }
        }
        System.out.println("LISTENING " + tomcat.getConnector().getLocalPort());
        Scanner commands = new Scanner(System.in);
        while (commands.hasNextLine()) {
            obey(tomcat, commands.nextLine().split(" "));
        }
        tomcat.stop();
        tomcat.destroy();
        System.out.println("STOPPED");
        System.exit(0);
    }

    private static void obey(Tomcat tomcat, String[] command) {
        if (command[0].equals("loaders")) {
            System.gc();
            UNDEPLOYED.removeIf(loader -> loader.get() == null);
            System.out.println("LOADERS " + UNDEPLOYED.size());
        } else if (command.length == 2) {
            System.out.println((isDeployed(tomcat, command[0], command[1]) ? "DEPLOYED " : "NOT DEPLOYED ") + command[0]);
        } else {
            Context context = (Context) tomcat.getHost().findChild(command[0]);
            UNDEPLOYED.add(new WeakReference<>(context.getLoader().getClassLoader()));
            tomcat.getHost().removeChild(context);
            System.out.println("UNDEPLOYED " + command[0]);
        }
    }

    /** Whether it has started; if it has not, it is gone. */
    private static boolean isDeployed(Tomcat tomcat, String path, String directory) {
        Context context = deploy(tomcat, path, directory);
        try {
            context.start();
        } catch (LifecycleException failure) {
            failure.printStackTrace();
        }
        boolean started = context.getState() == LifecycleState.STARTED;
        if (!started) {
            tomcat.getHost().removeChild(context);
        }
        return started;
    }

    /** Mounts it; the host would start it before it is set up, were that its own. */
    private static Context deploy(Tomcat tomcat, String path, String directory) {
        ((ContainerBase) tomcat.getHost()).setStartChildren(false);
        Context context = tomcat.addWebapp(path, new File(directory).getAbsolutePath());
        context.getJarScanner().setJarScanFilter((type, name) -> !PLAIN.matcher(name).lookingAt());
        context.addLifecycleListener(event -> withoutJsp(event, context));
        return context;
    }

    private static void withoutJsp(LifecycleEvent event, Context context) {
        if (event.getType().equals(Lifecycle.BEFORE_START_EVENT)) {
            context.removeServletMapping("*.jsp");
            context.removeServletMapping("*.jspx");
            context.removeChild(context.findChild("jsp"));
        }
    }
}
