package boottests;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Guard;
import io.github.ostiary.Key;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.autoconfigure.json.JsonTest;
import org.springframework.boot.test.autoconfigure.web.servlet.AutoConfigureMockMvc;
import org.springframework.boot.test.autoconfigure.web.servlet.WebMvcTest;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.context.ApplicationContext;
import org.springframework.test.annotation.DirtiesContext;

/** As it is generated. */

/** As it is generated. */
@SpringBootTest
class ContextTest {

    @Test
    void contextLoads() {}
}

@SpringBootTest
@DirtiesContext
class AskingTest {

    @Autowired
    Guard guard;

    @Test
    void theGuardIsThere() {
        assertThat(guard.limiter("asked").tryAcquire(Key.of("b")).allowed()).isTrue();
        assertThat(guard.limiter("asked").tryAcquire(Key.of("b")).allowed()).isFalse();
    }
}

@SpringBootTest
@AutoConfigureMockMvc
class MockTest extends Meeting {}

@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT)
@AutoConfigureMockMvc
class PortTest extends Meeting {}

@WebMvcTest
class WebSliceTest extends Meeting {}

/** A slice without the web. */
@JsonTest
class JsonSliceTest {

    @Autowired
    ApplicationContext context;

    @Test
    void itStarts() {
        assertThat(context.getBeansOfType(Guard.class)).isEmpty();
    }
}
