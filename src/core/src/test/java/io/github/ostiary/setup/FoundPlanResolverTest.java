package io.github.ostiary.setup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ostiary.Key;
import io.github.ostiary.PlanResolver;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class FoundPlanResolverTest {

    private static final Key BOB = Key.principal("bob");

    /** Tells by its plan whether it is the bean, and with which class loader it is asked. */
    public static final class Plans implements PlanResolver {

        private final String plan;

        public Plans() {
            this("made");
        }

        Plans(String plan) {
            this.plan = plan;
        }

        @Override
        public Optional<String> planOf(Key key) {
            ClassLoader own = getClass().getClassLoader();
            return Optional.of(Thread.currentThread().getContextClassLoader() == own ? plan : "elsewhere");
        }
    }

    private final ApplicationClasses instances =
            new ApplicationClasses(getClass().getClassLoader());

    @Test
    void isTheBeanOfItsClassOnceThereIsOneAndAskedInItsApplication() throws Exception {
        PlanResolver resolver = instances.planResolver(Plans.class.getName());
        ClassLoader before = Thread.currentThread().getContextClassLoader();
        Thread.currentThread().setContextClassLoader(null);
        try (Subscription offer =
                ApplicationBeans.offer(getClass().getClassLoader(), type -> Optional.of(new Plans("bean")))) {
            assertThat(resolver.planOf(BOB)).contains("bean");
            assertThat(Thread.currentThread().getContextClassLoader()).isNull();
        } finally {
            Thread.currentThread().setContextClassLoader(before);
        }
        assertThat(resolver.ratesOf(BOB)).isEmpty();
    }

    @Test
    void isMadeWhereThereIsNoBean() throws Exception {
        assertThat(instances.planResolver(Plans.class.getName()).planOf(BOB)).contains("made");
    }

    @Test
    void whatIsNoneIsSaidAtTheStart() {
        assertThatThrownBy(() -> instances.planResolver("com.example.Nowhere"))
                .hasMessage("there is no class 'com.example.Nowhere' in this application");
        assertThatThrownBy(() -> instances.planResolver(String.class.getName()))
                .hasMessageContaining("does not implement io.github.ostiary.PlanResolver");
    }
}
