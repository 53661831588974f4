package io.github.ostiary.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Holds {@code ostiary-V-all.jar} to what it says is inside. */
class AllJarIT {

    private static final Pattern LINE = Pattern.compile("(?m)^[\\w.-]+:([\\w.-]+):([\\w.-]+) \\((\\S[^\\n]*)\\)$");
    private static final Pattern MODULE = Pattern.compile("^(.*?)-(\\d.*)\\.jar$");
    private static final String OURS = "io/github/ostiary/";

    private static JarFile all() throws IOException {
        String thin = System.getProperty("ostiary.jar");
        return new JarFile(thin.substring(0, thin.length() - ".jar".length()) + "-all.jar");
    }

    private static String text(JarFile jar, String entry) throws IOException {
        assertThat(jar.getEntry(entry)).as(entry).isNotNull();
        return new String(jar.getInputStream(jar.getEntry(entry)).readAllBytes(), StandardCharsets.UTF_8);
    }

    /** Names of class files, without their folders, since those were moved. */
    private static Set<String> classes(JarFile jar, String below) {
        return jar.stream()
                .map(entry -> entry.getName())
                .filter(name -> name.endsWith(".class") && name.startsWith(below) && !name.contains("META-INF/"))
                .map(name -> name.substring(name.lastIndexOf('/') + 1))
                .filter(name -> !name.equals("module-info.class") && !name.equals("package-info.class"))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** The build's class path tells where each class came from, whatever the list says. */
    @Test
    void everyLibraryInsideIsNamedWithItsVersionAndLicence() throws IOException {
        try (JarFile all = all()) {
            Map<String, String> listed = new TreeMap<>();
            for (MatchResult line :
                    LINE.matcher(text(all, "META-INF/DEPENDENCIES")).results().toList()) {
                listed.put(line.group(1), line.group(2));
            }
            Set<String> unexplained = classes(all, OURS + "shaded/");
            assertThat(unexplained).hasSizeGreaterThan(100);
            Map<String, String> inside = new TreeMap<>();
            for (Path library : libraries()) {
                try (JarFile jar = new JarFile(library.toFile())) {
                    Set<String> classes = classes(jar, "");
                    if (unexplained.removeAll(classes)) {
                        var name = MODULE.matcher(library.getFileName().toString());
                        assertThat(name.matches()).as("%s", library).isTrue();
                        inside.put(name.group(1), name.group(2));
                    }
                }
            }

            assertThat(unexplained).isEmpty();
            assertThat(listed).isEqualTo(inside);
        }
    }

    private static List<Path> libraries() {
        List<Path> libraries = new ArrayList<>();
        for (String entry : System.getProperty("java.class.path").split(System.getProperty("path.separator"), -1)) {
            if (entry.matches(".*[/\\\\](?:caffeine|jackson-core|jedis|commons-pool2|slf4j-|redis-)[^/\\\\]*\\.jar")) {
                libraries.add(Path.of(entry));
            }
        }
        return libraries;
    }

    @Test
    void nothingIsInsideButOursAndWhatWasMoved() throws IOException {
        try (JarFile all = all()) {
            assertThat(all.stream().map(entry -> entry.getName()))
                    .filteredOn(name -> name.endsWith(".class"))
                    .allSatisfy(name -> assertThat(name).startsWith(OURS));
        }
    }

    @Test
    void licencesAreInside() throws IOException {
        try (JarFile all = all()) {
            assertThat(text(all, "META-INF/LICENSE")).contains("Apache License");
            assertThat(text(all, "META-INF/NOTICE"))
                    .contains("The Ostiary developers", "Apache Software Foundation", "Permission is hereby granted");
        }
    }
}
