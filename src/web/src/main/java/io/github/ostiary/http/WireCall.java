package io.github.ostiary.http;

import io.github.ostiary.CallContext;
import io.github.ostiary.edge.Admission;
import io.github.ostiary.edge.ArrivingCall;
import io.github.ostiary.setup.EndingCall;
import io.github.ostiary.setup.SignInForms;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A request of which the server reports what came over the wire, and nothing that a servlet container would make of it: path,
 * cookies, parameters and members of JSON are read here, alike for all such servers. Its path is read once, so that it stays
 * what was asked for.
 */
public abstract class WireCall implements ArrivingCall, EndingCall {

    private final WirePath path;
    private final @Nullable String query;
    private final RuleSnapshot rules;
    private final WireBody body;
    private @Nullable GuardedExchange exchange;
    private volatile boolean ended;
    private volatile @Nullable List<Admission> admissions;

    /** Whether a rule has asked what a body may hide. */
    private boolean bodyMatters;

    /**
     * Looks at a request.
     *
     * @param rawPath from the root of the server, not decoded
     * @param rawQuery not decoded; null if there is none
     * @param rules in force when it came
     * @throws io.github.ostiary.MalformedCallException if its path cannot be matched safely
     */
    protected WireCall(String rawPath, @Nullable String rawQuery, RuleSnapshot rules) {
        this.path = WirePath.of(rawPath);
        this.query = rawQuery;
        this.rules = rules;
        this.body = new WireBody(this, rules.edge.bodies().jsonBytes());
    }

    /**
     * Reads the body from its beginning, and leaves all of it to those behind. Asked once.
     *
     * @param most how many bytes are read
     * @return fewer only if that is the whole
     * @throws IOException if the caller is gone, or sends what is no body
     */
    protected abstract byte[] firstBytes(int most) throws IOException;

    /**
     * Whether there may be a body that no header announces, as from HTTP/2 on.
     *
     * @return true if it is not known
     */
    protected abstract boolean mayCarryBodyUnannounced();

    /**
     * Whether the application must find no body: a rule has asked for a value that a body may hide, and no body was announced,
     * so that no rule has counted by it.
     *
     * @return true mostly for requests that have none
     */
    protected final boolean mustHaveNoBody() {
        return bodyMatters && !body.isThere();
    }

    /**
     * Returns what the application has attached to the request.
     *
     * @param name exact
     * @return null if nothing
     */
    protected abstract @Nullable Object property(String name);

    /**
     * The server's own objects behind the request.
     *
     * @param type of one of them
     * @param <T> that type
     * @return empty if there is none
     */
    protected abstract <T> Optional<T> platform(Class<T> type);

    /** Says by what the request is decided and answered. */
    final void passesBy(GuardedExchange way) {
        exchange = way;
    }

    @Override
    public final <T> Optional<T> unwrap(Class<T> type) {
        if (type == JsonText.class) {
            return Optional.ofNullable(type.cast(body.jsonIfRead()));
        }
        return type == GuardedExchange.class ? Optional.ofNullable(type.cast(exchange)) : platform(type);
    }

    /** Says what the request was admitted to, for beans behind that the same rules are about. */
    final void admitted(List<Admission> all) {
        admissions = all;
    }

    @Override
    public final @Nullable Object attribute(String name) {
        return name.equals(Admission.ADMISSIONS) ? admissions : property(name);
    }

    /** Says that the request is over: threads that still know it work on another. */
    final void end() {
        ended = true;
    }

    @Override
    public final boolean hasEnded() {
        return ended;
    }

    @Override
    public final CallContext head() {
        return body.isThere() ? new RequestHead(this) : this;
    }

    @Override
    public final Optional<String> path() {
        return Optional.of(path.path());
    }

    @Override
    public final List<String> pathAliases() {
        return path.aliases();
    }

    @Override
    public Optional<String> host() {
        List<String> lines = headers("Host");
        if (lines.isEmpty()) {
            return Optional.empty();
        }
        String named = lines.get(0);
        int port = named.lastIndexOf(':');
        boolean hasPort = port > named.lastIndexOf(']');
        return Optional.of((hasPort ? named.substring(0, port) : named).toLowerCase(Locale.ROOT));
    }

    @Override
    public final List<String> cookies(String name) {
        List<String> values = CookieHeader.values(headers("Cookie"), name);
        if (values.size() > 1) {
            return values;
        }
        String found = cookie(name, values.isEmpty() ? null : values.get(0));
        return found == null ? List.of() : List.of(found);
    }

    /**
     * The value of a cookie as the server at hand finds it.
     *
     * @param name exact
     * @param read the one that is in the header; null if none is
     * @return null if there is none
     */
    protected @Nullable String cookie(String name, @Nullable String read) {
        return read;
    }

    @Override
    public final List<String> parameters(String name) {
        List<String> values = query == null ? List.of() : inQuery(query, name);
        @Nullable String form = body.form();
        if (form == null) {
            return values;
        }
        List<String> all = new ArrayList<>(values);
        all.addAll(inForm(form, name));
        @Nullable SignInForms forms = rules.forms;
        if (forms != null && forms.wonder(name)) {
            forms.posted(name, path.path(), WireBody.names(query == null ? form : query + '&' + form));
        }
        return all;
    }

    /**
     * Finds the values of a parameter as the server at hand does.
     *
     * @param raw query, not decoded
     * @param name of the parameter
     * @return in order
     * @throws io.github.ostiary.MalformedCallException if there are two ways of reading it
     */
    protected List<String> inQuery(String raw, String name) {
        return QueryString.values(raw, name);
    }

    /**
     * Finds the values of a field as the server at hand does.
     *
     * @param raw form, not decoded
     * @param name of the field
     * @return in order
     * @throws io.github.ostiary.MalformedCallException if there are two ways of reading it
     */
    protected List<String> inForm(String raw, String name) {
        return QueryString.values(raw, name);
    }

    @Override
    public final boolean mayHideParameter(String name) {
        bodyMatters = true;
        return body.hidesFields();
    }

    @Override
    public final List<String> jsonValues(String name) {
        String value = body.json().value(name);
        return value == null ? List.of() : List.of(value);
    }

    @Override
    public final boolean mayHideJson(String name) {
        bodyMatters = true;
        return body.json().mayHide(name);
    }
}
