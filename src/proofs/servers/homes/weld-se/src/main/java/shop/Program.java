package shop;

import io.github.ostiary.Guard;
import io.github.ostiary.RateLimitExceededException;
import io.github.ostiary.RateLimit;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.se.SeContainer;
import jakarta.enterprise.inject.se.SeContainerInitializer;

/** Sends three texts, of which two may be sent. */
@ApplicationScoped
public class Program {

    @RateLimit("text")
    public String send(String number) {
        return "sent to " + number;
    }

    public static void main(String[] arguments) {
        try (SeContainer container = SeContainerInitializer.newInstance().initialize()) {
            Program program = container.select(Program.class).get();
            for (int i = 0; i < 3; i++) {
                try {
                    System.out.println(program.send("110"));
                } catch (RateLimitExceededException e) {
                    System.out.println("denied by " + e.decision().rule());
                }
            }
            System.out.println(container.select(Guard.class).get().limiter("text").rule());
        }
    }
}
