package io.github.ostiary.testing.beans.alone;

import io.github.ostiary.Guard;
import io.github.ostiary.setup.GuardBuilder;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Disposes;
import jakarta.enterprise.inject.Produces;

/** Makes the application's own guard. */
@ApplicationScoped
public class GuardProducer {

    @Produces
    @ApplicationScoped
    Guard guard() {
        return GuardBuilder.create().limit("own", "1/1h").build();
    }

    void close(@Disposes Guard guard) {
        guard.close();
    }
}
