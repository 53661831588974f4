package boottests;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/** An application as users have it. */
@SpringBootApplication
public class TestedApplication {

    public static void main(String[] arguments) {
        SpringApplication.run(TestedApplication.class, arguments);
    }
}
