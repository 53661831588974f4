package io.github.ostiary.architecture;

import io.github.ostiary.testing.Modules;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The types that are made for users: those of exported packages, without what its Javadoc calls {@code @hidden}. */
final class ApiTypes {

    private static final Path MODULE = Path.of("src", "jar", "src", "main", "java", "module-info.java");
    private static final Pattern EXPORTED = Pattern.compile("(?m)^ *exports ([\\w.]+);");
    private static final Pattern HIDDEN = Pattern.compile("(?m)^ \\* @hidden\\b");

    private ApiTypes() {}

    /** All of them, nested ones too, in order of their names. */
    static List<Class<?>> all() {
        Set<String> packages = exportedPackages();
        Path main = Modules.CLASSES;
        return ClassFiles.below(main).stream()
                .map(file -> main.relativize(file).toString())
                .map(name ->
                        name.substring(0, name.length() - ".class".length()).replaceAll("[/\\\\]", "."))
                .filter(name -> packages.contains(name.substring(0, name.lastIndexOf('.'))))
                .<Class<?>>map(ApiTypes::load)
                .filter(type -> visible(type) && !hidden(type))
                .sorted((a, b) -> a.getName().compareTo(b.getName()))
                .toList();
    }

    /** As the module's declaration has them. */
    static Set<String> exportedPackages() {
        return EXPORTED.matcher(read(MODULE))
                .results()
                .map(export -> export.group(1))
                .collect(Collectors.toSet());
    }

    private static Class<?> load(String name) {
        try {
            return Class.forName(name, false, ApiTypes.class.getClassLoader());
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Whether users can name it: public, or protected and nested in something they can name. */
    static boolean visible(Class<?> type) {
        Class<?> outer = type.getEnclosingClass();
        return visible(type.getModifiers()) && !type.isSynthetic() && (outer == null || visible(outer));
    }

    static boolean visible(int modifiers) {
        return Modifier.isPublic(modifiers) || Modifier.isProtected(modifiers);
    }

    private static boolean hidden(Class<?> type) {
        Path source = Modules.one(
                "src/main/java/" + type.getName().replaceFirst("\\$.*", "").replace('.', '/') + ".java");
        return HIDDEN.matcher(read(source)).find();
    }

    private static String read(Path source) {
        try {
            return Files.readString(source);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
