package io.github.ostiary.testkit;

import io.github.ostiary.ManualTimeSource;
import io.github.ostiary.TimeSource;
import java.util.List;
import java.util.Map;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.MapPropertySource;
import org.springframework.test.context.ContextConfigurationAttributes;
import org.springframework.test.context.ContextCustomizer;
import org.springframework.test.context.ContextCustomizerFactory;
import org.springframework.test.context.MergedContextConfiguration;

/** Called by Spring's tests: has a context be without a guard, or have one whose clock is a bean. */
final class TestedContexts implements ContextCustomizerFactory {

    /** A factory that Spring makes. */
    TestedContexts() {}

    @Override
    public ContextCustomizer createContextCustomizer(
            Class<?> test, List<ContextConfigurationAttributes> configurations) {
        OstiaryTest asked = OstiaryExtension.annotation(test);
        return asked == null ? new Off() : new On(List.of(asked.value()));
    }

    /** Off, unless the application's properties or the test's say otherwise of it. */
    private record Off() implements ContextCustomizer {

        @Override
        public void customizeContext(ConfigurableApplicationContext context, MergedContextConfiguration merged) {
            context.getEnvironment()
                    .getPropertySources()
                    .addLast(new MapPropertySource("ostiary-testkit", Map.of("ostiary.enabled", "false")));
        }
    }

    /** The guard switched on; contexts of other properties are others. */
    private record On(List<String> properties) implements ContextCustomizer {

        @Override
        public void customizeContext(ConfigurableApplicationContext context, MergedContextConfiguration merged) {
            if (context.getBeanFactory().getBeanNamesForType(TimeSource.class, true, false).length == 0) {
                context.getBeanFactory().registerSingleton(ManualTimeSource.class.getName(), TestedGuard.TIME);
            }
        }
    }
}
