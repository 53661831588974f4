package io.github.ostiary.text;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * JSON as a tree of lists, maps, texts, numbers ({@link Long}, or {@link Double} for others), booleans, and {@link Optional#empty} for null. It is read in
 * space and depth that are bounded, and no member may have the name of another.
 */
public final class JsonTree {

    private static final int DEEPEST = 20;
    private static final int LONGEST_NUMBER = 25;
    private static final Pattern WHOLE = Pattern.compile("-?[0-9]{1,18}");
    private static final String ESCAPES = "\"\\/bfnrt";
    private static final String ESCAPED = "\"\\/\b\f\n\r\t";

    private final String text;
    private int at;

    private JsonTree(String text) {
        this.text = text;
    }

    /** Writes a tree. */
    public static void write(Object tree, StringBuilder out) {
        if (tree instanceof Collection<?> list) {
            out.append('[');
            list.forEach(each -> write(each, comma(out, '[')));
            out.append(']');
        } else if (tree instanceof Map<?, ?> map) {
            out.append('{');
            map.forEach((name, value) -> {
                write(name, comma(out, '{'));
                write(value, out.append(':'));
            });
            out.append('}');
        } else if (tree instanceof String string) {
            quote(string, out);
        } else {
            out.append(tree.equals(Optional.empty()) ? "null" : tree);
        }
    }

    private static StringBuilder comma(StringBuilder out, char before) {
        return out.charAt(out.length() - 1) == before ? out : out.append(',');
    }

    /** Writes a string, with its quotes: in ASCII, and with nothing that begins or ends an element of a page. */
    public static void quote(String string, StringBuilder out) {
        out.append('"');
        for (int i = 0; i < string.length(); i++) {
            char c = string.charAt(i);
            if (c == '"' || c == '\\') {
                out.append('\\').append(c);
            } else if (c < ' ' || c > '~' || c == '<' || c == '>' || c == '&') {
                out.append("\\u%04x".formatted((int) c));
            } else {
                out.append(c);
            }
        }
        out.append('"');
    }

    /**
     * Reads a tree.
     *
     * @throws IllegalArgumentException if the text is none
     */
    public static Object read(String text) {
        JsonTree reader = new JsonTree(text);
        Object tree = reader.value(0);
        reader.skipSpace();
        reader.check(reader.at == text.length());
        return tree;
    }

    private void check(boolean right) {
        if (!right) {
            throw new IllegalArgumentException("no JSON at character " + at);
        }
    }

    private char next() {
        check(at < text.length());
        return text.charAt(at++);
    }

    private void skipSpace() {
        while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
    }

    /** Whether that was next, behind white space. */
    private boolean took(String word) {
        skipSpace();
        boolean there = text.startsWith(word, at);
        at += there ? word.length() : 0;
        return there;
    }

    private Object value(int depth) {
        check(depth < DEEPEST);
        if (took("[")) {
            List<Object> list = new ArrayList<>();
            while (!took("]")) {
                check(list.isEmpty() || took(","));
                list.add(value(depth + 1));
            }
            return list;
        } else if (took("{")) {
            Map<String, Object> map = new HashMap<>();
            while (!took("}")) {
                check((map.isEmpty() || took(",")) && took("\""));
                String name = string();
                check(took(":") && !map.containsKey(name));
                map.put(name, value(depth + 1));
            }
            return map;
        } else if (took("\"")) {
            return string();
        }
        return took("null")
                ? Optional.empty()
                : took("true") ? (Object) true : took("false") ? (Object) false : number();
    }

    private String string() {
        StringBuilder string = new StringBuilder();
        for (char c = next(); c != '"'; c = next()) {
            check(c >= ' ');
            string.append(c == '\\' ? escaped(next()) : c);
        }
        return string.toString();
    }

    private char escaped(char kind) {
        if (kind == 'u') {
            at += 4;
            check(at <= text.length());
            return (char) HexFormat.fromHexDigits(text, at - 4, at);
        }
        check(ESCAPES.indexOf(kind) >= 0);
        return ESCAPED.charAt(ESCAPES.indexOf(kind));
    }

    private Object number() {
        int from = at;
        while (at < text.length() && "0123456789+-.eE".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
        String number = text.substring(from, at);
        check(number.length() <= LONGEST_NUMBER);
        return WHOLE.matcher(number).matches() ? (Object) Long.valueOf(number) : (Object) Double.valueOf(number);
    }
}
