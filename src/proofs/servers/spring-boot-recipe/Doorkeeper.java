package springboot;

import io.github.ostiary.servlet.OstiaryInitializer;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletException;
import org.springframework.boot.web.servlet.ServletContextInitializer;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;

/** What applications needed before there was auto-configuration, and may still have. */
@Component
@Order(Ordered.HIGHEST_PRECEDENCE)
public class Doorkeeper implements ServletContextInitializer {

    @Override
    public void onStartup(ServletContext context) throws ServletException {
        OstiaryInitializer.install(context);
    }
}
