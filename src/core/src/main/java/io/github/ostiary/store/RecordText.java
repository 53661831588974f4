package io.github.ostiary.store;

import io.github.ostiary.Key;
import io.github.ostiary.Rate;
import io.github.ostiary.text.Durations;
import io.github.ostiary.text.JsonTree;
import io.github.ostiary.text.OneLine;
import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A kind of records as texts of a {@link SharedState}: JSON, in which a record is a list of its components. Thread-safe.
 *
 * <p>The first value is the number of the format. A later version may add components at the end, which this one passes over; of a
 * missing one an {@link Optional} is empty. Whoever takes one away, moves it or changes its type takes another number. All who
 * write to the store may have written a text: what is read is bounded by its length, counts can be added up, and lines have no
 * control characters.
 *
 * @param <T> the records
 */
public final class RecordText<T extends Record> {

    /** The largest count: hundreds of them can be added up. */
    private static final long MOST = 1L << 53;

    /** The end of the year 9999, which every formatter can write, µs. */
    private static final long LATEST = 253_402_300_800L * 1_000_000 - 1;

    /** The way from the values of a type to JSON and back. */
    private record Wire(Function<Object, Object> to, Function<Object, Object> from) {

        /** The form of a type that is written as another one. */
        @SuppressWarnings("unchecked") // asked for by its type
        <V, W> Wire as(Function<V, W> there, Function<W, V> back) {
            return new Wire(value -> to.apply(there.apply((V) value)), tree -> back.apply((W) from.apply(tree)));
        }
    }

    private final Class<T> type;
    private final long format;
    private final int longest;
    private final Map<Class<?>, Wire> packed;
    private final Map<Class<?>, Wire> forms = new HashMap<>();

    /** Made when first asked for: a guard knows many kinds of texts, and mostly writes none. */
    private @Nullable Wire values;

    /**
     * No text yet.
     *
     * @param format its number
     * @param longest how many characters of a line are enough
     */
    public RecordText(Class<T> type, int format, int longest) {
        this(type, format, longest, Map.of());
    }

    /**
     * The same, where values of one type are written as counts.
     *
     * @param packed the type
     * @param to the counts of a value
     * @param from the value of the counts
     */
    public static <T extends Record, V> RecordText<T> packing(
            Class<T> type, int longest, Class<V> packed, Function<V, List<Long>> to, Function<List<Long>, V> from) {
        return new RecordText<>(
                type, 1, longest, Map.of(packed, list(count(MOST)).as(to, from)));
    }

    private RecordText(Class<T> type, int format, int longest, Map<Class<?>, Wire> packed) {
        this.type = type;
        this.format = format;
        this.longest = longest;
        this.packed = packed;
    }

    private synchronized Wire values() {
        Wire known = values;
        if (known == null) {
            learn();
            known = values(type);
            values = known;
        }
        return known;
    }

    private void learn() {
        Wire count = count(MOST);
        Wire line = new Wire(this::line, this::line);
        Wire flag = new Wire(value -> value, value -> (Boolean) value);
        Wire figure = new Wire(value -> value, RecordText::figure);
        Stream.of(long.class, Long.class).forEach(each -> forms.put(each, count));
        Stream.of(double.class, Double.class).forEach(each -> forms.put(each, figure));
        Stream.of(boolean.class, Boolean.class).forEach(each -> forms.put(each, flag));
        forms.put(int.class, count(Integer.MAX_VALUE / 1_000).as(Integer::longValue, Long::intValue));
        forms.put(String.class, line);
        forms.put(Duration.class, count(LATEST).as(Durations::toMicros, Durations::ofMicros));
        forms.put(Instant.class, count(LATEST).as(RecordText::micros, Durations::instant));
        forms.put(Rate.class, line.as(Rate::toString, Rate::parse));
        forms.put(Key.class, new Wire(this::exact, this::key));
        forms.putAll(packed);
    }

    /** Writes a text. */
    public String write(T object) {
        List<Object> tree = new ArrayList<>(List.of(format));
        tree.addAll((List<?>) values().to.apply(object));
        StringBuilder text = new StringBuilder();
        JsonTree.write(tree, text);
        return text.toString();
    }

    /**
     * Reads a text.
     *
     * @throws IllegalArgumentException if it is anything else
     */
    @SuppressWarnings("unchecked") // the form of T
    public T read(String text) {
        try {
            List<?> tree = (List<?>) JsonTree.read(SharedState.checked(text));
            if (tree.get(0).equals(format)) {
                return (T) values().from.apply(tree.subList(1, tree.size()));
            }
        } catch (RuntimeException e) {
            throw new IllegalArgumentException("it was written by another version of Ostiary", e);
        }
        throw new IllegalArgumentException("it was written by another version of Ostiary");
    }

    /** The same; empty if it is anything else. */
    public Optional<T> readable(String text) {
        try {
            return Optional.of(read(text));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private Wire form(Type type) {
        if (type instanceof ParameterizedType some) {
            Type first = some.getActualTypeArguments()[0];
            return some.getRawType() == Map.class
                    ? counts((Class<?>) first)
                    : some.getRawType() == List.class ? list(form(first)) : optional(form(first));
        }
        Class<?> plain = (Class<?>) type;
        Wire known = forms.get(plain);
        return known != null ? known : plain.isEnum() ? constant(plain) : values(plain);
    }

    private Wire values(Class<?> type) {
        RecordComponent[] components = type.getRecordComponents();
        List<Wire> all =
                Stream.of(components).map(each -> form(each.getGenericType())).toList();
        Method[] accessors =
                Stream.of(components).map(RecordComponent::getAccessor).toArray(Method[]::new);
        Constructor<?> canonical = constructor(type, components);
        AccessibleObject.setAccessible(accessors, true);
        canonical.setAccessible(true);
        return new Wire(
                record -> {
                    List<Object> list = new ArrayList<>();
                    for (int i = 0; i < components.length; i++) {
                        list.add(all.get(i).to.apply(component(record, accessors[i])));
                    }
                    return list;
                },
                tree -> {
                    List<?> list = (List<?>) tree;
                    Object[] parts = new Object[components.length];
                    for (int i = 0; i < components.length; i++) {
                        parts[i] = all.get(i).from.apply(i < list.size() ? list.get(i) : Optional.empty());
                    }
                    return made(canonical, parts);
                });
    }

    private static Constructor<?> constructor(Class<?> type, RecordComponent[] components) {
        Class<?>[] types = Stream.of(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
        try {
            return type.getDeclaredConstructor(types);
        } catch (NoSuchMethodException e) {
            throw new IllegalArgumentException(type + " is no record", e);
        }
    }

    private static Object component(Object record, Method accessor) {
        try {
            return accessor.invoke(record);
        } catch (ReflectiveOperationException e) {
            throw new IllegalArgumentException("a component of " + record.getClass() + " cannot be read", e);
        }
    }

    private static Object made(Constructor<?> canonical, Object[] parts) {
        try {
            return canonical.newInstance(parts);
        } catch (ReflectiveOperationException e) {
            throw new IllegalArgumentException("no " + canonical.getDeclaringClass() + " has such components", e);
        }
    }

    private static Wire list(Wire each) {
        return new Wire(all -> ((List<?>) all).stream().map(each.to).toList(), tree -> ((List<?>) tree)
                .stream().map(each.from).toList());
    }

    private static Wire optional(Wire value) {
        return new Wire(
                maybe -> ((Optional<?>) maybe).map(value.to).orElse(maybe),
                tree -> tree.equals(Optional.empty()) ? tree : Optional.of(value.from.apply(tree)));
    }

    private static Wire constant(Class<?> type) {
        Map<String, Object> known = constants(type);
        return new Wire(each -> ((Enum<?>) each).name(), name -> Optional.ofNullable(known.get((String) name))
                .orElseThrow());
    }

    private static Map<String, Object> constants(Class<?> type) {
        Map<String, Object> constants = new HashMap<>();
        Stream.of(type.getEnumConstants()).forEach(each -> constants.put(((Enum<?>) each).name(), each));
        return constants;
    }

    /** The form of counts, without what was not counted; names that are not known here are those of a later version. */
    private Wire counts(Class<?> names) {
        Wire name = form(names);
        Wire count = count(MOST);
        Map<String, Object> known = names.isEnum() ? constants(names) : Map.of();
        return new Wire(
                counts -> {
                    Map<Object, Object> tree = new HashMap<>();
                    ((Map<?, ?>) counts).forEach((key, value) -> tree.put(name.to.apply(key), count.to.apply(value)));
                    tree.values().removeIf(value -> value.equals(0L));
                    return tree;
                },
                tree -> {
                    Map<Object, Object> counts = new HashMap<>();
                    ((Map<?, ?>) tree).forEach((key, value) -> {
                        Object read = count.from.apply(value);
                        if (!read.equals(0L) && (!names.isEnum() || known.containsKey(key))) {
                            counts.put(name.from.apply(key), read);
                        }
                    });
                    return counts;
                });
    }

    /** None is negative, and none is written that is too large to be read. */
    private static Wire count(long most) {
        return new Wire(
                value -> Math.min(most, Math.max(0, (Long) value)),
                tree -> checked((Long) tree, (Long) tree >= 0 && (Long) tree <= most));
    }

    private static Object figure(Object tree) {
        double figure = ((Number) tree).doubleValue();
        return checked(figure, figure >= 0 && figure <= MOST);
    }

    private static Object checked(Object value, boolean right) {
        if (!right) {
            throw new IllegalArgumentException("no node counts " + value);
        }
        return value;
    }

    private String line(Object text) {
        return OneLine.of((String) text, longest);
    }

    /** Nothing in place of what is no line: cut, or without what is not seen, it would be another caller's. */
    private Object exact(Object key) {
        String name = ((Key) key).canonical();
        return line(name).equals(name) ? name : Optional.empty();
    }

    private Object key(Object name) {
        return Key.ofCanonical((String) name)
                .filter(key -> exact(key).equals(name))
                .orElseThrow();
    }

    /** ChronoUnit counts nanoseconds on its way, which overflow after 292 years. */
    private static long micros(Instant at) {
        return TimeUnit.SECONDS.toMicros(at.getEpochSecond()) + at.getNano() / 1_000;
    }
}
