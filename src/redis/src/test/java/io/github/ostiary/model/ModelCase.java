package io.github.ostiary.model;

import static org.assertj.core.api.Assertions.fail;

/** Explores scenarios and prints what that took. {@code -Dmodel.full=true} goes as deep as is meant. */
abstract class ModelCase {

    static final boolean FULL = Boolean.getBoolean("model.full");

    /** Does one history that once broke a rule. */
    static void replay(Scenario scenario, String history) {
        Explorer.Found found = Explorer.replay(scenario, Event.history(history));
        if (found != null) {
            fail(found.told(scenario));
        }
    }

    void explore(Scenario scenario) {
        String replay = System.getProperty("model.replay", "");
        Explorer.Found found;
        if (replay.startsWith(scenario.name + ": ")) {
            found = Explorer.replay(scenario, Event.history(replay.substring(scenario.name.length() + 2)));
        } else {
            Explorer.Result result = Explorer.explore(scenario, FULL);
            System.out.println(result);
            found = result.found();
        }
        if (found != null) {
            fail(found.told(scenario));
        }
    }
}
