package io.github.ostiary.architecture;

import io.github.ostiary.architecture.ClassFiles.Edge;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Which package is in which module, and what modules may know. */
final class ModuleTable {

    /**
     * A module.
     *
     * @param packages in it
     * @param knows other modules
     * @param libraries packages of others, with all below them, beside the JDK's and jspecify's
     */
    record Module(Set<String> packages, Set<String> knows, Set<String> libraries) {}

    private static final Map<String, Module> MODULES = Map.of(
            "core",
            module(
                    "root text store edge operator algorithm local identity rule lease engine config setup",
                    "",
                    "com.github.benmanes.caffeine jakarta.ejb jakarta.interceptor org.eclipse.microprofile.config"),
            "redis",
            module("redis tier", "core", "redis.clients.jedis org.apache.commons.pool2"),
            "web",
            module("http servlet", "core", "jakarta.servlet jakarta.enterprise com.fasterxml.jackson.core"),
            "beans",
            module(
                    "interceptor",
                    "core",
                    "jakarta.interceptor jakarta.enterprise jakarta.inject jakarta.annotation jakarta.ejb"
                            + " jakarta.security.enterprise org.eclipse.microprofile.health"),
            "login",
            module(
                    "login",
                    "core web",
                    "jakarta.servlet jakarta.enterprise jakarta.interceptor jakarta.security.enterprise"),
            "jaxrs",
            module("jaxrs", "core web beans", "jakarta.ws.rs jakarta.annotation jakarta.servlet jakarta.enterprise"),
            "vertx",
            module("vertx", "core web beans", "io.vertx io.netty jakarta.enterprise"),
            "operators",
            module(
                    "operate watch trial command console metrics",
                    "core web",
                    "jakarta.servlet io.micrometer org.eclipse.microprofile.metrics io.opentelemetry.api"),
            "spring",
            module(
                    "spring",
                    "core web beans login operators",
                    "org.springframework org.aopalliance io.micrometer jakarta.servlet"));

    private ModuleTable() {}

    private static Module module(String packages, String knows, String libraries) {
        return new Module(words(packages), words(knows), words(libraries));
    }

    private static Set<String> words(String text) {
        return Stream.of(text.split(" "))
                .filter(word -> !word.isEmpty())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    static Map<String, Module> modules() {
        return MODULES;
    }

    /** The module of a package; empty for none. */
    static String of(String room) {
        return MODULES.entrySet().stream()
                .filter(module -> module.getValue().packages().contains(room))
                .map(Map.Entry::getKey)
                .findFirst()
                .orElse("");
    }

    /** What is known that may not be, each as two packages, or as a package and a foreign type. */
    static Set<String> violations(List<Edge> edges) {
        return edges.stream()
                .filter(edge -> PackageTable.isOurs(edge.from()) && !allows(edge))
                .map(edge -> PackageTable.ours(edge.from()) + " -> "
                        + (PackageTable.isOurs(edge.to()) ? PackageTable.ours(edge.to()) : edge.to()))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static boolean allows(Edge edge) {
        String from = of(PackageTable.ours(edge.from()));
        Module module = MODULES.get(from);
        if (module == null) {
            return false;
        }
        if (PackageTable.isOurs(edge.to())) {
            String to = of(PackageTable.ours(edge.to()));
            return to.equals(from) || module.knows().contains(to);
        }
        return !edge.module().equals("not found")
                || edge.to().startsWith("org.jspecify.annotations.")
                || module.libraries().stream().anyMatch(name -> edge.to().startsWith(name + "."));
    }
}
