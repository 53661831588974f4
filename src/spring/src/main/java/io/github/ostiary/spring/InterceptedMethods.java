package io.github.ostiary.spring;

import io.github.ostiary.interceptor.BeanScan;
import io.github.ostiary.interceptor.LimitedMethod;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.Future;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.scheduling.annotation.Async;

/** The limited methods that Spring cannot intercept, or whose work begins or ends unseen. */
final class InterceptedMethods {

    private static final Set<String> REACTIVE = Set.of(
            Flow.Publisher.class.getName(),
            "org.reactivestreams.Publisher",
            "io.reactivex.rxjava3.core.SingleSource",
            "io.reactivex.rxjava3.core.MaybeSource",
            "io.reactivex.rxjava3.core.CompletableSource",
            "io.reactivex.rxjava3.core.ObservableSource",
            "io.smallrye.mutiny.Uni",
            "kotlinx.coroutines.flow.Flow",
            "kotlinx.coroutines.Deferred");

    private InterceptedMethods() {}

    /**
     * Notes what is wrong.
     *
     * @param bean a class with limited methods
     * @param byClass whether its proxy is a subclass, even if it implements interfaces
     * @param scan takes the problems
     */
    static void look(Class<?> bean, boolean byClass, BeanScan scan) {
        boolean overrides = byClass || bean.getInterfaces().length == 0;
        if (overrides && Modifier.isFinal(bean.getModifiers())) {
            scan.refuse("@RateLimit on " + bean.getName()
                    + ": Spring makes a subclass of what it intercepts, and this class"
                    + " is final; remove final (in Kotlin write open, or use its compiler plugin for Spring)");
        }
        for (Method method : LimitedMethod.in(bean)) {
            look(LimitedMethod.of(method, bean), method, overrides, scan);
        }
    }

    private static void look(LimitedMethod limited, Method method, boolean overrides, BeanScan scan) {
        String where = "@RateLimit on " + limited.location() + ": ";
        if (overrides && Modifier.isFinal(method.getModifiers())) {
            scan.refuse(where + "Spring overrides what it intercepts, and this method is final; remove final (in Kotlin"
                    + " write open, or use its compiler plugin for Spring)");
        }
        if (isReactive(method)) {
            scan.refuse(where
                    + "it returns a publisher, so a call is over before its work begins; return a CompletionStage (of a"
                    + " Mono, toFuture()), or limit its path");
        }
        boolean unseen = !CompletionStage.class.isAssignableFrom(method.getReturnType());
        if (unseen && isHandedOver(method)) {
            scan.refuseIfHeld(
                    limited,
                    where
                            + "a lockout or a concurrency rule must know when a call ends, which Spring does not tell of an"
                            + " @Async method that returns "
                            + method.getReturnType().getSimpleName()
                            + "; return CompletableFuture");
        }
    }

    private static boolean isHandedOver(Method method) {
        return (method.getReturnType() == void.class || Future.class.isAssignableFrom(method.getReturnType()))
                && (AnnotatedElementUtils.hasAnnotation(method, Async.class)
                        || AnnotatedElementUtils.hasAnnotation(method.getDeclaringClass(), Async.class));
    }

    /** Whether a method is reactive, by names: none of these types need be there. */
    private static boolean isReactive(Method method) {
        Class<?>[] parameters = method.getParameterTypes();
        boolean suspends = parameters.length > 0
                && parameters[parameters.length - 1].getName().equals("kotlin.coroutines.Continuation");
        Deque<Class<?>> open = new ArrayDeque<>();
        open.add(method.getReturnType());
        boolean found = suspends;
        while (!found && !open.isEmpty()) {
            Class<?> type = open.pop();
            found = REACTIVE.contains(type.getName());
            open.addAll(Set.of(type.getInterfaces()));
            if (type.getSuperclass() != null) {
                open.add(type.getSuperclass());
            }
        }
        return found;
    }
}
