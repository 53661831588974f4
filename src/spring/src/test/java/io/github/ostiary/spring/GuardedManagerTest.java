package io.github.ostiary.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ostiary.CallContext;
import io.github.ostiary.Decision.Reason;
import io.github.ostiary.Guard;
import io.github.ostiary.Key;
import io.github.ostiary.ManualTimeSource;
import io.github.ostiary.RateLimitExceededException;
import io.github.ostiary.edge.Entrance;
import io.github.ostiary.login.FrameworkLogins;
import io.github.ostiary.setup.CurrentCall;
import io.github.ostiary.setup.GuardBuilder;
import io.github.ostiary.testing.TestCall;
import java.net.URL;
import java.net.URLClassLoader;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.security.authentication.AnonymousAuthenticationToken;
import org.springframework.security.authentication.AuthenticationManager;
import org.springframework.security.authentication.BadCredentialsException;
import org.springframework.security.authentication.CredentialsExpiredException;
import org.springframework.security.authentication.DisabledException;
import org.springframework.security.authentication.InternalAuthenticationServiceException;
import org.springframework.security.authentication.LockedException;
import org.springframework.security.authentication.ProviderManager;
import org.springframework.security.authentication.RememberMeAuthenticationToken;
import org.springframework.security.authentication.TestingAuthenticationToken;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.authentication.dao.DaoAuthenticationProvider;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.authority.AuthorityUtils;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UsernameNotFoundException;
import org.springframework.security.crypto.password.PasswordEncoder;
import org.springframework.security.provisioning.InMemoryUserDetailsManager;

/** Three failures of a name on a network lock it for a minute; of a network's names ten. */
class GuardedManagerTest {

    private static final List<String> RULES = List.of("main");
    private static final List<String> OUTSIDE = List.of("main.account");

    private final AtomicInteger looked = new AtomicInteger();
    private final ManualTimeSource time = new ManualTimeSource();
    private final Guard guard = GuardBuilder.create()
            .property("signin.main.login", "spring")
            .timeSource(time)
            .build();
    private final AuthenticationManager members = new GuardedManager(users("bob", "mallory", "ａｄｍｉｎ"), "members", null);
    private final ClassLoader before = Thread.currentThread().getContextClassLoader();
    private @Nullable CallContext outer;
    private Runnable forget = () -> {};

    @BeforeEach
    void begin() {
        ClassLoader application = new URLClassLoader(new URL[0], before);
        Thread.currentThread().setContextClassLoader(application);
        forget = FrameworkLogins.guard(null, application, Entrance.of(guard), RULES, OUTSIDE);
        outer = CurrentCall.remember(new TestCall("POST", "/anything"));
    }

    @AfterEach
    void end() {
        CurrentCall.forget(outer);
        forget.run();
        Thread.currentThread().setContextClassLoader(before);
        guard.close();
    }

    private ProviderManager users(String... names) {
        DaoAuthenticationProvider provider = new DaoAuthenticationProvider();
        InMemoryUserDetailsManager users = new InMemoryUserDetailsManager();
        for (String name : names) {
            users.createUser(User.withUsername(name)
                    .password("right")
                    .authorities("USER")
                    .build());
        }
        provider.setUserDetailsService(users);
        provider.setPasswordEncoder(new PasswordEncoder() {
            @Override
            public String encode(CharSequence password) {
                return password.toString();
            }

            @Override
            public boolean matches(CharSequence password, String encoded) {
                looked.incrementAndGet();
                return encoded.contentEquals(password);
            }
        });
        return new ProviderManager(provider);
    }

    private static Authentication typed(String name, String password) {
        return new UsernamePasswordAuthenticationToken(name, password);
    }

    /** What comes of it. */
    private static String signIn(AuthenticationManager manager, Authentication tried) {
        try {
            return manager.authenticate(tried).isAuthenticated() ? "in" : "partly";
        } catch (RateLimitExceededException e) {
            return e.decision().reason() == Reason.LOCKED
                    ? "locked"
                    : e.decision().reason().toString();
        } catch (RuntimeException e) {
            return "wrong";
        }
    }

    private String guess(String name) {
        return signIn(members, typed(name, "guessed"));
    }

    private String right(String name) {
        return signIn(members, typed(name, "right"));
    }

    @Test
    void three_wrong_passwords_lock_before_the_fourth_is_looked_at() {
        assertThat(List.of(guess("bob"), guess("bob"), guess("bob"))).containsOnly("wrong");
        looked.set(0);
        assertThat(List.of(guess("bob"), right("bob"))).containsOnly("locked");
        assertThat(looked).hasValue(0);
        assertThat(right("mallory")).isEqualTo("in");
        time.advance(Duration.ofSeconds(61));
        assertThat(right("bob")).isEqualTo("in");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Bob", " bob", "bob ", "ＢＯＢ", "b\u00ADob", "bob\u3000", "\u200Bbob"})
    void no_spelling_is_another_name(String written) {
        assertThat(List.of(guess("bob"), guess("bob"), guess(written))).containsOnly("wrong");
        looked.set(0);
        assertThat(List.of(right("bob"), guess(written))).containsOnly("locked");
        assertThat(looked).hasValue(0);
    }

    @Test
    void a_name_that_is_its_password_counts_as_any_other() {
        assertThat(List.of(guess("bob"), guess("bob"))).containsOnly("wrong");
        assertThat(signIn(members, typed("bob", "bob"))).isEqualTo("wrong");
        assertThat(right("bob")).isEqualTo("locked");
    }

    @Test
    void a_success_clears_what_that_name_has_failed() {
        for (int i = 0; i < 5; i++) {
            assertThat(List.of(guess("bob"), guess("bob"), right("bob"))).containsExactly("wrong", "wrong", "in");
        }
    }

    /** An account of the attacker's own, in turn with the victim's, clears nothing of it. */
    @Test
    void one_name_clears_nothing_of_another() {
        assertThat(List.of(guess("bob"), right("mallory"), guess("bob"), right("mallory"), guess("bob")))
                .containsExactly("wrong", "in", "wrong", "in", "wrong");
        assertThat(guess("bob")).isEqualTo("locked");
    }

    /** Customers may choose an administrator's name among customers. */
    @Test
    void a_success_among_other_accounts_clears_nothing() {
        AuthenticationManager customers = new GuardedManager(users("bob"), "customers", null);
        Authentication own = typed("bob", "right");
        assertThat(List.of(guess("bob"), signIn(customers, own), guess("bob"), signIn(customers, own), guess("bob")))
                .containsExactly("wrong", "in", "wrong", "in", "wrong");
        assertThat(List.of(guess("bob"), signIn(customers, own))).containsOnly("locked");
    }

    @Test
    void what_is_proved_already_neither_counts_nor_clears() {
        var user =
                User.withUsername("bob").password("right").authorities("USER").build();
        List<Authentication> proved = List.of(
                new RememberMeAuthenticationToken("key", user, user.getAuthorities()),
                new AnonymousAuthenticationToken("key", "bob", AuthorityUtils.createAuthorityList("ANONYMOUS")),
                UsernamePasswordAuthenticationToken.authenticated(user, null, user.getAuthorities()));
        AuthenticationManager any = new GuardedManager(tried -> tried, "members", null);
        for (Authentication each : proved) {
            assertThat(guess("bob")).isEqualTo("wrong");
            assertThat(signIn(any, each)).isEqualTo("in");
        }
        assertThat(right("bob")).isEqualTo("locked");
        assertThat(signIn(any, proved.get(0))).isEqualTo("in");
    }

    @Test
    void ten_names_from_one_network_shut_it() {
        List<String> seen = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            seen.add(guess("user" + i));
        }
        assertThat(seen.subList(0, 10)).containsOnly("wrong");
        assertThat(seen.subList(10, 12)).containsOnly("locked");
    }

    @Test
    void what_is_no_wrong_password_is_given_back_three_times() {
        Map<String, Supplier<RuntimeException>> faults = Map.of(
                "fault", () -> new InternalAuthenticationServiceException("the database is away"),
                "defect", () -> new IllegalStateException("a defect"),
                "expired", () -> new CredentialsExpiredException("change it"));
        faults.forEach((name, thrown) -> {
            AuthenticationManager failing = new GuardedManager(
                    tried -> {
                        throw thrown.get();
                    },
                    "members",
                    null);
            for (int i = 0; i < 3; i++) {
                assertThat(signIn(failing, typed(name, "x"))).as(name).isEqualTo("wrong");
            }
            assertThat(guard.lockouts("main.password")
                            .state(Key.principal(name).and(Key.ip("1.2.3.4")))
                            .failures())
                    .as(name)
                    .isZero();
        });
    }

    @Test
    void locked_and_unknown_accounts_are_wrong_passwords() {
        List<Supplier<RuntimeException>> wrong = List.of(
                () -> new LockedException("locked"),
                () -> new DisabledException("disabled"),
                () -> new UsernameNotFoundException("unknown"),
                () -> new BadCredentialsException("wrong"));
        for (Supplier<RuntimeException> thrown : wrong) {
            String name = thrown.get().getMessage();
            AuthenticationManager failing = new GuardedManager(
                    tried -> {
                        throw thrown.get();
                    },
                    "members",
                    null);
            for (int i = 0; i < 3; i++) {
                assertThat(signIn(failing, typed(name, "x"))).as(name).isEqualTo("wrong");
            }
            assertThat(signIn(failing, typed(name, "x"))).as(name).isEqualTo("locked");
        }
    }

    @Test
    void a_manager_that_asks_another_one_tries_once() {
        AuthenticationManager chain = new GuardedManager(new ProviderManager(List.of(), members), "chain", null);
        Authentication guessed = typed("bob", "guessed");
        assertThat(List.of(signIn(chain, guessed), signIn(chain, guessed), signIn(chain, guessed)))
                .containsOnly("wrong");
        assertThat(signIn(chain, guessed)).isEqualTo("locked");
    }

    @Test
    void fifty_at_once_look_at_three() throws Exception {
        CallContext request = CurrentCall.get();
        ClassLoader application = Thread.currentThread().getContextClassLoader();
        ExecutorService threads = Executors.newFixedThreadPool(50);
        List<Callable<String>> guesses = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            guesses.add(() -> {
                Thread.currentThread().setContextClassLoader(application);
                CallContext before = CurrentCall.remember(request);
                try {
                    return guess("bob");
                } finally {
                    CurrentCall.forget(before);
                }
            });
        }
        List<String> seen = new ArrayList<>();
        for (Future<String> each : threads.invokeAll(guesses)) {
            seen.add(each.get());
        }
        threads.shutdown();
        assertThat(seen).filteredOn("wrong"::equals).hasSize(3);
        assertThat(looked.get()).isLessThanOrEqualTo(3);
    }

    @Test
    void the_limit_of_a_sign_in_counts_all_that_is_tried() {
        try (Guard limited = GuardBuilder.create()
                .property("signin.main.login", "spring")
                .property("signin.main.limit.rate", "2/1m")
                .timeSource(time)
                .build()) {
            forget.run();
            ClassLoader application = Thread.currentThread().getContextClassLoader();
            forget = FrameworkLogins.guard(null, application, Entrance.of(limited), RULES, OUTSIDE);
            assertThat(List.of(right("bob"), right("mallory"), right("bob")))
                    .containsExactly("in", "in", "RATE_LIMITED");
        }
    }

    /** A password that takes long to look at is looked at three times at once, however many wait. */
    @Test
    void an_attempt_that_never_ends_stays_reserved() throws Exception {
        CountDownLatch begun = new CountDownLatch(3);
        CountDownLatch end = new CountDownLatch(1);
        AuthenticationManager hanging = new GuardedManager(
                tried -> {
                    begun.countDown();
                    try {
                        end.await();
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                    throw new BadCredentialsException("late");
                },
                "members",
                null);
        CallContext request = CurrentCall.get();
        ClassLoader application = Thread.currentThread().getContextClassLoader();
        ExecutorService threads = Executors.newFixedThreadPool(3);
        for (int i = 0; i < 3; i++) {
            var unused = threads.submit(() -> {
                Thread.currentThread().setContextClassLoader(application);
                CallContext earlier = CurrentCall.remember(request);
                String seen = signIn(hanging, typed("bob", "x"));
                CurrentCall.forget(earlier);
                return seen;
            });
        }
        begun.await();
        looked.set(0);
        time.advance(Duration.ofSeconds(31)); // settle
        assertThat(right("bob")).isEqualTo("locked");
        assertThat(looked).hasValue(0);
        end.countDown();
        threads.shutdown();
    }

    /** A message, a task: no address is known, and the name alone counts. */
    @Test
    void outside_a_request_the_name_counts() {
        CurrentCall.forget(null);
        for (int i = 0; i < 10; i++) {
            assertThat(guess("bob")).isEqualTo("wrong");
        }
        assertThat(right("bob")).isEqualTo("locked");
        assertThat(right("mallory")).isEqualTo("in");
    }

    @Test
    void without_a_name_the_network_is_counted() {
        for (String blank : List.of("", " ", "\u3000")) {
            assertThat(signIn(members, typed(blank, "x"))).isEqualTo("wrong");
        }
        assertThat(signIn(members, typed("", "x"))).isEqualTo("locked");
        assertThat(signIn(members, typed("bo\u0000b", "right"))).isEqualTo("MALFORMED");
    }

    @Test
    void a_token_of_the_applications_own_is_no_name_and_password() {
        AuthenticationManager any = new GuardedManager(tried -> tried, "members", null);
        for (int i = 0; i < 12; i++) {
            assertThat(signIn(any, new TestingAuthenticationToken("bob", "x"))).isEqualTo("partly");
        }
    }

    @Test
    void without_rules_it_only_asks() {
        forget.run();
        for (int i = 0; i < 12; i++) {
            assertThat(guess("bob")).isEqualTo("wrong");
        }
    }

    @Test
    void without_Spring_Security_the_application_does_not_start() {
        ClassLoader bare = new URLClassLoader(new URL[0], null);
        assertThatThrownBy(() -> FrameworkLogins.guard(null, bare, Entrance.of(guard), RULES, OUTSIDE))
                .hasMessageContaining("login=spring (rule 'main')")
                .hasMessageContaining("add spring-security-web");
    }

    @Test
    void what_is_thrown_arrives_as_it_is() {
        assertThatThrownBy(() -> members.authenticate(typed("bob", "x"))).isInstanceOf(BadCredentialsException.class);
    }
}
