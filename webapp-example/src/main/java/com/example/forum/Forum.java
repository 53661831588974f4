package com.example.forum;

import jakarta.annotation.PostConstruct;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** The threads, in this instance's memory: a restart begins with the seeds again. Thread-safe. */
@ApplicationScoped
public class Forum {

    private final Map<Long, Topic> topics = new ConcurrentHashMap<>();
    private final AtomicLong postIds = new AtomicLong();

    /** A post that answers a search. */
    record Hit(Topic topic, Post post) {}

    @PostConstruct
    void seed() {
        Seeds.topics(Instant.now(), postIds::incrementAndGet).forEach(topic -> topics.put(topic.id(), topic));
    }

    /** All threads, the one with the newest post first. */
    public List<Topic> topics() {
        return topics.values().stream()
                .sorted(Comparator.comparing((Topic topic) -> topic.latest().at())
                        .reversed())
                .toList();
    }

    /** One thread. */
    public Optional<Topic> topic(long id) {
        return Optional.ofNullable(topics.get(id));
    }

    /** The thread a post stands in. */
    public Optional<Topic> topicOf(long post) {
        return topics.values().stream()
                .filter(topic -> topic.posts().stream().anyMatch(candidate -> candidate.id() == post))
                .findAny();
    }

    /**
     * Adds a reply.
     *
     * @param topicId of an existing thread; for any other nothing is kept
     * @return the reply
     */
    public Post reply(long topicId, String author, String text, OptionalLong image) {
        Post post = new Post(postIds.incrementAndGet(), author, text, image, Instant.now());
        topics.computeIfPresent(topicId, (id, topic) -> topic.with(post));
        return post;
    }

    /**
     * Finds posts by their text or their thread's title, whatever the case.
     *
     * @param query nothing is found for a blank one
     * @param max at most so many
     */
    public List<Hit> search(String query, int max) {
        String wanted = query.strip().toLowerCase(Locale.ROOT);
        List<Hit> hits = new ArrayList<>();
        if (wanted.isEmpty()) {
            return hits;
        }
        for (Topic topic : topics()) {
            boolean titled = contains(topic.title(), wanted);
            for (Post post : topic.posts()) {
                if (contains(post.text(), wanted) || (titled && post == topic.opening())) {
                    hits.add(new Hit(topic, post));
                }
            }
        }
        return hits.subList(0, Math.min(max, hits.size()));
    }

    private static boolean contains(String text, String wanted) {
        return text.toLowerCase(Locale.ROOT).contains(wanted);
    }
}
