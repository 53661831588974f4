package io.github.ostiary.testing.socket;

import io.github.ostiary.servlet.OstiaryContext;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletContextEvent;
import jakarta.servlet.ServletContextListener;
import jakarta.servlet.annotation.WebListener;
import jakarta.websocket.DeploymentException;
import jakarta.websocket.server.ServerContainer;
import jakarta.websocket.server.ServerEndpointConfig;

/** Hands the guard to the endpoint. */
@WebListener
public class ChatListener implements ServletContextListener {

    @Override
    public void contextInitialized(ServletContextEvent event) {
        ServletContext context = event.getServletContext();
        ServerEndpointConfig chat =
                ServerEndpointConfig.Builder.create(Chat.class, "/chat").build();
        chat.getUserProperties().put("guard", OstiaryContext.guard(context));
        try {
            ((ServerContainer) context.getAttribute(ServerContainer.class.getName())).addEndpoint(chat);
        } catch (DeploymentException e) {
            throw new IllegalStateException(e);
        }
    }
}
