package io.github.ostiary.rule;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds the rules of a path in time that depends on the path's length and the number of rules found, not on the number
 * there are: a tree over segments, and a table of suffixes, of which none longer than the longest is looked up. Built once, then safe for all threads.
 *
 * @param <R> a rule
 */
final class PathIndex<R> {

    private static final class Branch<R> {
        final Map<String, Branch<R>> children = new HashMap<>();

        @Nullable
        Branch<R> any;

        final List<R> exact = new ArrayList<>();
        final List<R> subtree = new ArrayList<>();
    }

    private final Branch<R> root = new Branch<>();
    private final Map<String, List<R>> suffixes = new HashMap<>();
    private int longestSuffix;

    void add(PathPattern pattern, R rule) {
        if (!pattern.suffix().isEmpty()) {
            longestSuffix = Math.max(longestSuffix, pattern.suffix().length());
            suffixes.computeIfAbsent(pattern.suffix(), suffix -> new ArrayList<>())
                    .add(rule);
            return;
        }
        Branch<R> node = root;
        for (String segment : pattern.segments()) {
            node = segment.equals("*") ? any(node) : node.children.computeIfAbsent(segment, name -> new Branch<>());
        }
        (pattern.subtree() ? node.subtree : node.exact).add(rule);
    }

    private static <R> Branch<R> any(Branch<R> node) {
        Branch<R> any = node.any;
        if (any == null) {
            any = new Branch<>();
            node.any = any;
        }
        return any;
    }

    /** All rules with a pattern that matches, each once. */
    Set<R> find(String path) {
        Set<R> found = new LinkedHashSet<>();
        collect(root, PathPattern.segments(path), 0, found);
        if (!suffixes.isEmpty()) {
            int from = Math.max(path.lastIndexOf('/') + 1, path.length() - longestSuffix);
            for (int dot = path.indexOf('.', from); dot >= 0; dot = path.indexOf('.', dot + 1)) {
                found.addAll(suffixes.getOrDefault(path.substring(dot), List.of()));
            }
        }
        return found;
    }

    private static <R> void collect(Branch<R> node, List<String> segments, int depth, Set<R> found) {
        found.addAll(node.subtree);
        if (depth == segments.size()) {
            found.addAll(node.exact);
            return;
        }
        Branch<R> child = node.children.get(segments.get(depth));
        if (child != null) {
            collect(child, segments, depth + 1, found);
        }
        if (node.any != null) {
            collect(node.any, segments, depth + 1, found);
        }
    }
}
