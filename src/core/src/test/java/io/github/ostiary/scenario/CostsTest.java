package io.github.ostiary.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Decision;
import io.github.ostiary.Decision.Reason;
import io.github.ostiary.testing.GuardFixture;
import io.github.ostiary.testing.TestCall;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a caller states costs as much as it says, or is no request: no spelling of a figure pays less. */
class CostsTest extends GuardFixture {

    private static final long SEED = 20_261_121L;
    private static final List<String> PIECES = List.of(
            "4",
            "0",
            "00",
            "9",
            "1",
            "400",
            "1000000",
            "9999999999999999999",
            "+",
            "-",
            " ",
            "\t",
            "\u0000",
            "\u00a0",
            "\u3000",
            "\uff14",
            "\u0664",
            "\ud835\udfd2",
            "\u2463",
            "\u00b2",
            ".",
            ".0",
            ",",
            "_",
            "e2",
            "0x",
            "%34",
            "L",
            "\u200b",
            "\u202e",
            "\u0301",
            "\ufeff");

    @Test
    void whatIsThereIsAFigureOrNoRequest() {
        given(
                "limit.p.rate=1000000/1h",
                "limit.p.path=/p",
                "limit.p.cost=param:rows",
                "limit.p.key=global",
                "limit.h.rate=1000000/1h",
                "limit.h.path=/h",
                "limit.h.cost=header:X-Rows",
                "limit.h.key=global");
        Random random = new Random(SEED);
        for (int round = 0; round < 20_000; round++) {
            String text = random.ints(random.nextInt(4), 0, PIECES.size())
                    .mapToObj(PIECES::get)
                    .collect(Collectors.joining());
            String path = random.nextBoolean() ? "/p" : "/h";
            TestCall call = path.equals("/p")
                    ? get(path).param("rows", text)
                    : get(path).header("X-Rows", text);
            time.advance(Duration.ofHours(1));
            Decision decision = hit(call);
            String as = "seed %d, round %d, %s".formatted(SEED, round, text);
            if (text.matches("0*[1-9][0-9]{0,5}|0*1000000")) {
                assertThat(decision.remaining()).as(as).hasValue(1_000_000 - Long.parseLong(text));
            } else {
                assertThat(decision.reason()).as(as).isEqualTo(Reason.MALFORMED);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "+400",
                "-0",
                " 400",
                "400 ",
                "400\u0000",
                "\uff14\uff10\uff10",
                "\u0664\u0660\u0660",
                "",
                "4e2",
                "400.0",
                "400,1",
                "0",
                "1000001",
                "many",
                "0x190"
            })
    void theSpellingsThatPaidOne(String rows) {
        given("limit.p.rate=1000/1h", "limit.p.path=/p", "limit.p.cost=param:rows");
        assertThat(hit(get("/p").param("rows", rows)).reason()).isEqualTo(Reason.MALFORMED);
        assertThat(hit(get("/p")).remaining()).hasValue(999);
    }

    @Test
    void aFigureGivenTwiceIsNoRequest() {
        given(
                "limit.p.rate=1000/1h",
                "limit.p.path=/p",
                "limit.p.cost=param:rows",
                "limit.p.costMissing=3",
                "limit.h.rate=1000/1h",
                "limit.h.path=/h",
                "limit.h.cost=header:X-Rows");
        assertThat(hit(get("/p").param("rows", "400").param("rows", "400")).reason())
                .isEqualTo(Reason.MALFORMED);
        assertThat(hit(get("/p").param("rows", "1").param("rows", "")).reason()).isEqualTo(Reason.MALFORMED);
        assertThat(hit(get("/h").header("X-Rows", "400").header("x-rows", "1")).reason())
                .isEqualTo(Reason.MALFORMED);
        assertThat(hit(get("/p")).remaining()).hasValue(997);
        assertThat(hit(get("/p").param("rows", "400")).remaining()).hasValue(597);
    }
}
