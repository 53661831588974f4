package io.github.ostiary.book;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ostiary.Decision.Reason;
import io.github.ostiary.operator.Figures;
import io.github.ostiary.operator.Figures.Recent;
import io.github.ostiary.operator.Figures.RuleFigures;
import io.github.ostiary.operator.Figures.Slice;
import io.github.ostiary.operator.FleetNode;
import io.github.ostiary.operator.FleetNode.Build;
import io.github.ostiary.operator.FleetNode.Life;
import io.github.ostiary.operator.FleetNode.State;
import io.github.ostiary.store.SharedState;
import io.github.ostiary.testing.EveryFigure;
import io.github.ostiary.testing.FigureVariants;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a node says of itself is what others read, in bounded space; all else is refused. */
class FleetTextTest {

    private static final Duration JUST_NOW = Duration.ofSeconds(1);

    private static FleetNode node(Figures figures) {
        Life life = new Life(State.RUNNING, Duration.ofHours(3), JUST_NOW);
        return new FleetNode("id", "shop-1/17", new Build("0.1.0", "a_b-C9"), life, figures);
    }

    private static FleetNode read(String text) {
        return FleetText.read("id", text, JUST_NOW);
    }

    @Test
    void everyFigureIsReadAsItWasWritten() {
        FigureVariants.all().forEach((place, figures) -> assertThat(read(FleetText.write(node(figures))))
                .as(place)
                .isEqualTo(node(figures)));
    }

    @Test
    void howOldItIsSaysWhetherItRuns() {
        String text = FleetText.write(node(EveryFigure.figures()));
        assertThat(FleetText.read("id", text, Duration.ofSeconds(30)).life().state())
                .isEqualTo(State.RUNNING);
        assertThat(FleetText.read("id", text, Duration.ofSeconds(31)).life().state())
                .isEqualTo(State.SILENT);
    }

    @Test
    void whoStopsSaysNoFigures() {
        FleetNode running = node(EveryFigure.figures());
        Life ended = new Life(State.STOPPED, Duration.ofHours(3), JUST_NOW);
        FleetNode stopped = new FleetNode("id", running.name(), running.build(), ended, running.figures());
        FleetNode read = read(FleetText.write(stopped));
        assertThat(read.life()).isEqualTo(ended);
        assertThat(read.figures().rules()).isEmpty();
    }

    private static Figures rules(int count) {
        Random random = new Random(5);
        List<RuleFigures> rules = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            List<Slice> parts = new ArrayList<>();
            for (int j = 0; j < 60; j++) {
                parts.add(new Slice(random.nextInt(100_000), random.nextInt(1_000)));
            }
            Recent hour = new Recent(Duration.ofMinutes(1), parts);
            Recent minute = new Recent(Duration.ofSeconds(5), parts.subList(0, 12));
            Map<Reason, Long> denied = Map.of(Reason.RATE_LIMITED, 1_000L * i);
            rules.add(new RuleFigures(
                    "limit.rule-%04d".formatted(i), 1_000_000, denied, 0, Optional.empty(), minute, hour));
        }
        Figures some = EveryFigure.figures();
        return new Figures(true, rules, some.store(), some.waiting(), 1, 1, 1);
    }

    @Test
    void whereThereIsNoRoomTheBusiestRulesAreToldByMinutesAndAllSums() {
        Figures figures = rules(60);
        String text = FleetText.write(node(figures));
        assertThat(text.length()).isBetween(SharedState.MAX_TEXT * 9 / 10, SharedState.MAX_TEXT);
        List<RuleFigures> read = read(text).figures().rules();
        assertThat(read).hasSize(60);
        for (int i = 0; i < 60; i++) {
            RuleFigures written = figures.rules().get(i);
            assertThat(read.get(i).deniedInAll()).isEqualTo(written.deniedInAll());
            assertThat(read.get(i).lastHour().allowed())
                    .isEqualTo(written.lastHour().allowed());
            assertThat(read.get(i).lastMinute().denied())
                    .isEqualTo(written.lastMinute().denied());
        }
        assertThat(read.get(59)).isEqualTo(figures.rules().get(59));
        assertThat(read.get(0).lastHour().parts()).hasSize(1);
    }

    @Test
    void ofTooManyRulesTheLeastUsedAreLeftOut() {
        String text = FleetText.write(node(rules(400)));
        assertThat(text.length()).isLessThanOrEqualTo(SharedState.MAX_TEXT);
        assertThat(read(text).figures().rules()).hasSizeGreaterThan(150).last().satisfies(rule -> assertThat(
                        rule.rule())
                .isEqualTo("limit.rule-0399"));
    }

    @Test
    void whatALaterVersionSaysBesidesIsPassedOver() {
        FleetNode node = node(EveryFigure.figures());
        String text = FleetText.write(node).replace("\"LOCKED\":1", "\"LOCKED\":1,\"UNHEARD\":5");
        assertThat(read(text.substring(0, text.length() - 1) + ",{\"more\":[1]},null]"))
                .isEqualTo(node);
        assertThat(read(text.replace("[5,1,1,1]]]]]", "[5,1,1,1],\"more\"]],[]],null]")))
                .isEqualTo(node);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "[2,'name',['1.0','aaaa'],1,null]",
                "[1,'name',['1.0','aaaa'],null,null]",
                "[1,'name',['<b>','aaaa'],1,null]",
                "[1,'name',['1.0','<b>'],1,null]",
                "[1,'name',['1.0','aaaa'],-1,null]",
                "[1,'name',['1.0','aaaa'],1.5,null]",
                "[1,'name',['1.0','aaaa'],99999999999999999999,null]",
                "[1,'name',['1.0','aaaa'],1,[true,[['limit.<b>',1,{},0,null,[1,1],[1,1]]]]]",
            })
    void garbageIsRefused(String text) {
        assertThatThrownBy(() -> read(text.replace('\'', '"'))).isInstanceOf(IllegalArgumentException.class);
    }

    /** A sound text with one thing wrong in it. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "'lockout.login',1>'lockout.<b>',1",
                "'lockout.login',1>'allow.login',1",
                "'lockout.login',1>'limit.login',1",
                "'lockout.login',1>'lockout.login',-5",
                "'lockout.login',1>'lockout.login',9007199254740993",
                "'lockout.login',1>'lockout.login'",
                "{'LOCKED':1},1,[[1,1,1],[1,1,1],>{'LOCKED':'x'},1,[[1,1,1],[1,1,1],",
                "{'LOCKED':1},1,[[1,1,1],[1,1,1],>{'LOCKED':1},1,[[1,1,1],[1,1],",
                "[5,1,1,1]>[5,121]",
                "[5,1,1,1]>[5,1,1,1,1]",
                "[5,1,1,1]>[5]",
                "[5,1,1,1]>[5,1,-1]",
                "[[0.001],[199,1],2.0]>[[0.001],[199],2.0]",
                "[[0.001],[199,1],2.0]>[[0.001],[199,1,1],2.0]",
                "[[0.001],[199,1],2.0]>[[-0.001],[199,1],2.0]",
                "[[0.001],[199,1],2.0]>[[0.001],[199,1],NaN]",
                "[[0.001],[199,1],2.0]>[[0.001],[199,1],1e300]",
                "1,150,>1,2147483647,",
            })
    void oneWrongFigureIsRefused(String change) {
        String[] parts = change.replace('\'', '"').split(">", 2);
        String text = FleetText.write(node(EveryFigure.figures()));
        assertThat(text).contains(parts[0]);
        assertThatThrownBy(() -> read(text.replace(parts[0], parts[1]))).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aNameIsMadeFitForALine() {
        FleetNode read = read("[1,\"\u202e" + "x".repeat(500) + "\",[\"\",\"aaaa\"],1]");
        assertThat(read.name()).hasSize(80).doesNotContain("\u202e");
    }
}
