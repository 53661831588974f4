package io.github.ostiary.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.testing.Await;
import java.lang.ref.WeakReference;
import java.net.URL;
import java.net.URLClassLoader;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class ByApplicationTest {

    private final ByApplication<String> names = new ByApplication<>();
    private final ClassLoader shared = new URLClassLoader(new URL[0], null);
    private final ClassLoader shop = new URLClassLoader(new URL[0], shared);

    @Test
    void theNearestAmongParentsIsFound() {
        names.put(shared, "ear");
        assertThat(names.find(shop)).isEqualTo("ear");
        assertThat(names.has(shop)).isFalse();
        names.put(shop, "war");
        assertThat(names.find(shop)).isEqualTo("war");
        assertThat(names.find(shared)).isEqualTo("ear");
        names.remove(shop);
        assertThat(names.find(shop)).isEqualTo("ear");
    }

    @Test
    void whoHasNoneFindsNone() {
        names.put(shop, "war");
        assertThat(names.find(shared)).isNull();
        assertThat(names.find(null)).isNull();
    }

    @Test
    void anApplicationThatIsGoneIsNotKept() {
        WeakReference<ClassLoader> gone = new WeakReference<>(new URLClassLoader(new URL[0], null));
        names.put(Objects.requireNonNull(gone.get()), "war");
        Await.until(
                () -> {
                    System.gc();
                    return gone.get() == null;
                },
                Duration.ofSeconds(30));
    }
}
