package io.github.ostiary.book;

import io.github.ostiary.Change;
import io.github.ostiary.ConfigurationException;
import io.github.ostiary.RuleOverride;
import io.github.ostiary.TimeSource;
import io.github.ostiary.config.ConfigSources;
import io.github.ostiary.config.Problems;
import io.github.ostiary.config.RunTimeKeys;
import io.github.ostiary.engine.ChangeMaker;
import io.github.ostiary.engine.DecisionListener;
import io.github.ostiary.engine.GuardChange;
import io.github.ostiary.operator.AuditEntry;
import io.github.ostiary.operator.AuditEntry.Deed;
import io.github.ostiary.operator.Operator;
import io.github.ostiary.setup.Background;
import io.github.ostiary.setup.RulesInForce;
import io.github.ostiary.store.Pace;
import io.github.ostiary.store.SharedState;
import io.github.ostiary.store.SharedState.Entry;
import io.github.ostiary.store.SharedState.Topic;
import io.github.ostiary.store.StoreException;
import io.github.ostiary.text.Digest;
import io.github.ostiary.text.Durations;
import io.github.ostiary.text.Log;
import io.github.ostiary.text.OneLine;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.Lock;
import org.jspecify.annotations.Nullable;

/** The values that operators put in force for a while, followed from the shared state that all nodes share. Thread-safe. */
final class OverrideBook {

    /*
     * The shared state says which overrides there are; each node asks for its version, by one GET, twice a second, and reads them
     * when that is another. It then knows their ends by its own clock. Where the shared state does not answer, what is known goes on
     * to its end. Where the shared state has no version although some are known, it has lost them (every change leaves one, for
     * longer than any override lasts): the node that sees it first puts them back, for as long as they had left. An override that
     * this node cannot follow is left out, said once, and goes on being listed with what is wrong with it.
     */
    private static final System.Logger LOG = Log.of(OverrideBook.class);
    private static final Operator STORE = new Operator("the shared store", "");
    private static final int MOST = 100;
    private static final Topic TOPIC = new Topic("overrides", MOST);
    private static final long HEARD_MICROS = Durations.toMicros(Duration.ofDays(31));
    private static final long LOOK_MILLIS = 500;
    private static final String LATER = "it has changed there, and changes here when the store answers again";
    private static final String UNSURE =
            "it may have changed or not; look at the overrides when the store answers again";

    private final AuditLog audit;
    private final RulesInForce rules;
    private final SharedState sharedState;
    private final DecisionListener listener;
    private final TimeSource time;
    private final boolean shared;
    private final Background background;
    private final Lock changing;

    /** Behind the lock. */
    private String version = "";

    private List<KeptOverride> known = List.of();
    private final Set<String> unreadable = new HashSet<>();
    private Map<String, String> refused = Map.of();
    /** The rules that there were when some were refused. */
    private Set<String> triedWith = Set.of();

    private boolean looking;
    /** The override that this node has put last. */
    private @Nullable KeptOverride own;

    /**
     * @param rules changed by it
     * @param sharedState holds the overrides; read in the background, and by whoever changes one
     * @param time by which they end
     * @param shared whether other nodes share this state
     * @param audit hears what is known already
     * @param background where the shared state is looked at
     */
    OverrideBook(
            RulesInForce rules,
            SharedState sharedState,
            DecisionListener listener,
            TimeSource time,
            boolean shared,
            Background background,
            AuditLog audit) {
        this.audit = audit;
        this.changing = Pace.of(time).lock();
        this.background = background;
        this.rules = rules;
        this.sharedState = sharedState;
        this.listener = listener;
        this.time = time;
        this.shared = shared;
    }

    /** Puts in force what there is, if the shared state answers, and follows it from then on. */
    void start() {
        if (shared) {
            look();
            keepLooking();
        }
    }

    private void keepLooking() {
        if (!looking) {
            looking = true;
            background.every(LOOK_MILLIS, this::look);
        }
    }

    /** The overrides, those that end first, first. */
    List<RuleOverride> list() {
        changing.lock();
        try {
            long now = time.micros();
            return known.stream()
                    .filter(each -> each.endMicros() > now)
                    .sorted(Comparator.comparingLong(KeptOverride::endMicros))
                    .map(each -> each.shown(shared, Optional.ofNullable(refused.get(each.key()))))
                    .toList();
        } finally {
            changing.unlock();
        }
    }

    /** The same, after another look at the shared state. */
    List<RuleOverride> current() {
        changing.lock();
        try {
            ask(this::follow, "the overrides cannot be read");
            return list();
        } finally {
            changing.unlock();
        }
    }

    RuleOverride put(String key, String text, Duration duration, Operator operator, String reason) {
        String value = KeptOverride.checked(text, duration, reason);
        changing.lock();
        try {
            RunTimeKeys.complaint(key, rules.names()).ifPresent(complaint -> {
                throw new IllegalArgumentException(OneLine.of(key, Operator.MOST) + ": " + complaint);
            });
            ask(this::follow, "nothing has changed");
            check(key, value);
            long now = time.micros();
            KeptOverride made = new KeptOverride(
                    key, value, ChangeMaker.change(operator, reason, now), now + Durations.toMicros(duration));
            ask(
                    () -> {
                        boolean unused = isUnheardOf(made);
                        sharedState.put(TOPIC, made.entry(now));
                        own = made;
                    },
                    UNSURE);
            keepLooking();
            // before this node follows: the others may do so whether it can or not
            tell(Deed.OVERRIDDEN, key, Optional.of(duration), made.change());
            ask(this::follow, LATER);
            return made.shown(shared, Optional.ofNullable(refused.get(key)));
        } finally {
            changing.unlock();
        }
    }

    boolean remove(String key, Operator operator, String reason) {
        String checkedReason = ChangeMaker.checked(reason);
        changing.lock();
        try {
            boolean[] there = new boolean[1];
            ask(
                    () -> {
                        follow(); // a store that has lost its data gets the others first
                        there[0] = sharedState.remove(TOPIC, KeptOverride.name(key));
                    },
                    UNSURE);
            if (there[0]) {
                Change change = ChangeMaker.change(operator, checkedReason, time.micros());
                tell(Deed.RESTORED, key, Optional.empty(), change);
            }
            ask(this::follow, LATER);
            return there[0];
        } finally {
            changing.unlock();
        }
    }

    private void tell(Deed act, String key, Optional<Duration> duration, Change change) {
        listener.changed(GuardChange.of(act, key, rule(key), duration, Optional.of(change)));
    }

    private static String rule(String key) {
        String[] parts = key.split("\\.", 3);
        return parts.length == 3 ? parts[1] : "";
    }

    /** Checks a change with the overrides there are, as far as they can be followed. */
    private void check(String key, String value) {
        Map<String, String> all = new LinkedHashMap<>();
        for (KeptOverride each : known) {
            if (!each.key().equals(key) && !refused.containsKey(each.key())) {
                all.put(each.key(), each.value());
            }
        }
        if (known.stream().filter(each -> !each.key().equals(key)).count() >= MOST) {
            throw new IllegalStateException("there are " + MOST + " overrides already; remove one first");
        }
        all.put(key, value);
        Problems problems = rules.problems(all);
        if (!problems.isEmpty()) {
            throw refusal(key, problems.sentences());
        }
    }

    /** Tells of the overridden key alone, if anything is wrong with that itself. */
    private static ConfigurationException refusal(String key, List<String> sentences) {
        List<String> own = sentences.stream()
                .filter(each -> each.startsWith(key + "=") || each.startsWith(key + " "))
                .toList();
        return own.isEmpty()
                ? new ConfigurationException(key + " cannot be that: " + String.join("; ", sentences), sentences)
                : new ConfigurationException(String.join("; ", own), own);
    }

    private interface Errand {

        void run() throws StoreException;
    }

    private static void ask(Errand errand, String consequence) {
        try {
            errand.run();
        } catch (StoreException e) {
            throw new IllegalStateException("the store does not answer: " + consequence, e);
        }
    }

    /** Puts what sources say in force, under what is known. */
    void reload(ConfigSources next, Problems problems) {
        changing.lock();
        try {
            Map<String, String> wanted = new LinkedHashMap<>();
            known.forEach(each -> wanted.put(each.key(), each.value()));
            Map<String, String> left = rules.reload(next, wanted, problems, false);
            if (problems.isEmpty()) {
                refused = left;
                left.values()
                        .forEach(each -> LOG.log(Level.WARNING, "This node does not apply an override: {0}", each));
            }
        } finally {
            changing.unlock();
        }
    }

    /** Looks, in the background. */
    private void look() {
        changing.lock();
        try {
            follow();
        } catch (StoreException e) {
            LOG.log(Level.DEBUG, "Overrides cannot be looked for", e);
            apply(known);
        } finally {
            changing.unlock();
        }
    }

    private void follow() throws StoreException {
        String current = sharedState.version(TOPIC);
        if (current.isEmpty() && !version.isEmpty()) {
            putBack();
            current = sharedState.version(TOPIC);
        }
        if (current.equals(version)) {
            apply(known);
            return;
        }
        List<Entry> entries = sharedState.entries(TOPIC, MOST);
        long now = time.micros();
        List<KeptOverride> read = new ArrayList<>();
        for (Entry entry : entries) {
            try {
                read.add(KeptOverride.of(entry, now));
            } catch (IllegalArgumentException e) {
                unreadable(entry, String.valueOf(e.getMessage()));
            }
        }
        read.sort(
                Comparator.comparing((KeptOverride each) -> each.change().at()).thenComparing(KeptOverride::key));
        apply(read);
        version = current;
    }

    private void putBack() throws StoreException {
        long now = time.micros();
        List<KeptOverride> lost =
                known.stream().filter(each -> each.endMicros() > now).toList();
        if (!lost.isEmpty()) { // together: a reader in between would take some for all
            sharedState.put(TOPIC, lost.stream().map(each -> each.entry(now)).toList());
            lost.forEach(each ->
                    LOG.log(Level.WARNING, "The store lost the override of {0}; this node put it back", each.key()));
        }
    }

    private void unreadable(Entry entry, String why) {
        if (unreadable.size() < MOST && unreadable.add(Digest.of(entry.name() + entry.text()))) {
            LOG.log(
                    Level.WARNING,
                    "This node ignores the override {0}: {1}",
                    OneLine.of(entry.name(), Operator.MOST),
                    why);
        }
    }

    /** Removes those that have ended; reports what has changed. */
    private void apply(List<KeptOverride> next) {
        long now = time.micros();
        List<KeptOverride> left =
                next.stream().filter(each -> each.endMicros() > now).toList();
        Set<String> there = rules.names();
        if (same(left, known)
                && (refused.isEmpty() || there.equals(triedWith))) { // a rule that was missing may have come
            known = left;
            return;
        }
        Map<String, String> wanted = new LinkedHashMap<>();
        left.forEach(each -> wanted.put(each.key(), each.value()));
        List<KeptOverride> before = known;
        refused = rules.override(wanted);
        triedWith = there;
        known = left;
        left.stream().filter(each -> before.stream().noneMatch(each::repeats)).forEach(each -> begun(each, now));
        before.stream()
                .filter(each -> !wanted.containsKey(each.key()))
                .forEach(each -> LOG.log(
                        Level.INFO, "The override of {0} has ended; the configured value is in force", each.key()));
    }

    private static boolean same(List<KeptOverride> one, List<KeptOverride> other) {
        boolean same = one.size() == other.size();
        for (int i = 0; same && i < one.size(); i++) {
            same = one.get(i).repeats(other.get(i));
        }
        return same;
    }

    private void begun(KeptOverride override, long now) {
        String problem = refused.get(override.key());
        if (problem != null) {
            LOG.log(Level.WARNING, "This node does not apply an override: {0}", problem);
            return;
        }
        LOG.log(
                Level.INFO,
                "{0}={1} overrides the configured value for {2}{3}",
                override.key(),
                override.value(),
                Durations.inWords(Durations.ceilSeconds(override.left(now))),
                shared ? "" : ", on this node only, since there is no Redis");
        if (shared) {
            heard(override, now);
        }
    }

    /** Notes what others than this node have said, in its log and, if none has noted it in the trail, there: anybody who writes to the store may have. */
    private void heard(KeptOverride override, long now) {
        Change said = override.change();
        String reason =
                "found in the shared store, made there by " + said.by() + " from " + said.from() + ": " + said.reason();
        Change change = ChangeMaker.change(STORE, reason, now);
        AuditEntry entry =
                new AuditEntry(Deed.OVERRIDDEN, override.key(), "", "", Optional.of(override.left(now)), change);
        if (isUnheardOf(override)) {
            tell(Deed.OVERRIDDEN, override.key(), entry.duration(), change);
        } else if (own == null || !override.repeats(own)) {
            audit.write(entry);
        }
    }

    private boolean isUnheardOf(KeptOverride override) {
        String word = Digest.of(override.entry(override.endMicros() - 1).text());
        try {
            return sharedState.first(TOPIC.name(), "heard:" + word, HEARD_MICROS);
        } catch (StoreException e) {
            return true;
        }
    }
}
