package io.github.ostiary.testing.beans.timed;

import io.github.ostiary.ManualTimeSource;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;

/** Makes the clock. */
@ApplicationScoped
public class ClockProducer {

    @Produces
    @Singleton
    ManualTimeSource time() {
        return new ManualTimeSource();
    }
}
