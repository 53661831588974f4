package io.github.ostiary.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The grammar of a key: sets of alternatives of sources. What is said of mistakes is KeyErrorsTest's. */
class KeyParserTest {

    /** All its structure: sets in brackets, alternatives in parentheses. */
    private static String structure(String key) {
        return new KeyParser(key)
                .parse().stream()
                        .map(set -> set.stream()
                                .map(KeyParserTest::alternative)
                                .collect(Collectors.joining(" or ", "[", "]")))
                        .collect(Collectors.joining(" and "));
    }

    private static String alternative(List<SourceSpec> sources) {
        return sources.stream()
                .map(source -> source.kind().word() + "<" + source.name() + ">"
                        + String.join(
                                "",
                                source.modifiers().stream()
                                        .map(each -> "/" + each)
                                        .toList()))
                .collect(Collectors.joining(" plus ", "(", ")"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '→',
            quoteCharacter = '\'',
            value = {
                "ip → [(ip<>)]",
                "ip/24/56 → [(ip<>/24/56)]",
                "principal | ip → [(principal<>) or (ip<>)]",
                "param:tenant+param:user, ip → [(param<tenant> plus param<user>)] and [(ip<>)]",
                "header:X-Api-Key | ip , global → [(header<x-api-key>) or (ip<>)] and [(global<>)]",
                "param:\"user, name\"/exact → [(param<user, name>/exact)]",
                "param:\"a\\\"b\"+ip → [(param<a\"b> plus ip<>)]",
                "param:phone/digits → [(param<phone>/digits)]",
                "param:j_username → [(param<j_username>)]",
                "resolver:org.example.Tenant$Of → [(resolver<org.example.Tenant$Of>)]",
                "' ip  |  session ' → [(ip<>) or (session<>)]"
            })
    void isRead(String key, String structure) {
        assertThat(structure(key)).isEqualTo(structure);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                ",",
                "ip,",
                "ip|",
                "ip+",
                "+ip",
                "ip ip",
                "ip;ip",
                "ip,ip",
                "ip|ip",
                "ip+ip",
                "param",
                "param:",
                "param:\"open",
                "ip:1",
                "ip/0",
                "ip/33",
                "ip/24/129",
                "ip/24/56/1",
                "path:0",
                "path:x",
                "global/exact",
                "param:a/upper",
                "param:a/exact/exact",
                "a"
            })
    void isRefusedWithItsText(String key) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new KeyParser(key).parse())
                .withMessageStartingWith("key '" + key + "': ");
    }
}
