package io.github.ostiary.config;

import io.github.ostiary.edge.BodySettings;
import io.github.ostiary.edge.HeaderStyle;
import io.github.ostiary.rule.FailurePolicy;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/**
 * The settings outside rules. Immutable; its text form shows no secret.
 *
 * @param enabled false lets everything pass untouched
 * @param rules what rules inherit
 * @param storage where counters live
 * @param callers how callers are distinguished
 * @param answers the answers to denied callers and others
 * @param maxWaiting how many calls may be held waiting at once on this node, 1 to 100,000; one more is denied at once
 * @param operators who watches
 */
public record GlobalConfig(
        boolean enabled,
        RuleDefaults rules,
        StorageConfig storage,
        CallerConfig callers,
        AnswerConfig answers,
        int maxWaiting,
        OperatorConfig operators) {

    /**
     * The settings that rules inherit. Immutable.
     *
     * @param enforce false makes every rule a shadow rule, whatever the rule says
     * @param onStoreFailure of rules that do not state their own
     */
    public record RuleDefaults(boolean enforce, FailurePolicy onStoreFailure) {}

    /**
     * The place where counters live. Immutable.
     *
     * @param kind in Redis or in this JVM
     * @param redisUri not parsed, bar its scheme; holds a password; present if the kind is Redis
     * @param redisTimeout the whole budget of a decision, 1 ms to 10 s
     * @param keyPrefix safe in Redis keys, without braces
     * @param expectedNodes by how many a limit is divided while Redis is away, at least 1
     * @param maxTrackedKeys 1,000 to 50,000,000
     */
    public record StorageConfig(
            StoreKind kind,
            Optional<String> redisUri,
            Duration redisTimeout,
            String keyPrefix,
            int expectedNodes,
            int maxTrackedKeys) {}

    /**
     * The ways to tell callers apart. Immutable.
     *
     * @param trustedProxies not parsed; empty to trust none
     * @param forwardedHeader a header's name
     * @param ipv6Prefix 1 to 128
     * @param keySecret at least 16 characters
     */
    public record CallerConfig(
            String trustedProxies, String forwardedHeader, int ipv6Prefix, Optional<String> keySecret) {}

    /**
     * The answers to callers, denied and others. Immutable.
     *
     * @param headers which headers tell callers where they stand
     * @param bodies how bodies are read, where a rule asks for what is in them
     * @param deniedPage starts with a slash
     * @param challengePage starts with a slash
     * @param denialHandler a class name, not loaded
     * @param explain how denials are noted
     */
    public record AnswerConfig(
            HeaderStyle headers,
            BodySettings bodies,
            Optional<String> deniedPage,
            Optional<String> challengePage,
            Optional<String> denialHandler,
            ExplainConfig explain) {}

    /**
     * The notes of denials, by which operators explain them. Immutable.
     *
     * @param keep how long after the newest denial; zero for no notes and no references
     * @param max how many on a node, 100 to 100,000
     */
    public record ExplainConfig(Duration keep, int max) {}

    /**
     * The news for operators. Immutable.
     *
     * @param listener a class name, not loaded
     * @param metrics how figures leave the guard
     */
    public record OperatorConfig(Optional<String> listener, MetricsConfig metrics) {}

    /**
     * The ways by which figures leave the guard. Immutable.
     *
     * @param auto whether each way is taken whose library is there; then none is named
     * @param named ways that must be there
     */
    public record MetricsConfig(boolean auto, Set<MetricsKind> named) {

        /** No figures are wanted. */
        public static final MetricsConfig NONE = new MetricsConfig(false, Set.of());

        /** Copies the set. */
        public MetricsConfig {
            named = Set.copyOf(named);
        }

        /** Whether anything is to be counted for them. */
        public boolean wanted() {
            return auto || !named.isEmpty();
        }
    }

    @Override
    public String toString() {
        return "GlobalConfig[store=" + storage.kind() + ", keyPrefix=" + storage.keyPrefix() + "]";
    }
}
