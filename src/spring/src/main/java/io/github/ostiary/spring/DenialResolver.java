package io.github.ostiary.spring;

import io.github.ostiary.RateLimitExceededException;
import io.github.ostiary.servlet.DenialAnswer;
import io.github.ostiary.text.Log;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.lang.reflect.AnnotatedElement;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.HandlerExceptionResolver;
import org.springframework.web.servlet.ModelAndView;

/**
 * The filter's answer to a denial that a controller, or a bean it called, threw; unless the application answers denials. It
 * comes before handlers of any exception, which would make a failure of the server of it; a denial inside of another
 * exception is theirs, or the filter's.
 */
final class DenialResolver implements HandlerExceptionResolver, Ordered {

    private static final System.Logger LOG = Log.of(DenialResolver.class);
    private static final int BEFORE_HANDLERS = HIGHEST_PRECEDENCE + 100;

    private final DenialHandlers handlers;

    DenialResolver(DenialHandlers handlers) {
        this.handlers = handlers;
    }

    @Override
    public int getOrder() {
        return BEFORE_HANDLERS;
    }

    @Override
    public @Nullable ModelAndView resolveException(
            HttpServletRequest request, HttpServletResponse response, @Nullable Object handler, Exception failure) {
        if (!(failure instanceof RateLimitExceededException denial)
                || response.isCommitted()
                || handlers.haveOneFor(handler)) {
            return null;
        }
        try {
            DenialAnswer.write(denial.decision(), denial, request, response, produced(handler));
        } catch (IOException e) {
            LOG.log(System.Logger.Level.DEBUG, "The caller left before its denial was answered", e);
        }
        return new ModelAndView();
    }

    /** The forms that the method promises, for callers who accept whatever there is. */
    private static List<String> produced(@Nullable Object handler) {
        if (!(handler instanceof HandlerMethod method)) {
            return List.of();
        }
        List<String> ours = produced(method.getMethod());
        return ours.isEmpty() ? produced(method.getBeanType()) : ours;
    }

    private static List<String> produced(AnnotatedElement where) {
        RequestMapping says = AnnotatedElementUtils.findMergedAnnotation(where, RequestMapping.class);
        return says == null ? List.of() : List.of(says.produces());
    }
}
