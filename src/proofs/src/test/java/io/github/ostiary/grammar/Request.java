package io.github.ostiary.grammar;

import java.util.List;

/**
 * A request before it is written for one of the protocols.
 *
 * @param method in any case
 * @param target path and query
 * @param headers name and value, in order
 * @param body empty for none
 * @param traits what is remarkable about it
 */
record Request(String method, String target, List<String[]> headers, byte[] body, List<String> traits) {

    @Override
    public String toString() {
        return method + " " + target + " " + traits;
    }
}
