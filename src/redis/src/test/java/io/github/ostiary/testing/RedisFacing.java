package io.github.ostiary.testing;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import org.junit.platform.engine.FilterResult;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.PostDiscoveryFilter;

/**
 * The runs of the tests for a redis-server from outside, the one on the PATH or a file: only those whose classes lead to {@link RedisBinary},
 * as jdeps sees it, so that none has to be marked and none forgotten; nothing at all where there is no such server. Every
 * other run is left as it is.
 */
public final class RedisFacing implements PostDiscoveryFilter {

    private static final Pattern EDGE = Pattern.compile("^\\s+(\\S+)\\s+->\\s+(io\\.github\\.ostiary\\.\\S+)\\s.*$");

    private final boolean active = RedisBinary.fromOutside();
    private final Set<String> facing = active && RedisBinary.outside().isPresent() ? facing() : Set.of();

    @Override
    public FilterResult apply(TestDescriptor test) {
        return FilterResult.includedIf(!active
                || test.getSource()
                        .map(source -> source instanceof MethodSource method
                                ? facing.contains(method.getClassName())
                                : !(source instanceof ClassSource type) || facing.contains(type.getClassName()))
                        .orElse(true));
    }

    private static Set<String> facing() {
        Map<String, Set<String>> users = new HashMap<>();
        StringWriter edges = new StringWriter();
        List<String> arguments = new ArrayList<>(List.of("-verbose:class", "-filter:none"));
        Modules.all("target/test-classes").forEach(classes -> arguments.add(classes.toString()));
        int status = ToolProvider.findFirst("jdeps")
                .orElseThrow()
                .run(new PrintWriter(edges), new PrintWriter(System.err), arguments.toArray(String[]::new));
        if (status != 0) {
            throw new IllegalStateException("jdeps answered " + status);
        }
        edges.toString().lines().map(EDGE::matcher).filter(Matcher::matches).forEach(edge -> users.computeIfAbsent(
                        edge.group(2), to -> new HashSet<>())
                .add(edge.group(1)));
        Set<String> found = new HashSet<>();
        Deque<String> open = new ArrayDeque<>(Set.of(RedisBinary.class.getName()));
        while (!open.isEmpty()) {
            String type = open.remove();
            if (found.add(type)) {
                open.addAll(users.getOrDefault(type, Set.of()));
                // A nested class belongs to the test around it.
                if (type.contains("$")) {
                    open.add(type.substring(0, type.lastIndexOf('$')));
                }
            }
        }
        return found;
    }
}
