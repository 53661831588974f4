package io.github.ostiary.jaxrs;

import io.github.ostiary.Decision;
import io.github.ostiary.servlet.DenialAnswer;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.container.ResourceInfo;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.lang.reflect.Method;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The filter's answers, as JAX-RS hands them on. */
final class Answers {

    private Answers() {}

    static Response to(
            Decision.Denied denied,
            Throwable failure,
            @Nullable HttpServletRequest request,
            @Nullable HttpServletResponse response,
            @Nullable ResourceInfo resource) {
        DenialAnswer answer = DenialAnswer.of(denied, failure, request, response, produced(resource));
        Response.ResponseBuilder built = Response.status(answer.status());
        answer.contentType().map(MediaType::valueOf).ifPresent(built::type);
        answer.body().ifPresent(built::entity);
        return built.build();
    }

    /** What the resource promises, for callers who accept whatever there is. */
    private static List<String> produced(@Nullable ResourceInfo resource) {
        Method method = resource == null ? null : resource.getResourceMethod();
        if (resource == null || method == null) {
            return List.of();
        }
        Produces own = method.getAnnotation(Produces.class);
        Produces common = own == null ? resource.getResourceClass().getAnnotation(Produces.class) : own;
        return common == null ? List.of() : List.of(common.value());
    }
}
