package io.github.ostiary.setup;

import io.github.ostiary.Guard;
import io.github.ostiary.config.ConfigKey;
import io.github.ostiary.config.GlobalKeys;
import io.github.ostiary.config.GuardConfig;
import io.github.ostiary.config.Problems;
import io.github.ostiary.rule.Rule;
import io.github.ostiary.rule.Signals.Judge;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/**
 * The part of a configuration that takes a servlet container.
 *
 * @hidden
 */
public final class ServletNeeds {

    private static final String LOGIN = ".login";

    private ServletNeeds() {}

    /** Finds it where no servlet container runs an application. */
    static void check(GuardConfig config, Problems problems) {
        check(EdgeSettingsReader.read(config, Optional.empty()), problems);
        for (Rule rule : config.rules()) {
            if (EdgeSettingsReader.judge(rule) == Judge.SPRING) {
                problems.add(
                        rule.full() + LOGIN,
                        "spring",
                        "without servlets there is no Spring Security whose sign-ins could be seen; remove the key, and"
                                + " write the path that passwords are sent to into " + rule.full() + ".path");
            }
        }
        refuse(
                GlobalKeys.CONSOLE_PATH,
                "without servlets there is no console; remove console.path and console.role, and use the command line or"
                        + " operators.jmx=true",
                config,
                problems);
        refuse(
                GlobalKeys.USAGE_PATH,
                "without servlets there is no such page; remove the key, and answer with guard.usage(key) in a resource",
                config,
                problems);
    }

    private static void refuse(ConfigKey<String> key, String message, GuardConfig config, Problems problems) {
        config.global().find(key).ifPresent(value -> problems.add(key.name(), value, message));
    }

    /**
     * Finds it in a guard whose requests no servlet's filter decides, as an application may have made it.
     *
     * @param guard of the application
     * @return one sentence for each key
     */
    public static List<String> of(Guard guard) {
        Problems problems = new Problems();
        ApplicationGuards.unfiltered(guard).ifPresent(inForce -> check(inForce.edge(), problems));
        return problems.sentences();
    }

    private static void check(EdgeSettings edge, Problems problems) {
        edge.pages()
                .unlock()
                .ifPresent(page -> problems.add(
                        GlobalKeys.UNLOCK_PATH.name(),
                        page,
                        "without servlets there is no such page; remove the key, and call lockouts.unlock(key) from a page of"
                                + " your own"));
        edge.pages().denied().ifPresent(page -> problems.add(GlobalKeys.DENIED_PAGE.name(), page, pageless()));
        edge.pages().challenge().ifPresent(page -> problems.add(GlobalKeys.CHALLENGE_PAGE.name(), page, pageless()));
        if (edge.reach().sessions()) {
            problems.add(
                    "a lockout waits for the signal session-renewed, but without servlets there are no sessions: use"
                            + " status: or location: in its success and failure");
        }
        for (String rule : edge.reach().logins().container()) {
            problems.add(
                    "lockout." + rule + LOGIN,
                    "container",
                    "without servlets no container signs people in; remove the key, and write the path that passwords are"
                            + " sent to into lockout." + rule + ".path");
        }
        if (!edge.bodies().formEncoding().equals(StandardCharsets.UTF_8)) {
            problems.add(
                    GlobalKeys.FORM_ENCODING.name(),
                    edge.bodies().formEncoding().name(),
                    "without servlets forms are read as UTF-8 only; remove the key");
        }
    }

    private static String pageless() {
        return "without servlets no page can be shown; remove the key, or name a denialHandler";
    }
}
