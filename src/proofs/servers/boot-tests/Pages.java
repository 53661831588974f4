package boottests;

import io.github.ostiary.Key;
import io.github.ostiary.RateLimiter;
import io.github.ostiary.interceptor.ByRule;
import io.github.ostiary.RateLimit;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** A page for each way to a rule: its path, who has signed in, an annotation, a bean. */
@RestController
class Pages {

    private final RateLimiter asked;

    Pages(@ByRule("asked") RateLimiter asked) {
        this.asked = asked;
    }

    @RateLimit(rate = "3/1h", key = "arg:phone")
    @GetMapping("/text")
    String text(@RequestParam("phone") String phone) {
        return "sent";
    }

    @GetMapping("/page")
    String page() {
        return "page";
    }

    @GetMapping("/mine")
    String mine() {
        return "mine";
    }

    @GetMapping("/asked")
    String asked() {
        return String.valueOf(asked.tryAcquire(Key.of("all")).allowed());
    }
}
