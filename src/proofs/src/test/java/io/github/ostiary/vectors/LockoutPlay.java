package io.github.ostiary.vectors;

import io.github.ostiary.Attempt;
import io.github.ostiary.Decision.Reason;
import io.github.ostiary.Guard;
import io.github.ostiary.Key;
import io.github.ostiary.LockState;
import io.github.ostiary.LockState.Phase;
import io.github.ostiary.testing.TestCall;
import io.github.ostiary.text.Durations;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Sign-ins under lockouts, which all must let one through before its password is looked at. */
final class LockoutPlay extends Play {

    private final List<String> rules;
    private final Set<Key> locked = new HashSet<>();
    private final Set<Key> opened = new HashSet<>();
    private int bans;
    private long last;
    private long lastMicros;

    /**
     * Sign-ins.
     *
     * @param rules the lockouts; the first is the one whose state is told
     */
    LockoutPlay(Map<String, String> properties, String... rules) {
        super("", properties);
        this.rules = List.of(rules);
    }

    @Override
    void begin(World world) {
        locked.clear();
        opened.clear();
        bans = 0;
        last = 0;
        lastMicros = world.micros();
    }

    @Override
    void play(Vector.Event event, World world) {
        switch (event.op()) {
            case "failure", "pw_wrong", "login_post" -> {
                between(event, world);
                password(event, world, false);
            }
            case "success", "pw_ok" -> password(event, world, true);
            case "login" -> password(event, world, event.flag("correct_password"));
            case "captcha_wrong" -> captcha(event, world, false);
            case "captcha_ok" -> captcha(event, world, true);
            case "unlock", "reset", "delete" -> {
                world.guard().lockouts(rules.get(0)).unlock(key(event, world.guard()));
                compare(event, world, Optional.empty(), false, false);
            }
            case "ban" -> ban(event, world);
            default -> throw unknown(event);
        }
    }

    /** Where failures are numbered, those not told came at an even pace. */
    private void between(Vector.Event event, World world) {
        long n = event.json().path("n").asLong(last + 1);
        long now = world.micros();
        if (n > last + 1) {
            List<Long> moments = new ArrayList<>();
            for (long i = last + 1; i < n; i++) {
                moments.add(lastMicros + (now - lastMicros) * (i - last) / (n - last));
            }
            for (long moment : moments) {
                world.at(moment);
                try (Attempt attempt = world.guard().lockouts(rules.get(0)).begin(call(event))) {
                    attempt.failed();
                }
            }
            world.at(now);
        }
        last = n;
        lastMicros = now;
    }

    private static TestCall call(Vector.Event event) {
        String key = event.text("key", "");
        boolean address = key.matches("[0-9a-fA-F]*[.:][0-9a-fA-F.:]*");
        String user = event.text("user", address || key.isEmpty() ? "k" : key);
        return call(user, event.text("ip", address ? key : "1.2.3.4"));
    }

    private Key key(Vector.Event event, Guard guard) {
        return guard.keyFor(rules.get(0), call(event));
    }

    private void password(Vector.Event event, World world, boolean right) {
        List<Attempt> attempts = new ArrayList<>();
        for (String rule : rules) {
            attempts.add(world.guard().lockouts(rule).begin(call(event)));
        }
        Optional<Reason> denial = attempts.stream()
                .filter(attempt -> !attempt.allowed())
                .map(attempt -> Optional.ofNullable(attempt.decision().reason()).orElseThrow())
                .findFirst();
        for (Attempt attempt : attempts) {
            if (denial.isPresent()) {
                attempt.abandon();
            } else if (right) {
                attempt.succeeded();
            }
            attempt.close();
        }
        compare(event, world, denial, denial.isEmpty(), right);
    }

    private void captcha(Vector.Event event, World world, boolean right) {
        Attempt answer = world.guard().lockouts(rules.get(0)).beginChallenge(key(event, world.guard()));
        if (right) {
            answer.succeeded();
        }
        answer.close();
        compare(event, world, Optional.ofNullable(answer.decision().reason()), answer.allowed(), false);
    }

    /** Somebody of its own, locked so many times before, and coming back at every end. */
    private void ban(Vector.Event event, World world) {
        String user = "ban" + ++bans;
        long micros = 0;
        for (int i = 0; i <= event.json().path("previous_bans").asInt(); i++) {
            world.at(world.micros() + micros);
            TestCall call = call(user, "1.2.3.4");
            try (Attempt attempt = world.guard().lockouts(rules.get(0)).begin(call)) {
                attempt.failed();
            }
            Key key = world.guard().keyFor(rules.get(0), call);
            LockState state = world.guard().lockouts(rules.get(0)).state(key);
            micros = state.remaining().map(Durations::toMicros).orElse(0L);
        }
        event.expected().micros("ban_s", micros, 1e6);
    }

    private void compare(Vector.Event event, World world, Optional<Reason> denial, boolean evaluated, boolean right) {
        Key key = key(event, world.guard());
        LockState state = world.guard().lockouts(rules.get(0)).state(key);
        Expectation expected = event.expected();
        failures(expected, key, state, evaluated);
        boolean locked = state.phase() == Phase.LOCKED;
        long left = state.remaining().map(Durations::toMicros).orElse(0L);
        expected.is("authenticated", evaluated && right);
        expected.is("evaluated", evaluated);
        expected.is("blocked", !evaluated);
        expected.is("allowed", evaluated);
        expected.is("locked", locked);
        expected.is("ip_blocked", locked);
        expected.is("ban", evaluated && locked);
        expected.is("disabled", state.phase() == Phase.BLOCKED);
        expected.is("permanently_disabled", state.phase() == Phase.BLOCKED);
        expected.micros("locked_for_ms", left, 1e3);
        expected.micros("ttl_ms", left, 1e3);
        expected.is("wrong_captchas", state.wrongChallenges());
        expected.is("outcome", outcome(denial, right));
        expected.is("state", phase(state));
    }

    /**
     * A state that is not open tells all failures in the longest window, those of earlier locks too, which peers have
     * forgotten by then. Devise also counts what it denies to look at.
     */
    private void failures(Expectation expected, Key key, LockState state, boolean evaluated) {
        if (state.phase() != Phase.OPEN) {
            locked.add(key);
        } else if (locked.contains(key)) {
            opened.add(key);
        }
        boolean comparable = state.phase() == Phase.OPEN || !opened.contains(key);
        for (String count : List.of("failures", "retry", "distinct", "failed_attempts")) {
            if (comparable && (evaluated || !count.equals("failed_attempts"))) {
                expected.is(count, state.failures());
            }
            expected.compared(count);
        }
    }

    private static String outcome(Optional<Reason> denial, boolean right) {
        return denial.map(reason -> reason == Reason.CHALLENGE_REQUIRED ? "challenge" : "locked")
                .orElse(right ? "ok" : "wrong");
    }

    private static String phase(LockState state) {
        return switch (state.phase()) {
            case OPEN -> "OPEN";
            case CHALLENGED -> "CAPTCHA_REQUIRED";
            case LOCKED -> "DISABLED";
            case BLOCKED -> "BLOCKED";
        };
    }
}
