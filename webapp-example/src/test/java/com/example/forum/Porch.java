package com.example.forum;

import java.io.File;
import java.net.URI;
import org.apache.catalina.LifecycleException;
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

    @Override
    public void close() throws LifecycleException {
        tomcat.stop();
        tomcat.destroy();
    }
}
