package io.github.ostiary.testing.beans.hearing;

import io.github.ostiary.GuardListener.Event;
import io.github.ostiary.interceptor.ByRule;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;

/** Wants to hear of a rule that nobody declares. */
@ApplicationScoped
public class Mishearing {

    void locks(@Observes @ByRule("logn") Event event) {}
}
