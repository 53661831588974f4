package io.github.ostiary.testing.rest;

import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.FormParam;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.Form;
import jakarta.ws.rs.core.MultivaluedMap;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.TreeMap;

/** Takes a form in each of the ways that JAX-RS knows, behind one door that is guarded and one that is not, and answers with what it got. */
@Path("{door}")
@Consumes("application/x-www-form-urlencoded")
public class FormResource {

    @POST
    @Path("map")
    public String map(MultivaluedMap<String, String> form) {
        return new TreeMap<>(form).toString();
    }

    @PUT
    @Path("map")
    public String put(MultivaluedMap<String, String> form) {
        return map(form);
    }

    @POST
    @Path("form")
    public String form(Form form) {
        return map(form.asMap());
    }

    @POST
    @Path("text")
    public String text(String form) {
        return form;
    }

    @POST
    @Path("reader")
    public String reader(Reader form) throws IOException {
        StringWriter text = new StringWriter();
        form.transferTo(text);
        return text.toString();
    }

    @POST
    @Path("stream")
    public String stream(InputStream form) throws IOException {
        return HexFormat.of().formatHex(form.readAllBytes());
    }

    @POST
    @Path("bytes")
    public String bytes(byte[] form) {
        return new String(form, StandardCharsets.ISO_8859_1);
    }

    @POST
    @Path("fields")
    public String fields(@DefaultValue("none") @FormParam("u") String user, @FormParam("x") List<String> others) {
        return user + others;
    }

    @POST
    @Path("both")
    public String both(@FormParam("u") String user, MultivaluedMap<String, String> form) {
        return user + map(form);
    }
}
