package io.github.ostiary.spring;

import io.github.ostiary.text.Log;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.context.annotation.Bean;

/**
 * Auto-configuration of an application of WebFlux: says that nothing stands before its handlers.
 *
 * @hidden
 */
@AutoConfiguration
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.REACTIVE)
public class ReactiveAutoConfiguration {

    private static final System.Logger LOG = Log.of(ReactiveAutoConfiguration.class);

    /** A configuration that Spring makes. */
    public ReactiveAutoConfiguration() {}

    /**
     * Says so once.
     *
     * @return when all beans are made
     */
    @Bean
    SmartInitializingSingleton ostiaryReactiveCheck() {
        return () -> LOG.log(
                System.Logger.Level.WARNING,
                "this is an application of WebFlux, which has no servlets: no request is guarded, and rules with a path do"
                        + " nothing; ask the injected Guard, or use spring-boot-starter-web");
    }
}
