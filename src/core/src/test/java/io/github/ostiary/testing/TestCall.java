package io.github.ostiary.testing;

import io.github.ostiary.CallContext;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A request made up by a test; from 1.2.3.4 unless it says otherwise. */
public final class TestCall implements CallContext {

    private final String method;
    private final String path;
    private final Map<String, List<String>> headers = new TreeMap<>();
    private final Map<String, List<String>> parameters = new HashMap<>();
    private final Map<String, String> cookies = new HashMap<>();
    private final Map<String, String> members = new HashMap<>();
    private final Map<String, Object> attributes = new HashMap<>();
    private String peer = "1.2.3.4";
    private Optional<String> principal = Optional.empty();
    private Optional<String> host = Optional.empty();

    public TestCall(String method, String path) {
        this.method = method;
        this.path = path;
    }

    public TestCall from(String address) {
        peer = address;
        return this;
    }

    public TestCall host(String name) {
        host = Optional.of(name);
        return this;
    }

    public TestCall as(String user) {
        principal = Optional.of(user);
        return this;
    }

    public TestCall header(String name, String value) {
        headers.computeIfAbsent(name.toLowerCase(Locale.ROOT), any -> new ArrayList<>())
                .add(value);
        return this;
    }

    public TestCall cookie(String name, String value) {
        cookies.put(name, value);
        return this;
    }

    public TestCall param(String name, String value) {
        parameters.computeIfAbsent(name, any -> new ArrayList<>()).add(value);
        return this;
    }

    /** A body of JSON with such a member. */
    public TestCall json(String member, String value) {
        members.put(member, value);
        return this;
    }

    public TestCall attribute(String name, Object value) {
        attributes.put(name, value);
        return this;
    }

    @Override
    public Optional<String> path() {
        return Optional.of(path);
    }

    @Override
    public Optional<String> method() {
        return Optional.of(method);
    }

    @Override
    public Optional<String> peer() {
        return Optional.of(peer);
    }

    @Override
    public Optional<String> host() {
        return host;
    }

    @Override
    public Optional<String> principal() {
        return principal;
    }

    @Override
    public List<String> headers(String name) {
        return headers.getOrDefault(name.toLowerCase(Locale.ROOT), List.of());
    }

    @Override
    public List<String> cookies(String name) {
        return Optional.ofNullable(cookies.get(name)).stream().toList();
    }

    @Override
    public List<String> parameters(String name) {
        return parameters.getOrDefault(name, List.of());
    }

    @Override
    public List<String> jsonValues(String member) {
        return Optional.ofNullable(members.get(member)).stream().toList();
    }

    @Override
    public @Nullable Object attribute(String name) {
        return attributes.get(name);
    }
}
