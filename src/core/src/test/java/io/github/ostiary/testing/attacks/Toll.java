package io.github.ostiary.testing.attacks;

import io.github.ostiary.Guard;
import io.github.ostiary.setup.GuardBuilder;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What an attack comes to.
 *
 * @param evaluated how many of the attacker's passwords were looked at
 * @param broken how many accounts were opened
 * @param visits how often somebody legitimate wanted to sign in
 * @param newcomers how many of those came from a network where they had not been before
 * @param denied how many of those did not get in
 * @param captchas how many captchas they were asked
 * @param denying the rules that denied anybody
 */
record Toll(int evaluated, int broken, int visits, int newcomers, int denied, int captchas, Set<String> denying) {

    static Toll of(Attack attack, RuleSet rules) {
        return of(attack, rules, null);
    }

    /** The same, where the attacker pays for puzzles. */
    static Toll of(Attack attack, RuleSet rules, @Nullable Purse purse) {
        Agenda agenda = new Agenda();
        GuardBuilder builder = GuardBuilder.create().timeSource(agenda.time());
        rules.properties().forEach(builder::property);
        try (Guard guard = builder.build()) {
            Map<String, String> accounts = new HashMap<>(Members.passwords());
            accounts.put(Guesses.OWN.name(), Guesses.OWN.password());
            SignInPage page = new SignInPage(guard, agenda::now, accounts, () -> attack.isOutOfOrder(agenda.now()));
            Members members = new Members(agenda, page, () -> attack.isPersistedIn(agenda.now()));
            for (int day = 0; day <= attack.days(); day++) {
                members.day(day, day > 0 && attack.watched() == Attack.Watched.ALL);
            }
            if (attack.watched() != Attack.Watched.ALL) {
                members.bobEveryHour(attack.watched() == Attack.Watched.BOB_ELSEWHERE);
            }
            Attacker attacker = new Attacker(attack, agenda, page, purse);
            attacker.begin();
            agenda.play();
            return new Toll(
                    attacker.evaluated(),
                    attacker.broken(),
                    members.visits(),
                    members.newcomers(),
                    members.denied(),
                    members.captchas(),
                    Set.copyOf(page.denying()));
        }
    }

    /** Whether one of these parts of a sign-in has denied anybody. */
    boolean denies(List<String> parts) {
        return denying.stream().anyMatch(rule -> parts.contains(rule.substring(rule.lastIndexOf('.') + 1)));
    }

    /** What the attacker gained. */
    String gained() {
        return figures(evaluated, broken);
    }

    /** What it cost the members. */
    String cost() {
        return figures(denied, captchas);
    }

    private static String figures(int first, int inBrackets) {
        return String.format(Locale.ROOT, inBrackets == 0 ? "%,d" : "%,d (%,d)", first, inBrackets);
    }
}
