package io.github.ostiary.spring;

import io.github.ostiary.CallContext;
import io.github.ostiary.interceptor.LimitedMethod;
import io.github.ostiary.setup.CurrentCall;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.core.MethodClassKey;
import org.springframework.core.Ordered;
import org.springframework.core.ResolvableType;
import org.springframework.http.HttpEntity;
import org.springframework.web.context.request.async.DeferredResult;
import org.springframework.web.context.request.async.WebAsyncTask;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.HandlerInterceptor;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;
import org.springframework.web.servlet.mvc.method.annotation.ResponseBodyEmitter;
import org.springframework.web.servlet.mvc.method.annotation.StreamingResponseBody;

/** The limited methods of controllers that return before they have answered. Thread-safe. */
final class LaterAnswers implements WebMvcConfigurer, HandlerInterceptor {

    private static final List<Class<?>> LATER = List.of(
            Callable.class,
            WebAsyncTask.class,
            DeferredResult.class,
            ResponseBodyEmitter.class,
            StreamingResponseBody.class);

    private final Map<MethodClassKey, Boolean> known = new ConcurrentHashMap<>();

    @Override
    public void addInterceptors(InterceptorRegistry registry) {
        registry.addInterceptor(this).order(Ordered.HIGHEST_PRECEDENCE);
    }

    @Override
    public boolean preHandle(HttpServletRequest request, HttpServletResponse response, Object handler) {
        if (handler instanceof HandlerMethod method && request.getDispatcherType() != DispatcherType.ASYNC) {
            enter(method);
        }
        return true;
    }

    /** Is left with the filter that has the request. */
    private void enter(HandlerMethod method) {
        CallContext request = CurrentCall.get();
        if (request.path().isPresent() && answersLater(method)) {
            var unused = CurrentCall.remember(new LaterAnswer(request, method.getBeanType(), method.getMethod()));
        }
    }

    private boolean answersLater(HandlerMethod method) {
        return known.computeIfAbsent(
                new MethodClassKey(method.getMethod(), method.getBeanType()),
                key -> answersLater(ResolvableType.forMethodReturnType(method.getMethod(), method.getBeanType()))
                        && LimitedMethod.of(method.getMethod(), method.getBeanType())
                                .isLimited());
    }

    private static boolean answersLater(ResolvableType returned) {
        Class<?> type = returned.toClass();
        return HttpEntity.class.isAssignableFrom(type)
                ? answersLater(returned.as(HttpEntity.class).getGeneric(0))
                : LATER.stream().anyMatch(later -> later.isAssignableFrom(type));
    }
}
