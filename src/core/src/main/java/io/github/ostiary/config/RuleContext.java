package io.github.ostiary.config;

import io.github.ostiary.ChallengeVerifier;
import io.github.ostiary.PlanResolver;
import io.github.ostiary.identity.ClientAddress;
import io.github.ostiary.identity.KeyNames;
import io.github.ostiary.rule.RuleLedger;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** The surroundings of rules: what they inherit, and how what they name is found. Not thread-safe while rules are read. */
public final class RuleContext {

    private final GlobalConfig global;
    private final ClientAddress client;
    private final KeyNames names;
    private final KeyReader keys;
    private final ClassLookup classes;
    private final SignedInBy signedInBy;
    private final RuleLedger counts;

    /** Rules that name the same class share one: an answer is asked about once, and is not right twice. */
    private final Map<String, ChallengeVerifier> verifiers = new HashMap<>();

    /**
     * Nothing read yet.
     *
     * @param signedInBy what signs callers in
     * @param counts of all rules; those of rules that are read again go on
     */
    RuleContext(
            GlobalConfig global, ClientAddress client, ClassLookup classes, SignedInBy signedInBy, RuleLedger counts) {
        this.global = global;
        this.client = client;
        Optional<String> secret = global.find(GlobalKeys.KEY_SECRET);
        this.names = secret.isPresent() ? KeyNames.secret(secret.get()) : KeyNames.open();
        this.keys = new KeyReader(client, classes);
        this.classes = classes;
        this.signedInBy = signedInBy;
        this.counts = counts;
    }

    /** The settings outside rules. */
    public GlobalConfig global() {
        return global;
    }

    /** Tells where a call comes from. */
    public ClientAddress client() {
        return client;
    }

    /** Names keys for stores and administrators. */
    public KeyNames names() {
        return names;
    }

    /** The counts of all rules. */
    public RuleLedger counts() {
        return counts;
    }

    /** The part of the platform that signs callers in. */
    SignedInBy signedInBy() {
        return signedInBy;
    }

    KeyReader keys() {
        return keys;
    }

    /** The resolver of plans of a class. */
    PlanResolver planResolver(String className) {
        return classes.planResolver(className);
    }

    /** The verifier of a class. */
    ChallengeVerifier verifier(String className) {
        return verifiers.computeIfAbsent(className, classes::verifier);
    }

    /** A captcha of this jar. */
    ChallengeVerifier captcha(CaptchaTerms terms) {
        return classes.captcha(terms);
    }
}
