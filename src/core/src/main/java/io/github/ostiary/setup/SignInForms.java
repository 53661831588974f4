package io.github.ostiary.setup;

import io.github.ostiary.config.GuardConfig;
import io.github.ostiary.identity.KeyExpression;
import io.github.ostiary.rule.PathPattern;
import io.github.ostiary.rule.Rule;
import io.github.ostiary.rule.RuleKind;
import io.github.ostiary.text.Log;
import io.github.ostiary.text.WrittenName;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The look at the forms that are posted where lockouts count by parameters: the first that has none of a rule's parameters is
 * logged, with the names of its fields, unless an earlier one had them. Thread-safe.
 *
 * @hidden
 */
public final class SignInForms {

    private static final System.Logger LOG = Log.of(SignInForms.class);
    private static final int MOST = 20;

    /** Callers choose the names; others than these are not written into the log. */
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9._:-]{1,40}");

    private final Map<String, List<Watched>> byParameter = new HashMap<>();
    private final Set<String> headers = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);

    private SignInForms() {}

    static SignInForms of(GuardConfig config) {
        SignInForms forms = new SignInForms();
        Map<String, AtomicBoolean> settled = new HashMap<>();
        for (Rule rule : config.rules()) {
            @Nullable KeyExpression key = config.declared().keys().get(rule.full());
            if (key != null) {
                forms.headers.addAll(key.headers());
            }
            if (rule.kind() == RuleKind.LOCKOUT && key != null && !EdgeSettingsReader.isForBeans(rule.basics())) {
                Set<String> names = key.parameters();
                Watched watched = new Watched(
                        rule.full(),
                        rule.basics().matcher().paths(),
                        names,
                        settled.computeIfAbsent(rule.written(), any -> new AtomicBoolean()));
                names.forEach(name -> forms.byParameter
                        .computeIfAbsent(name, n -> new ArrayList<>())
                        .add(watched));
            }
        }
        return forms;
    }

    /**
     * Whether a rule counts by a header.
     *
     * @param name in any case
     * @return whether a key names it
     */
    public boolean countsHeader(String name) {
        return headers.contains(name);
    }

    /**
     * Whether it is still to be seen that forms have a parameter.
     *
     * @param parameter by which something is counted
     * @return false for most, and soon for all
     */
    public boolean wonder(String parameter) {
        List<Watched> watched = byParameter.get(parameter);
        for (int i = 0; watched != null && i < watched.size(); i++) {
            if (!watched.get(i).settled.get()) {
                return true;
            }
        }
        return false;
    }

    /**
     * A form was posted, or a parameter was in the query.
     *
     * @param parameter that was asked for
     * @param path canonical
     * @param fields the names of all that there is; from a caller
     */
    public void posted(String parameter, String path, Collection<String> fields) {
        for (Watched watched : byParameter.getOrDefault(parameter, List.of())) {
            boolean meant = watched.paths.stream().anyMatch(each -> each.matches(path));
            if (meant
                    && watched.settled.compareAndSet(false, true)
                    && Collections.disjoint(watched.parameters, fields)) {
                LOG.log(
                        System.Logger.Level.WARNING,
                        "{0}: a form was posted to its path ({1}) without {2}, by which the rule counts. The form has"
                                + " {3}. If that is the sign-in form, name its field in {4}: until then no attempt is counted by"
                                + " name (logged once)",
                        WrittenName.of(watched.rule),
                        watched.paths.stream().map(PathPattern::toString).collect(Collectors.joining(", ")),
                        watched.parameters.stream().map(each -> "param:" + each).collect(Collectors.joining(", ")),
                        shown(fields),
                        watched.key());
            }
        }
    }

    private static String shown(Collection<String> fields) {
        Set<String> plain = new TreeSet<>();
        for (String field : fields) {
            if (plain.size() < MOST && PLAIN.matcher(field).matches()) {
                plain.add(field);
            }
        }
        if (fields.isEmpty()) {
            return "no fields";
        }
        int more = fields.size() - plain.size();
        String named = plain.isEmpty() ? "" : "the fields " + String.join(", ", plain);
        String others =
                more + (plain.isEmpty() ? "" : " more") + (more == 1 ? " field" : " fields") + ", not named here";
        return more == 0 ? named : named.isEmpty() ? others : named + " and " + others;
    }

    /**
     * A lockout with parameters in its key.
     *
     * @param settled whether a form with them was seen, or one without them logged; of a sign-in one for all its rules
     */
    private record Watched(String rule, List<PathPattern> paths, Set<String> parameters, AtomicBoolean settled) {

        /** The key that names the parameters. */
        String key() {
            String written = WrittenName.of(rule);
            return written + (written.equals(rule) ? ".key" : ".name");
        }
    }
}
