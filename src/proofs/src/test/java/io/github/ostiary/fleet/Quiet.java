package io.github.ostiary.fleet;

import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Fleets meet thousands of faults: what their guards log of these is not shown. */
final class Quiet implements BeforeAllCallback, AfterAllCallback {

    private static final Logger LOG = Logger.getLogger("io.github.ostiary");

    @Override
    public void beforeAll(ExtensionContext context) {
        LOG.setLevel(Level.OFF);
    }

    @Override
    public void afterAll(ExtensionContext context) {
        LOG.setLevel(null);
    }
}
