package io.github.ostiary.testing.rest;

import jakarta.ws.rs.FormParam;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.MultivaluedMap;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.ext.MessageBodyWriter;
import jakarta.ws.rs.ext.Provider;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.annotation.Annotation;
import java.lang.reflect.Type;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;

/** A sign-in whose refusal has an entity, which is written in one media type only; knows how many passwords it has looked at. */
@Path("guess")
public class GuessResource {

    private static final AtomicInteger LOOKED = new AtomicInteger();

    /** What a refusal says. */
    public record Wrong(String why) {}

    /** Writes it as plain text, and as nothing else. */
    @Provider
    @Produces("text/plain")
    public static class WrongWriter implements MessageBodyWriter<Wrong> {

        @Override
        public boolean isWriteable(Class<?> type, Type generic, Annotation[] annotations, MediaType media) {
            return type == Wrong.class && media.isCompatible(MediaType.TEXT_PLAIN_TYPE);
        }

        @Override
        public void writeTo(
                Wrong wrong,
                Class<?> type,
                Type generic,
                Annotation[] annotations,
                MediaType media,
                MultivaluedMap<String, Object> headers,
                OutputStream out)
                throws IOException {
            out.write(wrong.why().getBytes(StandardCharsets.UTF_8));
        }
    }

    @POST
    @Path("returned")
    public Response returned(@FormParam("u") String user) {
        LOOKED.incrementAndGet();
        return refusal();
    }

    @POST
    @Path("thrown")
    public String thrown(@FormParam("u") String user) {
        LOOKED.incrementAndGet();
        throw new WebApplicationException(refusal());
    }

    private static Response refusal() {
        return Response.status(Response.Status.UNAUTHORIZED)
                .entity(new Wrong("no"))
                .build();
    }

    /** How many since somebody asked. */
    @GET
    @Path("looked")
    public String looked() {
        return Integer.toString(LOOKED.getAndSet(0));
    }
}
