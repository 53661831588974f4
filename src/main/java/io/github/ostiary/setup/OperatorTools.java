package io.github.ostiary.setup;

/**
 * The means by which operators change a guard, and what is written down of it.
 *
 * @param overrides values in force for a while
 * @param audit who did what
 * @param file where rules come from
 * @param background the thread that looks after them
 */
record OperatorTools(OverrideBook overrides, AuditTrail audit, WatchedFile file, Background background)
        implements AutoCloseable {

    @Override
    public void close() {
        background.close();
        audit.close();
    }
}
