package io.github.ostiary.jaxrs;

import io.github.ostiary.MalformedCallException;
import io.github.ostiary.http.RequestPath;
import jakarta.ws.rs.container.ResourceInfo;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.ext.ExceptionMapper;
import org.jspecify.annotations.Nullable;

/**
 * Answers what a rule could not read with 400, where there are no servlets. Registered by {@link RateLimitFeature}.
 *
 * @hidden
 */
public class PlainMalformedMapper implements ExceptionMapper<MalformedCallException> {

    @Context
    @Nullable
    ResourceInfo resource;

    /** Creates it for the container. */
    public PlainMalformedMapper() {}

    @Override
    public Response toResponse(MalformedCallException malformed) {
        return Answers.to(RequestPath.UNREADABLE, malformed, resource);
    }
}
