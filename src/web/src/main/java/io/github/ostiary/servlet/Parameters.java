package io.github.ostiary.servlet;

import io.github.ostiary.MalformedCallException;
import io.github.ostiary.http.MediaType;
import io.github.ostiary.http.QueryString;
import io.github.ostiary.http.RequestHead;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.Part;
import java.io.IOException;
import java.io.InputStream;
import java.io.UnsupportedEncodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Parameters of the query, of url-encoded forms, and of the parts that the container parses for the servlet, read so
 * that the application still finds what it would have found: a body of any other kind is never touched, and one that is
 * read gets its charset before the container parses it.
 */
final class Parameters {

    private static final Set<Charset> READ = Set.of(StandardCharsets.UTF_8, StandardCharsets.ISO_8859_1);

    private enum Body {
        FORM,
        PARTS,
        OTHER
    }

    private Parameters() {}

    static List<String> values(HttpServletRequest request, String name, Charset formEncoding) {
        boolean parsed =
                switch (body(request)) {
                    case FORM -> true;
                    case PARTS -> parts(request, formEncoding) != null;
                    case OTHER -> false;
                };
        return parsed ? parsedValues(request, name, formEncoding) : QueryString.values(request.getQueryString(), name);
    }

    /**
     * Whether a body may hold a parameter that {@link #values} does not return: it is of a type that no server parses for
     * the servlet, or the container did not parse it for this method, or the parameter is a file, or its part is in a
     * charset of the caller's choice: an application that reads the octets takes it for another name.
     */
    static boolean mayHide(HttpServletRequest request, String name, Charset formEncoding) {
        if (!hasBody(request)) {
            return false;
        }
        return switch (body(request)) {
            case FORM -> !isParsed(request, formEncoding);
            case PARTS -> {
                Collection<Part> parts = parts(request, formEncoding);
                yield parts == null
                        || parts.stream()
                                .anyMatch(part -> name.equals(part.getName())
                                        && (part.getSubmittedFileName() != null
                                                || !isPlain(request, part, formEncoding)));
            }
            case OTHER -> true;
        };
    }

    /** Whether a parameter is what its part's octets are in the charset that counts where the caller names none, or in UTF-8. */
    private static boolean isPlain(HttpServletRequest request, Part part, Charset formEncoding) {
        List<String> values = parsedValues(request, part.getName(), formEncoding);
        try (InputStream in = part.getInputStream()) {
            byte[] octets = in.readAllBytes();
            String usual = request.getServletContext().getRequestCharacterEncoding();
            Charset expected = usual == null ? formEncoding : Charset.forName(usual);
            String type = part.getContentType();
            return (MediaType.isIn(type, StandardCharsets.UTF_8) || MediaType.isIn(type, expected))
                    && (values.contains(new String(octets, StandardCharsets.UTF_8))
                            || values.contains(new String(octets, expected)));
        } catch (IOException | IllegalArgumentException e) {
            throw unparsable();
        }
    }

    /** Whether it is a form, or parts, that a body may hold. */
    static boolean isForm(HttpServletRequest request) {
        return body(request) != Body.OTHER;
    }

    static boolean isMultipart(HttpServletRequest request) {
        return body(request) == Body.PARTS;
    }

    /**
     * The charset in which a form can be read as those behind read its bytes; null if there is none, or if bytes are as
     * many texts as there are readers: compressed, or in another charset.
     */
    static @Nullable Charset charset(HttpServletRequest request, Charset formEncoding) {
        if (body(request) != Body.FORM || !hasBody(request) || request.getHeader("Content-Encoding") != null) {
            return null;
        }
        try {
            setEncoding(request, formEncoding);
            Charset charset = Charset.forName(request.getCharacterEncoding());
            if (!MediaType.isIn(request.getContentType(), charset)) {
                throw unparsable(); // others read it in another
            }
            return READ.contains(charset) ? charset : null;
        } catch (RuntimeException | UnsupportedEncodingException e) {
            throw unparsable();
        }
    }

    private static Body body(HttpServletRequest request) {
        return switch (MediaType.of(request.getContentType())) {
            case "application/x-www-form-urlencoded" -> RequestHead.BODILESS.contains(request.getMethod())
                    ? Body.OTHER
                    : Body.FORM;
            case "multipart/form-data" -> hasBody(request) ? Body.PARTS : Body.OTHER;
            default -> Body.OTHER;
        };
    }

    /**
     * Whether nothing announces a body: from HTTP/2 on one of unknown length and type may come with any method. A browser
     * that asks for a page sends none.
     */
    static boolean mayBringBody(HttpServletRequest request) {
        return request.getContentLengthLong() < 0
                && !hasBody(request)
                && !request.getProtocol().startsWith("HTTP/1");
    }

    /** Whether there is a body: in HTTP/1 one is announced; later, one of unknown length is not. */
    static boolean hasBody(HttpServletRequest request) {
        long length = request.getContentLengthLong();
        if (length >= 0) {
            return length > 0;
        }
        return request.getHeader("Transfer-Encoding") != null
                || (!request.getProtocol().startsWith("HTTP/1")
                        && (!RequestHead.BODILESS.contains(request.getMethod()) || request.getContentType() != null));
    }

    private static List<String> parsedValues(HttpServletRequest request, String name, Charset formEncoding) {
        @Nullable String[] values;
        try {
            setEncoding(request, formEncoding);
            values = request.getParameterValues(name);
        } catch (RuntimeException | UnsupportedEncodingException e) {
            throw unparsable();
        }
        checkParsed(request);
        return values == null ? List.of() : List.of(values);
    }

    /** A form has at least one value beyond the query's, unless the container left it alone. */
    private static boolean isParsed(HttpServletRequest request, Charset formEncoding) {
        int values = 0;
        try {
            setEncoding(request, formEncoding);
            for (String[] each : request.getParameterMap().values()) {
                values += each.length;
            }
        } catch (RuntimeException | UnsupportedEncodingException e) {
            throw unparsable();
        }
        checkParsed(request);
        String query = request.getQueryString();
        return values > (query == null ? 0 : QueryString.count(query));
    }

    /** Null if the container does not parse them for this servlet, or only smaller ones. */
    private static @Nullable Collection<Part> parts(HttpServletRequest request, Charset formEncoding) {
        Collection<Part> parts;
        try {
            setEncoding(request, formEncoding);
            parts = request.getParts();
        } catch (RuntimeException | IOException | ServletException e) {
            if (isDenied(e)) {
                return null;
            }
            throw unparsable();
        }
        checkParsed(request);
        return parts;
    }

    /**
     * Whether a failure is what the API says of a servlet without parts, and of parts that are too large; Jetty wraps
     * it.
     */
    private static boolean isDenied(Exception failure) {
        Throwable cause = failure;
        for (int depth = 0; cause != null && depth < 5; depth++) {
            if (cause instanceof IllegalStateException) {
                return true;
            }
            cause = cause.getCause();
        }
        return false;
    }

    private static void setEncoding(HttpServletRequest request, Charset formEncoding)
            throws UnsupportedEncodingException {
        if (request.getCharacterEncoding() == null) {
            request.setCharacterEncoding(formEncoding.name());
        }
    }

    private static void checkParsed(HttpServletRequest request) {
        if (request.getAttribute("org.apache.catalina.parameter_parse_failed") != null) {
            throw unparsable();
        }
    }

    private static MalformedCallException unparsable() {
        return new MalformedCallException("the form cannot be parsed");
    }
}
