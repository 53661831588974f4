package io.github.ostiary.metrics;

import io.github.ostiary.TimeSource;
import io.github.ostiary.operator.Figures;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** A way by which figures leave the guard. Used by one thread at a time. */
public abstract class Exporter implements AutoCloseable {

    /** The name of the tag that tells applications of one JVM apart. */
    static final String APPLICATION = "application";

    private static final int MOST_NAMESAKES = 1_000;

    final Readings readings;

    Exporter(Supplier<Figures> figures) {
        this.readings = new Readings(figures, TimeSource.system());
    }

    /** Shows what has been counted since; rules may have come, and whatever shows them. Done every few seconds. */
    public abstract void tick();

    /** Shows nothing any more; idempotent. */
    @Override
    public abstract void close();

    /** A name that no other application here has: a number distinguishes two guards of one name. */
    static String unique(String application, Predicate<String> taken) {
        String name = application;
        for (int i = 2; i <= MOST_NAMESAKES && taken.test(name); i++) {
            name = application + "#" + i;
        }
        return name;
    }
}
