package io.github.ostiary.architecture;

import io.github.ostiary.architecture.ClassFiles.Edge;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Which package may import what. */
final class PackageTable {

    /*
     * A name without a dot is one of our own packages, exactly; one with a dot is a package with all below it, or a
     * class. Beyond its row, every package may use java.* from java.base and the annotations of jspecify. What a module
     * may know is held by the compiler: a package that has one to itself may use each library of its pom. The pool is what
     * Jedis's own API hands out.
     */
    private static final String LIBRARIES = "its module's libraries";

    private static final Map<String, Set<String>> ROWS = Map.ofEntries(
            row("root", "text", "jakarta.ejb.ApplicationException", "jakarta.interceptor.InterceptorBinding"),
            row("text", "javax.crypto"),
            row("trial", "root", "text", "operator", "store"),
            row("store", "root", "text", "operator"),
            row("edge", "root", "text"),
            row("operator", "root", "text"),
            row("algorithm", "root", "store", "text"),
            row("identity", "root", "text"),
            row("local", "root", "text", "store", "algorithm", "com.github.benmanes.caffeine"),
            row(
                    "redis",
                    "root",
                    "text",
                    "operator",
                    "store",
                    "redis.clients.jedis",
                    "org.apache.commons.pool2",
                    "javax.net.ssl"),
            row("rule", "root", "text", "store", "edge", "operator"),
            row("lease", "root", "text", "store"),
            row("tier", "root text operator store lease local redis rule engine config setup".split(" ")),
            row("engine", "root", "text", "store", "edge", "lease", "rule", "operator"),
            row("notice", "root", "text", "store", "rule", "engine", "operator"),
            row("watch", "root text store edge rule engine notice trial operator".split(" ")),
            row("explain", "root text operator store edge rule engine".split(" ")),
            row(
                    "book",
                    "root text operator store identity rule trial engine notice watch explain config setup metrics operate"
                            .split(" ")),
            row("config", "root", "text", "store", "edge", "identity", "rule", "operator"),
            row(
                    "metrics",
                    "root",
                    "text",
                    "edge",
                    "operator",
                    "rule",
                    "engine",
                    "config",
                    "setup",
                    "javax.management",
                    "java.lang.management.ManagementFactory",
                    "io.micrometer.core",
                    "org.eclipse.microprofile.metrics",
                    "io.opentelemetry.api",
                    "io.opentelemetry.context"),
            row(
                    "setup",
                    "root text operator store edge algorithm identity local rule lease engine notice config org.eclipse.microprofile.config"
                            .split(" ")),
            row(
                    "operate",
                    "root",
                    "text",
                    "operator",
                    "config",
                    "java.lang.management.ManagementFactory",
                    "javax.management"),
            row(
                    "command",
                    "root",
                    "text",
                    "operator",
                    "config",
                    "setup",
                    "operate",
                    "java.util.logging.Level",
                    "java.util.logging.Logger"),
            row("login", "root", "text", "edge", "setup", "servlet", LIBRARIES),
            row("console", "root", "text", "operator", "edge", "setup", "operate", "servlet", "jakarta.servlet"),
            row(
                    "captcha",
                    "root",
                    "text",
                    "edge",
                    "config",
                    "setup",
                    "java.net.http.HttpClient",
                    "java.net.http.HttpClient$Builder",
                    "java.net.http.HttpClient$Redirect",
                    "java.net.http.HttpRequest",
                    "java.net.http.HttpRequest$Builder",
                    "java.net.http.HttpRequest$BodyPublisher",
                    "java.net.http.HttpRequest$BodyPublishers",
                    "java.net.http.HttpResponse",
                    "java.net.http.HttpResponse$BodyHandler",
                    "java.net.http.HttpResponse$BodySubscriber",
                    "java.net.http.HttpResponse$ResponseInfo"),
            row("vertx", "root", "text", "edge", "setup", "http", "interceptor", LIBRARIES),
            row("http", "root", "text", "edge", "setup", "com.fasterxml.jackson.core"),
            row("servlet", "root", "text", "edge", "setup", "http", "jakarta.servlet", "jakarta.enterprise.inject.spi"),
            row("interceptor", "root", "text", "edge", "operator", "setup", "javax.naming", LIBRARIES),
            row("jaxrs", "root", "text", "edge", "setup", "interceptor", "http", "servlet", LIBRARIES),
            row(
                    "spring",
                    "root",
                    "text",
                    "config",
                    "console",
                    "operate",
                    "operator",
                    "edge",
                    "setup",
                    "interceptor",
                    "login",
                    "servlet",
                    LIBRARIES));

    private static Map.Entry<String, Set<String>> row(String room, String... mayImport) {
        return Map.entry(room, Set.of(mayImport));
    }

    private static final String ROOT = "io.github.ostiary";

    /** Packages that all others may import. */
    static final Set<String> EVERYWHERE = Set.of("root", "text");

    private PackageTable() {}

    /** Which of our own packages each may import. */
    static Map<String, Set<String>> ours() {
        Map<String, Set<String>> ours = new TreeMap<>();
        ROWS.forEach((room, row) ->
                ours.put(room, row.stream().filter(ROWS::containsKey).collect(Collectors.toCollection(TreeSet::new))));
        return ours;
    }

    /**
     * The same as a drawing for Mermaid: an arrow for each import that does not follow from others. Root and text, which
     * all others import, are left out.
     */
    static String picture() {
        Map<String, Set<String>> graph = ours();
        graph.keySet().removeAll(EVERYWHERE);
        graph.values().forEach(row -> row.removeAll(EVERYWHERE));
        StringBuilder drawing = new StringBuilder("flowchart TD\n");
        graph.forEach((from, row) -> {
            row.stream()
                    .filter(to -> row.stream().noneMatch(over -> leads(graph, over, to)))
                    .forEach(to -> drawing.append("    ")
                            .append(from)
                            .append(" --> ")
                            .append(to)
                            .append('\n'));
        });
        return drawing.toString();
    }

    /** Whether one package imports another, directly or by way of others. */
    private static boolean leads(Map<String, Set<String>> graph, String from, String to) {
        Set<String> row = graph.getOrDefault(from, Set.of());
        return row.contains(to) || row.stream().anyMatch(next -> leads(graph, next, to));
    }

    /** The edges that are in no row. */
    static List<Edge> violations(List<Edge> edges) {
        return edges.stream().filter(edge -> !allows(edge)).toList();
    }

    private static boolean allows(Edge edge) {
        String from = ours(edge.from());
        Set<String> row = ROWS.get(from);
        if (row == null) {
            return false;
        }
        String to = edge.to();
        if (isOurs(to)) {
            return ours(to).equals(from) || row.contains(ours(to));
        }
        if (to.startsWith("java.")) {
            return edge.module().equals("java.base") || row.contains(to);
        }
        return to.startsWith("org.jspecify.annotations.")
                || edge.module().equals("not found") && row.contains(LIBRARIES)
                || row.stream().anyMatch(name -> to.equals(name) || name.contains(".") && to.startsWith(name + "."));
    }

    /** Our packages that lie on a circle, or lead into one. */
    static Set<String> circles(List<Edge> edges) {
        Map<String, Set<String>> graph = graph(edges);
        boolean shrinks = true;
        while (shrinks) {
            Set<String> ends = graph.keySet().stream()
                    .filter(name -> graph.get(name).stream().noneMatch(graph::containsKey))
                    .collect(Collectors.toSet());
            shrinks = graph.keySet().removeAll(ends);
        }
        return new TreeSet<>(graph.keySet());
    }

    /** Our packages that one of them needs, directly or by way of others. */
    static Set<String> reachable(List<Edge> edges, String from) {
        Map<String, Set<String>> graph = graph(edges);
        Set<String> reached = new TreeSet<>();
        Deque<String> open = new ArrayDeque<>(graph.getOrDefault(from, Set.of()));
        while (!open.isEmpty()) {
            String next = open.pop();
            if (reached.add(next)) {
                open.addAll(graph.getOrDefault(next, Set.of()));
            }
        }
        return reached;
    }

    private static Map<String, Set<String>> graph(List<Edge> edges) {
        Map<String, Set<String>> graph = new HashMap<>();
        for (Edge edge : edges) {
            if (isOurs(edge.from()) && isOurs(edge.to()) && !ours(edge.from()).equals(ours(edge.to()))) {
                graph.computeIfAbsent(ours(edge.from()), name -> new HashSet<>())
                        .add(ours(edge.to()));
            }
        }
        return graph;
    }

    static boolean isOurs(String type) {
        return type.startsWith(ROOT + ".");
    }

    /** The package of a class as the table calls it. */
    static String ours(String type) {
        String name = type.substring(0, type.lastIndexOf('.'));
        return name.equals(ROOT) ? "root" : name.startsWith(ROOT + ".") ? name.substring(ROOT.length() + 1) : name;
    }
}
