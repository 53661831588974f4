package io.github.ostiary.architecture;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The classes of each package, by their simple names. */
final class PublicTypes {

    private static final Pattern ANONYMOUS = Pattern.compile("\\d+.*");
    private static final String ROOT = "io.github.ostiary";

    private PublicTypes() {}

    /** One line per package: its public types, nested ones within public ones as {@code Outer.Inner}. */
    static String publicTypes(List<Path> classFiles, Path main) {
        Map<String, TreeSet<String>> packages = new TreeMap<>();
        for (Class<?> type : types(classFiles, main)) {
            if (Signatures.visible(type)) {
                String place = type.getPackageName().equals(ROOT)
                        ? "root"
                        : type.getPackageName().substring(ROOT.length() + 1);
                String name = type.getName().substring(type.getPackageName().length() + 1);
                packages.computeIfAbsent(place, any -> new TreeSet<>()).add(name.replace('$', '.'));
            }
        }
        return packages.entrySet().stream()
                .map(one -> one.getKey() + ": " + String.join(" ", one.getValue()) + "\n")
                .collect(Collectors.joining());
    }

    /** Simple names that two classes have, nested ones too, each with where they are. */
    static Map<String, List<String>> sharedNames(List<Path> classFiles, Path main) {
        Map<String, List<String>> names = new TreeMap<>();
        for (Class<?> type : types(classFiles, main)) {
            names.computeIfAbsent(type.getSimpleName(), any -> new ArrayList<>())
                    .add(type.getName());
        }
        names.values().removeIf(same -> same.size() == 1);
        return names;
    }

    private static List<Class<?>> types(List<Path> classFiles, Path main) {
        List<Class<?>> types = new ArrayList<>();
        for (Path file : classFiles) {
            String name = main.relativize(file)
                    .toString()
                    .replace(".class", "")
                    .replace('/', '.')
                    .replace('\\', '.');
            String last = name.substring(name.lastIndexOf('$') + 1);
            if (!ANONYMOUS.matcher(last).matches() && !name.endsWith("-info")) {
                types.add(load(name));
            }
        }
        return types;
    }

    private static Class<?> load(String name) {
        try {
            return Class.forName(name, false, PublicTypes.class.getClassLoader());
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }
}
