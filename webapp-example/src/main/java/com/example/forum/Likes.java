package com.example.forum;

import io.github.ostiary.RateLimit;
import jakarta.annotation.PostConstruct;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Who likes which post. Thread-safe. */
@ApplicationScoped
public class Likes {

    private final Map<Long, Set<String>> likers = new ConcurrentHashMap<>();

    @PostConstruct
    void seed() {
        Seeds.LIKES.forEach((post, members) -> of(post).addAll(members));
    }

    /**
     * Likes a post, or takes the like back.
     *
     * @return whether the member likes it now
     */
    @RateLimit("like")
    public boolean toggle(long postId, String member) {
        Set<String> members = of(postId);
        return members.add(member) || !members.remove(member);
    }

    /** How many members like a post. */
    public int count(long postId) {
        return likers.getOrDefault(postId, Set.of()).size();
    }

    /** Whether this member does. */
    public boolean likes(long postId, String member) {
        return likers.getOrDefault(postId, Set.of()).contains(member);
    }

    private Set<String> of(long postId) {
        return likers.computeIfAbsent(postId, id -> ConcurrentHashMap.newKeySet());
    }
}
