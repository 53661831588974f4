package io.github.ostiary.architecture;

import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The circles of types within a package: none of them can be read, or moved, without all the others.
 *
 * <p>A nested type counts as its outer one. A type needs another if its class file names it anywhere, with constants that
 * the compiler has copied. There is one exception: Java has a sealed type list its subtypes, and they list it, so that
 * each sealed hierarchy of one package would be a circle, though its top knows of the others only that they exist. What
 * a class file names in its list of permitted subtypes and nowhere else does not count; a factory in the sealed type,
 * or a switch over its subtypes, does.
 */
final class TypeCircles {

    private static final Pattern TYPE =
            Pattern.compile("(?<![\\w/.])L?(io[./]github[./]ostiary[./](?:[a-z]+[./])*)([A-Z]\\w*)");
    private static final Pattern CONSTANT = Pattern.compile("^\\s*#\\d+ = (\\w+) .*");
    private static final Set<String> LISTS = Set.of("InnerClasses", "NestMembers", "NestHost", "EnclosingMethod");

    private TypeCircles() {}

    /** Which types of its package each type names, by what {@code javap} tells of the class files. */
    static Map<String, Set<String>> needs(List<Path> classFiles) {
        Map<String, Set<String>> needs = new TreeMap<>();
        String type = "";
        ClassFile file = new ClassFile();
        for (String line : ClassFiles.javap(classFiles).lines().toList()) {
            if (line.startsWith("Classfile ")) {
                file.addTo(needs, type);
                file = new ClassFile();
            } else if (line.startsWith("  this_class: ")) {
                type = String.join("", types(line)); // a package-info names none
            } else {
                file.read(line);
            }
        }
        file.addTo(needs, type);
        return needs;
    }

    private static Set<String> types(String line) {
        Set<String> types = new TreeSet<>();
        for (Matcher names = TYPE.matcher(line); names.find(); ) {
            types.add(names.group(1).replace('/', '.') + names.group(2));
        }
        return types;
    }

    private static String room(String type) {
        return type.substring(0, type.lastIndexOf('.'));
    }

    /** The types of each circle, the largest first. */
    static List<Set<String>> circles(Map<String, Set<String>> needs) {
        Map<String, Set<String>> reached = new HashMap<>();
        needs.keySet().forEach(type -> reached.put(type, reached(needs, type)));
        return needs.keySet().stream()
                .filter(type -> reached.get(type).contains(type))
                .map(type -> reached.get(type).stream()
                        .filter(other -> reached.getOrDefault(other, Set.of()).contains(type))
                        .collect(Collectors.toCollection(TreeSet::new)))
                .distinct()
                .sorted((a, b) -> b.size() - a.size())
                .collect(Collectors.toList());
    }

    private static Set<String> reached(Map<String, Set<String>> needs, String from) {
        Set<String> reached = new TreeSet<>();
        Deque<String> open = new ArrayDeque<>(needs.get(from));
        while (!open.isEmpty()) {
            String next = open.pop();
            if (reached.add(next)) {
                open.addAll(needs.getOrDefault(next, Set.of()));
            }
        }
        return reached;
    }

    /** The circles with the edges that close them, a line for each type. */
    static String text(List<Set<String>> circles, Map<String, Set<String>> needs) {
        StringBuilder text = new StringBuilder();
        for (Set<String> circle : circles) {
            String room = room(circle.iterator().next()) + ".";
            text.append(room).append(' ').append(circle.size()).append(" types\n");
            for (String type : circle) {
                String ends = needs.get(type).stream()
                        .filter(circle::contains)
                        .map(end -> end.substring(room.length()))
                        .collect(Collectors.joining(" "));
                text.append("    ")
                        .append(type.substring(room.length()))
                        .append(" -> ")
                        .append(ends)
                        .append('\n');
            }
        }
        return text.toString();
    }

    /** The names of types in one class file, by where they stand. */
    private static final class ClassFile {

        private final Set<String> constants = new TreeSet<>();
        private final Set<String> permitted = new TreeSet<>();
        private final Set<String> named = new TreeSet<>();
        private String attribute = "";

        void read(String line) {
            Matcher constant = CONSTANT.matcher(line);
            if (constant.matches()) {
                if (constant.group(1).equals("Class")) {
                    constants.addAll(types(line));
                }
            } else if (!line.startsWith(" ")) {
                attribute = line.replaceFirst(":.*", "");
                named.addAll(types(line));
            } else if (attribute.equals("PermittedSubclasses")) {
                permitted.addAll(types(line));
            } else if (!LISTS.contains(attribute) && !line.contains("// String ")) {
                named.addAll(types(line));
            }
        }

        void addTo(Map<String, Set<String>> needs, String type) {
            if (!type.isEmpty()) {
                constants.removeAll(permitted);
                named.addAll(constants);
                named.removeIf(other -> other.equals(type) || !room(other).equals(room(type)));
                needs.computeIfAbsent(type, any -> new TreeSet<>()).addAll(named);
            }
        }
    }
}
