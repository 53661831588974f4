package io.github.ostiary.book;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ostiary.Guard;
import io.github.ostiary.GuardListener.Event;
import io.github.ostiary.GuardListener.Kind;
import io.github.ostiary.Key;
import io.github.ostiary.RateLimiter;
import io.github.ostiary.operator.AuditEntry;
import io.github.ostiary.operator.AuditEntry.Deed;
import io.github.ostiary.operator.Operator;
import io.github.ostiary.operator.OperatorApi;
import io.github.ostiary.operator.ReloadState;
import io.github.ostiary.setup.BeanRules;
import io.github.ostiary.setup.GuardBuilder;
import io.github.ostiary.testing.Await;
import io.github.ostiary.testing.LogLines;
import io.github.ostiary.testing.Together;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rules that are read again while the application runs. */
@Tag("slow")
@Together
class WatchedFileTest {

    private static final Duration BOUND = Duration.ofSeconds(30);
    private static final Duration HOUR = Duration.ofHours(1);
    private static final Key BOB = Key.principal("bob");
    private static final Operator EVE = new Operator("eve", "test");

    @TempDir
    private Path directory;

    private Path file;
    private final List<Event> heard = new CopyOnWriteArrayList<>();

    @BeforeEach
    void begin() throws IOException {
        file = directory.resolve("ostiary.properties");
        write("limit.reply.rate=100/1h", "limit.reply.key=principal", "limit.other.rate=7/1h");
    }

    private void write(String... lines) throws IOException {
        Files.writeString(file, String.join("\n", lines) + "\n");
    }

    private Guard guard(String... keys) {
        GuardBuilder builder = GuardBuilder.fromProperties(file).listener(heard::add);
        for (String key : keys) {
            builder.property(key.split("=")[0], key.split("=")[1]);
        }
        return builder.build();
    }

    private static long limit(Guard guard, String rule) {
        return guard.limiter(rule).peek(BOB).limit().getAsLong();
    }

    private static ReloadState reload(Guard guard) {
        return OperatorApi.of(guard).reload(EVE, "test");
    }

    @Test
    void whatIsHandedOutFollowsAndCountersAreKept() throws IOException {
        try (Guard guard = guard("reload=off")) {
            RateLimiter reply = guard.limiter("reply");
            reply.tryAcquire(BOB, 7);
            write("limit.reply.rate=5/1h", "limit.reply.key=principal", "limit.other.rate=7/1h", "limit.new.rate=3/1h");
            ReloadState state = reload(guard);
            assertThat(state.problems()).isEmpty();
            assertThat(state.reloaded()).isPresent();
            assertThat(state.watched()).isFalse();
            assertThat(reply.tryAcquire(BOB).allowed()).as("7 of 5 are used").isFalse();
            assertThat(limit(guard, "new")).isEqualTo(3);
            assertThat(OperatorApi.of(guard).audit(10))
                    .extracting(AuditEntry::deed)
                    .containsExactly(Deed.RELOADED);
            Await.until(() -> heard.stream().anyMatch(each -> each.kind() == Kind.RELOADED), BOUND);
        }
    }

    @Test
    void theFileIsWatchedWhereThereIsOne() throws IOException {
        try (Guard guard = guard("reload=1s")) {
            assertThat(OperatorApi.of(guard).reloading().watched()).isTrue();
            write("limit.reply.rate=5/1h", "limit.reply.key=principal", "limit.other.rate=7/1h");
            Await.until(() -> limit(guard, "reply") == 5, BOUND);
            Await.until(() -> !OperatorApi.of(guard).audit(1).isEmpty(), BOUND);
            assertThat(OperatorApi.of(guard).audit(1).get(0).change().by()).isEqualTo("the file");
            assertThat(OperatorApi.of(guard).audit(1).get(0).change().from())
                    .startsWith("node " + NodeName.ofThisProcess() + ", ");
        }
        try (Guard guard = guard()) {
            assertThat(OperatorApi.of(guard).reloading().watched())
                    .as("by default")
                    .isTrue();
            assertThat(OperatorApi.of(guard).reloading().file()).isEqualTo(file.toString());
        }
        try (Guard guard = GuardBuilder.create().limit("reply", "5/1m").build()) {
            assertThat(OperatorApi.of(guard).reloading().watched()).isFalse();
            assertThatThrownBy(() -> reload(guard)).hasMessageContaining("no file is configured");
        }
    }

    @Test
    void whatIsWrongChangesNothingAndIsSaidOnce() throws IOException {
        try (LogLines log = LogLines.of(WatchedFile.class.getName());
                Guard guard = guard("reload=1s")) {
            write("limit.reply.rate=5/1h", "limit.reply.ratte=5/1h", "limit.other.rate=many", "keyPrefix=else");
            Await.until(() -> OperatorApi.of(guard).reloading().problems().size() == 3, BOUND);
            List<String> problems = OperatorApi.of(guard).reloading().problems();
            assertThat(String.join("\n", problems)).contains("limit.reply.ratte", "limit.other.rate=many", "keyPrefix");
            assertThat(limit(guard, "reply")).isEqualTo(100);
            assertThat(limit(guard, "other")).isEqualTo(7);
            String aSecondLook = OperatorApi.of(guard).reloading().file();
            WatchedFileLooks.twice(guard);
            assertThat(log.warnings())
                    .as(aSecondLook)
                    .singleElement()
                    .asString()
                    .contains("3 problems", "limit.reply.ratte");
            assertThat(OperatorApi.of(guard).audit(10))
                    .extracting(AuditEntry::deed)
                    .containsExactly(Deed.REFUSED);
            write("limit.reply.rate=100/1h", "limit.reply.key=principal", "limit.other.rate=7/1h");
            Await.until(() -> OperatorApi.of(guard).reloading().problems().isEmpty(), BOUND);
        }
    }

    /** Waits for looks of its own thread, without counting seconds. */
    private static final class WatchedFileLooks {

        static void twice(Guard guard) {
            long begun = System.nanoTime();
            Await.until(
                    () -> System.nanoTime() - begun > Duration.ofMillis(2_500).toNanos(), BOUND);
            assertThat(OperatorApi.of(guard).reloading().problems()).hasSize(3);
        }
    }

    @Test
    void whatOnlyAStartCanTakeIsNamedAndNothingIsApplied() throws IOException {
        try (Guard guard = guard("reload=off")) {
            write(
                    "limit.reply.rate=5/1h",
                    "limit.reply.key=principal",
                    "limit.other.rate=7/1h",
                    "maxWaiting=3",
                    "enabled=false");
            assertThat(reload(guard).problems())
                    .hasSize(2)
                    .allMatch(each -> each.contains("takes effect only when the application starts"));
            assertThat(limit(guard, "reply")).isEqualTo(100);
        }
    }

    @Test
    void aRuleThatJavaOrABeanHasByNameMustStay() throws IOException {
        try (Guard guard = guard("reload=off")) {
            BeanRules.require(guard, "other");
            write("limit.reply.rate=5/1h", "limit.reply.key=principal");
            assertThat(reload(guard).problems()).singleElement().asString().contains("limit.other");
            guard.limiter("reply");
            write("limit.other.rate=7/1h");
            assertThat(reload(guard).problems()).singleElement().asString().contains("limit.reply");
            write("limit.reply.rate=5/1h", "limit.reply.key=principal", "limit.other.rate=7/1h");
            assertThat(reload(guard).problems()).isEmpty();
            assertThat(limit(guard, "reply")).isEqualTo(5);
        }
    }

    @Test
    void rulesOfBeansAndWhatJavaHasUpdatedStay() throws IOException {
        try (Guard guard = guard("reload=off")) {
            BeanRules.declare(guard, "bean", Map.of("rate", "50/1h", "key", "principal"));
            RateLimiter bean = guard.limiter("bean");
            guard.limiter("other").updateRate("42/1h");
            guard.limiter("reply").updateRate("43/1h");
            bean.updateRate("51/1h");
            write("limit.reply.rate=5/1h", "limit.reply.key=principal", "limit.other.rate=7/1h");
            assertThat(reload(guard).problems()).isEmpty();
            assertThat(limit(guard, "other")).as("its text is the same").isEqualTo(42);
            assertThat(limit(guard, "reply")).as("its text is not").isEqualTo(5);
            assertThat(bean.peek(BOB).limit()).hasValue(51);
            write(
                    "limit.reply.rate=5/1h",
                    "limit.reply.key=principal",
                    "limit.other.rate=7/1h",
                    "onStoreFailure=allow");
            assertThat(reload(guard).problems()).isEmpty();
            assertThat(limit(guard, "other")).as("all inherit what has changed").isEqualTo(7);
            bean.tryAcquire(BOB, 50);
            assertThat(bean.peek(BOB).limit()).hasValue(50);
        }
    }

    @Test
    void overridesStayAboveTheFile() throws IOException {
        try (Guard guard = guard("reload=off")) {
            guard.rules().override("limit.reply.rate", "2/1h", HOUR, "");
            guard.rules().override("limit.other.rate", "3/1h", HOUR, "");
            write("limit.reply.rate=5/1h", "limit.reply.key=principal");
            assertThat(reload(guard).problems()).isEmpty();
            assertThat(limit(guard, "reply")).isEqualTo(2);
            assertThat(guard.rules().overrides())
                    .filteredOn(each -> each.problem().isPresent())
                    .singleElement()
                    .satisfies(each -> assertThat(each.key()).isEqualTo("limit.other.rate"));
            guard.rules().removeOverride("limit.reply.rate", "");
            assertThat(limit(guard, "reply")).isEqualTo(5);
        }
    }

    @Test
    void anOverrideReadsTheFileAsItWasAndNotAsItIsBeingWritten() throws IOException {
        try (Guard guard = guard("reload=off")) {
            write("limit.reply.rate=half of");
            guard.rules().override("limit.other.rate", "3/1h", HOUR, "");
            assertThat(limit(guard, "other")).isEqualTo(3);
            assertThat(limit(guard, "reply")).isEqualTo(100);
        }
    }

    @Test
    void aFileThatIsGoneSaysNothing() throws IOException {
        try (LogLines log = LogLines.of(WatchedFile.class.getName());
                Guard guard = guard("reload=1s")) {
            Files.delete(file);
            Await.until(() -> log.warnings().size() == 1, BOUND);
            assertThat(log.warnings().get(0)).contains("is gone");
            assertThat(limit(guard, "reply")).isEqualTo(100);
            write("limit.reply.rate=5/1h", "limit.reply.key=principal", "limit.other.rate=7/1h");
            Await.until(() -> limit(guard, "reply") == 5, BOUND);
        }
    }
}
