package io.github.ostiary.interceptor;

import io.github.ostiary.RateLimit;
import jakarta.inject.Qualifier;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Chooses the {@link io.github.ostiary.RateLimiter}, {@link io.github.ostiary.Lockouts} or {@link
 * io.github.ostiary.Semaphores} that is injected, or the {@link io.github.ostiary.GuardListener.Event}s that are observed, by
 * the name of the rule.
 *
 * <pre>{@code
 * @Inject
 * @ByRule("reply")
 * RateLimiter replies;                                   // guard.limiter("reply")
 *
 * void locked(@Observes @ByRule("login") GuardListener.Event event) { … }
 * }</pre>
 *
 * <p>What is injected is the application's; it asks the application's guard when it is first used, and may be injected
 * before there is one. A name that no rule of that kind has fails the deployment, as a wrong {@link RateLimit} does. Names
 * that are known only when the application runs are asked of an injected {@link io.github.ostiary.Guard}.
 *
 * <p>An observer without it hears of all rules, and of the store. Observers are called by one thread of the guard's, as
 * {@link io.github.ostiary.GuardListener}s are, without a request; {@code @ObservesAsync} ones by the container's.
 */
@Documented
@Qualifier
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.FIELD, ElementType.PARAMETER, ElementType.METHOD, ElementType.TYPE})
public @interface ByRule {

    /**
     * The rule.
     *
     * @return the NAME in {@code limit.NAME.rate}, {@code lockout.NAME.steps}, {@code concurrency.NAME.permits}
     */
    String value();
}
