package io.github.ostiary.testing.beans;

import io.github.ostiary.RateLimit;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.concurrent.CompletableFuture;

/** Looks at passwords, and throws wrong ones back. */
@ApplicationScoped
public class SignIns {

    @RateLimit("sign-in")
    public String signIn(String user, String password) {
        switch (password) {
            case "right":
                return "welcome";
            case "wrong":
                throw new SecurityException("wrong password");
            default:
                throw new IllegalStateException("the user database is gone");
        }
    }

    /** All rules of a sign-in are asked by its name. */
    @RateLimit("main")
    public String main(String user, String password) {
        if (password.equals("main-wrong")) {
            throw new SecurityException("wrong password");
        }
        return "welcome";
    }

    /** The filter has met the same rules on the way here. */
    @RateLimit("door")
    public String door(String user) {
        if (user.startsWith("bad")) {
            throw new SecurityException("wrong password");
        }
        return "welcome";
    }

    @RateLimit("sign-in")
    public CompletableFuture<String> signInLater(String user) {
        return CompletableFuture.supplyAsync(() -> {
            throw new SecurityException("wrong password");
        });
    }
}
