package io.github.ostiary.benchmarks.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Parts of pages that programs write: from {@code <!-- NAME: … -->} to {@code <!-- end of NAME -->}. */
final class Markers {

    private Markers() {}

    /** Puts a text between a page's markers. */
    static void replace(Path page, String name, String text) throws IOException {
        String before = Files.readString(page);
        int begin = before.indexOf("<!-- " + name + ":");
        int from = begin < 0 ? -1 : before.indexOf("-->\n", begin) + 4;
        int to = before.indexOf("<!-- end of " + name + " -->");
        if (from < 4 || to < from) {
            throw new IllegalStateException(page + " has no place for " + name);
        }
        Files.writeString(page, before.substring(0, from) + "\n" + text + "\n" + before.substring(to));
    }
}
