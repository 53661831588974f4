package io.github.ostiary.servlet;

import io.github.ostiary.Guard;
import io.github.ostiary.edge.ConsoleSettings;
import io.github.ostiary.setup.Callers;
import jakarta.servlet.ServletContext;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;

/**
 * The console of one application as its filter sees it, which knows no other part of it. Thread-safe.
 *
 * @hidden
 */
public interface FilterConsole extends AutoCloseable {

    /**
     * The way to a console; a public class that the filter knows by its name.
     *
     * @hidden
     */
    @FunctionalInterface
    interface Provider {

        /**
         * Opens it.
         *
         * @param context the application
         * @param settings where it stands and who may enter
         * @param guard that it shows; not closed with it
         * @param callers tells callers apart
         * @return closed with the guard
         */
        FilterConsole open(ServletContext context, ConsoleSettings settings, Guard guard, Callers callers);
    }

    /** The settings: where it stands and who may enter. */
    ConsoleSettings settings();

    /**
     * Its servlet.
     *
     * @return a new one, to be registered
     */
    HttpServlet servlet();

    /**
     * Whether a request need not be counted by the application's rules: one for the console, with the pass that its user
     * was given with a page of it within the last hour. Who looks after an incident must not be shut out by the rules
     * that answer it; a pass to which too much was refused spares no one.
     *
     * @param request on its way to wherever
     * @return true if so; the console itself still asks for the role
     */
    boolean knows(HttpServletRequest request);

    /**
     * Whether a request is led here by a server though its path, as it was sent, begins otherwise: {@code /ostiary;x/locked}. Spring
     * fails where it reads the path of such a one.
     *
     * @param request on its way to wherever
     * @return true if so
     */
    boolean isReachedOtherwise(HttpServletRequest request);

    @Override
    void close();
}
