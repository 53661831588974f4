package io.github.ostiary.jaxrs;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.testing.rest.FoundApplication;
import io.github.ostiary.testing.rest.LimitedApplication;
import io.github.ostiary.testing.rest.UnlistedFeatureApplication;
import jakarta.ws.rs.core.Application;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What nobody would limit where features are not looked for. */
class ListedResourcesTest {

    @Test
    void limitedMethodsOfAResourceWithoutScopeAreTold() {
        assertThat(ListedResources.problems(UnlistedFeatureApplication.class, true))
                .hasSizeGreaterThan(1)
                .allMatch(problem -> problem.contains("add RateLimitFeature.class to what "
                        + UnlistedFeatureApplication.class.getName() + ".getClasses() returns"))
                .anyMatch(problem -> problem.contains("LimitedResource.named("))
                .noneMatch(problem -> problem.contains("LimitedResource.free("));
    }

    @Test
    void whereTheFeatureIsListedOrNothingIsAllIsWell() {
        assertThat(ListedResources.problems(LimitedApplication.class, true)).isEmpty();
        assertThat(ListedResources.problems(FoundApplication.class, true)).isEmpty();
    }

    @Test
    void anApplicationThatCannotBeAskedYetIsLeftAlone() {
        assertThat(ListedResources.problems(Injected.class, true)).isEmpty();
    }

    /** Needs what a container would inject. */
    public static class Injected extends Application {

        private final Set<Class<?>> injected = null;

        @Override
        public Set<Class<?>> getClasses() {
            return Set.of(injected.iterator().next());
        }
    }
}
