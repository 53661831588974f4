package io.github.ostiary.jaxrs;

import io.github.ostiary.MalformedCallException;
import io.github.ostiary.http.RequestPath;
import jakarta.enterprise.inject.Vetoed;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.ws.rs.container.ResourceInfo;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.ext.ExceptionMapper;
import org.jspecify.annotations.Nullable;

/**
 * Answers what a rule could not read with 400, as the filter does. Registered by {@link RateLimitFeature};
 * no bean, which Quarkus would make of it even where there are no servlets.
 *
 * @hidden
 */
@Vetoed
public class MalformedCallMapper implements ExceptionMapper<MalformedCallException> {

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
    public MalformedCallMapper() {}

    @Override
    public Response toResponse(MalformedCallException malformed) {
        return Answers.to(RequestPath.UNREADABLE, malformed, request, response, resource);
    }
}
