package io.github.ostiary.jaxrs;

import io.github.ostiary.RateLimitExceededException;
import jakarta.enterprise.inject.Vetoed;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.ws.rs.container.ResourceInfo;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.ext.ExceptionMapper;
import org.jspecify.annotations.Nullable;

/**
 * Answers a denial that a resource, or a bean it called, threw. Registered by {@link RateLimitFeature};
 * no bean, which Quarkus would make of it even where there are no servlets.
 *
 * @hidden
 */
@Vetoed
public class DenialMapper implements ExceptionMapper<RateLimitExceededException> {

    @Context
    @Nullable
    HttpServletRequest request;

    @Context
    @Nullable
    HttpServletResponse response;

    @Context
    @Nullable
    ResourceInfo resource;

    /** Creates it for the container. */
    public DenialMapper() {}

    @Override
    public Response toResponse(RateLimitExceededException denial) {
        return Answers.to(denial.decision(), denial, request, response, resource);
    }
}
