package io.github.ostiary.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PrecedenceTest {

    @ParameterizedTest(name = "file {0}, init-param {1}, environment {2}, system {3} → {4}")
    @CsvSource({
        "1,  ,  ,  , 1",
        " , 2,  ,  , 2",
        " ,  , 3,  , 3",
        " ,  ,  , 4, 4",
        "1, 2,  ,  , 2",
        "1,  , 3,  , 3",
        "1,  ,  , 4, 4",
        " , 2, 3,  , 3",
        " , 2,  , 4, 4",
        " ,  , 3, 4, 4",
        "1, 2, 3,  , 3",
        "1, 2,  , 4, 4",
        "1,  , 3, 4, 4",
        " , 2, 3, 4, 4",
        "1, 2, 3, 4, 4",
    })
    void a_global_key(String file, String initParam, String env, String sys, int winner) {
        Given given = file == null ? Given.file() : Given.file("expectedNodes=" + file);
        if (initParam != null) {
            given.initParam("expectedNodes", initParam);
        }
        if (env != null) {
            given.env("OSTIARY_EXPECTEDNODES", env);
        }
        if (sys != null) {
            given.sys("ostiary.expectedNodes", sys);
        }
        assertThat(given.read().global().get(GlobalKeys.EXPECTED_NODES)).isEqualTo(winner);
    }

    @ParameterizedTest(name = "init-param {0}, environment {1}, system {2} → {3}")
    @CsvSource({
        "    ,     ,     , 1/1m", "2/1m,     ,     , 2/1m", "    , 3/1m,     , 3/1m", "    ,     , 4/1m, 4/1m",
        "2/1m, 3/1m,     , 3/1m", "2/1m, 3/1m, 4/1m, 4/1m", "    , 3/1m, 4/1m, 4/1m", "2/1m,     , 4/1m, 4/1m",
    })
    void a_rules_key(String initParam, String env, String sys, String winner) {
        Given given = Given.file("limit.api.rate=1/1m");
        if (initParam != null) {
            given.initParam("limit.api.rate", initParam);
        }
        if (env != null) {
            given.env("OSTIARY_LIMIT_API_RATE", env);
        }
        if (sys != null) {
            given.sys("ostiary.limit.api.rate", sys);
        }
        assertThat(given.rates()).hasToString(List.of(winner).toString());
    }

    @ParameterizedTest(name = "init-param {0}, environment {1}, system {2} → {3}")
    @CsvSource({
        "  ,  ,  , 1",
        "/a,  ,  , 2",
        "  ,/b,  , 3",
        "  ,  ,/c, 4",
        "/a,/b,  , 3",
        "/a,/b,/c, 4",
        "'',  ,  , 1",
    })
    void the_file_itself(String initParam, String env, String sys, int winner) {
        Given given = Given.file("expectedNodes=1")
                .file("/a", "expectedNodes=2".getBytes())
                .file("/b", "expectedNodes=3".getBytes())
                .file("/c", "expectedNodes=4".getBytes());
        if (initParam != null) {
            given.initParam("config", initParam);
        }
        if (env != null) {
            given.env("OSTIARY_CONFIG", env);
        }
        if (sys != null) {
            given.sys("ostiary.config", sys);
        }
        assertThat(given.read().global().get(GlobalKeys.EXPECTED_NODES)).isEqualTo(winner);
    }
}
