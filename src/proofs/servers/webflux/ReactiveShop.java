package webflux;

import io.github.ostiary.Guard;
import io.github.ostiary.Key;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** An application of WebFlux with rules; one handler asks the guard itself. */
@SpringBootApplication
@RestController
public class ReactiveShop {

    private final Guard guard;

    public ReactiveShop(Guard guard) {
        this.guard = guard;
    }

    public static void main(String... arguments) {
        SpringApplication.run(ReactiveShop.class, arguments);
    }

    @GetMapping("/search")
    public Mono<String> search() {
        return Mono.just("found");
    }

    @GetMapping("/asked")
    public Mono<Boolean> asked() {
        return Mono.fromSupplier(() -> guard.limiter("search").tryAcquire(Key.of("all")).allowed());
    }
}
