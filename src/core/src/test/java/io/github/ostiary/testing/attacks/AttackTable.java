package io.github.ostiary.testing.attacks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The table of attacks in attacks.md, played against the rules of sign-in.md. {@link #main} writes it there. */
public final class AttackTable {

    static final Path FILE = Path.of("src", "docs", "attacks.md");

    private static final Path RULES = Path.of("src", "docs", "sign-in.md");

    private static final String BEGIN = "<!-- attacks: written by AttackTable.main -->\n";
    private static final String END = "<!-- end of attacks -->\n";

    private final List<RuleSet> columns;
    private final List<Attack> attacks = Attack.all();
    private final List<List<Toll>> rows = new ArrayList<>();

    private AttackTable(List<RuleSet> columns) {
        this.columns = columns;
    }

    /** Writes the table. */
    public static void main(String[] args) throws IOException {
        String page = Files.readString(FILE);
        Files.writeString(FILE, in(page, played().text()));
    }

    /** Plays every attack against every rule set of the page of rules. */
    static AttackTable played() throws IOException {
        AttackTable table = new AttackTable(RuleSet.of(Files.readString(RULES)));
        table.attacks.parallelStream()
                .map(attack -> table.columns.stream()
                        .map(rules -> Toll.of(attack, rules))
                        .toList())
                .forEachOrdered(table.rows::add);
        return table;
    }

    /** The page with this between its marks. */
    static String in(String page, String text) {
        int begin = page.indexOf(BEGIN) + BEGIN.length();
        return page.substring(0, begin) + text + page.substring(page.indexOf(END));
    }

    List<Toll> tolls(Attack attack) {
        return rows.get(attacks.indexOf(attack));
    }

    String text() {
        return "\nPasswords looked at (accounts broken into, if any):\n\n"
                + table(attacks.stream().filter(Attack::breaksIn).toList(), Attack::title, Toll::gained)
                + "\nLegitimate sign-ins denied (captchas asked for, if any), of " + usual()
                + " unless the row says otherwise; attacks that change\n"
                + "nothing here are left out:\n\n"
                + table(attacks.stream().filter(this::changesWhatMembersMeet).toList(), this::tried, Toll::cost)
                + "\n";
    }

    private String tried(Attack attack) {
        int visits = tolls(attack).get(0).visits();
        return visits == usual()
                ? attack.title()
                : String.format(Locale.ROOT, "%s (%,d sign-ins)", attack.title(), visits);
    }

    private int usual() {
        return tolls(Attack.NONE).get(0).visits();
    }

    private boolean changesWhatMembersMeet(Attack attack) {
        return attack.equals(Attack.NONE) || !costs(attack).equals(costs(Attack.NONE));
    }

    private String table(List<Attack> shown, Function<Attack, String> title, Function<Toll, String> cell) {
        StringBuilder table = new StringBuilder("| |");
        columns.forEach(rules -> table.append(" " + rules.title() + " |"));
        table.append("\n|---|").append("---|".repeat(columns.size())).append("\n");
        for (Attack attack : shown) {
            table.append("| " + title.apply(attack) + " | ");
            table.append(tolls(attack).stream().map(cell).collect(Collectors.joining(" | ")))
                    .append(" |\n");
        }
        return table.toString();
    }

    private List<String> costs(Attack attack) {
        return tolls(attack).stream().map(Toll::cost).toList();
    }
}
