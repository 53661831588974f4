package io.github.ostiary.spring;

import io.github.ostiary.ConfigurationException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** A wrong configuration as Spring Boot shows why an application does not start. */
final class ConfigurationFailure extends AbstractFailureAnalyzer<ConfigurationException> {

    @Override
    protected FailureAnalysis analyze(Throwable failure, ConfigurationException cause) {
        return new FailureAnalysis(
                "Ostiary's configuration is wrong:\n\n    " + String.join("\n    ", cause.problems()),
                "Correct each key in the file and line in brackets, or in ostiary.properties where there are"
                        + " none; the list is complete. To start without a guard, set ostiary.enabled=false.",
                cause);
    }
}
