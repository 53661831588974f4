package io.github.ostiary.interceptor;

import io.github.ostiary.ChallengeVerifier;
import io.github.ostiary.PlanResolver;
import io.github.ostiary.TimeSource;
import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.Startup;
import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.Instance;

/** Asks for the beans that a guard may look for: Quarkus removes those for which no bean asks. */
@Dependent
final class KeptBeans {

    void keep(
            @Observes Startup event,
            @Any Instance<ChallengeVerifier> verifiers,
            @Any Instance<PlanResolver> plans,
            @Any Instance<TimeSource> clocks) {}
}
