package io.github.ostiary;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The call being decided, as far as it can be known: a request, a bean call, or whatever an application describes. Every
 * method answers "nothing" unless overridden. Not thread-safe; lives as long as the call.
 */
public interface CallContext {

    /**
     * The decoded path within the application, as the container routes it.
     *
     * @return such as {@code /posts/7/replies}; empty outside a request
     */
    default Optional<String> path() {
        return Optional.empty();
    }

    /**
     * Other paths by which what answers this request can be asked for: of a directory its welcome file, of a welcome file
     * its directory, of a page its paths by the other mappings of its servlet. Rules that are about one of them are about this request, but for those that waive others.
     *
     * @return decoded and within the application, as {@link #path}; mostly empty
     */
    default List<String> pathAliases() {
        return List.of();
    }

    /**
     * The request method.
     *
     * @return such as {@code POST}; empty outside a request
     */
    default Optional<String> method() {
        return Optional.empty();
    }

    /**
     * The socket's peer, as the container reports it.
     *
     * @return an address in any notation; empty outside a request
     */
    default Optional<String> peer() {
        return Optional.empty();
    }

    /**
     * The host the caller asked for.
     *
     * @return host name without port; empty outside a request
     */
    default Optional<String> host() {
        return Optional.empty();
    }

    /**
     * All lines of a header.
     *
     * @param name in any case
     * @return in order; empty if absent
     */
    default List<String> headers(String name) {
        return List.of();
    }

    /**
     * All cookies of a name.
     *
     * @param name exact
     * @return their values; empty if absent
     */
    default List<String> cookies(String name) {
        return List.of();
    }

    /**
     * All values of a parameter of the query, of a url-encoded form, or of parts the container parses for the servlet. May
     * read the body, so it is asked last.
     *
     * @param name exact
     * @return in order; empty if absent
     * @throws MalformedCallException if the parameters cannot be parsed
     */
    default List<String> parameters(String name) {
        return List.of();
    }

    /**
     * Whether the body may hold a parameter that {@link #parameters} does not return, for an application that reads it
     * in another way: a body that is neither a form nor parts the container parses, or a file of that name. A rule that
     * counts by the parameter must then not count by anything else. May read the body.
     *
     * @param name exact
     * @return true if so; false where there is no body
     * @throws MalformedCallException if the parameters cannot be parsed
     */
    default boolean mayHideParameter(String name) {
        return false;
    }

    /**
     * The value of a member of a JSON body. Reads the body, so it is asked last; later readers find it unread.
     *
     * @param path the members' names from the outermost object inwards, separated by dots, such as {@code user.name}
     * @return the text or the whole number it has; empty if there is no such member, or another kind of value
     * @throws MalformedCallException if the body is no JSON, or gives an object two members of one name
     */
    default List<String> jsonValues(String path) {
        return List.of();
    }

    /**
     * Whether the body may hold a member that {@link #jsonValues} does not return, for an application that reads it in
     * another way: a body that is not declared to be JSON in UTF-8, is compressed or too long, or has something there
     * that is neither text nor a whole number, or is spelled in another case. A rule that counts by the member must
     * then not count by anything else. Reads the body.
     *
     * @param path as for {@link #jsonValues}
     * @return true if so; false where there is no body
     * @throws MalformedCallException as for {@link #jsonValues}
     */
    default boolean mayHideJson(String path) {
        return false;
    }

    /**
     * A request attribute.
     *
     * @param name exact
     * @return its value, or null
     */
    default @Nullable Object attribute(String name) {
        return null;
    }

    /**
     * An argument of the bean call.
     *
     * @param name the parameter's name, or its index from 0
     * @return its value, or null
     */
    default @Nullable Object argument(String name) {
        return null;
    }

    /**
     * The authenticated caller.
     *
     * @return the name; empty if anonymous
     */
    default Optional<String> principal() {
        return Optional.empty();
    }

    /**
     * The session, if the server knows it.
     *
     * @return its id; empty if there is none
     */
    default Optional<String> session() {
        return Optional.empty();
    }

    /**
     * Whether the authenticated caller has a role.
     *
     * @param role the role's name
     * @return false if anonymous
     */
    default boolean inRole(String role) {
        return false;
    }

    /**
     * The object behind this context, for resolvers and handlers that need more.
     *
     * @param type such as {@code HttpServletRequest.class}
     * @param <T> that type
     * @return empty if this context has none
     */
    default <T> Optional<T> unwrap(Class<T> type) {
        return Optional.empty();
    }
}
