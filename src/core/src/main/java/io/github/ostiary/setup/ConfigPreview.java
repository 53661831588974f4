package io.github.ostiary.setup;

import io.github.ostiary.config.ConfigReader;
import io.github.ostiary.text.ClassPath;
import java.util.Set;

/**
 * The facts of a configuration that a platform needs before a guard is made of it, to declare beans. Opens nothing; problems
 * are left to the making.
 *
 * @hidden
 */
public final class ConfigPreview {

    private static final String MICROPROFILE = "org.eclipse.microprofile.config.ConfigProvider";

    private ConfigPreview() {}

    /**
     * The platform's own configuration: MicroProfile Config, where it is there.
     *
     * @param application the class loader of the application
     * @return nothing where it is not
     * @throws io.github.ostiary.ConfigurationException if it says what it cannot resolve
     */
    public static PlatformProperties platform(ClassLoader application) {
        PlatformProperties found = new PlatformProperties();
        if (ClassPath.has(MICROPROFILE)) {
            MicroProfileProperties.read(application, found);
        }
        return found;
    }

    /**
     * The rules that an application declares.
     *
     * @param application where to read it from
     * @return in full, such as {@code limit.api} or {@code lockout.main.password}
     */
    public static Set<String> rules(WebApplication application) {
        return ConfigReader.ruleNames(WebGuard.sources(application));
    }

    /**
     * Loads what a guard is made of, on a thread that ends by itself: the platform has much else to begin with meanwhile.
     *
     * @param rules that it will have, as {@link #rules} names them
     */
    public static void load(Set<String> rules) {
        Thread unused = WarmUp.aside(() -> WarmUp.load(rules));
    }

    /**
     * Whether an application says where counters live.
     *
     * @param application where to read it from
     * @return false if a Redis that is found may be taken
     */
    public static boolean choosesStore(WebApplication application) {
        return ConfigReader.choosesStore(WebGuard.sources(application));
    }
}
