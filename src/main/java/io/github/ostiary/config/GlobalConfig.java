package io.github.ostiary.config;

import io.github.ostiary.edge.HeaderStyle;
import io.github.ostiary.rule.FailurePolicy;
import java.nio.charset.Charset;
import java.time.Duration;
import java.util.Optional;

/**
 * What is configured outside rules. Immutable; its text form shows no secret.
 *
 * @param enabled false lets everything pass untouched
 * @param enforce false makes every rule a shadow rule, whatever the rule says
 * @param store where counters live
 * @param redisUri not parsed, bar its scheme; holds a password; present if the store is Redis
 * @param redisTimeout the whole budget of a decision, 1 ms to 10 s
 * @param keyPrefix safe in Redis keys, without braces
 * @param onStoreFailure of rules that do not state their own
 * @param expectedNodes by how many a limit is divided while Redis is away, at least 1
 * @param trustedProxies not parsed; empty to trust none
 * @param forwardedHeader a header's name
 * @param ipv6Prefix 1 to 128
 * @param headers which headers tell callers where they stand
 * @param maxTrackedKeys 1,000 to 50,000,000
 * @param maxWaiting how many calls may be held waiting at once on this node, 1 to 100,000; one more is denied at once
 * @param keySecret at least 16 characters
 * @param formEncoding of url-encoded forms that name no charset
 * @param deniedPage starts with a slash
 * @param challengePage starts with a slash
 * @param denialHandler a class name, not loaded
 * @param listener a class name, not loaded
 */
public record GlobalConfig(
        boolean enabled,
        boolean enforce,
        StoreKind store,
        Optional<String> redisUri,
        Duration redisTimeout,
        String keyPrefix,
        FailurePolicy onStoreFailure,
        int expectedNodes,
        String trustedProxies,
        String forwardedHeader,
        int ipv6Prefix,
        HeaderStyle headers,
        int maxTrackedKeys,
        int maxWaiting,
        Optional<String> keySecret,
        Charset formEncoding,
        Optional<String> deniedPage,
        Optional<String> challengePage,
        Optional<String> denialHandler,
        Optional<String> listener) {

    @Override
    public String toString() {
        return "GlobalConfig[store=" + store + ", keyPrefix=" + keyPrefix + "]";
    }
}
