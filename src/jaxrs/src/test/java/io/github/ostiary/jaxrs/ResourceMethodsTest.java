package io.github.ostiary.jaxrs;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.testing.rest.BeanResource;
import io.github.ostiary.testing.rest.Described;
import io.github.ostiary.testing.rest.LimitedResource;
import io.github.ostiary.testing.rest.WrongResource;
import jakarta.ws.rs.container.AsyncResponse;
import jakarta.ws.rs.sse.SseEventSink;
import java.lang.reflect.Method;
import org.junit.jupiter.api.Test;

class ResourceMethodsTest {

    interface Events {

        void follow(SseEventSink sink);
    }

    @Test
    void whatTheAnnotationsOfAnInterfaceNameIsAResourceMethodOfTheClass() throws NoSuchMethodException {
        Method described = LimitedResource.class.getMethod("described");
        assertThat(ResourceMethods.implementation(LimitedResource.class, Described.class.getMethod("described")))
                .isEqualTo(described);
        assertThat(ResourceMethods.of(LimitedResource.class))
                .contains(described, LimitedResource.class.getMethod("free"))
                .doesNotContain(LimitedResource.class.getMethod("below"));
    }

    @Test
    void aLimitedHelperIsUnreachable() {
        assertThat(ResourceMethods.unreachable(LimitedResource.class)).isEmpty();
        assertThat(ResourceMethods.unreachable(WrongResource.class))
                .singleElement()
                .asString()
                .startsWith("@RateLimit on io.github.ostiary.testing.rest.WrongResource.helper(): ");
    }

    @Test
    void suspendedCallsAndStreamsOutliveTheirMethods() throws NoSuchMethodException {
        Method later = BeanResource.class.getMethod("later", String.class, AsyncResponse.class);
        assertThat(ResourceMethods.isSuspended(BeanResource.class, later)).isTrue();
        assertThat(ResourceMethods.isSuspended(BeanResource.class, BeanResource.class.getMethod("once")))
                .isFalse();
        assertThat(ResourceMethods.isStream(Events.class.getDeclaredMethod("follow", SseEventSink.class)))
                .isTrue();
        assertThat(ResourceMethods.isStream(later)).isFalse();
    }
}
