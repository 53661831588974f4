package io.github.ostiary;

import jakarta.interceptor.InterceptorBinding;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Limits how often a bean's method is called; on a class, its methods together. A call too many throws {@link
 * RateLimitExceededException} before the method begins; where a {@code RateLimitFilter} is in front,
 * its caller gets 429 with {@code Retry-After}.
 *
 * <pre>{@code
 * @ApplicationScoped
 * public class Replies {
 *
 *     @RateLimit("reply")                                // limit.reply.rate=5/1m in ostiary.properties
 *     public void post(Reply reply) { … }                // the sixth within a minute is denied
 *
 *     @RateLimit(rate = "3/1h", key = "arg:phone")       // three messages an hour to one phone
 *     public void sendCode(String phone) { … }
 * }
 * }</pre>
 *
 * <p><b>A declared rule</b>, {@link #value()}, shares its counters with every other place that asks it: paths it matches
 * in the filter, other annotations, {@code guard.limiter("reply")}. A rule meant for beans only has no {@code path}. A
 * lockout or concurrency rule of the same name is asked too: its attempt is settled by what the method returns or throws,
 * its permit given back when the method, or the {@code CompletionStage} it returns, has ended.
 *
 * <p><b>A rule in place</b>, {@link #rate()}, is one rule per annotation: on a class, or inherited by several classes,
 * it is one limit for all their methods together. Its name is made of the class and the method and is logged once at
 * INFO: {@code Texts.sendCode(String)} becomes something like {@code limit.texts-send-code-1f0c88d2}, and is the same
 * until class, method or parameter types are renamed. With it, environment and system properties override the
 * annotation, as in {@code -Dostiary.limit.texts-send-code-1f0c88d2.rate=10/1h}.
 *
 * <p><b>Where it counts.</b> An annotation on the method replaces the one on the class, it does not add to it; one on a
 * subclass replaces the superclass's; one on an interface fails the deployment, since containers do not look there. A
 * stereotype may carry it. Only calls through the container count: a method that calls another of {@code this} does not
 * pass the interceptor, and constructors, private and static methods never do. CDI finds the beans of a WAR reliably only
 * if it has a {@code WEB-INF/beans.xml}, which may be empty. In Spring Boot the beans of Spring are limited, controllers too;
 * their limited methods are not final.
 *
 * <p><b>Without a request</b> (a timer, an asynchronous or remote call, a message, a thread of one's own) no address is
 * known, and the principal is the caller that the platform names: {@code SecurityContext}, the {@code Principal} of CDI, the EJB's
 * context or Spring Security; its names for unknown callers are no callers. Unless the key finds one, or something in the arguments, the call is denied, or
 * passes uncounted with {@code onMissingKey=allow}. When the store is out of reach, the rule's {@code onStoreFailure}
 * decides.
 *
 * <p>A wrong annotation, or one that names no rule, fails the deployment with all others that are wrong. Where CDI is
 * absent or does not manage the object, {@code @Interceptors(RateLimitInterceptor.class)} is needed beside it; both
 * together count once.
 */
@Documented
@Inherited
@InterceptorBinding
@RateLimit.Binding
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD})
public @interface RateLimit {

    /**
     * The rules of a name, of every kind there is. Either this or {@link #rate()} is given; with this, nothing else.
     *
     * @return the NAME in {@code limit.NAME.rate}, {@code lockout.NAME.steps}, {@code concurrency.NAME.permits}
     */
    String value() default "";

    /**
     * A limit stated in place.
     *
     * @return such as {@code 5/1m}, or several that must all hold: {@code 10/1s, 100/1m}
     */
    String rate() default "";

    /**
     * The counted caller, as in {@code limit.NAME.key}. Arguments are {@code arg:0}, {@code arg:1}…, or {@code arg:phone} if
     * the class was compiled with {@code -parameters}.
     *
     * @return a key; empty for {@code principal | ip}
     */
    String key() default "";

    /**
     * The limit of an address in addition, which must be stated where callers choose the key freely (a header, a cookie, a
     * parameter), as {@code limit.NAME.perIp}.
     *
     * @return rates, or {@code none}; empty where it need not be stated
     */
    String perIp() default "";

    /**
     * The permits that one call takes, as {@code limit.NAME.cost}.
     *
     * @return 1 to 1,000,000, and not more than the rate has
     */
    int cost() default 1;

    /**
     * The answer to a call without a request, when the key finds no caller to count, as {@code
     * limit.NAME.onMissingKey}.
     *
     * @return {@code refuse} or {@code allow}; empty for {@code refuse}
     */
    String onMissingKey() default "";

    /**
     * The answer to a call when the store does not answer, as {@code limit.NAME.onStoreFailure}.
     *
     * @return {@code local}, {@code allow} or {@code deny}; empty for the global {@code onStoreFailure}
     */
    String onStoreFailure() default "";

    /**
     * Whether a call too many is denied, as {@code limit.NAME.enforce}.
     *
     * @return false to decide, count and report, and never deny
     */
    boolean enforce() default true;

    /**
     * The binding of the interceptor, for containers. It has no members, because containers compare them: bound to {@link
     * RateLimit} itself, the interceptor would be called for one value only.
     */
    @Inherited
    @InterceptorBinding
    @Retention(RetentionPolicy.RUNTIME)
    @Target({ElementType.TYPE, ElementType.METHOD})
    @interface Binding {}
}
