package com.example.forum;

import java.util.List;
import java.util.stream.Stream;

/**
 * A thread: an opening post and the replies to it. Immutable.
 *
 * @param id its number in the address
 * @param title one line
 * @param posts oldest first, never empty
 */
record Topic(long id, String title, List<Post> posts) {

    private static final int MAX_POSTS = 200;

    Topic {
        posts = List.copyOf(posts);
    }

    /** The opening post. */
    Post opening() {
        return posts.get(0);
    }

    /** The newest post. */
    Post latest() {
        return posts.get(posts.size() - 1);
    }

    /** Everything but the opening post, oldest first. */
    List<Post> replies() {
        return posts.subList(1, posts.size());
    }

    /** This thread with one more reply; a full one lets its oldest reply go, so that memory stays bounded. */
    Topic with(Post reply) {
        List<Post> kept = posts.size() < MAX_POSTS ? replies() : posts.subList(2, posts.size());
        return new Topic(
                id,
                title,
                Stream.of(Stream.of(opening()), kept.stream(), Stream.of(reply))
                        .flatMap(part -> part)
                        .toList());
    }
}
