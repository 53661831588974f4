package camunda;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/** The whole application, as Camunda's manual has it. */
@SpringBootApplication
public class CamundaApplication {

    public static void main(String[] arguments) {
        SpringApplication.run(CamundaApplication.class, arguments);
    }
}
