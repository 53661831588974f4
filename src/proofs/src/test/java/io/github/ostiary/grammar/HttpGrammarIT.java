package io.github.ostiary.grammar;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.matrix.EmbeddedKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Requests made from a grammar find no way around the rules, on any server. {@code -Dsoak.minutes=N} goes on with new seeds;
 * {@code -Dgrammar.replay=...}, as a failure tells it, plays that one alone.
 */
class HttpGrammarIT {

    private static final int SEEDS = 28;
    private static final int ENOUGH = Integer.getInteger("grammar.enough", 5);
    private static final List<EmbeddedKind> SERVERS =
            List.of(EmbeddedKind.TOMCAT_11, EmbeddedKind.JETTY_12_0, EmbeddedKind.UNDERTOW_2_3);

    private static List<Site> sites = List.of();

    private final List<Play> wrong = new ArrayList<>();
    private final List<String> differences = new ArrayList<>();

    @BeforeAll
    static void start() {
        sites = SERVERS.stream()
                .filter(kind ->
                        System.getProperty("grammar.replay", kind.name()).startsWith(kind.name()))
                .map(kind -> CompletableFuture.supplyAsync(() -> Site.start(kind)))
                .toList()
                .stream()
                .map(CompletableFuture::join)
                .toList();
    }

    @AfterAll
    static void stop() {
        sites.forEach(Site::close);
    }

    @Test
    void noRequestIsAWayAround() throws IOException {
        String replay = System.getProperty("grammar.replay");
        if (replay == null) {
            search();
        } else {
            String[] parts = replay.split(":");
            List<Integer> numbers =
                    Arrays.stream(parts[2].split(",")).map(Integer::valueOf).toList();
            for (Site site : sites) {
                if (site.kind.name().equals(parts[0])) {
                    Play play = Play.of(site, Long.parseLong(parts[1]), every -> numbers);
                    System.out.println(play);
                    wrong.addAll(play.wrong().isEmpty() ? List.of() : List.of(play));
                }
            }
        }
        Files.write(Path.of("target", "grammar-differences.txt"), differences);
        assertThat(wrong).isEmpty();
    }

    private void search() {
        long begin = System.nanoTime();
        long end = begin + TimeUnit.MINUTES.toNanos(Long.getLong("soak.minutes", 0L));
        long first = Long.getLong("grammar.seed", 1L);
        for (long seed = first; wrong.size() < ENOUGH && (seed < first + SEEDS || System.nanoTime() < end); seed++) {
            play(seed, begin);
        }
    }

    private void play(long seed, long begin) {
        List<Play> plays = new ArrayList<>();
        for (Site site : sites) {
            Play play = Play.of(site, seed);
            plays.add(play);
            if (!play.wrong().isEmpty()) {
                Play least = play.shrunk();
                wrong.add(least);
                long seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - begin);
                System.out.println("after " + seconds + " s:" + least);
            }
        }
        for (int i = 0; i < plays.get(0).exchanges().size(); i++) {
            int number = i;
            List<String> seen = plays.stream()
                    .map(play -> play.seen().get(number).replaceAll("r?\\d{7}", "N"))
                    .toList();
            if (seen.stream().distinct().count() > 1) {
                differences.add(seed + ":" + i + " " + SERVERS + " " + seen + " "
                        + plays.get(0).exchanges().get(i).text());
                return; // what follows depends on it
            }
        }
    }
}
