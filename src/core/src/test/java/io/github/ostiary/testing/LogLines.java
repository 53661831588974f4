package io.github.ostiary.testing;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;

/** What is logged below a name while this is open, but for what other tests of a class that runs them {@link Together} log. Thread-safe. */
public final class LogLines extends Handler implements AutoCloseable {

    private final Logger logger;
    private final ThreadGroup listening = Thread.currentThread().getThreadGroup();
    private final List<LogRecord> records = new CopyOnWriteArrayList<>();

    private LogLines(Logger logger) {
        this.logger = logger;
        logger.addHandler(this);
    }

    /** Listens to a logger and those below it. */
    public static LogLines of(String name) {
        return new LogLines(Logger.getLogger(name));
    }

    /** At INFO or above, in order. */
    public List<String> lines() {
        return from(Level.INFO);
    }

    /** At WARNING or above, in order. */
    public List<String> warnings() {
        return from(Level.WARNING);
    }

    /** The classes that wrote them, as the platform tells. */
    public List<String> sources() {
        return records.stream().map(LogRecord::getSourceClassName).toList();
    }

    private List<String> from(Level least) {
        SimpleFormatter formatter = new SimpleFormatter();
        return records.stream()
                .filter(each -> each.getLevel().intValue() >= least.intValue())
                .map(formatter::formatMessage)
                .toList();
    }

    @Override
    public void publish(LogRecord each) {
        if (OwnThreads.areOfAnotherTest(listening)) {
            return;
        }
        String unused = each.getSourceClassName(); // known to the thread that logs only
        records.add(each);
    }

    @Override
    public void flush() {}

    @Override
    public void close() {
        logger.removeHandler(this);
    }
}
