package io.github.ostiary.jaxrs;

import io.github.ostiary.ConfigurationException;
import io.github.ostiary.text.Log;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.ext.ExceptionMapper;

/**
 * Keeps what is wrong with a configuration from callers: the log has it, they get a bare 500. Registered by {@link
 * RateLimitFeature}.
 *
 * @hidden
 */
public class ConfigurationMapper implements ExceptionMapper<ConfigurationException> {

    private static final System.Logger LOG = Log.of(ConfigurationMapper.class);

    /** Creates it for the container. */
    public ConfigurationMapper() {}

    @Override
    public Response toResponse(ConfigurationException wrong) {
        LOG.log(System.Logger.Level.ERROR, wrong.getMessage());
        return Response.serverError()
                .type(MediaType.TEXT_PLAIN_TYPE)
                .entity("Internal Server Error\n")
                .build();
    }
}
