package com.example.forum;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.LongSupplier;

/** What the forum talks about before you do. */
final class Seeds {

    /** Who likes what, by the post's number. */
    static final Map<Long, List<String>> LIKES = Map.of(
            1L, List.of("bob", "mira", "jonas"),
            3L, List.of("alice", "jonas"),
            6L, List.of("jonas"),
            10L, List.of("mira"),
            12L, List.of("bob", "mira"),
            14L, List.of("alice", "bob", "mira", "jonas"));

    private Seeds() {}

    private record Said(int minutesAgo, String author, String text) {}

    /**
     * The first threads.
     *
     * @param now what "minutes ago" counts from
     * @param ids numbers for the posts, from 1
     */
    static List<Topic> topics(Instant now, LongSupplier ids) {
        return List.of(
                topic(
                        1,
                        "What finally made your sourdough rise?",
                        now,
                        ids,
                        new Said(
                                2880,
                                "alice",
                                "Eight flat loaves, then one that looked like the pictures. All I changed was the water: "
                                        + "28 °C instead of straight from the tap.\n\nWhat was it for you?"),
                        new Said(2765, "bob", "Patience. I kept shaping it an hour too early."),
                        new Said(
                                190,
                                "mira",
                                "A see-through jar with a rubber band. You stop guessing when you can see it double."),
                        new Said(12, "alice", "A rubber band! That costs nothing. Trying it tonight.")),
                topic(
                        2,
                        "Balcony tomatoes: how many per pot is too many?",
                        now,
                        ids,
                        new Said(
                                1500,
                                "jonas",
                                "The label says one plant per 20 litres. I have four pots and eleven seedlings, and I am "
                                        + "fond of all of them."),
                        new Said(1430, "mira", "One. Give the others to your neighbours and you get friends as well."),
                        new Said(47, "bob", "Two if you water twice a day. You won't water twice a day.")),
                topic(
                        3,
                        "Show us the view from your desk",
                        now,
                        ids,
                        new Said(
                                4320,
                                "mira",
                                "Window, wall or washing line: post a picture. PNG, JPEG or GIF, one megabyte at most."),
                        new Said(
                                3000,
                                "jonas",
                                "Camera is charging. Brace yourselves for an inner courtyard with bins."),
                        new Said(95, "alice", "Bins count!")),
                topic(
                        4,
                        "Rear brake squeals only when it rains",
                        now,
                        ids,
                        new Said(
                                640,
                                "bob",
                                "Dry: silent. Wet: a tram taking a bend. The pads are new and the disc is clean. Ideas?"),
                        new Said(
                                600,
                                "jonas",
                                "Organic pads? Sinter screams in the wet, but so does anything not bedded in. Twenty firm "
                                        + "stops from 25 km/h, then report back."),
                        new Said(130, "bob", "Did thirty to be safe. The tram is gone. Thank you!")),
                topic(
                        5,
                        "House rules, and why replies are limited",
                        now,
                        ids,
                        new Said(
                                10080,
                                "admin",
                                "Be kind, stay on topic, and take your time: five replies a minute are enough for anybody "
                                        + "who reads before writing.\n\nThe doorkeeper counts, not us. If it stops you, it "
                                        + "tells you for how long.")));
    }

    private static Topic topic(long id, String title, Instant now, LongSupplier ids, Said... said) {
        List<Post> posts = new ArrayList<>();
        for (Said line : said) {
            Instant at = now.minus(Duration.ofMinutes(line.minutesAgo()));
            posts.add(new Post(ids.getAsLong(), line.author(), line.text(), OptionalLong.empty(), at));
        }
        return new Topic(id, title, posts);
    }
}
