package io.github.ostiary.testkit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.ResourceLock;

/**
 * A test class that meets the guard. Before each of its tests no caller is known: counters, locks, leases and denials are
 * forgotten, limits are as configured, and the clock stands at 2026-01-01T00:00:00Z until the test moves it.
 *
 * <pre>{@code
 * @OstiaryTest("limit.reply.rate=2/1h")
 * class ReplyTest {
 *     @Test
 *     void twoInAnHour(Guard guard, ManualTimeSource time) {
 *         ...
 *         time.advance(Duration.ofHours(1));
 *     }
 * }
 * }</pre>
 *
 * <p>A parameter of type {@link io.github.ostiary.Guard} is the application's guard, where the test has one: of Spring Boot, or
 * of the servlet container or CDI container that it started with its own class path. Elsewhere it is a guard of this class's
 * properties, made for each test and closed after it. A parameter of type {@link io.github.ostiary.ManualTimeSource} is the
 * clock of either.
 *
 * <p>While tests of the class run, {@code ostiary.enabled} is true, {@code ostiary.store} is local, and the properties below
 * are set, all as system properties, which rank above an application's own. Counters in Redis are not used. In tests of Spring
 * Boot that do not have this annotation, and say nothing of {@code ostiary.enabled}, the guard is off.
 *
 * <p>Tests of such classes do not run at the same time as others, since they have one clock.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Inherited
@Documented
@ExtendWith(OstiaryExtension.class)
@ResourceLock("java.lang.System.properties")
@ResourceLock("io.github.ostiary")
public @interface OstiaryTest {

    /**
     * The configuration that differs from the application's, and, where there is none, all of it.
     *
     * @return lines as in {@code ostiary.properties}, such as {@code limit.reply.rate=2/1h}; an application must have the rule
     *     that is changed
     */
    String[] value() default {};
}
