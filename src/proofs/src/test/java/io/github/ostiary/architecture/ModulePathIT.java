package io.github.ostiary.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.testing.ModuleApplication;
import io.github.ostiary.testing.RedisServer;
import jakarta.servlet.Servlet;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleDescriptor.Requires;
import java.lang.module.ModuleFinder;
import java.lang.reflect.Modifier;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The thin jar as a module, in a JVM that has the module path only. */
class ModulePathIT {

    private static final String MODULE = "io.github.ostiary";
    private static final Path JAR = Path.of(System.getProperty("ostiary.jar"));
    private static final ModuleDescriptor DESCRIPTOR =
            ModuleFinder.of(JAR).find(MODULE).orElseThrow().descriptor();

    /** Lets one call pass, and denies the next; its arguments are what is configured. */
    private static final String MAIN =
            """
            import io.github.ostiary.ConfigurationException;
            import io.github.ostiary.Guard;
            import io.github.ostiary.Key;

            public class Main {
                public static void main(String[] settings) {
                    Guard.Builder builder = Guard.builder().limit("reply", "1/1h");
                    for (String setting : settings) {
                        builder.property(setting.split("=")[0], setting.split("=")[1]);
                    }
                    try (Guard guard = builder.build()) {
                        for (int i = 0; i < 2; i++) {
                            var decision = guard.limiter("reply").tryAcquire(Key.of("user:110"));
                            System.out.println("ALLOWED " + decision.allowed() + " DEGRADED " + decision.degraded());
                        }
                    } catch (ConfigurationException e) {
                        System.out.println("PROBLEMS " + e.problems());
                    }
                }
            }
            """;

    @Test
    void caffeineIsEnoughForTheLocalStore() {
        ModuleApplication application = new ModuleApplication("local", runtime("caffeine"));
        assertThat(application.compile(List.of(MODULE), MAIN)).isEmpty();

        assertThat(application.run()).contains("ALLOWED true DEGRADED false", "ALLOWED false DEGRADED false");
        assertThat(application.run("redis.uri=redis://127.0.0.1:1")).contains("PROBLEMS", "redis.clients:jedis");
    }

    @Test
    void redisDecidesWhereJedisIsRequired() {
        ModuleApplication application = new ModuleApplication("redis", runtime(""));
        assertThat(application.compile(List.of(MODULE, "redis.clients.jedis", "org.apache.commons.pool2"), MAIN))
                .doesNotContain("error:");

        String uri = "redis.uri=" + RedisServer.shared().uri();
        assertThat(application.run(uri, "keyPrefix=modules"))
                .contains("ALLOWED true DEGRADED false", "ALLOWED false DEGRADED false");
        assertThat(application.run(uri, "keyPrefix=modules"))
                .as("another JVM finds the counter")
                .doesNotContain("ALLOWED true");
    }

    @Test
    void theServletEdgeIsThereWhereItsApiIs() {
        List<Path> jars = runtime("caffeine");
        jars.add(ClassFiles.location(Servlet.class));
        ModuleApplication application = new ModuleApplication("servlet", jars);
        String main =
                """
                public class Main {
                    public static void main(String[] arguments) {
                        jakarta.servlet.Filter filter = new io.github.ostiary.servlet.RateLimitFilter();
                        System.out.println("FILTER OF " + filter.getClass().getModule());
                    }
                }
                """;
        assertThat(application.compile(List.of(MODULE, "jakarta.servlet"), main))
                .isEmpty();

        assertThat(application.run()).contains("FILTER OF module " + MODULE);
    }

    @Test
    void usersPackagesAreExported() throws IOException {
        assertThat(DESCRIPTOR.exports())
                .allSatisfy(export -> assertThat(export.isQualified()).isFalse())
                .extracting(ModuleDescriptor.Exports::source)
                .containsExactlyInAnyOrderElementsOf(ApiTypes.exportedPackages())
                .doesNotContainAnyElementsOf(inner());
        assertThat(PublicApiTest.typesOnFile())
                .extracting(type -> type.replaceFirst("\\.[A-Z].*", ""))
                .as("every exported package has something for users")
                .containsAll(ApiTypes.exportedPackages());
    }

    @Test
    void onlyCaffeineIsNeeded() {
        assertThat(DESCRIPTOR.requires())
                .filteredOn(required -> !required.modifiers().contains(Requires.Modifier.STATIC))
                .extracting(Requires::name)
                .containsExactlyInAnyOrder("java.base", "com.github.benmanes.caffeine");
    }

    static Set<String> inner() {
        Set<String> inner = new TreeSet<>(DESCRIPTOR.packages());
        inner.removeAll(ApiTypes.exportedPackages());
        return inner;
    }

    /** Neither at compile time nor by reflection. */
    @ParameterizedTest
    @MethodSource("inner")
    void whatIsOursIsOutOfReach(String inner) throws IOException {
        ModuleApplication application = new ModuleApplication(inner, runtime("caffeine"));
        assertThat(application.compile(List.of(MODULE), "class Main { " + publicType(inner) + " ours; }"))
                .contains("package " + inner + " is declared in module " + MODULE + ", which does not export it");
        String main =
                """
                import java.lang.invoke.MethodHandles;

                public class Main {
                    public static void main(String[] types) throws Exception {
                        for (String type : types) {
                            try {
                                MethodHandles.privateLookupIn(Class.forName(type, false, Main.class.getClassLoader()), MethodHandles.lookup());
                                System.out.println("OPEN " + type);
                            } catch (IllegalAccessException e) {
                                System.out.println("CLOSED " + type);
                            }
                        }
                    }
                }
                """;
        assertThat(application.compile(List.of(MODULE), main)).isEmpty();
        // CDI and Spring have to reach what they call.
        String open = MODULE + ".interceptor.BoundInterceptor";
        boolean called = Set.of(MODULE + ".login", MODULE + ".spring").contains(inner);
        assertThat(application.run(publicType(inner), open))
                .contains((called ? "OPEN " : "CLOSED ") + publicType(inner), "OPEN " + open);
    }

    private static String publicType(String inner) throws IOException {
        Pattern file = Pattern.compile(inner.replace('.', '/') + "/(\\w+)\\.class");
        try (JarFile jar = new JarFile(JAR.toFile())) {
            return jar.stream()
                    .map(entry -> file.matcher(entry.getName()))
                    .filter(Matcher::matches)
                    .map(name -> inner + "." + name.group(1))
                    .filter(ModulePathIT::isPublic)
                    .findFirst()
                    .orElseThrow();
        }
    }

    private static boolean isPublic(String type) {
        try {
            return Modifier.isPublic(Class.forName(type, false, ModulePathIT.class.getClassLoader())
                    .getModifiers());
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The thin jar with those of its runtime dependencies whose names begin so. */
    private static List<Path> runtime(String prefix) {
        try (DirectoryStream<Path> jars = Files.newDirectoryStream(Path.of("target", "runtime"), prefix + "*.jar")) {
            List<Path> all = new ArrayList<>(List.of(JAR));
            jars.forEach(all::add);
            assertThat(all).hasSizeGreaterThan(1);
            return all;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
