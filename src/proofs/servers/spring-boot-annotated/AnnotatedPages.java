package springboot;

import io.github.ostiary.RateLimitExceededException;
import io.github.ostiary.RateLimit;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.security.Principal;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.springframework.http.ResponseEntity;
import org.springframework.lang.Nullable;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.context.request.async.DeferredResult;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

/** Pages that are limited, or call what is. */
@RestController
@RequestMapping("/annotated")
public class AnnotatedPages {

    private final AnnotatedService service;
    private final ConcurrentLinkedQueue<Runnable> open = new ConcurrentLinkedQueue<>();

    AnnotatedPages(AnnotatedService service) {
        this.service = service;
    }

    /** For a caller with a name by that, whatever the address. */
    @GetMapping(path = "/mine", produces = "application/json")
    @RateLimit(rate = "2/1h")
    public String mine() {
        return "{\"mine\": true}";
    }

    @GetMapping("/caller")
    @RateLimit(rate = "1/1h", key = "principal | ip")
    public String caller(@Nullable Principal caller) {
        return caller == null ? "stranger" : caller.getName();
    }

    @GetMapping("/text")
    String text(@RequestParam("phone") String phone) {
        return service.text(phone);
    }

    @GetMapping("/text-later")
    CompletableFuture<String> textLater(@RequestParam("phone") String phone) {
        return service.textLater(phone);
    }

    /** On a thread that nothing is known of. */
    @GetMapping("/text-elsewhere")
    String textElsewhere(@RequestParam("phone") String phone) throws InterruptedException {
        FutureTask<String> task = new FutureTask<>(() -> service.text(phone));
        Thread thread = new Thread(task);
        thread.setContextClassLoader(null);
        thread.start();
        try {
            return task.get();
        } catch (ExecutionException e) {
            return e.getCause().getClass().getSimpleName();
        }
    }

    @GetMapping("/callable")
    @RateLimit("opened")
    public Callable<String> callable() {
        return () -> "called";
    }

    @GetMapping("/deferred")
    @RateLimit("opened")
    public DeferredResult<String> deferred() {
        DeferredResult<String> result = new DeferredResult<>();
        open.add(() -> result.setResult("at last"));
        return result;
    }

    /** Is answered before its work is done. */
    @GetMapping("/impatient")
    @RateLimit("patient")
    public DeferredResult<String> impatient() {
        return new DeferredResult<>(50L, "too late");
    }

    @GetMapping("/events")
    @RateLimit("opened")
    public ResponseEntity<SseEmitter> events() throws Exception {
        SseEmitter emitter = new SseEmitter();
        emitter.send("begins");
        open.add(emitter::complete);
        return ResponseEntity.ok(emitter);
    }

    /** Is denied half-way. */
    @GetMapping("/half")
    void half(HttpServletResponse response) throws IOException {
        response.getWriter().print("half ");
        response.getWriter().print(service.text("half"));
    }

    @GetMapping("/waiting")
    int waiting() {
        return open.size();
    }

    /** Ends what is open. */
    @GetMapping("/end")
    int end() {
        int ended = 0;
        for (Runnable next = open.poll(); next != null; next = open.poll()) {
            next.run();
            ended++;
        }
        return ended;
    }

    /** Makes everything a failure of the server, as many applications do. */
    @RestControllerAdvice(assignableTypes = AnnotatedPages.class)
    public static class CatchAll {

        @ExceptionHandler(Exception.class)
        ResponseEntity<String> any(Exception e) {
            return ResponseEntity.internalServerError().body("caught " + e.getClass().getSimpleName());
        }
    }

    /** Answers denials. */
    @RestController
    public static class Answering {

        @GetMapping("/annotated/answering")
        @RateLimit(rate = "1/1h", key = "ip")
        public String answering() {
            return "answered";
        }

        @ExceptionHandler
        ResponseEntity<String> denied(RateLimitExceededException denial) {
            return ResponseEntity.status(418).body("not now: " + denial.decision().rule());
        }
    }
}
