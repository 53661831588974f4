package io.github.ostiary.testing.probe;

import io.github.ostiary.Guard;
import io.github.ostiary.servlet.OstiaryContext;
import jakarta.servlet.ServletContextEvent;
import jakarta.servlet.ServletContextListener;
import jakarta.servlet.annotation.WebListener;

/** Asks for the guard when the application has ended. */
@WebListener
public class EndListener implements ServletContextListener {

    @Override
    public void contextInitialized(ServletContextEvent event) {
        Guard guard = OstiaryContext.guard(event.getServletContext());
        System.out.println("AT START " + (guard == OstiaryContext.guard(event.getServletContext())));
    }

    @Override
    public void contextDestroyed(ServletContextEvent event) {
        try {
            OstiaryContext.guard(event.getServletContext());
            System.out.println("AT END still open");
        } catch (IllegalStateException e) {
            System.out.println("AT END " + e.getMessage());
        }
    }
}
