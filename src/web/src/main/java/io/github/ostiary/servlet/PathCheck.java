package io.github.ostiary.servlet;

import io.github.ostiary.ConfigurationException;
import io.github.ostiary.setup.EdgeSettings.ExactPath;
import io.github.ostiary.text.Log;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The look at rules of single paths whose servlet has other exact mappings: these may be the same page or another one. A
 * lockout or a block that leaves them out without a word fails the deployment; for other rules it logs them.
 */
final class PathCheck {

    private static final System.Logger LOG = Log.of(PathCheck.class);

    private PathCheck() {}

    static void check(ServletPaths servlets, List<ExactPath> rules) {
        Set<String> problems = new LinkedHashSet<>(); // the rules of one sign-in share a path
        for (ExactPath rule : rules) {
            List<String> unguarded = new ArrayList<>(servlets.others(rule.path()));
            unguarded.removeIf(path -> decides(rules, rule, path));
            if (!unguarded.isEmpty() && rule.guards()) {
                problems.add(sentence(rule, unguarded));
            } else if (!unguarded.isEmpty()) {
                LOG.log(System.Logger.Level.INFO, "{0}", sentence(rule, unguarded));
            }
        }
        if (!problems.isEmpty()) {
            ConfigurationException failure = new ConfigurationException(List.copyOf(problems));
            LOG.log(System.Logger.Level.ERROR, failure.getMessage());
            throw failure;
        }
    }

    /** A path that another lockout or block is about is not free either. */
    private static boolean decides(List<ExactPath> rules, ExactPath rule, String path) {
        for (ExactPath other : rules) {
            if ((other.equals(rule) || (other.guards() && rule.guards()))
                    && other.decided().test(path)) {
                return true;
            }
        }
        return false;
    }

    private static String sentence(ExactPath rule, List<String> unguarded) {
        String others = String.join(", ", unguarded);
        String subtree = rule.path() + "/*";
        String key = rule.rule() + ".path=";
        return key + rule.path() + ": the servlet behind it also has the "
                + (unguarded.size() == 1 ? "mapping " : "mappings ") + others
                + ", and this rule does not see requests there; add each that is the same page, such as " + key
                + rule.path() + ", " + others
                + (unguarded.equals(List.of(subtree))
                        ? ""
                        : ", and exclude each that is another page, such as " + key + rule.path() + ", !"
                                + unguarded.get(unguarded.size() - 1));
    }
}
