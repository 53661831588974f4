package io.github.ostiary.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The grammar of conditions. Whether they hold is ConditionTest's. */
class ClauseParserTest {

    private static Clause clause(SourceKind kind, String name, @Nullable String value, boolean negated) {
        return new Clause(kind, name, Optional.ofNullable(value), negated);
    }

    @Test
    void readsConditionsInOrder() {
        assertThat(new ClauseParser(" role:admin , !header:X-Api-Key, param:a=b c , cookie:\"x y\"=\"1, 2\" ").parse())
                .containsExactly(
                        clause(SourceKind.ROLE, "admin", null, false),
                        clause(SourceKind.HEADER, "X-Api-Key", null, true),
                        clause(SourceKind.PARAM, "a", "b c", false),
                        clause(SourceKind.COOKIE, "x y", "1, 2", false));
        assertThat(new ClauseParser("json:params.name=search, json:\"a b\"=7").parse())
                .containsExactly(
                        clause(SourceKind.JSON, "params.name", "search", false),
                        clause(SourceKind.JSON, "a b", "7", false));
        assertThat(new ClauseParser("").parse()).isEmpty();
    }

    @Test
    void aPrincipalIsPresentAbsentOrNamed() {
        assertThat(new ClauseParser("principal:present, principal:absent, !principal:absent, principal=Bob").parse())
                .containsExactly(
                        clause(SourceKind.PRINCIPAL, "", null, false),
                        clause(SourceKind.PRINCIPAL, "", null, true),
                        clause(SourceKind.PRINCIPAL, "", null, false),
                        clause(SourceKind.PRINCIPAL, "", "Bob", false));
    }

    @Test
    void aListOfPrincipalsIsReadLikeValues() {
        List<Clause> names = new ClauseParser("alice, \"Bob, Jr.\"").names();
        assertThat(names)
                .containsExactly(
                        clause(SourceKind.PRINCIPAL, "", "alice", false),
                        clause(SourceKind.PRINCIPAL, "", "Bob, Jr.", false));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "role",
                "role:",
                "role:a=b",
                "principal",
                "principal:maybe",
                "principal=",
                "header",
                "header:\"open",
                "json",
                "json:a",
                "json:a=",
                "json:a=true",
                "json:.=b",
                "header:a=",
                "header:a=\"open",
                "header:a=b\"c",
                "role:a role:b",
                "role:a,",
                ",role:a",
                "!",
                "ip"
            })
    void isRefusedWithTheNumberOfTheCondition(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new ClauseParser(text).parse())
                .withMessageStartingWith("condition ");
    }

    @Test
    void aMistypedKindIsToldTheNearest() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new ClauseParser("role:a, heder:b").parse())
                .withMessageStartingWith("condition 2: unknown kind 'heder'; did you mean header?");
    }

    /** What follows a comma may be the rest of a secret that holds one. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "header:X=s3cret,t0ken",
                "header:X=s3cret, t0ken:x",
                "header:X=s3cret\"t0ken",
                "header:X=\"s3cret t0ken"
            })
    void noMessageRepeatsAValue(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new ClauseParser(text).parse())
                .satisfies(e -> assertThat(e.getMessage()).doesNotContain("s3cret", "t0ken"));
    }
}
