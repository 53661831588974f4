package io.github.ostiary.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.code_intelligence.jazzer.junit.DictionaryEntries;
import com.code_intelligence.jazzer.junit.FuzzTest;
import io.github.ostiary.ConfigurationException;
import io.github.ostiary.testing.FuzzedText;
import java.io.IOException;
import java.io.StringReader;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.regex.Pattern;

/**
 * The properties file as a whole: it is read or refused by sentences, each of which names a key and ends in a remedy or a
 * bound. What Properties reads alike, Ostiary reads alike; and no sentence repeats a secret.
 */
class PropertiesFuzzTest {

    private static final String SECRET = "hunter2-hunter2-hunter2";

    /** A key or a rule in front, and behind it what is to be written instead, or between which bounds. */
    private static final Pattern SENTENCE =
            Pattern.compile("(?s)(?:.*=.*|[a-zA-Z][a-zA-Z0-9._-]*(?: \\(.*\\))?|.*'.*'.*)[:;,].*");

    private static final Pattern REMEDY = Pattern.compile(
            "(?s).*\\b(?:write|add|remove|set|use|keep|must be|must not|must start|did you mean|keys of a rule are"
                    + "|name|count|raise|lower|needs|make|give|choose|at most|at least|not|only|end|order|lengthen|register|say|put|correct"
                    + "|cannot|save|quote|leave|turn|join|let|exempt|stands?|drop|wants|move|known are)\\b.*");

    @FuzzTest
    @DictionaryEntries({
        "limit.api.rate=100/1m",
        "limit.api.path=/api/*",
        "limit.api.key=ip",
        "lockout.login.path=/login",
        "lockout.login.key=param:username",
        "lockout.login.steps=3/1h challenge, 10/1d lock 15m x2 max 1d rearm 3",
        "lockout.login.failure=status:401",
        "concurrency.c.permits=2",
        "allow.a.ip=private",
        "block.b.when=header:X=",
        "trustedProxies=10.0.0.0/8",
        "keySecret=",
        "redis.uri=redis://u:",
        "enforce=false",
        "\\x0a",
        "#",
        "\\\\u00",
        ".cost=",
        ".perIp=10/1m",
        ".cap=10",
        ".distinct=param:u",
        ".wait=1s",
        ".success=",
        ".enforce=",
        "challenge.verifier=x.Y"
    })
    void aFileIsReadOrRefusedBySentences(byte[] input) {
        String text = FuzzedText.of(input).replace("${", "{");
        Optional<List<String>> problems = problems(text);
        problems.ifPresent(PropertiesFuzzTest::sentences);
        java(text).ifPresent(java -> same(text, java, problems));
        secrets(text);
        FuzzedText.linear("#" + text, PropertiesFuzzTest::collected);
    }

    private static Optional<List<String>> problems(String text) {
        try {
            Given.file(text).read();
            return Optional.empty();
        } catch (ConfigurationException e) {
            assertFalse(e.problems().isEmpty());
            return Optional.of(e.problems());
        }
    }

    private static void sentences(List<String> problems) {
        for (String problem : problems) {
            assertTrue(
                    SENTENCE.matcher(problem).matches()
                            && REMEDY.matcher(problem).matches(),
                    problem);
            assertFalse(problem.contains("Exception") || problem.contains("java."), problem);
            assertTrue(problem.chars().noneMatch(Character::isISOControl), problem);
        }
    }

    private static Optional<Properties> java(String text) {
        Properties properties = new Properties();
        try {
            properties.load(new StringReader(text.startsWith("\uFEFF") ? text.substring(1) : text));
            return Optional.of(properties);
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Written once more by Properties, in another order and with all escapes, it is the same configuration. */
    private static void same(String text, Properties java, Optional<List<String>> problems) {
        Problems unclear = new Problems();
        PropertiesText.parse(text, "file", unclear);
        if (!unclear.isEmpty()) {
            assertTrue(problems.isPresent());
            return;
        }
        StringBuilder again = new StringBuilder();
        java.forEach((key, value) ->
                again.append(escaped(key)).append('=').append(escaped(value)).append('\n'));
        assertEquals(problems.isEmpty(), problems(again.toString()).isEmpty(), again.toString());
    }

    private static String escaped(Object text) {
        StringBuilder escaped = new StringBuilder();
        text.toString().chars().forEach(c -> escaped.append(String.format("\\u%04x", c)));
        return escaped.toString();
    }

    private static void secrets(String text) {
        String one = text.replaceAll("(?s)[\\r\\n].*", "").replace("\\", "");
        for (String line : new String[] {
            "keySecret=" + SECRET + one,
            "redis.uri=redis://u:" + SECRET + "@" + one,
            "block.b.when=header:X=\"" + SECRET + "\"" + one
        }) {
            problems(line).ifPresent(all -> assertFalse(all.toString().contains(SECRET), () -> line + " -> " + all));
        }
    }

    private static void collected(String text) {
        PropertiesText.parse(text, "file", new Problems());
    }
}
