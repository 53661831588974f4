package io.github.ostiary.interceptor;

import org.eclipse.microprofile.health.Readiness;

/** The same where CDI is Lite, and the application is that of every thread. Thread-safe. */
@Readiness
final class LiteReadinessCheck extends ReadinessCheck {

    /** For the container. */
    LiteReadinessCheck() {
        super(Thread.currentThread().getContextClassLoader());
    }
}
