package io.github.ostiary.testing.attacks;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.testing.attacks.Attack.Origin;
import io.github.ostiary.testing.attacks.Attack.Watched;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The figures of attacks.md are those of the rules of sign-in.md today. */
@Tag("slow")
class AttackTableTest {

    private static String page;
    private static AttackTable table;

    @BeforeAll
    static void play() throws IOException {
        page = Files.readString(AttackTable.FILE);
        table = AttackTable.played();
    }

    @Test
    void isPlayedAgainAsItIs() {
        assertThat(page)
                .as("if the change is meant, run AttackTable.main")
                .isEqualTo(AttackTable.in(page, table.text()));
    }

    /** What is not played because it is known already. */
    @Test
    void whatIsKnownIsWhatPlayingItComesTo() {
        List<Attack> small = Attack.all().stream()
                .filter(attack -> attack.title().startsWith("spraying, 1,000 addresses"))
                .toList();
        assertThat(small).hasSize(2).allMatch(table::isPlayedAsKnown);
    }

    /** A puzzle is worth what it costs: the dearer, the less an hour of a core gains, and never more than a farm. */
    @Test
    void dearerPuzzlesBuyLess() {
        List<Attack> priced = table.pricedAttacks();
        assertThat(priced).hasSize(5);
        for (Attack attack : priced) {
            List<Toll> paid = table.paid(attack);
            assertThat(paid)
                    .as(attack.title())
                    .isSortedAccordingTo(Comparator.comparing(Toll::evaluated).reversed());
            assertThat(paid)
                    .as(attack.title())
                    .isSortedAccordingTo(Comparator.comparing(Toll::broken).reversed());
            assertThat(paid)
                    .as(attack.title())
                    .allMatch(toll ->
                            toll.evaluated() >= recommended(table.tolls(attack)).evaluated());
        }
    }

    @Test
    void noOtherRulesLetFewerAccountsBeBroken() {
        for (Attack attack : Attack.all().stream().filter(Attack::breaksIn).toList()) {
            List<Toll> tolls = table.tolls(attack);
            assertThat(tolls.subList(0, RuleSet.STRICT))
                    .as(attack.title())
                    .extracting(Toll::broken)
                    .allMatch(broken -> broken >= recommended(tolls).broken());
            assertThat(tolls.subList(0, RuleSet.RECOMMENDED))
                    .as(attack.title())
                    .extracting(Toll::evaluated)
                    .allMatch(evaluated -> evaluated >= recommended(tolls).evaluated());
        }
    }

    /** Unless the attack comes from there: then nothing tells the two apart. */
    @Test
    void nobodyIsShutOutWhereTheyHaveSignedInBefore() {
        for (Attack attack : Attack.all()) {
            boolean atHome = attack.watched() == Watched.BOB_AT_HOME && attack.origin() != Origin.BOBS_NETWORK;
            if (attack.equals(Attack.NONE) || atHome) {
                assertThat(recommended(table.tolls(attack)).denied())
                        .as(attack.title())
                        .isZero();
            }
        }
    }

    /** By wrong captchas no more than without any. */
    @Test
    void wrongCaptchasShutNobodyOutOfAnyNetworkButTheOneTheyComeFrom() {
        for (Attack attack : Attack.all()) {
            if (attack.captcha().equals("wrong") && attack.origin() != Origin.BOBS_NETWORK) {
                assertThat(recommended(table.tolls(attack)).denied())
                        .as(attack.title())
                        .isZero();
            }
        }
    }

    /** What is promised of the three lines. */
    @Test
    void manyAddressesGainNextToNothing() {
        for (Attack attack : Attack.all()) {
            Toll toll = recommended(table.tolls(attack));
            boolean spread = attack.breaksIn()
                    && attack.origin() == Origin.MANY_ADDRESSES
                    && attack.captcha().isEmpty();
            if (spread && attack.title().startsWith("stuffing")) {
                assertThat(toll.evaluated()).as(attack.title()).isLessThanOrEqualTo(500);
                assertThat(toll.broken()).as(attack.title()).isLessThanOrEqualTo(1);
            } else if (spread && attack.title().startsWith("spraying")) {
                assertThat(toll.evaluated()).as(attack.title()).isLessThanOrEqualTo(150);
                assertThat(toll.broken()).as(attack.title()).isLessThanOrEqualTo(1);
            }
        }
    }

    /** And no others, but those who mistype: a member of a new network cannot be told from an attacker. */
    @Test
    void aSiegeAsksMembersOfNetworksThatAreNewToThem() {
        Toll quiet = recommended(table.tolls(Attack.NONE));
        assertThat(quiet.captchas()).isLessThanOrEqualTo(quiet.visits() / 100);
        for (Attack attack : Attack.all()) {
            Toll toll = recommended(table.tolls(attack));
            if (attack.watched() == Watched.ALL && attack.origin() == Origin.MANY_ADDRESSES) {
                assertThat(toll.denied()).as(attack.title()).isZero();
                assertThat(toll.captchas() - quiet.captchas())
                        .as(attack.title())
                        .isLessThanOrEqualTo(toll.newcomers() + toll.newcomers() / 10);
            }
        }
    }

    @Test
    void anOutageShutsNobodyOut() {
        assertThat(recommended(table.tolls(Attack.OUTAGE)).denied()).isZero();
    }

    private static Toll recommended(List<Toll> tolls) {
        return tolls.get(RuleSet.RECOMMENDED);
    }
}
