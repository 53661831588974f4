package io.github.ostiary.console;

import io.github.ostiary.Rate;
import io.github.ostiary.text.JsonTree;
import java.lang.reflect.RecordComponent;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A value in JSON, written by RFC 8259; a record by its components, but for a rate. All that is not ASCII is written as its code, so that no browser and no proxy can
 * take it for anything else. Immutable.
 */
final class Json {

    private final String text;

    private Json(String text) {
        this.text = text;
    }

    /**
     * An object.
     *
     * @param members name, value, name, value; an empty {@link Optional} leaves its member out
     */
    static Json object(Object... members) {
        StringBuilder text = new StringBuilder("{");
        for (int i = 0; i < members.length; i += 2) {
            if (isThere(members[i + 1])) {
                text.append(text.length() == 1 ? "" : ",");
                JsonTree.quote(name(members[i]), text);
                write(members[i + 1], text.append(':'));
            }
        }
        return new Json(text.append('}').toString());
    }

    /**
     * A record's components, and more.
     *
     * @param more name, value, name, value
     */
    static Json of(Record record, Object... more) {
        List<Object> members = new ArrayList<>();
        for (RecordComponent component : record.getClass().getRecordComponents()) {
            try {
                members.add(component.getName());
                members.add(component.getAccessor().invoke(record));
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException("a component of " + record.getClass() + " cannot be read", e);
            }
        }
        members.addAll(List.of(more));
        return object(members.toArray());
    }

    private static String name(Object member) {
        return member instanceof Enum<?> word ? Words.word(word) : String.valueOf(member);
    }

    private static boolean isThere(Object value) {
        return !(value instanceof Optional<?> optional && optional.isEmpty())
                && !(value instanceof OptionalLong number && number.isEmpty());
    }

    /** An array. */
    static Json array(Collection<?> values) {
        StringBuilder text = new StringBuilder("[");
        for (Object value : values) {
            write(value, text.append(text.length() == 1 ? "" : ","));
        }
        return new Json(text.append(']').toString());
    }

    private static void write(@Nullable Object value, StringBuilder text) {
        if (value instanceof Json || value instanceof Boolean || value instanceof Integer || value instanceof Long) {
            text.append(value);
        } else if (value instanceof Double number && Double.isFinite(number)) {
            text.append(BigDecimal.valueOf(number).toPlainString());
        } else if (value instanceof Optional<?> optional) {
            write(optional.orElse(null), text);
        } else if (value instanceof OptionalLong number) {
            text.append(number.orElse(0));
        } else if (value instanceof Collection<?> values) {
            text.append(array(values));
        } else if (value instanceof Map<?, ?> map) {
            text.append(object(map.entrySet().stream()
                    .flatMap(each -> Stream.of(each.getKey(), each.getValue()))
                    .toArray()));
        } else if (value instanceof Enum<?> word) {
            JsonTree.quote(Words.word(word), text);
        } else if (value instanceof Record record && !(record instanceof Rate)) {
            text.append(of(record));
        } else if (value == null) {
            text.append("null");
        } else {
            JsonTree.quote(value.toString(), text);
        }
    }

    /** The text. */
    @Override
    public String toString() {
        return text;
    }
}
