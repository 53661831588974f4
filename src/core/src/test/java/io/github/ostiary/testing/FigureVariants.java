package io.github.ostiary.testing;

import io.github.ostiary.operator.Figures;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** {@link EveryFigure} with one figure changed at a time, so that whoever shows figures can be asked about each. */
public final class FigureVariants {

    private final Map<String, Figures> variants = new LinkedHashMap<>();

    private FigureVariants() {}

    /** By the changed figure's place, such as {@code store.calls.sum}. */
    public static Map<String, Figures> all() {
        FigureVariants found = new FigureVariants();
        found.vary("", EveryFigure.figures(), Figures.class::cast);
        return found.variants;
    }

    private void vary(String place, Object value, Function<Object, Figures> whole) {
        if (value instanceof Record record) {
            components(place, record, whole);
        } else if (value instanceof Optional<?> optional) {
            vary(place, optional.orElseThrow(), changed -> whole.apply(Optional.of(changed)));
        } else if (value instanceof Map<?, ?> map) {
            Object key = map.keySet().iterator().next();
            vary(place, map.get(key), changed -> whole.apply(Map.of(key, changed)));
        } else if (value instanceof List<?> list) {
            List<Object> others = new ArrayList<>(list);
            vary(place, list.get(0), changed -> {
                others.set(0, changed);
                return whole.apply(others);
            });
        } else if (value instanceof Number number) {
            variants.put(place, whole.apply(more(number)));
        } else if (value instanceof Boolean flag) {
            variants.put(place, whole.apply(!flag));
        }
    }

    private static Object more(Number number) {
        if (number instanceof Integer) {
            return number.intValue() + 1;
        }
        return number instanceof Long ? (Object) (number.longValue() + 1) : (Object) (number.doubleValue() + 1);
    }

    private void components(String place, Record record, Function<Object, Figures> whole) {
        RecordComponent[] components = record.getClass().getRecordComponents();
        for (int i = 0; i < components.length; i++) {
            int at = i;
            String name = place.isEmpty() ? components[i].getName() : place + "." + components[i].getName();
            vary(name, read(record, components[i]), changed -> whole.apply(with(record, components, at, changed)));
        }
    }

    private static Object with(Record record, RecordComponent[] components, int at, Object changed) {
        Object[] values =
                Arrays.stream(components).map(each -> read(record, each)).toArray();
        values[at] = changed;
        Class<?>[] types =
                Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
        try {
            return record.getClass().getDeclaredConstructor(types).newInstance(values);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    private static Object read(Record record, RecordComponent component) {
        try {
            return component.getAccessor().invoke(record);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }
}
