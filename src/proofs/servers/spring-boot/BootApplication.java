package springboot;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.web.servlet.support.SpringBootServletInitializer;
import org.springframework.context.ConfigurableApplicationContext;

/** Begins as a program, or as a WAR. */
@SpringBootApplication
public class BootApplication extends SpringBootServletInitializer {

    @Override
    protected SpringApplicationBuilder configure(SpringApplicationBuilder builder) {
        return builder.sources(BootApplication.class);
    }

    /**
     * Runs until standard input ends; tells which threads run before, and which are left when the context is closed and they
     * had some time to end.
     */
    public static void main(String[] arguments) throws Exception {
        ConfigurableApplicationContext context = SpringApplication.run(BootApplication.class, arguments);
        System.out.println("LISTENING " + context.getEnvironment().getProperty("local.server.port"));
        while (System.in.read() != -1) {
            continue;
        }
        tellThreads("RUNS ");
        context.close();
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
