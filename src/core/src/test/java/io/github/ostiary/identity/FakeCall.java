package io.github.ostiary.identity;

import io.github.ostiary.CallContext;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A call as a test describes it. */
final class FakeCall implements CallContext {

    private final Map<String, List<String>> values = new HashMap<>();
    private final Map<String, Object> objects = new HashMap<>();
    private final Set<String> roles = new HashSet<>();
    private final Map<String, String> single = new HashMap<>();
    private int parameterReads;

    static FakeCall bean() {
        return new FakeCall();
    }

    static FakeCall from(String peer) {
        return new FakeCall().with("peer", peer);
    }

    /** One of path, peer, host, principal, session. */
    FakeCall with(String what, String value) {
        single.put(what, value);
        return this;
    }

    FakeCall header(String name, String... lines) {
        return add("header " + name.toLowerCase(Locale.ROOT), lines);
    }

    FakeCall cookie(String name, String... all) {
        return add("cookie " + name, all);
    }

    FakeCall param(String name, String... all) {
        return add("param " + name, all);
    }

    /** A body of JSON with such a member. */
    FakeCall json(String path, String value) {
        return body("json").add("json " + path, value);
    }

    /** A body that is a form, JSON, or something else. */
    FakeCall body(String type) {
        return with("body", type);
    }

    FakeCall attribute(String name, Object value) {
        objects.put("attribute " + name, value);
        return this;
    }

    FakeCall arg(String name, Object value) {
        objects.put("arg " + name, value);
        return this;
    }

    FakeCall role(String role) {
        roles.add(role);
        return this;
    }

    int parameterReads() {
        return parameterReads;
    }

    private FakeCall add(String name, String... all) {
        values.computeIfAbsent(name, n -> new ArrayList<>()).addAll(List.of(all));
        return this;
    }

    @Override
    public Optional<String> path() {
        return Optional.ofNullable(single.get("path"));
    }

    @Override
    public Optional<String> peer() {
        return Optional.ofNullable(single.get("peer"));
    }

    @Override
    public Optional<String> host() {
        return Optional.ofNullable(single.get("host"));
    }

    @Override
    public Optional<String> principal() {
        return Optional.ofNullable(single.get("principal"));
    }

    @Override
    public Optional<String> session() {
        return Optional.ofNullable(single.get("session"));
    }

    @Override
    public List<String> headers(String name) {
        return values.getOrDefault("header " + name.toLowerCase(Locale.ROOT), List.of());
    }

    @Override
    public List<String> cookies(String name) {
        return values.getOrDefault("cookie " + name, List.of());
    }

    @Override
    public List<String> parameters(String name) {
        parameterReads++;
        return values.getOrDefault("param " + name, List.of());
    }

    @Override
    public boolean mayHideParameter(String name) {
        return !single.getOrDefault("body", "form").equals("form");
    }

    @Override
    public List<String> jsonValues(String path) {
        return values.getOrDefault("json " + path, List.of());
    }

    @Override
    public boolean mayHideJson(String path) {
        return !single.getOrDefault("body", "json").equals("json");
    }

    @Override
    public @Nullable Object attribute(String name) {
        return objects.get("attribute " + name);
    }

    @Override
    public @Nullable Object argument(String name) {
        return objects.get("arg " + name);
    }

    @Override
    public boolean inRole(String role) {
        return roles.contains(role);
    }
}
