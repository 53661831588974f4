package io.github.ostiary.console;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A request to the console that is permitted. Immutable.
 *
 * @param method upper case
 * @param path within the console: empty, or with a leading slash
 * @param parameters of query and form
 * @param site where the console stands
 * @param visitor who asks
 * @param token proves that a form comes from a page of this visitor's; goes into the forms of the answer
 */
record ConsoleVisit(
        String method, String path, Map<String, List<String>> parameters, Site site, Visitor visitor, String token) {

    /** The longest parameter that is looked at, characters. */
    static final int LONGEST = 2_000;

    /** The path of what changes something: where forms lead. */
    static final String CHANGE = "/change";

    /** The header with which programs prove what forms prove by a field. */
    static final String TOKEN_HEADER = "X-Ostiary-Token";

    /**
     * The place of the console. Immutable.
     *
     * @param base what the addresses of its pages begin with
     * @param application whose guard it shows
     */
    record Site(String base, String application) {}

    /**
     * An operator in the role. Immutable.
     *
     * @param name as the container knows it
     * @param from the address
     */
    record Visitor(String name, String from) {}

    /** The address of a page, with parameters given as name, value, name, value. */
    String address(String page, String... query) {
        StringBuilder address = new StringBuilder(site.base()).append(page);
        for (int i = 0; i < query.length; i += 2) {
            address.append(i == 0 ? '?' : '&')
                    .append(query[i])
                    .append('=')
                    .append(URLEncoder.encode(query[i + 1], StandardCharsets.UTF_8));
        }
        return address.toString();
    }

    /** A parameter without the white space around it; empty if it is not there. */
    String parameter(String name) {
        List<String> values = parameters.getOrDefault(name, List.of());
        return values.isEmpty() ? "" : values.get(0).strip();
    }

    /** A parameter that has something in it. */
    Optional<String> given(String name) {
        return Optional.of(parameter(name)).filter(value -> !value.isEmpty());
    }

    /** Whether all parameters are as few and as short as operators' forms make them. */
    boolean isModest() {
        return parameters.size() <= 100
                && parameters.values().stream()
                        .allMatch(values ->
                                values.size() <= 1_000 && values.stream().allMatch(each -> each.length() <= LONGEST));
    }

    boolean isApi() {
        return path.equals("/api") || path.startsWith("/api/");
    }
}
