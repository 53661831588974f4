package io.github.ostiary.interceptor;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.RateLimit;
import jakarta.ejb.Local;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What stands where no container looks; what containers see of it, {@link BeanDeploymentIT} holds. */
class DeclarationsTest {

    private static final String HERE = "@RateLimit on " + DeclarationsTest.class.getName() + "$";

    interface Posting {

        @RateLimit("reply")
        void post();
    }

    interface Reposting extends Posting {}

    abstract static class Above implements Reposting {}

    static class Implemented extends Above {

        @Override
        public void post() {}
    }

    @Local(Posting.class)
    static class LocalBean {

        public void post() {}
    }

    static class Viewed {

        public void post() {}
    }

    static class OnItsMethod implements Posting {

        @Override
        @RateLimit("own")
        public void post() {}
    }

    @RateLimit("own")
    static class OnItsClass implements Posting {

        @Override
        public void post() {}
    }

    @Test
    void whatStandsOnAnInterfaceHoweverItIsReachedIsTold() {
        for (Class<?> bean : List.of(Implemented.class, LocalBean.class)) {
            assertThat(RateLimitLookup.onInterfaces(bean, List.of()))
                    .containsExactly(
                            HERE + "Posting.post(): no container looks at interfaces; write it on the method of "
                                    + bean.getName());
        }
        assertThat(RateLimitLookup.onInterfaces(Viewed.class, List.of())).isEmpty();
        assertThat(RateLimitLookup.onInterfaces(Viewed.class, List.of(Reposting.class)))
                .hasSize(1);
    }

    @Test
    void whatTheClassSaysItselfCounts() {
        assertThat(RateLimitLookup.onInterfaces(OnItsMethod.class, List.of())).isEmpty();
        assertThat(RateLimitLookup.onInterfaces(OnItsClass.class, List.of())).isEmpty();
    }
}
