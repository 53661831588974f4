package io.github.ostiary.servlet;

import io.github.ostiary.CallContext;
import io.github.ostiary.MalformedCallException;
import io.github.ostiary.edge.ArrivingCall;
import io.github.ostiary.http.CookieHeader;
import io.github.ostiary.http.JsonText;
import io.github.ostiary.http.RequestHead;
import io.github.ostiary.http.RequestPath;
import io.github.ostiary.setup.SignInForms;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.ServletRequestWrapper;
import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpSession;
import java.security.Principal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A servlet request as rules see it. Its path is read once, so that it stays what was asked for. */
final class HttpCallContext implements ArrivingCall {

    /** The request; those behind get another, once its body was read. */
    private HttpServletRequest request;

    private final @Nullable HttpServletResponse response;
    private final Deployment deployment;
    private final String path;

    /** The path with what may be parameters, or part of a name; null if there is none. */
    private final @Nullable String literal;

    private final boolean directory;
    private @Nullable List<String> pathAliases;
    private boolean handsOn;

    /** Whether a rule has asked what a body may hide. */
    private boolean bodyMatters;

    /** The parameter that rules asked for last, since several count by the same; null for none. */
    private @Nullable AskedParameter last;

    private @Nullable ReadBody json;
    private @Nullable ReplayedRequest replayed;

    /**
     * Looks at a request.
     *
     * @param response null if nothing is ever answered
     * @param deployment of the application
     * @param handsOn whether those behind get {@link #handedOn} in place of the request: a body that was read would be
     *     lost to them otherwise
     * @throws MalformedCallException if its path cannot be matched safely
     */
    HttpCallContext(
            HttpServletRequest request,
            @Nullable HttpServletResponse response,
            Deployment deployment,
            boolean handsOn) {
        this.request = request;
        this.response = response;
        this.deployment = deployment;
        this.handsOn = handsOn;
        boolean included = request.getDispatcherType() == DispatcherType.INCLUDE
                && request.getAttribute(RequestDispatcher.INCLUDE_REQUEST_URI) != null;
        String servletPath =
                included ? text(request, RequestDispatcher.INCLUDE_SERVLET_PATH) : request.getServletPath();
        String pathInfo = included ? text(request, RequestDispatcher.INCLUDE_PATH_INFO) : request.getPathInfo();
        this.path = RequestPath.canonical(servletPath, pathInfo);
        this.literal = path.length() == length(servletPath) + length(pathInfo)
                ? null
                : RequestPath.literal(servletPath, pathInfo);
        this.directory = endsWithSlash(pathInfo == null ? servletPath : pathInfo);
    }

    /** A request as rules see it, or nothing of it where it cannot be read. */
    static CallContext readable(HttpServletRequest request, HttpServletResponse response, Deployment deployment) {
        try {
            return new HttpCallContext(request, response, deployment, false);
        } catch (MalformedCallException e) {
            return RequestPath.UNKNOWN;
        }
    }

    private static @Nullable String text(HttpServletRequest request, String attribute) {
        return request.getAttribute(attribute) instanceof String text ? text : null;
    }

    private static int length(@Nullable String text) {
        return text == null ? 0 : text.length();
    }

    private static boolean endsWithSlash(@Nullable String path) {
        return path == null || path.isEmpty() || path.charAt(path.length() - 1) == '/';
    }

    @Override
    public CallContext head() {
        return Parameters.hasBody(request) ? new RequestHead(this) : this;
    }

    @Override
    public Optional<String> path() {
        return Optional.of(path);
    }

    @Override
    public List<String> pathAliases() {
        List<String> known = pathAliases;
        if (known == null) {
            ServletPaths servlets = deployment.servletPaths;
            known = servlets.any ? servlets.aliases(path) : List.of();
            if (literal != null && !literal.equals(path)) {
                known = both(known, List.of(literal));
            }
            if (mayBeWelcome()) {
                known = both(known, deployment.welcome.aliases(request, path, directory));
            }
            String written = RequestPath.asWritten(
                    request.getRequestURI(), request.getContextPath().length());
            if (written != null && !written.equals(path)) {
                known = both(known, List.of(written));
            }
            pathAliases = known;
        }
        return known;
    }

    private static List<String> both(List<String> one, List<String> other) {
        if (one.isEmpty() || other.isEmpty()) {
            return one.isEmpty() ? other : one;
        }
        List<String> both = new ArrayList<>(one);
        both.addAll(other);
        return both;
    }

    /** Most paths are neither a directory's nor look like a file's. */
    private boolean mayBeWelcome() {
        return directory || path.indexOf('.') >= 0 || !deployment.welcome.dotted;
    }

    @Override
    public Optional<String> method() {
        return Optional.of(request.getMethod());
    }

    @Override
    public Optional<String> peer() {
        return Optional.ofNullable(request.getRemoteAddr());
    }

    @Override
    public Optional<String> host() {
        String name = request.getServerName();
        return name == null ? Optional.empty() : Optional.of(name.toLowerCase(Locale.ROOT));
    }

    @Override
    public List<String> headers(String name) {
        return ServletAnswer.lines(request, name);
    }

    @Override
    public List<String> cookies(String name) {
        if (deployment.resources && !CookieHeader.isClear(headers("Cookie"), name)) {
            throw new MalformedCallException("a cookie is written so that not all find the same");
        }
        Cookie[] cookies = request.getCookies();
        if (cookies == null) {
            return List.of();
        }
        List<String> values = new ArrayList<>(1);
        for (Cookie cookie : cookies) {
            if (cookie.getName().equals(name) && cookie.getValue() != null) {
                values.add(deployment.spring ? SpringReadings.cookie(cookie.getValue()) : cookie.getValue());
            }
        }
        return values;
    }

    /** A parameter, as far as it was asked for. */
    private static final class AskedParameter {

        final String name;

        @Nullable
        List<String> values;

        /** Null as long as nobody has asked. */
        @Nullable
        Boolean mayBeHidden;

        AskedParameter(String name) {
            this.name = name;
        }
    }

    private AskedParameter parameter(String name) {
        AskedParameter known = last;
        if (known == null || !known.name.equals(name)) {
            known = new AskedParameter(name);
            last = known;
        }
        return known;
    }

    @Override
    public List<String> parameters(String name) {
        AskedParameter asked = parameter(name);
        List<String> values = asked.values;
        if (values == null) {
            values = read(name);
            asked.values = values;
        }
        return values;
    }

    private List<String> read(String name) {
        List<String> values = Parameters.values(withForm(), name, deployment.formEncoding);
        @Nullable SignInForms forms = deployment.snapshot().forms;
        if (forms != null && forms.wonder(name) && (!values.isEmpty() || Parameters.isForm(request))) {
            forms.posted(name, path, request.getParameterMap().keySet());
        }
        return values;
    }

    @Override
    public boolean mayHideParameter(String name) {
        bodyMatters = true;
        AskedParameter asked = parameter(name);
        Boolean hidden = asked.mayBeHidden;
        if (hidden == null) {
            hidden = Parameters.mayHide(withForm(), name, deployment.formEncoding)
                    || (deployment.spring && SpringReadings.mayHide(request, name, deployment.snapshot().forms));
            asked.mayBeHidden = hidden;
        }
        return hidden;
    }

    /** The request as those behind find it, with the form that was read here or before. */
    private HttpServletRequest withForm() {
        if (!isReplayed()) {
            ReadBody body = handsOn
                    ? ReadBody.form(request, deployment.jsonBytes, deployment.formEncoding)
                    : ReadBody.before(request);
            if (body != null && body.form() != null) {
                replay(body);
            }
        }
        return request;
    }

    private void replay(ReadBody body) {
        replayed = new ReplayedRequest(request, body);
        request = replayed;
    }

    @Override
    public List<String> jsonValues(String name) {
        String value = json().value(name);
        return value == null ? List.of() : List.of(value);
    }

    @Override
    public boolean mayHideJson(String name) {
        bodyMatters = true;
        return json().mayHide(name);
    }

    private ReadBody json() {
        ReadBody body = json;
        if (body == null) {
            body = handsOn ? ReadBody.json(request, deployment.jsonBytes) : ReadBody.seen(request);
            json = body;
        }
        return body;
    }

    /**
     * The request as those behind need it: as it came, though its body may have been read here or in front. Where a rule has
     * asked for what a body may hide, and nothing announced a body, those behind find none, since no rule
     * has counted by it.
     */
    HttpServletRequest handedOn(HttpServletResponse answer) {
        handsOn = false;
        ReadBody read = json;
        if (read == null && request.getDispatcherType() != DispatcherType.REQUEST) {
            read = ReadBody.before(request);
        }
        if ((read == null || read.input() == null) && bodyMatters && Parameters.mayBringBody(request)) {
            read = ReadBody.empty(request);
        }
        if (read != null && read.input() != null && !isReplayed()) {
            replay(read);
        }
        if (replayed != null) {
            replayed.goesWith(answer);
        }
        return request;
    }

    private boolean isReplayed() {
        return request instanceof ReplayedRequest
                || (request instanceof ServletRequestWrapper wrapper && wrapper.isWrapperFor(ReplayedRequest.class));
    }

    @Override
    public @Nullable Object attribute(String name) {
        return request.getAttribute(name);
    }

    @Override
    public Optional<String> principal() {
        Principal principal = request.getUserPrincipal();
        return principal == null ? Optional.empty() : Optional.ofNullable(principal.getName());
    }

    @Override
    public Optional<String> session() {
        HttpSession session = request.getSession(false);
        return session == null ? Optional.empty() : Optional.ofNullable(session.getId());
    }

    @Override
    public boolean inRole(String role) {
        return request.isUserInRole(role);
    }

    @Override
    public <T> Optional<T> unwrap(Class<T> type) {
        if (type == JsonText.class) {
            ReadBody read = ReadBody.before(request);
            return read == null ? Optional.empty() : Optional.of(type.cast(read.text()));
        }
        if (type.isInstance(request)) {
            return Optional.of(type.cast(request));
        }
        return response != null && type.isInstance(response) ? Optional.of(type.cast(response)) : Optional.empty();
    }
}
