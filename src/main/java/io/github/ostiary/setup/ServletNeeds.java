package io.github.ostiary.setup;

import io.github.ostiary.config.ConfigKey;
import io.github.ostiary.config.GlobalKeys;
import io.github.ostiary.config.GuardConfig;
import io.github.ostiary.config.Problems;
import io.github.ostiary.rule.Rule;
import io.github.ostiary.rule.Signals.Judge;

/** The part of a configuration that only a servlet container can do. */
final class ServletNeeds {

    private ServletNeeds() {}

    /** Finds what asks for a servlet container where there is none. */
    static void check(GuardConfig config, Problems problems) {
        for (Rule rule : config.rules()) {
            Judge judge = EdgeSettingsReader.judge(rule);
            if (judge != Judge.APPLICATION) {
                problems.add(
                        rule.full() + ".login",
                        judge == Judge.CONTAINER ? "container" : "spring",
                        "no servlet container runs this application, so that its sign-ins cannot be seen; guard the"
                                + " request that signs in by path and name, or the method by @RateLimit(\""
                                + rule.name()
                                + "\")");
            }
        }
        refuse(
                GlobalKeys.CONSOLE_PATH,
                "the console takes a servlet container, and none runs this application; remove console.path and"
                        + " console.role, and use the command line or desk.jmx=true",
                config,
                problems);
        refuse(
                GlobalKeys.USAGE_PATH,
                "the page takes a servlet container, and none runs this application; remove it, and answer with"
                        + " guard.usage(key) in a resource",
                config,
                problems);
        refuse(GlobalKeys.DENIED_PAGE, page(), config, problems);
        refuse(GlobalKeys.CHALLENGE_PAGE, page(), config, problems);
    }

    private static String page() {
        return "only a servlet container forwards to a page, and none runs this application; remove it";
    }

    private static void refuse(ConfigKey<String> key, String message, GuardConfig config, Problems problems) {
        config.global().find(key).ifPresent(value -> problems.add(key.name(), value, message));
    }
}
