package io.github.ostiary.servlet;

import jakarta.servlet.FilterRegistration;
import jakarta.servlet.ServletRegistration;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The mappings of filters and servlets. Where there are none, Open Liberty answers null in place of an empty list. */
final class Mappings {

    private Mappings() {}

    static Collection<String> paths(FilterRegistration filter) {
        return orNone(filter.getUrlPatternMappings());
    }

    static Collection<String> servlets(FilterRegistration filter) {
        return orNone(filter.getServletNameMappings());
    }

    static Collection<String> paths(ServletRegistration servlet) {
        return orNone(servlet.getMappings());
    }

    private static Collection<String> orNone(@Nullable Collection<String> mappings) {
        return mappings == null ? List.of() : mappings;
    }
}
