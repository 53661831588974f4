package io.github.ostiary.config;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a lockout's keys cannot be, alone and together, and what the message says. */
class LockoutProblemsTest {

    private static final String STEPS = "steps=10/1h lock 15m";

    private static Given given(String... lines) {
        return Given.file("lockout.a." + String.join("\nlockout.a.", lines));
    }

    @Test
    void steps_are_needed_and_nothing_else() {
        assertThat(given("path=/login").problems())
                .containsExactly("lockout.a: a lockout needs steps; add lockout.a.steps=10/1h lock 15m");
        assertThat(given("path=/login", STEPS).problems()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '→',
            value = {
                "key=param:username | basic:user + ip → a caller could choose the counter by where it writes the"
                        + " name; write the same parts in the same order after each |, such as param:username + ip |"
                        + " basic:user + ip",
                "perIp=5 → a lockout has no such key; count addresses by another lockout, with key=ip",
                "methods=POST → it means nothing without a path; add lockout.a.path=/* or remove it",
                "status=200 → must be a whole number from 400 to 599",
                "onMissingKey=x → must be refuse or allow",
                "failure=status:401 → status and location are seen on answers to requests only; add lockout.a.path=/login"
                        + " or remove them",
                "success=location:/home → status and location are seen on answers to requests only; add"
                        + " lockout.a.path=/login or remove them",
                "failure=principal → principal shows a caller who has just signed in, which is no failure; remove"
                        + " it",
                "success=exception:a.B → an exception that escapes is never a success; remove exception:CLASS",
                "consecutive=maybe → must be true or false",
                "extendOnAttempt=1 → must be true or false",
                "memory=59s → must be from 1m to 366d",
                "memory=367d → must be from 1m to 366d",
                "cap=-1 → must be a whole number from 0 to 1000",
                "cap=1001 → must be a whole number from 0 to 1000",
                "settle=999ms → must be from 1s to 10m",
                "settle=11m → must be from 1s to 10m",
                "wait=61s → must be from 0ms to 1m",
                "victimLock=yes → must be accept",
                "victimLock=accept → neither cap, nor a block step, nor challenge.lock locks a user out; remove it",
                "challenge.verifier=a.B → there is no challenge; add a step such as 3/1m challenge to lockout.a.steps or"
                        + " remove it",
                "challenge.attempts=3 → there is no challenge; add a step such as 3/1m challenge to lockout.a.steps or"
                        + " remove it",
                "challenge.lock=5m → there is no challenge; add a step such as 3/1m challenge to lockout.a.steps or"
                        + " remove it",
                "distinct=param:a, param:b → it takes one value, not several; join them by +, such as"
                        + " param:tenant+param:username",
                "distinct=principal|ip → it is the same as key, so its values never differ; name another source,"
                        + " such as key=ip with distinct=param:username",
                "distinct=param: → key 'param:': param needs a name of letters, digits and _ . - : $; write param:NAME,"
                        + " and quote a name with other characters",
                "exempt=recent-success 30d → it lets owners in from networks where they succeeded before, and"
                        + " 'principal | ip' counts addresses already; remove it or count by the name that is tried, such"
                        + " as lockout.a.key=param:username",
                "key=session → a caller who drops the session or cookie has no failures; name who is tried, such"
                        + " as param:username or principal, and count networks by another lockout",
                "key=param:u | cookie:c + ip → a caller who drops the session or cookie has no failures; name who"
                        + " is tried, such as param:username or principal, and count networks by another lockout",
                "key=session + param:u → a caller who drops the session or cookie has no failures; name who is"
                        + " tried, such as param:username or principal, and count networks by another lockout",
                "key=session:a → key 'session:a': 'session:a': session takes no name; write session alone",
            })
    void problems(String line, String problem) {
        assertThat(given(STEPS, line).problems()).containsExactly("lockout.a." + line + ": " + problem);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '→',
            quoteCharacter = '"',
            value = {
                "recent 30d → 'recent 30d' exempts no caller; write recent-success 30d, or none",
                "recent-success → 'recent-success' exempts no caller; write recent-success 30d, or none",
                "recent-success 59s → must be from 1m to 366d",
                "recent-success 367d → must be from 1m to 366d",
            })
    void problems_of_the_exemption(String value, String problem) {
        assertThat(given(STEPS, "key=param:username", "exempt=" + value).problems())
                .containsExactly("lockout.a.exempt=" + value + ": " + problem);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '→',
            value = {
                "key=ip; consecutive=true → consecutive=true: strangers share 'ip', and an attacker's own login"
                        + " would clear its failures; remove it or count by the name that is tried, such as"
                        + " lockout.a.key=param:username",
                "key=ip|host; cap=5 → cap=5: it counts failures since the last success, and here a success clears"
                        + " none; count by the name that is tried, such as lockout.a.key=param:username, or remove cap",
                "distinct=path:1; consecutive=true → consecutive=true: different values count for their whole"
                        + " window, even after a success; remove it or lockout.a.distinct",
                "distinct=path:1; cap=5 → cap=5: it counts failures since the last success, and here a success"
                        + " clears none; remove lockout.a.distinct, or remove cap",
                "consecutive=false; cap=5 → cap=5: it counts failures since the last success, and here a success"
                        + " clears none; set lockout.a.consecutive=true, or remove cap",
                "cap=5 → cap=5: any caller could lock a user out until an operator unblocks the key, since 'principal | ip' counts"
                        + " some without ip; add +ip to lockout.a.key, or accept it with lockout.a.victimLock=accept",
                "key=param:u; steps=5/1h block → steps=5/1h block: any caller could lock a user out until an operator"
                        + " unblocks the key, since 'param:u' counts some without ip; add +ip to lockout.a.key, or accept it"
                        + " with lockout.a.victimLock=accept",
                "key=ip, param:u; steps=5/1h block; cap=5 → cap=5: any caller could lock a user out until an operator"
                        + " unblocks the key, since 'ip, param:u' counts some without ip; add +ip to lockout.a.key, or accept it"
                        + " with lockout.a.victimLock=accept",
                "key=param:u; steps=3/1m challenge; challenge.lock=5m → challenge.lock=5m: any caller could lock"
                        + " a user out with wrong answers, again and again, since 'param:u' counts some without ip; remove"
                        + " it, so that wrong answers lock no key without ip; or add +ip to lockout.a.key, or accept it"
                        + " with lockout.a.victimLock=accept",
                "key=ip; steps=5/1h block; victimLock=accept → victimLock=accept: the key has ip, so no caller"
                        + " can lock out another; remove it",
                "path=/login; failure=api, attribute:x; success=api → success=api: a signal of this list is in"
                        + " lockout.a.failure too, which wins; keep it in one",
                "path=/login; failure=status:401; steps=3/1m challenge → challenge.verifier: a challenge step"
                        + " needs a verifier of answers; write puzzle, name a class that implements io.github.ostiary.ChallengeVerifier,"
                        + " such as com.example.Captcha, or remove the step",
                "steps=3/1m challenge; challenge.verifier=my captcha → challenge.verifier=my captcha: 'my"
                        + " captcha' is not a full class name; write one, such as com.example.Captcha, or one of puzzle,"
                        + " turnstile, hcaptcha, recaptcha",
                "steps=3/1m challenge; challenge.attempts=101 → challenge.attempts=101: must be a whole number from 1 to"
                        + " 100",
                "key=ip; steps=3/1m challenge; challenge.lock=999ms → challenge.lock=999ms: must be from 1s to 36500d",
                "steps=3/1m lok → steps=3/1m lok: step '3/1m lok': unknown action 'lok'; did you mean lock? Write"
                        + " challenge, delay 2s, lock 15m or block",
            })
    void impossible_combinations(String lines, String problem) {
        Given given = given(lines.split("; "));
        if (!lines.contains("steps=")) {
            given.initParam("lockout.a.steps", "10/1h lock 15m");
        }
        assertThat(given.problems()).containsExactly("lockout.a." + problem);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "key=param:u+ip; steps=5/1h block; cap=7",
                "key=ip; steps=5/1h block",
                "key=param:u; steps=5/1h block; victimLock=accept",
                "key=param:u; steps=3/1m challenge; challenge.lock=5m; victimLock=accept",
                "key=param:u + ip; steps=3/1m challenge; challenge.lock=5m",
                "steps=5/1h lock 1m; cap=0",
                "steps=3/1m challenge",
                "steps=3/1m challenge; challenge.attempts=5; path=/login; failure=api; challenge.verifier=a.B",
                "steps=5/1h lock 1m; failure=exception:a.B; success=return",
                "steps=5/1h lock 1m; key=ip; distinct=param:u; extendOnAttempt=true",
                "steps=bad is said once; cap=5; victimLock=accept; challenge.attempts=5",
                "key=bad; steps=5/1h block; cap=5; exempt=recent-success 1d; consecutive=true",
            })
    void possible_combinations(String lines) {
        assertThat(given(lines.split("; ")).problems()).hasSize(lines.contains("bad") ? 1 : 0);
    }
}
