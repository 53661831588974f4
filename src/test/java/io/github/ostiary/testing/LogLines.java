package io.github.ostiary.testing;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;

/** What is logged at WARNING or above while it is open. */
public final class LogLines extends Handler implements AutoCloseable {

    private final Logger logger;
    private final List<String> lines = new CopyOnWriteArrayList<>();

    private LogLines(String logger) {
        this.logger = Logger.getLogger(logger);
        setFormatter(new SimpleFormatter());
        this.logger.addHandler(this);
    }

    /** Listens to a logger and those below it. */
    public static LogLines of(String logger) {
        return new LogLines(logger);
    }

    /** The messages so far. */
    public List<String> lines() {
        return lines;
    }

    @Override
    public void publish(LogRecord line) {
        if (line.getLevel().intValue() >= Level.WARNING.intValue()) {
            lines.add(getFormatter().formatMessage(line));
        }
    }

    @Override
    public void flush() {}

    @Override
    public void close() {
        logger.removeHandler(this);
    }
}
