package io.github.ostiary.jaxrs;

import io.github.ostiary.Decision;
import io.github.ostiary.MalformedCallException;
import jakarta.enterprise.inject.Vetoed;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.ws.rs.container.ResourceInfo;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.ext.ExceptionMapper;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Answers what a rule could not read with 400, as the filter does. Registered by {@link RateLimitFeature};
 * no bean, which Quarkus would make of it even where there are no servlets.
 *
 * @hidden
 */
@Vetoed
public class MalformedCallMapper implements ExceptionMapper<MalformedCallException> {

    private static final Decision.Denied MALFORMED =
            Decision.deny(Decision.Reason.MALFORMED, "path", List.of(), null, false, false);

    @Context
    @Nullable
    HttpServletRequest request;

    @Context
    @Nullable
    HttpServletResponse response;

    @Context
    @Nullable
    ResourceInfo resource;

    /** For the container. */
    public MalformedCallMapper() {}

    @Override
    public Response toResponse(MalformedCallException malformed) {
        return Answers.to(MALFORMED, malformed, request, response, resource);
    }
}
