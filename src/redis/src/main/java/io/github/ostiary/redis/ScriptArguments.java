package io.github.ostiary.redis;

import io.github.ostiary.TimeSource;
import io.github.ostiary.store.Ahead;
import io.github.ostiary.store.AttemptClaim;
import io.github.ostiary.store.Charge;
import io.github.ostiary.store.Claim;
import io.github.ostiary.store.Limit;
import io.github.ostiary.store.Operation;
import io.github.ostiary.store.StoreException;
import io.github.ostiary.store.Verdict;
import io.github.ostiary.store.Verdict.Consequence;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The words {@code decide.lua} understands: tickets to KEYS and ARGV, replies to verdicts. */
final class ScriptArguments {

    /** The words of a script that was given the wrong windows: the time of the counter, and its key. */
    private static final Pattern OUTSIDE = Pattern.compile("OUTSIDE (\\d+) ?(.*)", Pattern.DOTALL);

    private static final int FIGURES = 6;
    private static final int PLAIN_FIGURES = 2;
    private static final byte[] NO_FORMS = {};
    private static final byte[] LATE = bytes("LATE");

    /** The last time that scripts can tell from the next, µs. */
    private static final long FOR_EVER = (1L << 53) - 1;

    private static final Map<Operation, String> WORDS = new EnumMap<>(Operation.class);

    static {
        for (Operation operation : Operation.values()) {
            WORDS.put(operation, operation.name().toLowerCase(Locale.ROOT));
        }
    }

    /** The words that decisions have in common, each once; they name them by number. */
    private final List<JoinedForm> forms = new ArrayList<>(1);

    /** The prefix that was asked for last. */
    private String prefix = "";

    private String operation = "";

    /** The operation, if it ends what is held. */
    private @Nullable Operation ending;

    private List<? extends Claim> claims = List.of();
    private boolean begins;

    final List<byte[]> keys = new ArrayList<>();
    final List<byte[]> arguments = new ArrayList<>();

    /** The time about which windows of the calendar are said. */
    private final TimeSource calendar;

    /** The times of counters that have another time, by their keys. */
    private final Map<String, Long> times;

    ScriptArguments() {
        this(TimeSource.system());
    }

    /** Arguments with a clock by which windows of the calendar are said. */
    ScriptArguments(TimeSource calendar) {
        this(calendar, Map.of());
    }

    private ScriptArguments(TimeSource calendar, Map<String, Long> times) {
        this.calendar = calendar;
        this.times = times;
        arguments.add(NO_FORMS);
    }

    /**
     * The arguments to ask again where the server has decided nothing, since its clock is outside of the windows that
     * it was sent.
     *
     * @param reply an error of the script's
     * @return null for all other replies
     */
    @Nullable
    ScriptArguments instead(byte[] reply) {
        Matcher said = OUTSIDE.matcher(new String(reply, StandardCharsets.UTF_8));
        if (!said.matches()) {
            return null;
        }
        Map<String, Long> known = new HashMap<>(times);
        String key = said.group(2).isEmpty() ? new String(keys.get(0), StandardCharsets.UTF_8) : said.group(2);
        known.put(key, Long.parseLong(said.group(1)));
        ScriptArguments again = new ScriptArguments(calendar, known);
        again.ending = ending;
        return again.add(prefix, operation, claims);
    }

    /** Everything a caller chose is data: in KEYS as an identity that was digested unless harmless, never in the text. */
    ScriptArguments add(String prefix, Operation operation, List<? extends Claim> claims) {
        ending = operation.ends() ? operation : null;
        return add(prefix, WORDS.getOrDefault(operation, ""), claims);
    }

    /** The same for what only one kind's module can do. */
    ScriptArguments add(String prefix, String operation, List<? extends Claim> claims) {
        this.prefix = prefix;
        this.operation = operation;
        this.claims = claims;
        arguments.add(number(named(operation, claims)));
        begins = begins(operation, claims);
        if (begins) {
            arguments.add(bytes(Long.toString(FOR_EVER)));
        }
        for (int i = 0; i < claims.size(); i++) {
            addOwn(claims.get(i));
        }
        return this;
    }

    /** Whether it may begin what is held, and so would begin again what has ended, if it came late. */
    private static boolean begins(String operation, List<? extends Claim> claims) {
        boolean begins = false;
        if (operation.equals(WORDS.get(Operation.DECIDE)) || operation.equals(WORDS.get(Operation.KEEP))) {
            for (int i = 0; i < claims.size(); i++) {
                begins |= claims.get(i).isHeld();
            }
        }
        return begins;
    }

    /** Says until when somebody waits for what this only decision begins, by the server's clock, µs. */
    void meant(long untilMicros) {
        if (begins) {
            arguments.set(2, bytes(Long.toString(Math.max(0, Math.min(untilMicros, FOR_EVER)))));
        }
    }

    /** Whether a server has done nothing, since nobody waits for it any more by what was known of that server's clock. */
    static boolean isLate(byte[] reply) {
        return Arrays.equals(reply, LATE);
    }

    /** A call of one decision after the others. */
    void add(ScriptArguments one) {
        keys.addAll(one.keys);
        arguments.add(number(one.forms.get(0)));
        arguments.addAll(one.arguments.subList(2, one.arguments.size()));
    }

    private byte[] number(JoinedForm form) {
        int known = 0;
        while (known < forms.size() && !forms.get(known).text.equals(form.text)) {
            known++;
        }
        if (known == forms.size()) {
            forms.add(form);
            arguments.set(0, known == 0 ? form.bytes : bytes(joined()));
        }
        return bytes(Integer.toString(known + 1));
    }

    private String joined() {
        StringBuilder all = new StringBuilder(forms.get(0).text);
        for (int i = 1; i < forms.size(); i++) {
            all.append(';').append(forms.get(i).text);
        }
        return all.toString();
    }

    /** Adds the keys of claims; the words they have in common. */
    private JoinedForm named(String operation, List<? extends Claim> claims) {
        String[] parts = new String[1 + 2 * claims.size()];
        parts[0] = operation;
        for (int i = 0; i < claims.size(); i++) {
            Claim claim = claims.get(i);
            ClaimForm own = ClaimForm.of(claim);
            String key = key(prefix, claim, own);
            keys.add(bytes(key));
            parts[1 + 2 * i] =
                    own.windows() == null ? own.words() : own.windows().about(time(key));
            parts[2 + 2 * i] = mark(claim);
        }
        return JoinedForm.of(parts);
    }

    /** The letter for what else is said of a claim; empty for none. */
    private String mark(Claim claim) {
        if (isReserved(claim)) {
            return ending == null ? "h" : "e";
        }
        if (claim.onlyLooks()) {
            return "l";
        }
        if (isOfOne(claim)) {
            return "";
        }
        return claim.ahead() != null ? "a" : claim.takenMicros() > 0 ? "g" : "p";
    }

    private long time(String key) {
        Long known = times.isEmpty() ? null : times.get(key);
        return known == null ? calendar.micros() : known;
    }

    /** Most ask for one permit, now, and need not say so. */
    private static boolean isOfOne(Claim claim) {
        return claim.permits() == 1 && claim.waitMicros() == 0 && claim.ahead() == null && claim.takenMicros() == 0;
    }

    private static boolean isReserved(Claim claim) {
        return claim.isReserved();
    }

    private void addOwn(Claim claim) {
        if (isReserved(claim)) {
            addReserved((Charge) claim);
            return;
        }
        if (!isOfOne(claim)) {
            arguments.add(bytes(Long.toString(claim.permits())));
            arguments.add(bytes(Long.toString(claim.waitMicros())));
        }
        if (claim.takenMicros() > 0) {
            arguments.add(bytes(Long.toString(claim.takenMicros())));
        }
        Ahead ahead = claim.ahead();
        if (ahead != null) {
            arguments.add(bytes(ahead.holder()));
            arguments.add(bytes(Long.toString(ahead.used())));
            arguments.add(bytes(Long.toString(ahead.returned())));
            arguments.add(bytes(Long.toString(ahead.wanted())));
            arguments.add(bytes(Long.toString(ahead.lifeMicros())));
        }
        if (claim instanceof AttemptClaim reservation) {
            LockoutCodec.add(reservation, arguments);
        } else if (claim.isHeld()) {
            arguments.add(bytes(claim.id()));
        }
    }

    private void addReserved(Charge charge) {
        arguments.add(bytes(Long.toString(charge.permits())));
        arguments.add(bytes(charge.id()));
        if (ending != null) {
            arguments.add(bytes(Long.toString(charge.cost(ending))));
        }
    }

    /** {@code PREFIX:1:{identity}:RULE:Lcounter}: all keys of an identity share a cluster slot. */
    static String key(String prefix, Claim claim) {
        return key(prefix, claim, ClaimForm.of(claim));
    }

    private static String key(String prefix, Claim claim, ClaimForm form) {
        return prefix + ":1:{" + claim.identity() + "}:" + form.place();
    }

    /** The verdicts of one decision; none if it has nothing to say of its claims. */
    static List<Verdict> verdicts(Object reply, List<? extends Claim> claims) throws StoreException {
        if (reply instanceof byte[] error) {
            throw RedisErrors.of(new String(error, StandardCharsets.UTF_8));
        }
        List<?> figures = (List<?>) reply;
        if (figures.size() == PLAIN_FIGURES) {
            return List.of(plain(figures, ((Charge) claims.get(0)).limit()));
        }
        List<Verdict> verdicts = new ArrayList<>(figures.size() / FIGURES);
        for (int i = 0; i < figures.size(); ) {
            Claim claim = claims.get(verdicts.size());
            long reset = figure(figures, i + 3);
            Verdict verdict = new Verdict(
                    figure(figures, i) == 1,
                    figure(figures, i + 1),
                    time(figures, i + 2),
                    claim.needsSettling() ? 0 : reset,
                    figure(figures, i + 4),
                    time(figures, i + 5),
                    consequence(claim, reset));
            i += FIGURES;
            if (claim.ahead() != null) {
                verdict = verdict.withAhead(figure(figures, i++));
            } else if (claim instanceof Charge && ClaimForm.of(claim).windows() != null) {
                verdict = verdict.withWindow(figure(figures, i++));
            } else if (claim.waitMicros() > 0) {
                verdict = verdict.withTaken(figure(figures, i++));
            }
            verdicts.add(verdict);
        }
        return verdicts;
    }

    /** One permit of a plain log, let in. */
    private static Verdict plain(List<?> figures, Limit limit) {
        long remaining = figure(figures, 0);
        return new Verdict(true, remaining, 0, limit.rate().windowMicros(), remaining, figure(figures, 1));
    }

    private static Consequence consequence(Claim claim, long reset) {
        if (claim.needsSettling()) {
            return LockoutCodec.consequence(reset);
        }
        return claim instanceof Charge ? Consequence.USED_UP : Consequence.IN_USE;
    }

    private static long figure(List<?> figures, int index) {
        return (Long) figures.get(index);
    }

    private static long time(List<?> figures, int index) {
        long micros = figure(figures, index);
        return micros < 0 ? Verdict.NEVER : micros;
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
