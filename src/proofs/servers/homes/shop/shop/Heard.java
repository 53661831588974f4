package shop;

import io.github.ostiary.GuardListener;
import io.github.ostiary.interceptor.ByRule;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Hears of locks. */
@ApplicationScoped
public class Heard {

    private final List<String> events = new CopyOnWriteArrayList<>();

    void of(@Observes @ByRule("login") GuardListener.Event event) {
        events.add(event.toString());
    }

    public List<String> events() {
        return events;
    }
}
