package io.github.ostiary.servlet;

import io.github.ostiary.text.Log;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletRegistration;
import jakarta.servlet.http.HttpServletMapping;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.MappingMatch;
import java.io.IOException;
import java.io.InputStream;
import java.net.MalformedURLException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The other paths a page is served under. Tomcat puts the welcome file's path in place of the directory's before the
 * first filter runs; Jetty lets filters see the directory, and its default servlet serves the file. A rule about either
 * is about both, on every server. Thread-safe.
 */
final class WelcomeFiles {

    private static final System.Logger LOG = Log.of(WelcomeFiles.class);
    private static final Pattern COMMENT = Pattern.compile("<!--.*?-->", Pattern.DOTALL);
    private static final Pattern LISTED = Pattern.compile("<(?:\\w+:)?welcome-file\\s*>([^<]+)<");
    private static final List<String> USUAL = List.of("index.html", "index.htm", "index.jsp");

    private final ServletContext context;
    private final List<String> names;

    /** Whether all names have a dot: then a path without one has none of them. */
    final boolean dotted;

    private WelcomeFiles(ServletContext context, List<String> names) {
        this.context = context;
        this.names = names;
        boolean all = true;
        for (String name : names) {
            all &= name.indexOf('.') >= 0;
        }
        this.dotted = all;
    }

    /** The servers' usual ones, and those of {@code web.xml}; what is set on a server by its own means is not known. */
    static WelcomeFiles of(ServletContext context) {
        Set<String> names = new LinkedHashSet<>(USUAL);
        try (InputStream in = context.getResourceAsStream("/WEB-INF/web.xml")) {
            String xml = in == null ? "" : new String(in.readAllBytes(), StandardCharsets.UTF_8);
            Matcher listed = LISTED.matcher(COMMENT.matcher(xml).replaceAll(""));
            while (listed.find()) {
                names.add(listed.group(1).strip());
            }
        } catch (IOException e) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "The welcome files of web.xml cannot be read; the usual ones are assumed",
                    e);
        }
        return new WelcomeFiles(context, List.copyOf(names));
    }

    /**
     * The directory of a welcome file, or the welcome files of a directory.
     *
     * @param path of the request, canonical
     * @param directory whether it was asked for with a slash at its end
     */
    List<String> aliases(HttpServletRequest request, String path, boolean directory) {
        for (int i = 0; i < names.size(); i++) {
            String name = names.get(i);
            if (path.endsWith(name) && path.startsWith("/", path.length() - name.length() - 1)) {
                int end = path.length() - name.length() - 1;
                return List.of(end == 0 ? "/" : path.substring(0, end));
            }
        }
        return directory && isServedAsFile(request.getHttpServletMapping())
                ? existing(path.equals("/") ? "" : path)
                : List.of();
    }

    /** Whether the default servlet serves it, wherever that is mapped. */
    private boolean isServedAsFile(@Nullable HttpServletMapping mapping) {
        if (mapping == null || mapping.getMappingMatch() != MappingMatch.PATH) {
            return mapping == null || mapping.getMappingMatch() != MappingMatch.EXACT;
        }
        ServletRegistration servlet = context.getServletRegistration(mapping.getServletName());
        String type = servlet == null ? null : servlet.getClassName();
        return type == null || type.endsWith("DefaultServlet") || type.endsWith("ResourceServlet");
    }

    private List<String> existing(String directory) {
        List<String> found = new ArrayList<>(1);
        for (String name : names) {
            String file = directory + "/" + name;
            if (exists(file)) {
                found.add(file);
            }
        }
        return found;
    }

    private boolean exists(String file) {
        try {
            return context.getResource(file) != null
                    || context.getServletRegistrations().values().stream()
                            .anyMatch(servlet -> Mappings.paths(servlet).contains(file));
        } catch (MalformedURLException | RuntimeException e) {
            LOG.log(System.Logger.Level.DEBUG, "No such welcome file", e);
            return false;
        }
    }
}
