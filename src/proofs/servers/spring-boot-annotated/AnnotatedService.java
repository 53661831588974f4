package springboot;

import io.github.ostiary.RateLimit;
import java.util.concurrent.CompletableFuture;
import org.springframework.scheduling.annotation.Async;
import org.springframework.stereotype.Service;

/** Is called on threads of requests and on others. */
@Service
public class AnnotatedService {

    @RateLimit(rate = "2/1h", key = "arg:phone")
    public String text(String phone) {
        return "sent to " + phone;
    }

    @Async
    @RateLimit(rate = "2/1h", key = "arg:phone | ip")
    public CompletableFuture<String> textLater(String phone) {
        return CompletableFuture.completedFuture("sent to " + phone);
    }
}
