package io.github.ostiary.spring;

import io.github.ostiary.setup.PlatformProperties;
import io.micrometer.core.instrument.MeterRegistry;
import org.springframework.util.ClassUtils;

/** The registry of meters that Spring Boot has: figures are shown there, unless {@code metrics} says where. */
final class Meters {

    private static final boolean MICROMETER =
            ClassUtils.isPresent("io.micrometer.core.instrument.MeterRegistry", Meters.class.getClassLoader());

    private Meters() {}

    static void suggest(SpringBeans beans, PlatformProperties found) {
        if (MICROMETER && beans.preferred(MeterRegistry.class).size() == 1) {
            found.suggest(
                    "metrics",
                    "micrometer",
                    "bean " + beans.preferred(MeterRegistry.class).get(0));
        }
    }
}
