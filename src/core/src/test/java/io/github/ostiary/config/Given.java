package io.github.ostiary.config;

import io.github.ostiary.CallContext;
import io.github.ostiary.ChallengeVerifier;
import io.github.ostiary.Key;
import io.github.ostiary.KeyResolver;
import io.github.ostiary.PlanResolver;
import io.github.ostiary.Rate;
import io.github.ostiary.rule.AccessRule;
import io.github.ostiary.rule.ConcurrencyRule;
import io.github.ostiary.rule.LimitRule;
import io.github.ostiary.rule.LimitSelection;
import io.github.ostiary.rule.LockoutRule;
import io.github.ostiary.rule.Rule;
import io.github.ostiary.store.Limit;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A configuration under test: a default file's lines and the three other sources, all in memory. */
public final class Given {

    private static final String FILE = "/WEB-INF/ostiary.properties";

    /** Whatever class is named, there is one; answers to challenges are right if it is called Right. */
    static final ClassLookup EVERY_CLASS = new AnyClass(Set.of());

    /** Finds whatever is named, and has what is listed. */
    record AnyClass(Set<String> there) implements ClassLookup {

        @Override
        public boolean has(String className) {
            return there.contains(className);
        }

        @Override
        public KeyResolver resolver(String className) {
            return call -> Optional.of(Key.of(className));
        }

        @Override
        public ChallengeVerifier verifier(String className) {
            return new ChallengeVerifier() {
                @Override
                public boolean isAnswered(CallContext call) {
                    return true;
                }

                @Override
                public boolean verify(CallContext call) {
                    return className.endsWith("Right");
                }
            };
        }

        @Override
        public PlanResolver planResolver(String className) {
            return key -> Optional.empty();
        }
    }

    private final Map<String, byte[]> files = new HashMap<>();
    private final Map<String, PlatformValue> platform = new HashMap<>();
    private final Map<String, String> initParams = new HashMap<>();
    private final Map<String, String> environment = new HashMap<>();
    private final Map<String, String> systemProperties = new HashMap<>();

    public static Given file(String... lines) {
        return new Given().file(FILE, String.join("\n", lines).getBytes(StandardCharsets.UTF_8));
    }

    public static Given nothing() {
        return new Given();
    }

    Given file(String location, byte[] bytes) {
        files.put(location, bytes);
        return this;
    }

    /** What the platform says of a key of ours, in a place of that name. */
    Given platform(String key, String value, String origin) {
        platform.put(key, new PlatformValue(value, origin, false));
        return this;
    }

    /** What the platform says by a key of another name. */
    Given suggested(String key, String value, String origin) {
        platform.put(key, new PlatformValue(value, origin, true));
        return this;
    }

    Given initParam(String key, String value) {
        initParams.put(key, value);
        return this;
    }

    public Given env(String name, String value) {
        environment.put(name, value);
        return this;
    }

    public Given sys(String name, String value) {
        systemProperties.put(name, value);
        return this;
    }

    public ConfigSources inputs() {
        ConfigFiles inMemory = location -> {
            byte[] bytes = files.get(location);
            return bytes == null ? null : new ByteArrayInputStream(bytes);
        };
        return new ConfigSources(inMemory, Optional.of(FILE), initParams, environment, systemProperties, "/shop")
                .with(platform);
    }

    public GuardConfig read() {
        return read(inputs());
    }

    /** Reads what has no problems. */
    static GuardConfig read(ConfigSources inputs) {
        return read(inputs, EVERY_CLASS);
    }

    /** The same, of an application that has some classes. */
    static GuardConfig read(ConfigSources inputs, ClassLookup classes) {
        Problems problems = new Problems();
        GuardConfig config = ConfigReader.read(inputs, classes, problems);
        if (!problems.isEmpty()) {
            throw problems.toException();
        }
        return config;
    }

    public LimitRule limit() {
        return rule(LimitRule.class);
    }

    /** The limits of a caller without a plan, longest window first; those on the address are left out. */
    static List<Limit> limits(LimitRule rule) {
        return rule.limits().of(LimitSelection.NO_REQUEST).stream()
                .filter(keyed -> !keyed.optional())
                .flatMap(keyed -> keyed.limits().stream())
                .toList();
    }

    /** The rates of a caller without a plan. */
    List<Rate> rates() {
        return limits(limit()).stream().map(Limit::rate).toList();
    }

    ConcurrencyRule concurrency() {
        return rule(ConcurrencyRule.class);
    }

    LockoutRule lockout() {
        return rule(LockoutRule.class);
    }

    AccessRule access() {
        return read().access().get(0);
    }

    private <R extends Rule> R rule(Class<R> type) {
        return type.cast(read().rules().get(0));
    }

    List<String> problems() {
        return problems(inputs());
    }

    static List<String> problems(ConfigSources inputs) {
        Problems problems = new Problems();
        ConfigReader.read(inputs, EVERY_CLASS, problems);
        return problems.sentences();
    }
}
