package io.github.ostiary.spring;

import io.github.ostiary.setup.PlatformProperties;
import io.github.ostiary.text.Log;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.springframework.beans.factory.annotation.AnnotatedBeanDefinition;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.Environment;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.util.ClassUtils;

/**
 * The Redis that an application's {@link RedisConnectionFactory} connects to, as {@code redis.uri} would name it. Loaded only
 * where Spring Data Redis is. Its defaults are no wish of the user's: they are taken only where anything says where Redis is.
 */
final class RedisOfSpring {

    private static final System.Logger LOG = Log.of(RedisOfSpring.class);
    private static final List<String> KEYS =
            List.of("host", "port", "url", "sentinel.master", "cluster.nodes", "cluster.nodes[0]");
    private static final List<String> DETAILS = List.of(
            "org.springframework.boot.autoconfigure.data.redis.RedisConnectionDetails",
            "org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails");

    private RedisOfSpring() {}

    /** Suggests it, if there is one. */
    static void suggest(ConfigurableApplicationContext application, PlatformProperties found) {
        ConfigurableListableBeanFactory beans = application.getBeanFactory();
        List<String> names = new SpringBeans(beans).preferred(RedisConnectionFactory.class);
        if (names.size() != 1 || !isWanted(application, names.get(0))) {
            return;
        }
        String origin = "bean " + names.get(0);
        if (!ClassUtils.isPresent("redis.clients.jedis.UnifiedJedis", RedisOfSpring.class.getClassLoader())) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "this application has a Redis ({0}), but counters stay in this JVM, since Jedis is not on the class path;"
                            + " add redis.clients:jedis for counters that all nodes share, or set ostiary.store=local",
                    origin);
            return;
        }
        RedisConnectionFactory factory = beans.getBean(names.get(0), RedisConnectionFactory.class);
        Optional<String> uri = RedisSettings.of(factory).uri();
        if (uri.isEmpty()) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "Ostiary cannot use the Redis of {0} for its counters, only one server, or sentinels or a cluster"
                            + " without TLS and without a password for the sentinels; set ostiary.redis.uri, or"
                            + " ostiary.store=local to keep them in this JVM",
                    origin);
            return;
        }
        found.suggest("redis.uri", uri.get(), origin);
        LOG.log(
                System.Logger.Level.INFO,
                "redis.uri is not set: counters are in the Redis of {0}, {1}",
                origin,
                uri.get().replaceFirst("://.*@", "://"));
        warnOfBundle(application.getEnvironment(), origin);
    }

    private static void warnOfBundle(Environment environment, String origin) {
        String bundle = environment.getProperty("spring.data.redis.ssl.bundle", "");
        if (!bundle.isEmpty()) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "spring.data.redis.ssl.bundle={0}: Ostiary connects to the Redis of {1} with the JVM's trust"
                            + " store, and sends no certificate; let javax.net.ssl.trustStore trust that Redis",
                    bundle,
                    origin);
        }
    }

    private static boolean isWanted(ConfigurableApplicationContext application, String factory) {
        Environment environment = application.getEnvironment();
        return KEYS.stream().anyMatch(key -> environment.containsProperty("spring.data.redis." + key))
                || DETAILS.stream().anyMatch(type -> isStated(application, type))
                || !isOfBoot(application.getBeanFactory(), factory);
    }

    /**
     * Whether a bean states it that is not made from the properties: of Testcontainers, Docker Compose, or the
     * application.
     */
    private static boolean isStated(ConfigurableApplicationContext application, String type) {
        ClassLoader loader = application.getClassLoader();
        if (!ClassUtils.isPresent(type, loader)) {
            return false;
        }
        ConfigurableListableBeanFactory beans = application.getBeanFactory();
        return Stream.of(beans.getBeanNamesForType(ClassUtils.resolveClassName(type, loader), true, false))
                .map(name -> beans.getType(name, false))
                .anyMatch(found -> found == null || !found.getSimpleName().startsWith("Properties"));
    }

    private static boolean isOfBoot(ConfigurableListableBeanFactory beans, String name) {
        BeanDefinition definition = beans.containsBeanDefinition(name) ? beans.getBeanDefinition(name) : null;
        return definition instanceof AnnotatedBeanDefinition annotated
                && annotated.getFactoryMethodMetadata() != null
                && annotated.getFactoryMethodMetadata().getDeclaringClassName().startsWith("org.springframework.boot.");
    }
}
