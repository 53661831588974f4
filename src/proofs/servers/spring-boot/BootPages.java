package springboot;

import io.github.ostiary.Decision;
import io.github.ostiary.Key;
import io.github.ostiary.RateLimitExceededException;
import io.github.ostiary.servlet.OstiaryContext;
import jakarta.servlet.ServletContext;
import java.io.IOException;
import java.security.Principal;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import org.springframework.http.HttpStatus;
import org.springframework.security.web.csrf.CsrfToken;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.multipart.MultipartFile;
import org.springframework.web.server.ResponseStatusException;

/** What the application answers. */
@RestController
public class BootPages {

    private final ServletContext context;

    BootPages(ServletContext context) {
        this.context = context;
    }

    /** How many passwords were looked at since it was last asked. */
    @GetMapping("/looked")
    int looked() {
        return BootSecurity.LOOKED.getAndSet(0);
    }

    @GetMapping("/token")
    String token(CsrfToken token) {
        return token.getToken();
    }

    @GetMapping("/open/health")
    Map<String, String> health() {
        return Map.of("status", "UP");
    }

    @PostMapping("/threads/{thread}/replies")
    String reply(@PathVariable("thread") int thread, Principal caller) {
        return caller.getName() + " replies to " + thread;
    }

    @PostMapping("/upload")
    String upload(@RequestParam("note") String note, @RequestParam("file") MultipartFile file) throws IOException {
        return note + ": " + file.getBytes().length;
    }

    /** The body as it came. */
    @PostMapping({"/tools", "/tools/late"})
    byte[] tool(@RequestBody(required = false) byte[] body) {
        return body;
    }

    /** What Spring has read of it. */
    @PostMapping("/tools/read")
    Object read(@RequestBody Map<String, Object> call) {
        return call.get("method");
    }

    @GetMapping("/later")
    Callable<String> later() {
        return () -> "later";
    }

    @GetMapping("/completed")
    CompletableFuture<String> completed() {
        return CompletableFuture.supplyAsync(() -> "completed");
    }

    /** Asks the guard itself, behind Spring. */
    @GetMapping("/asks")
    String asks() {
        Decision decision = OstiaryContext.guard(context).limiter("asked").tryAcquire(Key.of("anybody"));
        if (decision instanceof Decision.Denied denied) {
            throw new RateLimitExceededException(denied);
        }
        return "answered";
    }

    @GetMapping("/fails")
    String fails() {
        throw new IllegalStateException("on purpose");
    }

    @GetMapping("/gone")
    String gone() {
        throw new ResponseStatusException(HttpStatus.GONE);
    }
}
