package io.github.ostiary.testing.attacks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
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
    private final List<List<Toll>> paid = new ArrayList<>();

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
        Map<Attack, List<Toll>> unasked = new ConcurrentHashMap<>();
        Map<Attack, List<Toll>> rows = new ConcurrentHashMap<>();
        for (boolean asked : List.of(false, true)) {
            table.attacks.parallelStream()
                    .filter(attack -> attack.captcha().isEmpty() != asked)
                    .forEach(attack -> {
                        rows.put(
                                attack,
                                table.row(
                                        attack, asked ? unasked.getOrDefault(attack.unasked(), List.of()) : List.of()));
                        var unused = asked ? null : unasked.putIfAbsent(attack.unasked(), rows.get(attack));
                    });
        }
        table.attacks.forEach(attack -> table.rows.add(rows.get(attack)));
        RuleSet recommended = table.columns.get(RuleSet.RECOMMENDED);
        table.pricedAttacks().parallelStream()
                .map(attack -> Purse.PRICES.stream()
                        .map(price -> Toll.of(attack, recommended, new Purse(price)))
                        .toList())
                .forEachOrdered(table.paid::add);
        return table;
    }

    /**
     * The tolls of an attack. What is known already is not played: rules that ask for no captcha do not look at one, and a rule
     * that has denied nobody changes nothing when it is left out.
     *
     * @param unasked those of the same attack without captchas; empty if they are not known
     */
    private List<Toll> row(Attack attack, List<Toll> unasked) {
        Toll[] row = new Toll[columns.size()];
        for (int column = row.length - 1; column >= 0; column--) {
            RuleSet rules = columns.get(column);
            Toll known = !unasked.isEmpty() && rules.asksForNone() ? unasked.get(column) : null;
            for (int more = RuleSet.FULL; more > column && known == null; more--) {
                boolean same = rules.isPart() && columns.get(more).isPart() && !row[more].denies(rules.off());
                known = same ? row[more] : null;
            }
            row[column] = known == null ? Toll.of(attack, rules) : known;
        }
        return List.of(row);
    }

    /** Whether each toll that was not played is what playing it comes to. */
    boolean isPlayedAsKnown(Attack attack) {
        return tolls(attack)
                .equals(columns.stream().map(rules -> Toll.of(attack, rules)).toList());
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
                + "\nThe same where the captcha is a puzzle, and the attacker has one core for an hour:\n\n"
                + priced()
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

    private String priced() {
        StringBuilder table = new StringBuilder("| | no captcha | captcha farm |");
        Purse.PRICES.forEach(price -> table.append(" " + price.title() + " |"));
        table.append("\n|---|---|---|")
                .append("---|".repeat(Purse.PRICES.size()))
                .append("\n");
        for (Attack attack : pricedAttacks()) {
            Attack farm = attack.farm().orElseThrow();
            table.append("| " + attack.title() + " | "
                    + tolls(attack).get(RuleSet.NO_CAPTCHA).gained() + " | "
                    + tolls(farm).get(RuleSet.RECOMMENDED).gained() + " | "
                    + paid(attack).stream().map(Toll::gained).collect(Collectors.joining(" | ")) + " |\n");
        }
        return table.toString();
    }

    /** The tolls of an attack whose attacker pays for puzzles, by price. */
    List<Toll> paid(Attack attack) {
        return paid.get(pricedAttacks().indexOf(attack));
    }

    /** Those that a captcha farm plays too. */
    List<Attack> pricedAttacks() {
        return attacks.stream().filter(attack -> attack.farm().isPresent()).toList();
    }

    private List<String> costs(Attack attack) {
        return tolls(attack).stream().map(Toll::cost).toList();
    }
}
