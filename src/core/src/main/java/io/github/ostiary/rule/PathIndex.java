package io.github.ostiary.rule;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The rules of a path, found in time that depends on the path's length and the number of rules found, not on the number
 * there are: a tree over segments, and a table of suffixes, of which none longer than the longest is looked up. Built once, then safe for all threads.
 *
 * @param <R> a rule
 */
final class PathIndex<R> {

    /** A segment of patterns, and what goes on behind it. */
    private static final class Branch<R> {

        final String name;

        /** Found by the hash of their names: looking one up makes no text of a part of a path. Never full. */
        @Nullable
        Branch<R>[] children = table(2);

        int named;

        @Nullable
        Branch<R> any;

        List<R> exact = List.of();
        List<R> subtree = List.of();

        Branch(String name) {
            this.name = name;
        }

        Branch<R> make(String segment) {
            Branch<R> known = child(this, segment, 0, segment.length());
            if (known != null) {
                return known;
            }
            if (2 * ++named > children.length) {
                @Nullable Branch<R>[] fewer = children;
                children = table(2 * fewer.length);
                for (Branch<R> child : fewer) {
                    if (child != null) {
                        put(child);
                    }
                }
            }
            Branch<R> made = new Branch<>(segment);
            put(made);
            return made;
        }

        private void put(Branch<R> child) {
            int place = child.name.hashCode() & children.length - 1;
            while (children[place] != null) {
                place = place + 1 & children.length - 1;
            }
            children[place] = child;
        }

        @SuppressWarnings("unchecked")
        private static <R> @Nullable Branch<R>[] table(int places) {
            return (Branch<R>[]) new Branch<?>[places];
        }
    }

    private final Branch<R> root = new Branch<>("");
    private final Map<String, List<R>> suffixes = new HashMap<>();
    private int longestSuffix;
    private boolean mayRepeat;

    /** Adds a rule under each of its patterns. */
    void add(List<PathPattern> patterns, R rule) {
        for (PathPattern pattern : patterns) {
            add(pattern, rule);
        }
        mayRepeat |= patterns.size() > 1;
    }

    private void add(PathPattern pattern, R rule) {
        if (!pattern.suffix().isEmpty()) {
            longestSuffix = Math.max(longestSuffix, pattern.suffix().length());
            suffixes.merge(pattern.suffix(), List.of(rule), PathIndex::both);
            return;
        }
        Branch<R> node = root;
        for (String segment : pattern.segments()) {
            node = segment.equals("*") ? any(node) : node.make(segment);
        }
        if (pattern.subtree()) {
            node.subtree = both(node.subtree, List.of(rule));
        } else {
            node.exact = both(node.exact, List.of(rule));
        }
    }

    private static <R> Branch<R> any(Branch<R> node) {
        Branch<R> any = node.any;
        if (any == null) {
            any = new Branch<>("*");
            node.any = any;
        }
        return any;
    }

    /** All rules with a pattern that matches, each once; not to be changed. */
    List<R> find(String path) {
        List<R> found = below(root, path, 1, List.of());
        if (!suffixes.isEmpty()) {
            int from = Math.max(path.lastIndexOf('/') + 1, path.length() - longestSuffix);
            for (int dot = path.indexOf('.', from); dot >= 0; dot = path.indexOf('.', dot + 1)) {
                found = both(found, suffixes.getOrDefault(path.substring(dot), List.of()));
            }
        }
        return mayRepeat ? distinct(found) : found;
    }

    /** The rules that were found, and those below a branch from a place in the path on; empty segments do not count. */
    private static <R> List<R> below(Branch<R> node, String path, int place, List<R> before) {
        List<R> found = both(before, node.subtree);
        int start = place;
        while (start < path.length() && path.charAt(start) == '/') {
            start++;
        }
        if (start >= path.length()) {
            return both(found, node.exact);
        }
        if (node.named == 0 && node.any == null) {
            return found;
        }
        int slash = path.indexOf('/', start);
        int end = slash < 0 ? path.length() : slash;
        Branch<R> child = child(node, path, start, end);
        if (child != null) {
            found = below(child, path, end + 1, found);
        }
        return node.any == null ? found : below(node.any, path, end + 1, found);
    }

    /** A branch's child of that part of a path; null if there is none. */
    private static <R> @Nullable Branch<R> child(Branch<R> node, String path, int start, int end) {
        int hash = 0;
        for (int i = start; i < end; i++) {
            hash = 31 * hash + path.charAt(i);
        }
        int length = end - start;
        int last = node.children.length - 1;
        int place = hash & last;
        Branch<R> child = node.children[place];
        while (child != null && !(child.name.length() == length && path.startsWith(child.name, start))) {
            place = place + 1 & last;
            child = node.children[place];
        }
        return child;
    }

    private static <R> List<R> both(List<R> one, List<R> other) {
        if (one.isEmpty() || other.isEmpty()) {
            return one.isEmpty() ? other : one;
        }
        List<R> both = new ArrayList<>(one.size() + other.size());
        both.addAll(one);
        both.addAll(other);
        return both;
    }

    private static <R> List<R> distinct(List<R> found) {
        if (found.size() < 2) {
            return found;
        }
        Set<R> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        List<R> distinct = new ArrayList<>(found.size());
        for (R rule : found) {
            if (seen.add(rule)) {
                distinct.add(rule);
            }
        }
        return distinct;
    }
}
