package io.github.ostiary.servlet;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A request without its conditions and ranges: by these a caller makes another answer of the one that is meant. */
abstract class UnconditionalRequest extends HttpServletRequestWrapper {

    UnconditionalRequest(HttpServletRequest request) {
        super(request);
    }

    /** Whether they are hidden now. */
    abstract boolean hidesConditions();

    private boolean hides(String name) {
        return (name.regionMatches(true, 0, "If-", 0, 3)
                        || name.equalsIgnoreCase("If")
                        || name.equalsIgnoreCase("Range"))
                && hidesConditions();
    }

    @Override
    public @Nullable String getHeader(String name) {
        return hides(name) ? null : super.getHeader(name);
    }

    @Override
    public Enumeration<String> getHeaders(String name) {
        return hides(name) ? Collections.emptyEnumeration() : super.getHeaders(name);
    }

    @Override
    public Enumeration<String> getHeaderNames() {
        Enumeration<String> names = super.getHeaderNames();
        if (names == null || !hidesConditions()) {
            return names;
        }
        List<String> shown = new ArrayList<>();
        while (names.hasMoreElements()) {
            String name = names.nextElement();
            if (!hides(name)) {
                shown.add(name);
            }
        }
        return Collections.enumeration(shown);
    }

    @Override
    public long getDateHeader(String name) {
        return hides(name) ? -1 : super.getDateHeader(name);
    }

    @Override
    public int getIntHeader(String name) {
        return hides(name) ? -1 : super.getIntHeader(name);
    }
}
