package io.github.ostiary.testing.socket;

import io.github.ostiary.Decision;
import io.github.ostiary.Guard;
import io.github.ostiary.Key;
import jakarta.websocket.OnMessage;
import jakarta.websocket.Session;
import java.io.IOException;

/** Echoes what it is told, and asks the guard for each message. */
public class Chat {

    @OnMessage
    public void said(String text, Session session) throws IOException {
        Guard guard = (Guard) session.getUserProperties().get("guard");
        Decision may = guard.limiter("message").tryAcquire(Key.of("connection:" + session.getId()));
        session.getBasicRemote().sendText(may.allowed() ? "echo " + text : "wait");
    }
}
