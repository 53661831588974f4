package io.github.ostiary.testing.rest;

import io.github.ostiary.testing.Readings;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.CookieParam;
import jakarta.ws.rs.FormParam;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.Cookie;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MultivaluedMap;
import jakarta.ws.rs.core.UriInfo;
import java.util.List;

/** Tells what it finds by each of the ways of JAX-RS, beside what the rule has found. */
@Path("/")
public class ReadingResource {

    @GET
    @Path("read")
    public String read(
            @QueryParam("u") String one,
            @QueryParam("u") List<String> several,
            @CookieParam("c") String cookie,
            @HeaderParam("X-H") String header,
            @Context UriInfo uri,
            @Context HttpHeaders headers) {
        Cookie known = headers.getCookies().get("c");
        return Readings.ofRule()
                .one("param", one)
                .with("param", several)
                .with("param", uri.getQueryParameters().get("u"))
                .one("cookie", cookie)
                .one("cookie", known == null ? null : known.getValue())
                .one("header", header)
                .with("header", headers.getRequestHeader("X-H"))
                .toString();
    }

    @POST
    @Path("read")
    @Consumes("application/x-www-form-urlencoded")
    public String read(
            @QueryParam("u") String one,
            @QueryParam("u") List<String> several,
            @CookieParam("c") String cookie,
            @HeaderParam("X-H") String header,
            @Context UriInfo uri,
            @Context HttpHeaders headers,
            MultivaluedMap<String, String> form) {
        return read(one, several, cookie, header, uri, headers) + new Readings().with("\nparam", form.get("u"));
    }

    @POST
    @Path("field")
    @Consumes("application/x-www-form-urlencoded")
    public String field(
            @QueryParam("u") String one,
            @FormParam("u") String field,
            @FormParam("u") List<String> several,
            @CookieParam("c") String cookie,
            @HeaderParam("X-H") String header,
            @Context UriInfo uri,
            @Context HttpHeaders headers) {
        return read(one, List.of(), cookie, header, uri, headers)
                + new Readings().one("\nparam", field).with("\nparam", several);
    }

    @GET
    @Path("field")
    public String field(
            @QueryParam("u") String one,
            @CookieParam("c") String cookie,
            @HeaderParam("X-H") String header,
            @Context UriInfo uri,
            @Context HttpHeaders headers) {
        return read(one, List.of(), cookie, header, uri, headers);
    }

    @GET
    @Path("a/{id}/b")
    public String byId(@PathParam("id") String id) {
        return "by its id";
    }
}
