package io.github.ostiary.architecture;

import java.lang.reflect.AnnotatedType;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.TypeVariable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Everything a type promises to its users, a line each: what it is, its constants, fields, constructors and methods, with
 * what they throw, what is annotated and what may be null. Members of a supertype that users cannot name are listed
 * where they can be named.
 */
final class ApiListing {

    private static final int SHOWN = Modifier.PUBLIC | Modifier.PROTECTED | Modifier.STATIC | Modifier.ABSTRACT;
    private static final Pattern NAME = Pattern.compile("(?:class|interface|enum|record) ([\\w.]+)");
    private static final Set<String> OBJECT = Set.of("equals(Object)", "hashCode()", "toString()");

    private ApiListing() {}

    static List<String> of(List<Class<?>> types) {
        return types.stream()
                .flatMap(type ->
                        Stream.concat(Stream.of(heading(type)), members(type).map(line -> "    " + line)))
                .toList();
    }

    /** The name of the type that a line which is no member's is about. */
    static String typeIn(String heading) {
        Matcher name = NAME.matcher(heading);
        if (!name.find()) {
            throw new IllegalArgumentException("names no type: " + heading);
        }
        return name.group(1);
    }

    private static String heading(Class<?> type) {
        int modifiers = type.getModifiers() & (SHOWN | Modifier.FINAL);
        boolean plain = type.isInterface() || type.isEnum() || type.isRecord();
        String sealed = type.isSealed() ? "sealed " : "";
        return ApiText.annotations(type)
                + Modifier.toString(plain ? modifiers & ~Modifier.ABSTRACT & ~Modifier.FINAL : modifiers)
                + " "
                + sealed
                + kind(type)
                + ApiText.name(type)
                + ApiText.variables(type.getTypeParameters()).trim()
                + supertypes(type);
    }

    private static String kind(Class<?> type) {
        return type.isAnnotation()
                ? "@interface "
                : type.isInterface() ? "interface " : type.isEnum() ? "enum " : type.isRecord() ? "record " : "class ";
    }

    private static String supertypes(Class<?> type) {
        List<String> parts = new ArrayList<>();
        if (!type.isEnum() && !type.isRecord()) {
            extended(type).map(parent -> " extends " + parent).ifPresent(parts::add);
        }
        String implemented = type.isAnnotation()
                ? ""
                : sources(type).stream()
                        .flatMap(source -> Arrays.stream(source.getAnnotatedInterfaces()))
                        .filter(parent -> ApiTypes.visible(raw(parent)))
                        .map(ApiText::type)
                        .distinct()
                        .collect(Collectors.joining(", "));
        if (!implemented.isEmpty()) {
            parts.add((type.isInterface() ? " extends " : " implements ") + implemented);
        }
        String permitted = type.isSealed() ? permitted(type) : "";
        return String.join("", parts) + (permitted.isEmpty() ? "" : " permits " + permitted);
    }

    /** The nearest superclass that users can name. */
    private static Optional<String> extended(Class<?> type) {
        AnnotatedType parent = type.getAnnotatedSuperclass();
        if (parent == null || raw(parent) == Object.class) {
            return Optional.empty();
        }
        return ApiTypes.visible(raw(parent)) ? Optional.of(ApiText.type(parent)) : extended(raw(parent));
    }

    private static Class<?> raw(AnnotatedType type) {
        return (Class<?>) (type.getType() instanceof ParameterizedType generic ? generic.getRawType() : type.getType());
    }

    private static String permitted(Class<?> type) {
        return Arrays.stream(type.getPermittedSubclasses())
                .filter(ApiTypes::visible)
                .map(ApiText::name)
                .sorted()
                .collect(Collectors.joining(", "));
    }

    private static Stream<String> members(Class<?> type) {
        Stream<String> constants = type.isEnum()
                ? Arrays.stream(type.getEnumConstants()).map(value -> "constant " + ((Enum<?>) value).name())
                : Stream.of();
        List<Class<?>> sources = sources(type);
        Stream<String> fields = sources.stream()
                .flatMap(source -> Arrays.stream(source.getDeclaredFields()))
                .filter(field -> shown(field) && !field.isEnumConstant())
                .map(ApiListing::field);
        Stream<String> constructors = Arrays.stream(type.getDeclaredConstructors())
                .filter(ApiListing::shown)
                .map(ApiListing::constructor);
        Stream<String> methods = sources.stream()
                .flatMap(source -> Arrays.stream(source.getDeclaredMethods()))
                .filter(method -> shown(method) && !known(method))
                .map(ApiListing::method);
        return Stream.of(
                        constants,
                        fields.sorted(),
                        constructors.sorted(),
                        methods.distinct().sorted())
                .flatMap(lines -> lines);
    }

    /** The type, and the supertypes whose members only it makes known. */
    private static List<Class<?>> sources(Class<?> type) {
        List<Class<?>> sources = new ArrayList<>(List.of(type));
        Stream.concat(Stream.ofNullable(type.getSuperclass()), Arrays.stream(type.getInterfaces()))
                .filter(parent -> !ApiTypes.visible(parent))
                .forEach(parent -> sources.addAll(sources(parent)));
        return sources;
    }

    private static boolean shown(Member member) {
        return ApiTypes.visible(member.getModifiers()) && !member.isSynthetic();
    }

    /** What every object, and every enum, has. */
    private static boolean known(Method method) {
        String signature = method.getName() + "(" + ApiText.types(method.getAnnotatedParameterTypes()) + ")";
        return OBJECT.contains(signature.replace("@Nullable ", ""))
                || method.getDeclaringClass().isEnum() && signature.matches("values\\(\\)|valueOf\\(String\\)");
    }

    private static String field(Field field) {
        String text = ApiText.annotations(field)
                + Modifier.toString(field.getModifiers() & (SHOWN | Modifier.FINAL))
                + " "
                + ApiText.type(field.getAnnotatedType())
                + " "
                + field.getName();
        boolean constant = Modifier.isStatic(field.getModifiers()) && Modifier.isFinal(field.getModifiers());
        return constant && (field.getType().isPrimitive() || field.getType() == String.class)
                ? text + " = " + constant(field)
                : text;
    }

    private static String constant(Field field) {
        try {
            field.setAccessible(true);
            return ApiText.value(field.get(null));
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String constructor(Constructor<?> constructor) {
        return front(constructor, constructor.getTypeParameters())
                + constructor.getDeclaringClass().getSimpleName()
                + back(constructor);
    }

    private static String method(Method method) {
        Object usual = method.getDefaultValue();
        return (method.isDefault() ? "default " : "")
                + front(method, method.getTypeParameters())
                + ApiText.type(method.getAnnotatedReturnType())
                + " "
                + method.getName()
                + back(method)
                + (usual == null ? "" : " default " + ApiText.value(usual));
    }

    private static String front(Executable member, TypeVariable<?>[] variables) {
        // Whether a method may be overridden depends on its class too.
        int overridable = Modifier.isFinal(member.getDeclaringClass().getModifiers()) ? 0 : Modifier.FINAL;
        String modifiers = Modifier.toString(member.getModifiers() & (SHOWN | overridable));
        return ApiText.annotations(member) + modifiers + " " + ApiText.variables(variables);
    }

    private static String back(Executable member) {
        String parameters = ApiText.types(member.getAnnotatedParameterTypes());
        String thrown = ApiText.types(member.getAnnotatedExceptionTypes());
        return "("
                + (member.isVarArgs() ? parameters.replaceFirst("\\[]$", "...") : parameters)
                + ")"
                + (thrown.isEmpty() ? "" : " throws " + thrown);
    }
}
