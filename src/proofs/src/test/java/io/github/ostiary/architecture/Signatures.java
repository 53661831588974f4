package io.github.ostiary.architecture;

import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** What users of a class get to see of other people's types. */
final class Signatures {

    private static final Pattern TYPE = Pattern.compile("(?<![\\w.$])(?:[a-z]\\w*\\.)+[A-Z]\\w*");

    private Signatures() {}

    /** Types named in what a class extends and in its public and protected members that are neither Java's nor ours. */
    static Set<String> foreign(Class<?> type) {
        Stream<String> heading = Stream.of(
                        Stream.ofNullable(type.getGenericSuperclass()),
                        Arrays.stream(type.getGenericInterfaces()),
                        Arrays.stream(type.getTypeParameters())
                                .flatMap(variable -> Arrays.stream(variable.getBounds())))
                .flatMap(types -> types)
                .map(Type::getTypeName);
        Stream<String> members = Stream.of(
                        Arrays.stream(type.getDeclaredFields())
                                .filter(Signatures::visible)
                                .map(Field::toGenericString),
                        Arrays.stream(type.getDeclaredConstructors())
                                .filter(Signatures::visible)
                                .map(Constructor::toGenericString),
                        Arrays.stream(type.getDeclaredMethods())
                                .filter(Signatures::visible)
                                .map(Method::toGenericString))
                .flatMap(texts -> texts);
        Set<String> foreign = new TreeSet<>();
        Stream.concat(heading, members)
                .flatMap(text -> TYPE.matcher(text).results())
                .map(match -> match.group())
                .filter(name -> !name.startsWith("java.") && !name.startsWith("io.github.ostiary."))
                .forEach(foreign::add);
        return foreign;
    }

    private static boolean visible(Member member) {
        return visible(member.getModifiers());
    }

    static boolean visible(Class<?> type) {
        return visible(type.getModifiers()) && (type.getEnclosingClass() == null || visible(type.getEnclosingClass()));
    }

    private static boolean visible(int modifiers) {
        return Modifier.isPublic(modifiers) || Modifier.isProtected(modifiers);
    }
}
