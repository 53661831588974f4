package io.github.ostiary.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.CallContext;
import io.github.ostiary.ChallengeVerifier;
import io.github.ostiary.KeyResolver;
import io.github.ostiary.PlanResolver;
import io.github.ostiary.rule.RuleLedger;
import io.github.ostiary.testing.TestCall;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What stands behind {@code captcha} and {@code challenge.verifier}. */
class CaptchaReaderTest {

    private final List<CaptchaTerms> asked = new ArrayList<>();
    private final List<String> classes = new ArrayList<>();

    private final ClassLookup lookup = new ClassLookup() {
        @Override
        public KeyResolver resolver(String className) {
            return call -> Optional.empty();
        }

        @Override
        public PlanResolver planResolver(String className) {
            return key -> Optional.empty();
        }

        @Override
        public ChallengeVerifier verifier(String className) {
            classes.add(className);
            if (className.indexOf('.') < 0) {
                throw new IllegalArgumentException("there is no class '" + className + "' in this application");
            }
            return new Given.AnyClass(java.util.Set.of()).verifier(className);
        }

        @Override
        public ChallengeVerifier captcha(CaptchaTerms terms) {
            asked.add(terms);
            return new Given.AnyClass(java.util.Set.of()).verifier("Right");
        }
    };

    private List<String> problems(String... lines) {
        asked.clear();
        Problems problems = new Problems();
        GuardConfig unused = ConfigReader.read(Given.file(lines).inputs(), lookup, new RuleLedger(), problems);
        return problems.sentences();
    }

    private List<String> ofSignIn(String... more) {
        List<String> lines = new ArrayList<>(List.of("signin.main.path=/login", "signin.main.name=param:username"));
        lines.addAll(List.of(more));
        return problems(lines.toArray(new String[0]));
    }

    @Test
    void allRulesOfASignInHaveOneCaptcha() {
        assertThat(ofSignIn("signin.main.captcha=puzzle")).isEmpty();
        assertThat(asked).hasSize(3).allSatisfy(terms -> {
            assertThat(terms.kind()).isEqualTo(CaptchaKind.PUZZLE);
            assertThat(terms.scope()).isEqualTo("main");
            assertThat(terms.effort()).isEqualTo(Duration.ofSeconds(1));
        });
        assertThat(classes).isEmpty();
        CallContext call = new TestCall("POST", "/login").from("2001:db8::1");
        assertThat(asked.get(0).network().apply(call))
                .isEqualTo(asked.get(0).network().apply(new TestCall("POST", "/").from("2001:db8::2")))
                .isNotEqualTo(asked.get(0).network().apply(new TestCall("POST", "/").from("2001:db9::2")));
    }

    @Test
    void theEffortIsStatedOnce() {
        assertThat(ofSignIn("signin.main.captcha=puzzle", "signin.main.puzzle.effort=250ms"))
                .isEmpty();
        assertThat(asked).hasSize(3).allSatisfy(terms -> assertThat(terms.effort())
                .isEqualTo(Duration.ofMillis(250)));
        assertThat(ofSignIn("signin.main.captcha=com.example.Captcha", "signin.main.puzzle.effort=250ms"))
                .containsExactly("signin.main.puzzle.effort=250ms: only a puzzle has an effort; write"
                        + " signin.main.captcha=puzzle, or remove it");
        assertThat(ofSignIn("signin.main.puzzle.effort=250ms")).hasSize(1);
        assertThat(ofSignIn("signin.main.captcha=puzzle", "signin.main.puzzle.effort=11s"))
                .singleElement()
                .asString()
                .contains("signin.main.puzzle.effort=11s: must be from 10ms to 10s");
    }

    /** What meets the same request takes the same answer, since no answer is right twice. */
    @Test
    void lockoutsOfOnePathHaveOneCaptcha() {
        assertThat(problems(
                        "lockout.a.path=/login",
                        "lockout.a.key=param:user + ip",
                        "lockout.a.steps=3/1m challenge",
                        "lockout.a.challenge.verifier=puzzle",
                        "lockout.b.path=/login",
                        "lockout.b.key=ip",
                        "lockout.b.steps=3/1m challenge",
                        "lockout.b.challenge.verifier=puzzle"))
                .isEmpty();
        assertThat(asked).extracting(CaptchaTerms::scope).containsExactly("/login", "/login");
    }

    @Test
    void anUnknownWordIsNoClass() {
        assertThat(ofSignIn("signin.main.captcha=puzle"))
                .containsExactly(
                        "signin.main.captcha=puzle: there is no class 'puzle' in this application; did you mean"
                                + " puzzle?");
        assertThat(ofSignIn("signin.main.captcha=my captcha"))
                .containsExactly(
                        "signin.main.captcha=my captcha: 'my captcha' is not a full class name; write one, such as"
                                + " com.example.Captcha, or one of puzzle, turnstile, hcaptcha, recaptcha");
        assertThat(ofSignIn("signin.main.captcha=com.example.Captcha")).isEmpty();
        assertThat(classes).endsWith("com.example.Captcha");
    }

    @Test
    void hostsAreNames() {
        String[] service = {
            "signin.main.captcha=turnstile",
            "signin.main.captcha.siteKey=0x4A",
            "signin.main.captcha.secret=0x4A-secret"
        };
        assertThat(ofSignIn(
                        service[0], service[1], service[2], "signin.main.captcha.hosts=Shop.example, www.shop.example"))
                .isEmpty();
        assertThat(asked).isNotEmpty().allSatisfy(terms -> assertThat(
                        terms.service().hosts())
                .containsExactly("shop.example", "www.shop.example"));
        for (String wrong : new String[] {"https://shop.example", "shop.example:8443", "shop.example/"}) {
            assertThat(ofSignIn(service[0], service[1], service[2], "signin.main.captcha.hosts=" + wrong))
                    .containsExactly("signin.main.captcha.hosts=" + wrong
                            + ": must be host names, such as shop.example," + " without https:// and port");
        }
        assertThat(ofSignIn("signin.main.captcha=puzzle", "signin.main.captcha.hosts=shop.example"))
                .singleElement()
                .asString()
                .contains("only a captcha service has it");
    }
}
