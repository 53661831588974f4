package io.github.ostiary.testing.attacks;

import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;

/**
 * The 200 members of a forum. They sign in in the morning, half of them in the afternoon too: 50 from one office, which
 * has one address, the others from home, and every tenth time from a network nobody has seen before. They mistype one
 * password in twenty; in one sign-in of fifty they try four old ones first. While the
 * application is out of order they try again every minute, and do not give up within
 * ten minutes after.
 */
final class Members {

    static final int COUNT = 200;
    static final String BOB = name(0);
    static final String OFFICE = "198.51.100.1";
    static final String BOBS_NETWORK = home(0);

    private static final int IN_OFFICE = 50;
    private static final Duration THINKING = Duration.ofSeconds(10);
    private static final int PATIENCE = 3;
    private static final Duration OUT_OF_ORDER = Duration.ofMinutes(1);

    private final Agenda agenda;
    private final SignInPage page;
    private final Random random = new Random(1);
    private int strangeNetworks;

    private final BooleanSupplier persistent;
    private final Set<String> networks = new HashSet<>();
    private int visits;
    private int newcomers;
    private int denied;
    private int captchas;

    Members(Agenda agenda, SignInPage page, BooleanSupplier persistent) {
        this.persistent = persistent;
        this.agenda = agenda;
        this.page = page;
    }

    static String name(int member) {
        return member == 0 ? "bob" : "member-" + member;
    }

    /** Bob's is in dictionaries, those of six are in the top ten. */
    static String password(int member) {
        return member == 0 ? Guesses.word(1_000) : member % 33 == 7 ? Guesses.top(member / 33) : "secret-" + member;
    }

    static Map<String, String> passwords() {
        Map<String, String> passwords = new LinkedHashMap<>();
        IntStream.range(0, COUNT).forEach(member -> passwords.put(name(member), password(member)));
        return passwords;
    }

    private static String home(int member) {
        return "172.16.0." + member;
    }

    private String strangeNetwork() {
        strangeNetworks++;
        return "172.20." + strangeNetworks / 250 + "." + strangeNetworks % 250;
    }

    /** A day of all of them. */
    void day(int day, boolean counted) {
        for (int member = 0; member < COUNT; member++) {
            boolean office = member > 0 && member <= IN_OFFICE;
            Duration morning = office ? between(day, 8 * 60 + 30, 9 * 60) : between(day, 7 * 60, 11 * 60);
            arrive(member, office ? OFFICE : network(member), morning, counted);
            if (random.nextBoolean()) {
                arrive(member, office ? OFFICE : network(member), between(day, 13 * 60, 22 * 60), counted);
            }
        }
    }

    private String network(int member) {
        return random.nextInt(10) == 0 ? strangeNetwork() : home(member);
    }

    private Duration between(int day, int from, int to) {
        int seconds = from * 60 + random.nextInt((to - from) * 60);
        return Duration.ofDays(day).plusSeconds(seconds).plusMillis(random.nextInt(1_000));
    }

    private void arrive(int member, String address, Duration when, boolean counted) {
        int wrong = random.nextInt(50) == 0 ? 4 : 0;
        while (wrong < 4 && random.nextInt(20) == 0) {
            wrong++;
        }
        visit(member, address, when, wrong, counted);
    }

    /** On the second day, at any minute. */
    void bobEveryHour(boolean elsewhere) {
        for (int hour = 0; hour < 24; hour++) {
            visit(0, elsewhere ? strangeNetwork() : BOBS_NETWORK, between(1, 60 * hour, 60 * hour + 60), 0, true);
        }
    }

    /** Signs in, after so many wrong passwords, and answers captchas. */
    private void visit(int member, String address, Duration when, int wrong, boolean counted) {
        agenda.at(when, () -> {
            visits += counted ? 1 : 0;
            newcomers += counted && !networks.contains(member + address) ? 1 : 0;
            networks.add(member + address);
            submit(new Form(address, name(member), "", ""), member, wrong, 0, counted);
        });
    }

    private void submit(Form form, int member, int wrong, int answered, boolean counted) {
        String password = wrong > 0 ? "mistyped-" + wrong : password(member);
        Form filled = new Form(form.address(), form.name(), password, form.captcha());
        switch (page.submit(filled).answer()) {
            case SIGNED_IN -> {}
            case WRONG -> {
                Form again = new Form(form.address(), form.name(), "", "");
                agenda.in(THINKING, () -> submit(again, member, wrong - 1, answered, counted));
            }
            case CAPTCHA -> {
                captchas += counted ? 1 : 0;
                if (answered == PATIENCE) {
                    turnedAway(form, member, wrong, counted);
                } else {
                    agenda.in(THINKING, () -> submit(form.withCaptcha(), member, wrong, answered + 1, counted));
                }
            }
            case BROKEN, REFUSED -> turnedAway(form, member, wrong, counted);
        }
    }

    /** During an outage, and soon after it, members do not give up. */
    private void turnedAway(Form form, int member, int wrong, boolean counted) {
        if (persistent.getAsBoolean()) {
            Form again = new Form(form.address(), form.name(), "", "");
            agenda.in(OUT_OF_ORDER, () -> submit(again, member, wrong, 0, counted));
        } else {
            denied += counted ? 1 : 0;
        }
    }

    int visits() {
        return visits;
    }

    /** Visits from a network where that member has not been before. */
    int newcomers() {
        return newcomers;
    }

    int denied() {
        return denied;
    }

    int captchas() {
        return captchas;
    }

    /** The names, in order. */
    static List<String> names() {
        return List.copyOf(passwords().keySet());
    }
}
