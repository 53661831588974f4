package io.github.ostiary.testing.attacks;

import io.github.ostiary.testing.attacks.Guesses.Guess;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * An attack that begins on the second day.
 *
 * @param title as the table has it
 * @param days how many
 * @param pace between two tries, or salvoes
 * @param salvo how many tries at once
 * @param origin where they come from
 * @param captcha how every captcha is answered: {@code right}, {@code wrong}, or empty for not at all
 * @param guesses what is tried, in order; what was denied is tried again
 * @param watched whose sign-ins are counted
 * @param rest after each {@value #SERIES} tries
 */
record Attack(
        String title,
        int days,
        Duration pace,
        int salvo,
        Origin origin,
        String captcha,
        Supplier<List<Guess>> guesses,
        Watched watched,
        Duration rest) {

    /** Where tries come from. */
    enum Origin {
        ONE_ADDRESS,
        MANY_ADDRESSES,
        THE_OFFICE,
        BOBS_NETWORK
    }

    /** Whose sign-ins are counted: of all, or those of bob alone, who then tries every hour. */
    enum Watched {
        ALL,
        BOB_AT_HOME,
        BOB_ELSEWHERE
    }

    private static final Duration DAY = Duration.ofDays(1);
    private static final int SERIES = 25;

    static final Attack NONE = day("nobody attacks", 5, List::of);

    /** At the busiest time of the members. */
    static final Attack OUTAGE = NONE.as("no attack, but 500 for ten minutes, and all try again");

    static List<Attack> all() {
        Attack brute = day("brute force, 1 address", 5, Guesses::dictionary);
        Attack stuffing = day("stuffing, 1 address", 5, Guesses::stolen);
        Attack spraying = day("spraying, 1 address", 30, Guesses::spray);
        Attack shutting = day("shutting bob out: bob at home", 30, Guesses::nonsense)
                .from(Origin.MANY_ADDRESSES)
                .watching(Watched.BOB_AT_HOME);
        return List.of(
                NONE,
                OUTAGE,
                brute,
                brute.as("brute force, 1,000 addresses").from(Origin.MANY_ADDRESSES),
                brute.as("brute force, 50 at once, every hour").paced(1, Duration.ofHours(1), 50),
                brute.as("brute force, every 10 min for a week").paced(7, Duration.ofMinutes(10), 1),
                brute.as("brute force, 1 address, captcha farm").withCaptchas(),
                brute.as("brute force, 1,000 addresses, wrong captchas")
                        .from(Origin.MANY_ADDRESSES)
                        .answering("wrong"),
                brute.as("brute force, 1,000 addresses, captcha farm")
                        .from(Origin.MANY_ADDRESSES)
                        .withCaptchas(),
                stuffing,
                stuffing.as("stuffing, 1 address, captcha farm").withCaptchas(),
                stuffing.as("stuffing, from an office of 50 members").from(Origin.THE_OFFICE),
                stuffing.as("stuffing, 1,000 addresses").from(Origin.MANY_ADDRESSES),
                stuffing.as("stuffing, 1,000 addresses, captcha farm")
                        .from(Origin.MANY_ADDRESSES)
                        .withCaptchas(),
                stuffing.as("slow stuffing, 1,000 addresses, each tried once a day")
                        .from(Origin.MANY_ADDRESSES)
                        .paced(1, Duration.ofSeconds(86), 1),
                stuffing.as("slow stuffing, 1,000 addresses, a try every 3 min")
                        .from(Origin.MANY_ADDRESSES)
                        .paced(1, Duration.ofMinutes(3), 1),
                stuffing.as("provoking sieges all day: 25 tries every 40 min")
                        .from(Origin.MANY_ADDRESSES)
                        .resting(Duration.ofMinutes(40)),
                day("stuffing, 1,000 addresses, with sign-ins of their own", 5, Guesses::hidden)
                        .from(Origin.MANY_ADDRESSES),
                spraying,
                spraying.as("spraying, 1,000 addresses").from(Origin.MANY_ADDRESSES),
                spraying.as("spraying, 1,000 addresses, captcha farm")
                        .from(Origin.MANY_ADDRESSES)
                        .withCaptchas(),
                shutting,
                shutting.as("the same: bob on networks new to him").watching(Watched.BOB_ELSEWHERE),
                shutting.as("the same, captcha farm: bob at home").withCaptchas(),
                shutting.as("the same, captcha farm: bob on networks new to him")
                        .watching(Watched.BOB_ELSEWHERE)
                        .withCaptchas(),
                shutting.as("the same, wrong captchas: bob at home").answering("wrong"),
                shutting.as("the same, wrong captchas: bob on networks new to him")
                        .watching(Watched.BOB_ELSEWHERE)
                        .answering("wrong"),
                shutting.as("the same, from bob's own network").from(Origin.BOBS_NETWORK),
                shutting.as("the same, wrong captchas, from bob's own network")
                        .from(Origin.BOBS_NETWORK)
                        .answering("wrong"));
    }

    private static Attack day(String title, int seconds, Supplier<List<Guess>> guesses) {
        Duration pace = Duration.ofSeconds(seconds);
        return new Attack(title, 1, pace, 1, Origin.ONE_ADDRESS, "", guesses, Watched.ALL, Duration.ZERO);
    }

    private Attack as(String other) {
        return new Attack(other, days, pace, salvo, origin, captcha, guesses, watched, rest);
    }

    private Attack paced(int many, Duration between, int atOnce) {
        return new Attack(title, many, between, atOnce, origin, captcha, guesses, watched, rest);
    }

    private Attack from(Origin other) {
        return new Attack(title, days, pace, salvo, other, captcha, guesses, watched, rest);
    }

    private Attack withCaptchas() {
        return answering("right");
    }

    private Attack answering(String answer) {
        return new Attack(title, days, pace, salvo, origin, answer, guesses, watched, rest);
    }

    private Attack resting(Duration time) {
        return new Attack(title, days, pace, salvo, origin, captcha, guesses, watched, time);
    }

    private Attack watching(Watched other) {
        return new Attack(title, days, pace, salvo, origin, captcha, guesses, other, rest);
    }

    /** Whether accounts are its aim. */
    boolean breaksIn() {
        return watched == Watched.ALL && !equals(NONE) && !equals(OUTAGE);
    }

    /** The same with every captcha answered rightly; empty if that is not played, or this is it. */
    Optional<Attack> farm() {
        return all().stream()
                .filter(each ->
                        captcha.isEmpty() && breaksIn() && each.captcha().equals("right"))
                .filter(each -> each.unasked().equals(unasked()))
                .findFirst();
    }

    /** The same where no captcha is asked. */
    Attack unasked() {
        return new Attack("", days, pace, salvo, origin, "", guesses, watched, rest);
    }

    /** How often it acts. */
    int turns() {
        Duration series = pace.multipliedBy(SERIES).plus(rest);
        return Math.toIntExact(SERIES * DAY.multipliedBy(days).toSeconds() / series.toSeconds());
    }

    /** At least one. */
    int turnsPerMinute() {
        return Math.toIntExact(Math.max(1, Duration.ofMinutes(1).dividedBy(pace)));
    }

    /** When it acts. */
    Duration when(int turn) {
        return DAY.plus(pace.multipliedBy(turn)).plus(rest.multipliedBy(turn / SERIES));
    }

    /** Whether the application answers nothing but errors then. */
    boolean isOutOfOrder(Duration time) {
        return isPersistedIn(time) && time.compareTo(DAY.plusHours(9).minusMinutes(10)) < 0;
    }

    /** Whether members try again then, whatever they meet. */
    boolean isPersistedIn(Duration time) {
        return equals(OUTAGE)
                && time.compareTo(DAY.plusHours(9).minusMinutes(20)) >= 0
                && time.compareTo(DAY.plusHours(9)) < 0;
    }

    /** Where it comes from then. */
    String address(int turn) {
        return switch (origin) {
            case ONE_ADDRESS -> "203.0.113.66";
            case MANY_ADDRESSES -> "100.64." + turn % 1_000 / 250 + "." + turn % 250;
            case THE_OFFICE -> Members.OFFICE;
            case BOBS_NETWORK -> Members.BOBS_NETWORK;
        };
    }
}
