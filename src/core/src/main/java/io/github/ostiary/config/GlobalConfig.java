package io.github.ostiary.config;

import io.github.ostiary.edge.ConsoleSettings;
import io.github.ostiary.identity.ClientAddress;
import io.github.ostiary.identity.TrustedProxies;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** The settings outside rules, by their keys. Immutable; its text form shows no secret. */
public final class GlobalConfig {

    private final Map<String, String> stated = new HashMap<>();
    private final String scope;

    /** A wrong value is a problem, and as if it was not stated. */
    private GlobalConfig(Section section, String scope) {
        this.scope = scope;
        for (ConfigKey<?> key : GlobalKeys.ALL.known().values()) {
            if (section.find(key).isPresent()) {
                stated.put(key.name(), section.text(key).orElseThrow());
            }
        }
    }

    /**
     * Reads them.
     *
     * @param section without a prefix
     * @param scope what the default {@code keyPrefix} ends in
     */
    static GlobalConfig read(Section section, String scope) {
        GlobalConfig config = new GlobalConfig(section, scope);
        if (config.usesRedis() && !section.states(GlobalKeys.REDIS_URI)) {
            section.reject(GlobalKeys.STORE, "redis.uri is missing; set it, such as redis.uri=redis://localhost:6379");
        }
        if (section.states(GlobalKeys.CONSOLE_PATH) && !section.states(GlobalKeys.CONSOLE_ROLE)) {
            section.reject(
                    GlobalKeys.CONSOLE_PATH,
                    "console.role is missing, so no user could open the console; name the role that may, such as"
                            + " console.role=doorkeeper");
        } else if (section.states(GlobalKeys.CONSOLE_ROLE) && !section.states(GlobalKeys.CONSOLE_PATH)) {
            section.reject(
                    GlobalKeys.CONSOLE_ROLE,
                    "console.path is missing, so there is no console; set it, such as"
                            + " console.path=/ostiary, or remove console.role");
        }
        return config;
    }

    /** The value of a key that always has one. */
    public <T> T get(ConfigKey<T> key) {
        Optional<T> said = find(key);
        return (said.isPresent() ? said : key.usual()).orElseThrow();
    }

    /** The value that is stated. */
    public <T> Optional<T> find(ConfigKey<T> key) {
        return Optional.ofNullable(stated.get(key.name())).map(key.type().parser());
    }

    /** Whether counters live in Redis, and not in this JVM. */
    public boolean usesRedis() {
        return !find(GlobalKeys.STORE).orElse(find(GlobalKeys.REDIS_URI).isEmpty());
    }

    /** The text that all keys in Redis begin with. */
    public String keyPrefix() {
        return find(GlobalKeys.KEY_PREFIX).orElse(KeyPrefix.defaultFor(scope));
    }

    /** Whether keys begin as those of any other application at the root may. */
    public boolean mayShareByAccident() {
        return usesRedis() && find(GlobalKeys.KEY_PREFIX).isEmpty() && scope.equals(KeyPrefix.ROOT);
    }

    /** The console for operators; empty for none. */
    Optional<ConsoleSettings> console() {
        boolean insecure = get(GlobalKeys.CONSOLE_INSECURE);
        return find(GlobalKeys.CONSOLE_PATH)
                .flatMap(path -> find(GlobalKeys.CONSOLE_ROLE).map(role -> new ConsoleSettings(path, role, insecure)));
    }

    /** Finds where calls come from; a list of proxies that cannot be read is reported behind other problems. */
    ClientAddress client(Section section) {
        TrustedProxies trusted = section.references()
                .read(GlobalKeys.TRUSTED_PROXIES, TrustedProxies::parse)
                .orElse(TrustedProxies.parse(""));
        return new ClientAddress(trusted, get(GlobalKeys.FORWARDED_HEADER), get(GlobalKeys.IPV6_PREFIX));
    }

    @Override
    public String toString() {
        return "GlobalConfig[redis=" + usesRedis() + ", keyPrefix=" + keyPrefix() + "]";
    }
}
