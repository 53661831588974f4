package io.github.ostiary.servlet;

import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletRegistration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The paths under which a servlet of several mappings serves the same: a Faces page is {@code /login.xhtml}, {@code
 * /login.jsf}, {@code /faces/login.xhtml} and {@code /login}. Immutable.
 *
 * <p>What a servlet is asked for is what follows a prefix mapping, else the whole path; what it serves shows in that without
 * its extension. So paths of one servlet that agree in it are taken for one page; but a servlet that has prefixes alone may
 * tell them apart, {@code /show/7} and {@code /delete/7}: there only a rule of the one path is about the other. Two exact
 * mappings that do not agree may be one page or two: only people know, see {@link #others}.
 */
final class ServletPaths {

    static final ServletPaths NONE = new ServletPaths(List.of(), Set.of());

    private static final String FACES = "jakarta.faces.webapp.FacesServlet";

    /** The mappings of one servlet. A lone slash is a prefix of nothing, too, but the last to be tried. */
    private static final class Mapped {

        final List<String> exact = new ArrayList<>();
        final List<String> prefixes = new ArrayList<>();
        final List<String> extensions = new ArrayList<>();
        final Set<String> suffixes = new LinkedHashSet<>();
        final boolean several;

        /** Whether it is asked for files by their names, as pages are, rather than for what it does. */
        final boolean named;

        Mapped(Collection<String> mappings, boolean faces) {
            for (String mapping : mappings) {
                if (mapping.startsWith("*.")) {
                    extensions.add(mapping.substring(1));
                } else if (mapping.endsWith("/*")) {
                    prefixes.add(mapping.substring(0, mapping.length() - 2));
                } else if (mapping.equals("/")) {
                    prefixes.add("");
                } else {
                    exact.add(mapping.isEmpty() ? "/" : mapping);
                }
            }
            suffixes.addAll(extensions);
            if (faces) {
                suffixes.add(".xhtml");
            }
            several = mappings.size() > 1;
            named = !extensions.isEmpty() || mappings.contains("/");
        }
    }

    private final Map<String, Mapped> exact = new HashMap<>();
    private final Map<String, Mapped> prefixes = new HashMap<>();
    private final Map<String, Mapped> extensions = new HashMap<>();
    private @Nullable Mapped otherwise;

    /** Whether any servlet has several mappings: else no path has another. */
    final boolean any;

    private final Set<String> ruled;

    private ServletPaths(Collection<? extends ServletRegistration> servlets, Set<String> ruled) {
        this.ruled = ruled;
        boolean several = false;
        for (ServletRegistration servlet : servlets) {
            Collection<String> mappings = Mappings.paths(servlet);
            Mapped mapped = new Mapped(mappings, FACES.equals(servlet.getClassName()));
            several |= mapped.several;
            for (String path : mapped.exact) {
                exact.put(path, mapped);
            }
            for (String extension : mapped.extensions) {
                extensions.put(extension, mapped);
            }
            for (String prefix : mapped.prefixes) {
                if (!prefix.isEmpty() || mappings.contains("/*")) {
                    prefixes.put(prefix, mapped);
                } else {
                    otherwise = mapped;
                }
            }
        }
        any = several;
    }

    /**
     * The paths of an application, once all its servlets are there.
     *
     * @param ruled the single paths that rules are about
     */
    static ServletPaths of(ServletContext context, Set<String> ruled) {
        return new ServletPaths(context.getServletRegistrations().values(), ruled);
    }

    /** The other paths of what is served under a path. */
    List<String> aliases(String path) {
        String prefix = prefix(path);
        Mapped servlet = servlet(path, prefix);
        if (servlet == null || !servlet.several) {
            return List.of();
        }
        String asked = prefix == null || exact.containsKey(path) ? path : path.substring(prefix.length());
        String stem = stem(asked);
        if (stem.length() < 2) {
            return List.of();
        }
        Set<String> aliases = new LinkedHashSet<>();
        for (String other : servlet.exact) {
            if (stem(other).equals(stem)) {
                aliases.add(other);
            }
        }
        for (String other : servlet.prefixes) {
            aliases.add(other + asked);
            aliases.add(other + stem);
            for (String suffix : servlet.suffixes) {
                aliases.add(other + stem + suffix);
            }
        }
        for (String extension : servlet.extensions) {
            aliases.add(stem + extension);
        }
        aliases.remove(path);
        if (!servlet.named) {
            aliases.retainAll(ruled);
        }
        return List.copyOf(aliases);
    }

    /**
     * The mappings of a servlet that is mapped to exactly a path, or to it and all below, of which it is not known whether
     * they lead to the same page.
     */
    List<String> others(String path) {
        Mapped servlet = exact.get(path);
        List<String> others = new ArrayList<>();
        if (servlet == null) {
            servlet = prefixes.get(path);
        }
        if (servlet == null) {
            return others;
        }
        if (servlet.prefixes.contains(path)) {
            others.add(path + "/*");
        }
        for (String other : servlet.exact) {
            if (!stem(other).equals(stem(path))) {
                others.add(other);
            }
        }
        return others;
    }

    private @Nullable Mapped servlet(String path, @Nullable String prefix) {
        Mapped servlet = exact.get(path);
        if (servlet == null && prefix != null) {
            servlet = prefixes.get(prefix);
        }
        if (servlet == null) {
            servlet = extensions.get(path.substring(stem(path).length()));
        }
        return servlet == null ? otherwise : servlet;
    }

    /** The longest that is mapped; null if none is. */
    private @Nullable String prefix(String path) {
        for (int end = path.length(); end >= 0; end = path.lastIndexOf('/', end - 1)) {
            String prefix = path.substring(0, end);
            if (prefixes.containsKey(prefix)) {
                return prefix;
            }
            if (end == 0) {
                break;
            }
        }
        return null;
    }

    /** A path without the extension of its last segment. */
    private static String stem(String path) {
        int dot = path.lastIndexOf('.');
        return dot > path.lastIndexOf('/') + 1 ? path.substring(0, dot) : path;
    }
}
