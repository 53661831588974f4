package io.github.ostiary.jaxrs;

import io.github.ostiary.text.Log;
import jakarta.servlet.ServletContext;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.TreeSet;

/**
 * The classes below {@code /WEB-INF/classes} that could be an {@code Application}, by the names in their files: to load
 * each class would be dear, and would initialize more than the application does.
 */
final class CandidateClasses {

    private static final System.Logger LOG = Log.of(CandidateClasses.class);
    private static final String ROOT = "/WEB-INF/classes/";
    private static final String SUFFIX = ".class";
    private static final String EXTENDED = "jakarta/ws/rs/core/Application";
    private static final String CARRIED = "jakarta/ws/rs/ApplicationPath";

    private final ServletContext context;
    private final Set<String> names = new TreeSet<>();

    private CandidateClasses(ServletContext context) {
        this.context = context;
    }

    /** Their names, sorted. */
    static Set<String> of(ServletContext context) {
        CandidateClasses candidates = new CandidateClasses(context);
        candidates.look(ROOT);
        return candidates.names;
    }

    private void look(String folder) {
        Set<String> paths = context.getResourcePaths(folder);
        if (paths == null) {
            return;
        }
        for (String path : paths) {
            if (path.endsWith("/")) {
                look(path);
            } else if (path.endsWith(SUFFIX) && isCandidate(path)) {
                names.add(path.substring(ROOT.length(), path.length() - SUFFIX.length())
                        .replace('/', '.'));
            }
        }
    }

    /** Names stand in a class file as they are. */
    private boolean isCandidate(String path) {
        try (InputStream file = context.getResourceAsStream(path)) {
            String text = file == null ? "" : new String(file.readAllBytes(), StandardCharsets.ISO_8859_1);
            return text.contains(EXTENDED) || text.contains(CARRIED);
        } catch (IOException e) {
            LOG.log(System.Logger.Level.DEBUG, "cannot be read: " + path, e);
            return false;
        }
    }
}
