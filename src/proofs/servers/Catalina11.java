import java.util.Scanner;
import org.apache.catalina.Service;
import org.apache.catalina.startup.Catalina;

/** Runs a Tomcat as it is downloaded, with its own {@code server.xml}, until standard input ends. Argument: its folder. */
final class Catalina11 {

    public static void main(String[] arguments) {
        System.setProperty("catalina.home", arguments[0]);
        System.setProperty("catalina.base", arguments[0]);
        Catalina catalina = new Catalina();
        catalina.setUseShutdownHook(false);
        catalina.start();
        Service service = catalina.getServer().findServices()[0];
        System.out.println("LISTENING " + service.findConnectors()[0].getLocalPort());
        try (Scanner input = new Scanner(System.in)) {
            while (input.hasNextLine()) {
                input.nextLine();
            }
        }
        catalina.stop();
        System.out.println("STOPPED");
        System.exit(0);
    }
}
