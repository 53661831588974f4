package io.github.ostiary.servlet;

import io.github.ostiary.MalformedCallException;
import jakarta.servlet.http.HttpServletRequest;
import java.io.UnsupportedEncodingException;
import java.nio.charset.Charset;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Parameters of the query and of url-encoded forms, read so that the application still finds what it would have found:
 * a body that is no such form is never touched, and one that is gets its charset before the container parses it.
 */
final class Parameters {

    private static final Set<String> BODILESS = Set.of("GET", "HEAD", "OPTIONS", "TRACE");

    private Parameters() {}

    static List<String> values(HttpServletRequest request, String name, Charset formEncoding) {
        return hasForm(request)
                ? formValues(request, name, formEncoding)
                : QueryString.values(request.getQueryString(), name);
    }

    private static boolean hasForm(HttpServletRequest request) {
        String type = request.getContentType();
        if (type == null || BODILESS.contains(request.getMethod())) {
            return false;
        }
        int semicolon = type.indexOf(';');
        String media = semicolon < 0 ? type : type.substring(0, semicolon);
        return media.trim().toLowerCase(Locale.ROOT).equals("application/x-www-form-urlencoded");
    }

    private static List<String> formValues(HttpServletRequest request, String name, Charset formEncoding) {
        @Nullable String[] values;
        try {
            if (request.getCharacterEncoding() == null) {
                request.setCharacterEncoding(formEncoding.name());
            }
            values = request.getParameterValues(name);
        } catch (RuntimeException | UnsupportedEncodingException e) {
            throw new MalformedCallException("the form cannot be parsed");
        }
        if (request.getAttribute("org.apache.catalina.parameter_parse_failed") != null) {
            throw new MalformedCallException("the form cannot be parsed");
        }
        return values == null ? List.of() : List.of(values);
    }
}
