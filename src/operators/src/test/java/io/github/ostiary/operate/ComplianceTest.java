package io.github.ostiary.operate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ostiary.ConfigurationException;
import io.github.ostiary.Guard;
import io.github.ostiary.operate.Compliance.Judgement;
import io.github.ostiary.operate.Compliance.Standing;
import io.github.ostiary.operator.OperatorApi;
import io.github.ostiary.setup.GuardBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What {@link SignInInForce} finds of a {@link Requirement}, the lines that are said to be missing, and the page that says the same. */
class ComplianceTest {

    private static final Path PAGE = Path.of("src", "docs", "compliance.md");
    private static final String BEGIN = "|---|---|---|---|---|\n";
    private static final String END = "<!-- end of requirements -->";

    private static Guard guard(String... lines) {
        GuardBuilder builder = GuardBuilder.create();
        for (String line : lines) {
            builder.property(line.split("=", 2)[0], line.split("=", 2)[1]);
        }
        return builder.build();
    }

    private static List<Judgement> judged(String standard, String... lines) {
        try (Guard guard = guard(lines)) {
            return Compliance.of(OperatorApi.of(guard), standard);
        }
    }

    private static List<Judgement> signIn(String standard, String... more) {
        return judged(
                standard,
                Stream.concat(Stream.of("signin.main.path=/login", "signin.main.name=param:username"), Stream.of(more))
                        .toArray(String[]::new));
    }

    private static List<String> missing(List<Judgement> lines) {
        return lines.stream().flatMap(each -> each.write().stream()).toList();
    }

    @Test
    void thePageHasTheRowsOfTheCommand() throws IOException {
        String rows = Requirement.ALL.stream().map(each -> each.row() + "\n").collect(Collectors.joining());
        String page = Files.readString(PAGE);
        int begin = page.indexOf(BEGIN) + BEGIN.length();
        String right = page.substring(0, begin) + rows + page.substring(page.indexOf(END));
        if (Boolean.getBoolean("compliance.write")) {
            Files.writeString(PAGE, right);
        }
        assertThat(page).as("-Dcompliance.write=true writes it").isEqualTo(right);
        assertThat(judged(""))
                .extracting(each -> each.standard() + each.section() + each.asks())
                .isEqualTo(Requirement.ALL.stream()
                        .map(each -> each.standard() + each.section() + each.asks())
                        .toList());
    }

    @Test
    void bothStandardsAreMetByTheirNamesAndByNoOtherStrictness() {
        assertThat(missing(signIn("nist"))).containsExactly("signin.main.strictness=nist");
        assertThat(missing(signIn("pci", "signin.main.strictness=strict")))
                .containsExactly("signin.main.strictness=pci");
        assertThat(missing(signIn("nist", "signin.main.strictness=nist"))).isEmpty();
        assertThat(missing(signIn("pci", "signin.main.strictness=pci"))).isEmpty();
    }

    /** Of two standards the second is met by keys of its own: its preset would undo the first. */
    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "pci; nist; signin.main.account.cap=100; signin.main.account.victimLock=accept",
                "nist; pci; signin.main.account.steps=10/366d lock 30m x2 max 4h; signin.main.account.exempt=none",
            })
    void bothStandardsAreHadTogether(String preset, String other, String first, String second) {
        String strictness = "signin.main.strictness=" + preset;
        assertThat(missing(signIn(other, strictness))).containsExactly(first, second);
        if (second.endsWith("none")) {
            assertThat(missing(signIn(other, strictness, second))).containsExactly(first);
        }
        for (String standard : List.of("nist", "pci")) {
            assertThat(signIn(standard, strictness, first, second))
                    .extracting(Judgement::standing)
                    .containsOnly(Standing.MET);
        }
    }

    /** One figure over the bound is enough: the key that says it is to be taken away, since the preset stands already. */
    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "nist; account.cap=101",
                "nist; account.cap=0",
                "nist; account.unclear=1",
                "nist; account.enforce=false",
                "pci; account.steps=11/366d lock 30m",
                "pci; account.steps=10/366d lock 29m",
                "pci; account.steps=10/1d lock 30m",
                "pci; account.exempt=recent-success 1d",
                "pci; account.unclear=1",
            })
    void whatUndoesAPresetIsNamed(String standard, String line) {
        String key = "signin.main." + line.split("=", 2)[0];
        List<Judgement> lines = signIn(standard, "signin.main.strictness=" + standard, "signin.main." + line);
        assertThat(missing(lines)).isEmpty();
        assertThat(lines).flatExtracting(Judgement::takeAway).containsOnly(key);
        assertThat(lines.get(0).text() + lines.get(lines.size() - 1).text())
                .contains(": not met: take away " + key)
                .doesNotContain("write");
    }

    @ParameterizedTest
    @CsvSource({"account=off, account=on", "enforce=false, enforce=true"})
    void whatIsSwitchedOffIsSwitchedOn(String line, String write) {
        for (String standard : List.of("nist", "pci")) {
            assertThat(signIn(standard, "signin.main.strictness=" + standard, "signin.main." + line)
                            .get(0)
                            .write())
                    .containsExactly("signin.main." + write);
        }
    }

    /** The one key that stands above all rules. */
    @Test
    void whatReportsOnlyAsAWholeIsNamed() {
        String[] lines = {
            "enforce=false",
            "signin.main.path=/login",
            "signin.main.name=param:username",
            "signin.main.strictness=nist",
            "limit.all.path=/*",
            "limit.all.rate=600/1m"
        };
        assertThat(judged("nist", lines))
                .allSatisfy(each -> assertThat(each.takeAway()).containsExactly("enforce"));
        assertThat(missing(judged("nist", lines))).isEmpty();
        lines[3] = "signin.main.enforce=false";
        assertThat(judged("nist", lines).get(0).text())
                .endsWith(": not met: take away enforce; write signin.main.enforce=true, signin.main.strictness=nist");
        assertThat(judged("asvs", lines).get(0).text()).endsWith(": not met: take away enforce");
        assertThat(judged("asvs", lines))
                .filteredOn(each -> each.section().equals("15.3.4"))
                .allMatch(each -> each.standing() == Standing.MET);
    }

    @ParameterizedTest
    @ValueSource(strings = {"account.cap=100", "account.cap=5"})
    void aLowerBoundIsEnough(String line) {
        assertThat(missing(signIn("nist", "signin.main.strictness=nist", "signin.main." + line)))
                .isEmpty();
    }

    private static final List<String> UNDOING = List.of(
            "account=off",
            "password=off",
            "address=off",
            "enforce=false",
            "account.enforce=false",
            "account.cap=101",
            "account.unclear=1",
            "account.consecutive=false",
            "account.exempt=recent-success 1d",
            "account.steps=10/1d lock 1h",
            "password.steps=10/1d lock 1h",
            "address.steps=10/1h block",
            "strictness=strict",
            "captcha=com.shop.Captcha");

    /** Whoever does what is said, and no less, has met each standard, whatever stood there; what is stated in two places is said in two steps. */
    @ParameterizedTest
    @ValueSource(strings = {"normal", "nist", "pci"})
    void whatIsSaidIsEnoughAndNothingOfItTooMuch(String strictness) {
        int judged = 0;
        for (String one : UNDOING) {
            for (String other : UNDOING.subList(0, UNDOING.indexOf(one) + 1)) {
                Map<String, String> rules = new LinkedHashMap<>(Map.of("path", "/login", "name", "param:username"));
                for (String line : List.of("strictness=" + strictness, other, one)) {
                    rules.put(line.split("=", 2)[0], line.split("=", 2)[1]);
                }
                boolean twice = one.equals("account.enforce=false") && other.equals("enforce=false");
                for (String standard :
                        !twice && stands(rules) ? List.of("nist", "pci", "asvs", "owasp") : List.<String>of()) {
                    judged++;
                    whatIsSaidIsRight(standard, rules, one.equals(other));
                }
            }
        }
        assertThat(judged).isGreaterThan(4 * 60);
    }

    private static boolean stands(Map<String, String> rules) {
        try {
            return !of("nist", rules).isEmpty();
        } catch (ConfigurationException e) {
            return false; // one line forbids the other
        }
    }

    private static List<Judgement> of(String standard, Map<String, String> rules) {
        return judged(
                standard,
                rules.entrySet().stream()
                        .map(each -> "signin.main." + each.getKey() + "=" + each.getValue())
                        .toArray(String[]::new));
    }

    private static void whatIsSaidIsRight(String standard, Map<String, String> rules, boolean each) {
        for (Judgement line : of(standard, rules)) {
            List<String> said = Stream.concat(line.takeAway().stream(), line.write().stream())
                    .toList();
            if (line.standing() == Standing.NOT_MET
                    && !line.section().startsWith("2.4")
                    && !line.section().startsWith("6.6")) {
                assertThat(isMet(line, standard, rules, said))
                        .as(line.text() + rules)
                        .isTrue();
                for (String left : each ? said : List.<String>of()) {
                    List<String> less =
                            said.stream().filter(any -> !any.equals(left)).toList();
                    assertThat(isMet(line, standard, rules, less))
                            .as(left + " of " + line.text() + rules)
                            .isFalse();
                }
            }
        }
    }

    private static boolean isMet(Judgement line, String standard, Map<String, String> rules, List<String> said) {
        Map<String, String> changed = new LinkedHashMap<>(rules);
        for (String each : said) {
            String key = each.split("=", 2)[0].substring("signin.main.".length());
            changed.remove(key);
            if (each.contains("=")) {
                changed.put(key, each.split("=", 2)[1]);
            }
        }
        return stands(changed)
                && of(standard, changed).stream()
                        .filter(now -> now.section().equals(line.section())
                                && now.asks().equals(line.asks()))
                        .allMatch(now -> now.standing() == Standing.MET);
    }

    /** Lines of several rules too. */
    @Test
    void whatIsToBeWrittenIsEnough() {
        List<String> write = missing(signIn("asvs"));
        assertThat(write).isNotEmpty();
        assertThat(signIn("asvs", write.toArray(String[]::new))).noneMatch(each -> each.standing() == Standing.NOT_MET);
    }

    @Test
    void lockoutsByHandAreSaidNotToBeJudged() {
        String[] byHand = {"lockout.door.path=/door", "lockout.door.key=ip", "lockout.door.steps=1000/1d lock 1s"};
        try (Guard guard = guard("signin.main.path=/login", "signin.main.name=param:username")) {
            assertThat(Compliance.notJudged(OperatorApi.of(guard))).isEmpty();
        }
        try (Guard guard = guard(byHand)) {
            assertThat(Compliance.notJudged(OperatorApi.of(guard)))
                    .hasValue(
                            "lockout.door: not judged, as every lockout that is written by hand; write it as a sign-in, or"
                                    + " compare its steps yourself");
        }
        assertThat(missing(judged("nist", byHand))).contains("signin.main.path=/login");
    }

    @Test
    void withoutASignInOneIsMissing() {
        assertThat(SignInInForce.of(List.of())).isEmpty();
        assertThat(missing(judged("nist"))).contains("signin.main.path=/login", "signin.main.name=param:username");
    }

    @Test
    void linesSayWhetherTheyAreMet() {
        Map<Boolean, List<Judgement>> all =
                signIn("").stream().collect(Collectors.partitioningBy(each -> each.standing() == Standing.NOT_MET));
        assertThat(all.get(true)).isNotEmpty().allMatch(each -> Judgement.isNotMet(each.text()));
        assertThat(all.get(false)).isNotEmpty().noneMatch(each -> Judgement.isNotMet(each.text()));
        assertThat(signIn("pci").get(0).text())
                .isEqualTo("PCI DSS 4.0.1 §8.3.4, ten failures at most, from wherever, lock the user for 30 minutes at"
                        + " least: not met: write signin.main.strictness=pci");
        assertThatThrownBy(() -> signIn("iso"))
                .hasMessage("there is no standard 'iso'; write one of nist, pci, asvs, owasp");
    }
}
