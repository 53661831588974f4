package io.github.ostiary.testing.beans.hearing;

import io.github.ostiary.GuardListener.Event;
import io.github.ostiary.GuardListener.Kind;
import io.github.ostiary.Key;
import io.github.ostiary.interceptor.ByRule;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.ObservesAsync;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/** Hears what the guard does. */
@ApplicationScoped
public class Ear {

    private final List<String> heard = new CopyOnWriteArrayList<>();

    void first(@Observes @Priority(1) Event event) {
        if (event.kind() == Kind.LIMITED) {
            throw new IllegalStateException("an ear that fails");
        }
    }

    void all(@Observes Event event) {
        hear("all " + event);
    }

    void locks(@Observes @ByRule("login") Event event) {
        hear("login " + event.kind() + " " + event.key().equals(Optional.of(Key.part("param:user", "bob"))));
    }

    void firstLater(@ObservesAsync @Priority(1) @ByRule("login") Event event) {
        throw new IllegalStateException("an ear that fails later");
    }

    void later(@ObservesAsync Event event) {
        hear("async " + event);
    }

    void locksLater(@ObservesAsync @ByRule("login") Event event) {
        hear("async login " + event.kind());
    }

    private void hear(String what) {
        boolean own =
                Thread.currentThread().getContextClassLoader() == getClass().getClassLoader();
        heard.add(what + (own || what.startsWith("async") ? "" : " elsewhere"));
    }

    List<String> heard() {
        return heard;
    }
}
