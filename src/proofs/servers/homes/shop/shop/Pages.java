package shop;

import io.github.ostiary.Guard;
import io.github.ostiary.Key;
import io.github.ostiary.Lockouts;
import io.github.ostiary.RateLimitExceededException;
import io.github.ostiary.RateLimiter;
import io.github.ostiary.interceptor.ByRule;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.QueryParam;

/** What the tests ask. */
@Path("/")
@ApplicationScoped
public class Pages {

    @Inject
    Texts texts;

    @Inject
    Guard guard;

    @Inject
    @ByRule("reply")
    RateLimiter replies;

    @Inject
    @ByRule("login")
    Lockouts logins;

    @Inject
    Heard heard;

    @GET
    @Path("text")
    public String text() {
        try {
            return texts.send("110");
        } catch (RateLimitExceededException e) {
            return "denied by " + e.decision().rule();
        }
    }

    @GET
    @Path("call")
    public String call(@QueryParam("number") String number) {
        try {
            return texts.call(number);
        } catch (RateLimitExceededException e) {
            return "denied";
        }
    }

    @GET
    @Path("reply")
    public String reply() {
        return replies.tryAcquire(Key.of("user:1")).allowed() + " "
                + guard.limiter("reply").tryAcquire(Key.of("user:1")).allowed();
    }

    @GET
    @Path("login")
    public String login(@QueryParam("user") String user) {
        var attempt = logins.begin(Key.of("user:" + user));
        if (!attempt.decision().allowed()) {
            return "locked";
        }
        attempt.failed();
        return "wrong";
    }

    @GET
    @Path("page")
    public String page() {
        return "page";
    }

    @POST
    @Path("tool")
    public byte[] tool(byte[] body) {
        return body;
    }

    @GET
    @Path("plan")
    public String plan() {
        return "" + guard.limiter("plan").tryAcquire(Key.of("user:1")).allowed();
    }

    @GET
    @Path("heard")
    public String heard() {
        return String.join(", ", heard.events());
    }
}
