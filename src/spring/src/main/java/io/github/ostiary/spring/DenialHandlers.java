package io.github.ostiary.spring;

import io.github.ostiary.RateLimitExceededException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.context.ApplicationContext;
import org.springframework.core.MethodIntrospector;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.util.function.SingletonSupplier;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.method.ControllerAdviceBean;
import org.springframework.web.method.HandlerMethod;

/**
 * The methods of an application that answer denials: {@code @ExceptionHandler}s, of a controller or for it, that name the
 * exception itself and none that it extends. Thread-safe.
 */
final class DenialHandlers {

    private final Supplier<List<ControllerAdviceBean>> advices;
    private final Map<Class<?>, Boolean> known = new ConcurrentHashMap<>();

    DenialHandlers(ApplicationContext application) {
        this.advices = SingletonSupplier.of(() -> ControllerAdviceBean.findAnnotatedBeans(application).stream()
                .filter(advice -> advice.getBeanType() != null && isOne(advice.getBeanType()))
                .toList());
    }

    /**
     * Whether a denial is the application's to answer.
     *
     * @param handler of the request; null if none was found
     */
    boolean haveOneFor(@Nullable Object handler) {
        Class<?> controller = handler instanceof HandlerMethod method ? method.getBeanType() : null;
        return (controller != null && known.computeIfAbsent(controller, DenialHandlers::isOne))
                || advices.get().stream().anyMatch(advice -> advice.isApplicableToBeanType(controller));
    }

    private static boolean isOne(Class<?> type) {
        return !MethodIntrospector.selectMethods(type, DenialHandlers::answersDenials)
                .isEmpty();
    }

    private static boolean answersDenials(Method method) {
        ExceptionHandler says = AnnotatedElementUtils.findMergedAnnotation(method, ExceptionHandler.class);
        if (says == null) {
            return false;
        }
        Stream<?> named =
                says.value().length == 0 ? Arrays.stream(method.getParameterTypes()) : Arrays.stream(says.value());
        return named.anyMatch(RateLimitExceededException.class::equals);
    }
}
