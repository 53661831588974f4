package io.github.ostiary.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** The observed forum with a Prometheus that scrapes it, and what the dashboard and the alerts see of it. */
public final class ScrapedForum implements AutoCloseable {

    /** The time of the exporters, two times and a bit: what is counted is shown after five seconds at the latest. */
    private static final String INTERVAL = "12s";

    private static final Duration BOUND = Duration.ofSeconds(60);
    private static final Pattern SELECTOR = Pattern.compile("\\bostiary_[a-z_]+(\\{[^}]*})?");

    private final ObservedForum visitors = new ObservedForum();
    private final URI forum;
    private final Prometheus prometheus;

    private ScrapedForum(URI forum, URI figures) {
        this.forum = forum;
        this.prometheus = Prometheus.scraping(figures);
    }

    /** Starts to scrape a forum. */
    public static ScrapedForum at(URI forum, URI figures) {
        return new ScrapedForum(forum, figures);
    }

    /** What the dashboard and the alerts ask for and get no figure of, however long visitors come. */
    public List<String> silent() {
        try {
            Await.until(
                    () -> {
                        visitors.visit(forum);
                        return unanswered().isEmpty();
                    },
                    BOUND);
        } catch (AssertionError e) {
            return unanswered();
        }
        return List.of();
    }

    /** Visitors come until an alert is raised, or waits for its time to be over. */
    public void awaitAlert(String name) {
        Await.until(
                () -> {
                    visitors.visit(forum);
                    return prometheus.alerts().contains(name);
                },
                BOUND);
    }

    /** Visitors come for a time. */
    public void visit(Duration time) {
        Instant end = Instant.now().plus(time);
        while (Instant.now().isBefore(end)) {
            visitors.visit(forum);
        }
    }

    /** The dashboard of a time until now. */
    public String picture(Duration time) {
        Instant now = Instant.now();
        return DashboardPicture.of(prometheus, now.minus(time), now, INTERVAL);
    }

    private List<String> unanswered() {
        List<String> unanswered = new ArrayList<>();
        for (PanelQuery query : PanelQuery.all(INTERVAL)) {
            if (prometheus.values(query.expression()).isEmpty()) {
                unanswered.add(query.toString());
            }
        }
        for (String selector : selectors()) {
            if (prometheus.values(selector).isEmpty()) {
                unanswered.add(Prometheus.ALERTS + ": " + selector);
            }
        }
        return unanswered;
    }

    private static List<String> selectors() {
        try {
            return SELECTOR.matcher(Files.readString(Prometheus.ALERTS))
                    .results()
                    .map(MatchResult::group)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        prometheus.close();
    }
}
