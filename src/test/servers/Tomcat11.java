import java.io.File;
import java.nio.file.Files;
import java.util.Scanner;
import org.apache.catalina.Context;
import org.apache.catalina.Lifecycle;
import org.apache.catalina.LifecycleEvent;
import org.apache.catalina.LifecycleState;
import org.apache.catalina.startup.Tomcat;

/** Runs exploded WARs on Tomcat until standard input ends; undeploys the context paths it reads there. Arguments: pairs of context path and directory. */
final class Tomcat11 {

    public static void main(String[] arguments) throws Exception {
        Tomcat tomcat = new Tomcat();
        tomcat.setBaseDir(Files.createTempDirectory(new File("target").toPath(), "tomcat").toString());
        tomcat.setPort(0);
        tomcat.getConnector().setProperty("address", "127.0.0.1");
        tomcat.getConnector().setProperty("maxThreads", System.getProperty("threads", "200"));
        tomcat.addUser("bob", "secret");
        for (int i = 0; i < arguments.length; i += 2) {
            Context context = tomcat.addWebapp(arguments[i], new File(arguments[i + 1]).getAbsolutePath());
            context.getJarScanner().setJarScanFilter((type, name) -> !name.startsWith("tomcat-"));
            context.addLifecycleListener(event -> withoutJsp(event, context));
        }
        tomcat.start();
        for (var context : tomcat.getHost().findChildren()) {
            if (context.getState() != LifecycleState.STARTED) {
                System.err.println("NOT DEPLOYED: " + context.getName());
                System.exit(1);
            }
        }
        System.out.println("LISTENING " + tomcat.getConnector().getLocalPort());
        Scanner undeployed = new Scanner(System.in);
        while (undeployed.hasNextLine()) {
            String path = undeployed.nextLine();
            ((Context) tomcat.getHost().findChild(path)).stop();
            System.out.println("UNDEPLOYED " + path);
        }
        tomcat.stop();
        tomcat.destroy();
        System.out.println("STOPPED");
        System.exit(0);
    }

    private static void withoutJsp(LifecycleEvent event, Context context) {
        if (event.getType().equals(Lifecycle.BEFORE_START_EVENT)) {
            context.removeServletMapping("*.jsp");
            context.removeServletMapping("*.jspx");
            context.removeChild(context.findChild("jsp"));
        }
    }
}
