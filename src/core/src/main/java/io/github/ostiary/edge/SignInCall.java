package io.github.ostiary.edge;

import io.github.ostiary.CallContext;

/**
 * A call that tries a name with a password, in an application that may know several accounts by one name.
 *
 * @hidden
 */
public interface SignInCall extends CallContext {

    /**
     * Among whose accounts the name is tried.
     *
     * @return the same on all nodes, and chosen by no caller; empty where there is only one such place
     */
    String realm();

    /**
     * The name and the password, where a program sends them with each request.
     *
     * @return to be kept nowhere; empty if they are typed, or not known
     */
    default String credentials() {
        return "";
    }
}
