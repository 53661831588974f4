package springboot;

import io.github.ostiary.RateLimit;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** Has its limit in place. */
@RestController
public class BarePage {

    @GetMapping("/bare")
    @RateLimit(rate = "1/1h")
    public String bare() {
        return "bare";
    }
}
