package io.github.ostiary.jaxrs;

import io.github.ostiary.RateLimitExceededException;
import jakarta.ws.rs.container.ResourceInfo;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.ext.ExceptionMapper;
import org.jspecify.annotations.Nullable;

/**
 * Answers a denial that a resource, or a bean it called, threw, where there are no servlets. Registered by {@link
 * RateLimitFeature}.
 *
 * @hidden
 */
public class PlainDenialMapper implements ExceptionMapper<RateLimitExceededException> {

    @Context
    @Nullable
    ResourceInfo resource;

    /** Creates it for the container. */
    public PlainDenialMapper() {}

    @Override
    public Response toResponse(RateLimitExceededException denial) {
        return Answers.to(denial.decision(), denial, resource);
    }
}
