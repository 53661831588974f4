package io.github.ostiary.book;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Key;
import io.github.ostiary.ManualTimeSource;
import io.github.ostiary.Rate;
import io.github.ostiary.local.LocalStore;
import io.github.ostiary.operator.Explanation.RuleType;
import io.github.ostiary.operator.TrialReport;
import io.github.ostiary.operator.TrialReport.RateUse;
import io.github.ostiary.operator.TrialReport.RuleTrial;
import io.github.ostiary.operator.TrialReport.Share;
import io.github.ostiary.store.SharedState;
import io.github.ostiary.store.SharedState.Entry;
import io.github.ostiary.store.SharedState.Topic;
import io.github.ostiary.store.StoreException;
import io.github.ostiary.trial.TrialLog;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** What rules on trial have seen on three nodes, by one sharedState. */
class TrialBookTest {

    private static final Rate RATE = Rate.parse("10/1m");

    private final ManualTimeSource time = new ManualTimeSource();
    private final SharedState sharedState = new LocalStore(1_000, time).sharedState();
    private final List<TrialLog> logs = new ArrayList<>();
    private final List<TrialBook> books = new ArrayList<>();

    private void nodes(int count) {
        for (int i = 0; i < count; i++) {
            TrialLog log = new TrialLog(time);
            logs.add(log);
            books.add(new TrialBook(log, "node" + i, sharedState, true, () -> "secret"));
            books.get(i).agree();
        }
    }

    private void used(int node, String caller, int permits) {
        TrialLog log = logs.get(node);
        log.seen(RuleType.LIMIT, "page", Key.principal(caller).and(Key.ip("10.1.2.3")), permits > 10);
        log.used("page", RATE, caller, permits);
    }

    private void say() {
        books.forEach(TrialBook::say);
    }

    private RuleTrial report(int node, String wanted) {
        TrialReport report = books.get(node).report(wanted, List.of());
        assertThat(report.rules()).hasSize(1);
        return report.rules().get(0);
    }

    private List<String> texts() throws StoreException {
        return sharedState.entries(new Topic("trials", 1_000), 1_000).stream()
                .map(Entry::text)
                .toList();
    }

    @Test
    void oneCallersUseOnAllNodesCountsTogether() throws StoreException {
        nodes(3);
        for (int i = 0; i < 200; i++) {
            used(i % 3, "bob" + i, 1);
        }
        for (int node = 0; node < 3; node++) {
            used(node, "heavy", 9);
        }
        used(1, "greedy", 20);
        say();
        for (int node = 0; node < 3; node++) {
            RuleTrial all = report(node, "");
            assertThat(all.asked()).isEqualTo(204);
            assertThat(all.denied()).isEqualTo(1);
            RateUse use = all.uses().get(0);
            assertThat(use.rate()).isEqualTo(RATE);
            assertThat(use.callers()).isEqualTo(202);
            assertThat(use.overLimit()).as("27 and 20, of 10").isEqualTo(2);
            assertThat(use.proposals().get(0).permits()).isEqualTo(OptionalLong.of(1));
        }
        RuleTrial one = report(0, "node1");
        assertThat(one.asked()).isEqualTo(69);
        assertThat(one.uses().get(0).overLimit()).isEqualTo(1);
        assertThat(report(1, "node1").uses()).isEqualTo(one.uses());
        assertThat(String.join(" ", texts()))
                .contains("page")
                .doesNotContain("bob")
                .doesNotContain("heavy")
                .doesNotContain("greedy")
                .doesNotContain("10.1.2");
    }

    /** Only nodes that have met a caller name it. */
    @Test
    void denialsOfCallersThatAreKnownHereAreAdded() {
        nodes(2);
        used(0, "bob", 20);
        used(1, "bob", 20);
        used(1, "bob", 20);
        used(1, "eve", 20);
        say();
        assertThat(report(0, "").users()).containsExactly(new Share("bob", 3));
        assertThat(report(0, "").networks()).containsExactly(new Share("10.1.2.0/24", 4));
        assertThat(report(1, "").users()).containsExactly(new Share("bob", 3), new Share("eve", 1));
        assertThat(report(0, "node1").users()).isEmpty();
    }

    @Test
    void manyCallersAreSampledAlikeInBoundedTexts() throws StoreException {
        nodes(3);
        int callers = 30_000;
        for (int i = 0; i < callers; i++) {
            for (int node = 0; node < 3; node++) {
                logs.get(node).used("page", RATE, "caller" + i, i % 50 == 0 ? 5 : 1);
            }
        }
        logs.forEach(log -> log.seen(RuleType.LIMIT, "page", Key.principal("bob"), false));
        say();
        assertThat(texts()).hasSize(3).allSatisfy(text -> assertThat(text.length())
                .isLessThanOrEqualTo(SharedState.MAX_TEXT));
        RateUse use = report(0, "").uses().get(0);
        assertThat(use.callers()).isBetween(callers * 8L / 10, callers * 12L / 10);
        assertThat(use.overLimit()).as("2 % use 15").isBetween(callers / 100L, callers * 3L / 100);
        assertThat(use.proposals().get(0).permits()).isEqualTo(OptionalLong.of(15));
        assertThat(report(0, "node0").uses().get(0).callers()).isBetween(callers * 9L / 10, callers * 11L / 10);
    }

    @Test
    void whatANodeHasSeenOutlivesIt() {
        nodes(2);
        used(1, "bob", 5);
        say();
        time.advance(Duration.ofHours(3));
        used(0, "eve", 5);
        TrialReport report = books.get(0).report("", List.of());
        assertThat(report.rules().get(0).asked()).isEqualTo(2);
        assertThat(report.covered()).isEqualTo(Duration.ofHours(3));
    }

    @Test
    void anotherSecretOrGarbageAddsNoCallersAndBreaksNothing() throws StoreException {
        nodes(2);
        TrialLog foreign = new TrialLog(time);
        TrialBook book = new TrialBook(foreign, "foreign", sharedState, true, () -> "another");
        book.agree();
        foreign.seen(RuleType.LIMIT, "page", Key.principal("bob"), true);
        foreign.used("page", RATE, "bob", 5);
        book.say();
        used(1, "bob", 20);
        say();
        String sound = texts().stream()
                .filter(text -> text.startsWith("[1,\"node1\""))
                .findFirst()
                .orElseThrow();
        List<String> rogue = List.of(
                "",
                "<script>",
                "[1,\"node1\",0]",
                sound.replace("LIMIT", "<b>"),
                sound.replace("page", "<b>"),
                sound.replaceFirst("\"10/1m\"", "\"never\""),
                sound.replaceFirst("\"10/1m\",0", "\"10/1m\",99"),
                sound.replaceFirst("\"10/1m\",0", "\"10/1m\",-1"),
                sound.replaceFirst("20:", "0:"),
                sound.replaceFirst("20:", "9999999999:"),
                sound.replaceFirst("20:", "20:0"),
                sound.replaceFirst("20:", "20:-------1"),
                sound.replaceFirst("\\{\"([^\"]*)\":1}", "{\"<b>\":1}"),
                sound.replaceFirst("\\{\"([^\"]*)\":1}", "{\"$1\":-1}"),
                sound.replaceFirst("\"node1\",", "\"node1\",-1"),
                sound.replaceFirst("]]]]$", "]],[]]]"),
                sound.replaceFirst("]]]]$", "]],[\"1/1m\"]]]"),
                sound.replaceFirst("]]]]$", "]]" + ",[\"1/1m\",0,[]]".repeat(20) + "]]"));
        assertThat(rogue).doesNotContain(sound);
        for (int i = 0; i < rogue.size(); i++) {
            sharedState.put(new Topic("trials", 1_000), new Entry("rogue_" + i, rogue.get(i), 60_000_000));
        }
        used(0, "bob", 20);
        RuleTrial all = report(0, "");
        assertThat(all.asked()).isEqualTo(3);
        assertThat(all.users()).containsExactly(new Share("bob", 2));
        assertThat(all.uses().get(0).callers()).isEqualTo(1);
        assertThat(all.uses().get(0).proposals()).hasSize(3);
    }

    /** What was hashed otherwise before is not mixed with what comes. */
    @Test
    void whoAgreesLaterCountsUsesAnew() {
        TrialLog log = new TrialLog(time);
        TrialBook book = new TrialBook(log, "late", sharedState, true, () -> "secret");
        log.seen(RuleType.LIMIT, "page", Key.principal("bob"), true);
        log.used("page", RATE, "bob", 20);
        assertThat(book.report("", List.of()).rules().get(0).uses()).hasSize(1);
        book.agree();
        RuleTrial after = book.report("", List.of()).rules().get(0);
        assertThat(after.uses()).isEmpty();
        assertThat(after.denied()).isEqualTo(1);
        log.used("page", RATE, "bob", 20);
        book.agree();
        assertThat(book.report("", List.of()).rules().get(0).uses()).hasSize(1);
    }
}
