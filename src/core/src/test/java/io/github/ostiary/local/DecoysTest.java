package io.github.ostiary.local;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Key;
import io.github.ostiary.ManualTimeSource;
import io.github.ostiary.store.AttemptClaim;
import io.github.ostiary.store.AttemptClaim.Purpose;
import io.github.ostiary.store.AttemptClaim.Traits;
import io.github.ostiary.store.LockBook.LockId;
import io.github.ostiary.store.LockoutPolicy;
import io.github.ostiary.store.Operation;
import io.github.ostiary.store.StoreException;
import io.github.ostiary.testing.Asked;
import io.github.ostiary.testing.LockoutPolicies;
import io.github.ostiary.testing.LogLines;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Who makes room in a full table. */
class DecoysTest {

    private static final LockoutPolicy LADDER =
            LockoutPolicies.policy().lock(3, 3_600, 900).named("login");

    private final ManualTimeSource time = new ManualTimeSource();
    private final LocalStore store = new LocalStore(32, time);
    private int ids;

    private AttemptClaim begin(String name, String network) throws StoreException {
        AttemptClaim attempt = new AttemptClaim(
                LADDER,
                name,
                "id" + ids++,
                Purpose.ATTEMPT,
                new Traits("", "", "", network.isEmpty() ? null : Key.part(Key.IP, network)),
                "");
        assertThat(Asked.decide(store, List.of(attempt)).get(0).passed())
                .as(name)
                .isTrue();
        return attempt;
    }

    private void fail(String name, String network, int times) throws StoreException {
        for (int i = 0; i < times; i++) {
            Asked.ask(store, Operation.FAIL, List.of(begin(name, network)));
        }
    }

    private List<String> forgotten(String... names) throws StoreException {
        List<String> forgotten = new ArrayList<>();
        for (String name : names) {
            if (store.locks().state(new LockId(LADDER, name)).failures() == 0) {
                forgotten.add(name);
            }
        }
        return forgotten;
    }

    @Test
    void theOldestOfTheNetworkThatHasMostLeaveAndLocksAndWhatFailedTwiceDoNot() throws StoreException {
        fail("member", "10.0.0.0/24", 1);
        fail("locked", "6.6.6.0/24", 3);
        fail("twice", "6.6.6.0/24", 2);
        AttemptClaim open = begin("open", "6.6.6.0/24");
        for (int i = 0; i < 28; i++) {
            fail("x" + i, i % 2 == 0 || i > 9 ? "6.6.6.0/24" : "7.7.7.0/24", 1);
        }
        fail("newcomer", "10.0.1.0/24", 1);
        assertThat(forgotten("x0", "x1", "x2", "x3", "x4", "x5", "x6", "x27", "member", "twice", "locked", "newcomer"))
                .containsExactly("x0", "x2", "x4");
        Asked.ask(store, Operation.FAIL, List.of(open));
        assertThat(forgotten("open")).isEmpty();
    }

    @Test
    void whereNothingFailedOnlyOnceNewcomersShareAndAreToldSoOnceInTenMinutes() throws StoreException {
        try (LogLines log = LogLines.of(Decoys.class.getName())) {
            for (int i = 0; i < 32; i++) {
                fail("x" + i, "6.6.6.0/24", 2);
            }
            fail("other", "10.0.0.0/24", 1);
            assertThat(log.lines())
                    .as("until one of them comes, who can be named")
                    .isEmpty();
            fail("more", "6.6.6.0/24", 1);
            fail("evermore", "6.6.6.0/24", 1);
            assertThat(log.lines()).singleElement().asString().contains("login", "=32", "6.6.6.0/24");
            time.advance(Duration.ofMinutes(10));
            fail("again", "", 1);
            fail("again too", "", 1);
            assertThat(log.lines()).hasSize(2);
            assertThat(log.lines().get(1)).doesNotContain("6.6.6.0");
            assertThat(forgotten("x0", "x31")).isEmpty();
        }
    }
}
