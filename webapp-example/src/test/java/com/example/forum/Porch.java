package com.example.forum;

import java.io.File;
import java.lang.reflect.Method;
import java.net.URI;
import java.util.Map;
import org.apache.catalina.Context;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.Session;
import org.apache.catalina.startup.Tomcat;

/** A running forum with its own data and its own counters. */
final class Porch implements AutoCloseable {

    private final Tomcat tomcat;

    private Porch(Tomcat tomcat) {
        this.tomcat = tomcat;
    }

    static Porch open() throws LifecycleException {
        return new Porch(RunForum.start(new File("target/exploded"), "127.0.0.1", 0));
    }

    /** Somebody who has never been here. */
    Visitor visitor() {
        return new Visitor(
                URI.create("http://127.0.0.1:" + tomcat.getConnector().getLocalPort()));
    }

    /** What a captcha shows, which a test cannot see: read from the visitors' sessions. */
    String captcha(String id) throws ReflectiveOperationException {
        Context forum = (Context) tomcat.getHost().findChildren()[0];
        for (Session session : forum.getManager().findSessions()) {
            Object captchas = session.getSession().getAttribute("com.example.forum.Captchas");
            if (captchas != null && answers(captchas).containsKey(id)) {
                return (String) answers(captchas).get(id);
            }
        }
        throw new IllegalArgumentException("no captcha " + id);
    }

    /** The application's class is another than the one beside this test. */
    private static Map<?, ?> answers(Object captchas) throws ReflectiveOperationException {
        Method answers = captchas.getClass().getDeclaredMethod("answers");
        answers.setAccessible(true);
        return (Map<?, ?>) answers.invoke(captchas);
    }

    @Override
    public void close() throws LifecycleException {
        tomcat.stop();
        tomcat.destroy();
    }
}
