package io.github.ostiary.operate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ostiary.Guard;
import io.github.ostiary.operate.Compliance.Judgement;
import io.github.ostiary.operate.Compliance.Standing;
import io.github.ostiary.operator.OperatorApi;
import io.github.ostiary.setup.GuardBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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

    private static List<Judgement> judged(String standard, String... lines) {
        GuardBuilder builder = GuardBuilder.create();
        for (String line : lines) {
            builder.property(line.split("=", 2)[0], line.split("=", 2)[1]);
        }
        try (Guard guard = builder.build()) {
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

    /** One figure over the bound is enough, and so is a rule that only reports. */
    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "nist; account.cap=101; strictness=nist",
                "nist; account.unclear=1; strictness=nist",
                "nist; account=off; strictness=nist",
                "nist; enforce=false; enforce=true",
                "pci; account.steps=11/366d lock 30m; strictness=pci",
                "pci; account.steps=10/366d lock 29m; strictness=pci",
                "pci; account.steps=10/1d lock 30m; strictness=pci",
                "pci; account.exempt=recent-success 1d; strictness=pci",
                "pci; account.unclear=1; strictness=pci",
            })
    void whatIsChangedIsSeen(String standard, String line, String write) {
        assertThat(missing(signIn(standard, "signin.main.strictness=" + standard, "signin.main." + line)))
                .contains("signin.main." + write);
    }

    @ParameterizedTest
    @ValueSource(strings = {"account.cap=100", "account.cap=5"})
    void aLowerBoundIsEnough(String line) {
        assertThat(missing(signIn("nist", "signin.main.strictness=nist", "signin.main." + line)))
                .isEmpty();
    }

    /** Whoever writes what is missing has met it. */
    @Test
    void whatIsToBeWrittenIsEnough() {
        List<String> write = missing(signIn("asvs"));
        assertThat(write).isNotEmpty();
        assertThat(signIn("asvs", write.toArray(String[]::new))).noneMatch(each -> each.standing() == Standing.NOT_MET);
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
