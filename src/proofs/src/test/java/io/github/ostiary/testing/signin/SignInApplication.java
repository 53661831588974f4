package io.github.ostiary.testing.signin;

import java.net.http.HttpResponse;

/** The sign-in of an application that runs, as a browser sees it. {@code bob} is one of its users. */
public interface SignInApplication {

    /** Bob's password. */
    String password();

    /** Posts what somebody has typed. */
    HttpResponse<String> post(Visit visit);

    /** Whether an answer lets its caller in. */
    boolean isSignedIn(HttpResponse<String> answer);

    /** Whether a denial is answered as one; else it is answered like a wrong password. */
    default boolean saysWhenDenied() {
        return true;
    }

    /** All that its server has written. */
    String log();
}
