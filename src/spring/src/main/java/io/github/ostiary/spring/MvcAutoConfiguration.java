package io.github.ostiary.spring;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.web.servlet.DispatcherServlet;

/**
 * Auto-configuration of controllers: what they hold and what they throw.
 *
 * @hidden
 */
@AutoConfiguration(after = OstiaryAutoConfiguration.class)
@ConditionalOnBean(GuardInstaller.class)
@ConditionalOnProperty(name = "ostiary.enabled", matchIfMissing = true)
@ConditionalOnClass(DispatcherServlet.class)
public class MvcAutoConfiguration {

    /** A configuration that Spring makes. */
    public MvcAutoConfiguration() {}

    /**
     * Waits for answers that are given later.
     *
     * @return called for each request
     */
    @Bean
    LaterAnswers ostiaryLaterAnswers() {
        return new LaterAnswers();
    }

    /**
     * Answers denials.
     *
     * @param application may answer them
     * @return called for what controllers throw
     */
    @Bean
    DenialResolver ostiaryDenialResolver(ApplicationContext application) {
        return new DenialResolver(new DenialHandlers(application));
    }
}
