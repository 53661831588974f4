package io.github.ostiary.testing.beans;

import io.github.ostiary.Attempt;
import io.github.ostiary.Guard;
import io.github.ostiary.Key;
import io.github.ostiary.Lease;
import io.github.ostiary.Lockouts;
import io.github.ostiary.RateLimiter;
import io.github.ostiary.Semaphores;
import io.github.ostiary.interceptor.ByRule;
import jakarta.inject.Inject;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;

/** Calls beans: {@code /call/reply?a=ARGUMENT}. */
@WebServlet("/call/*")
public class CallServlet extends HttpServlet {

    @Inject
    Replies replies;

    @Inject
    Posts posts;

    @Inject
    Taker<String> taker;

    @Inject
    WatchedBean watched;

    @Inject
    Attended attended;

    @Inject
    Both both;

    @Inject
    Basket basket;

    @Inject
    SignIns signIns;

    @Inject
    Guard guard;

    @Inject
    @ByRule("injected")
    RateLimiter limiter;

    @Inject
    @ByRule("injected")
    Semaphores semaphores;

    @Inject
    @ByRule("injected")
    Lockouts lockouts;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        response.getWriter().print(call(request.getPathInfo().substring(1), request.getParameter("a")));
    }

    private String door(String user) {
        try {
            return signIns.door(user);
        } catch (SecurityException e) {
            return "wrong";
        }
    }

    private String permits(String key) {
        try (Lease one = semaphores.tryEnter(Key.of(key));
                Lease two = semaphores.tryEnter(Key.of(key))) {
            return one.granted() + " " + two.granted();
        }
    }

    private String attempts(String key) {
        try (Attempt attempt = lockouts.begin(Key.of(key))) {
            return String.valueOf(attempt.allowed());
        }
    }

    private String call(String name, String argument) {
        return switch (name) {
            case "reply" -> replies.post();
            case "within" -> replies.postFromWithin();
            case "first" -> replies.first(argument);
            case "named" -> replies.named(7, argument);
            case "code" -> replies.sendCode(argument);
            case "tuned" -> replies.tuned();
            case "strict" -> CompletableFuture.supplyAsync(() -> replies.strict(argument))
                    .join();
            case "lenient" -> CompletableFuture.supplyAsync(() -> replies.lenient(argument))
                    .join();
            case "one" -> posts.one();
            case "two" -> posts.two();
            case "pinned" -> posts.pinned();
            case "inherited" -> posts.inherited();
            case "bridged" -> taker.take(argument);
            case "watched" -> watched.look();
            case "attended" -> attended.attend();
            case "both" -> both.limited();
            case "free" -> both.free();
            case "basket" -> basket.put();
            case "wrong", "right", "broken" -> signIns.signIn(argument, name);
            case "main-wrong", "main-right" -> signIns.main(argument, name);
            case "door" -> door(argument);
            case "later" -> signIns.signInLater(argument).join();
            case "guard" -> guard.limiter("first")
                            .tryAcquire(Key.part("arg:0", argument))
                            .allowed()
                    ? "yes"
                    : "no";
            case "limiter" -> limiter.tryAcquire(Key.of(argument)).allowed() ? "yes" : "no";
            case "semaphores" -> permits(argument);
            case "lockouts" -> attempts(argument);
            default -> throw new IllegalArgumentException(name);
        };
    }
}
