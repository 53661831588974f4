package io.github.ostiary.jaxrs;

import io.github.ostiary.CallContext;
import io.github.ostiary.Decision;
import io.github.ostiary.http.Accept;
import io.github.ostiary.http.DenialResponder;
import io.github.ostiary.http.GuardedExchange;
import io.github.ostiary.http.QuotaHeaders;
import io.github.ostiary.http.WrittenAnswer;
import io.github.ostiary.servlet.DenialAnswer;
import io.github.ostiary.setup.CurrentCall;
import io.github.ostiary.setup.EdgeSettings;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.container.ResourceInfo;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Method;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The filter's answers, as JAX-RS hands them on. */
final class Answers {

    private Answers() {}

    private static final DenialResponder USUAL =
            new DenialResponder(EdgeSettings.USUAL, new QuotaHeaders(EdgeSettings.USUAL.headers()), null);

    /** The answer where no servlet can be asked. */
    static Response to(Decision.Denied denied, Throwable failure, @Nullable ResourceInfo resource) {
        CallContext known = CurrentCall.get();
        GuardedExchange exchange = known.unwrap(GuardedExchange.class).orElse(null);
        WrittenAnswer answer = new WrittenAnswer(Accept.of(known.headers("Accept"), produced(resource)));
        try {
            if (exchange == null) {
                var unused = USUAL.deny(answer, known, denied, List.of());
            } else {
                exchange.deny(denied, failure, answer);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e); // of a handler of the application's
        }
        return of(answer);
    }

    /** An answer that is whole. */
    static Response of(WrittenAnswer answer) {
        Response.ResponseBuilder built = Response.status(answer.status());
        answer.headers().forEach(built::header);
        String type = answer.contentType();
        if (type != null) {
            built.type(MediaType.valueOf(type));
        }
        if (answer.body().length > 0) {
            built.entity(answer.body());
        }
        return built.build();
    }

    static Response to(
            Decision.Denied denied,
            Throwable failure,
            @Nullable HttpServletRequest request,
            @Nullable HttpServletResponse response,
            @Nullable ResourceInfo resource) {
        if (CurrentCall.get().unwrap(GuardedExchange.class).isPresent()) {
            return to(denied, failure, resource);
        }
        return of(DenialAnswer.of(denied, failure, request, response, produced(resource)));
    }

    /** The forms that the resource promises, for callers who accept whatever there is. */
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
