package io.github.ostiary.http;

import io.github.ostiary.edge.Entrance;
import io.github.ostiary.setup.EdgeSettings;
import io.github.ostiary.setup.InForce;
import io.github.ostiary.setup.SignInForms;
import org.jspecify.annotations.Nullable;

/** The rules in force, and how callers are answered by them. Immutable: a request keeps the one it began with. */
public final class RuleSnapshot {

    /** Decides. */
    public final Entrance entrance;

    /** The settings for answers to callers. */
    public final EdgeSettings edge;

    /** Tells callers where they stand. */
    public final QuotaHeaders headers;

    /** Answers denied callers. */
    public final DenialResponder responder;

    /** Whether any signal asks for the session that a caller came with. */
    public final boolean sessions;

    /** Whether there is anything to serve for challenges. */
    public final boolean challenges;

    /** The page where owners open locks; null for none. */
    public final @Nullable String unlockPath;

    /** Looks at what is posted where lockouts count by parameters; not at made-up requests. */
    public final @Nullable SignInForms forms;

    /** Whether to report the end of a call may keep its thread waiting for a store. */
    public final boolean shared;

    private RuleSnapshot(
            Entrance entrance,
            EdgeSettings edge,
            QuotaHeaders headers,
            DenialResponder responder,
            boolean shared,
            @Nullable SignInForms forms) {
        this.shared = shared;
        this.forms = forms;
        this.entrance = entrance;
        this.edge = edge;
        this.headers = headers;
        this.responder = responder;
        this.sessions = edge.reach().sessions();
        this.challenges = !edge.challenges().isEmpty();
        this.unlockPath = edge.pages().unlock().orElse(null);
    }

    /**
     * A snapshot of the rules in force.
     *
     * @param inForce the rules, and how edges answer by them
     * @return ready to decide and to answer
     */
    public static RuleSnapshot of(InForce inForce) {
        return of(inForce, true);
    }

    /**
     * A snapshot of the rules in force.
     *
     * @param inForce the rules, and how edges answer by them
     * @param shared whether to report the end of a call may keep its thread waiting
     * @return ready to decide and to answer
     */
    public static RuleSnapshot of(InForce inForce, boolean shared) {
        QuotaHeaders headers = new QuotaHeaders(inForce.edge().headers());
        DenialResponder responder =
                new DenialResponder(inForce.edge(), headers, inForce.notes() ? inForce.entrance() : null);
        return new RuleSnapshot(inForce.entrance(), inForce.edge(), headers, responder, shared, inForce.forms());
    }

    /**
     * The same answers to what another guard decides.
     *
     * @param other decides
     * @return looks at no forms
     */
    public RuleSnapshot deciding(Entrance other) {
        return new RuleSnapshot(other, edge, new QuotaHeaders(edge.headers()), responder, shared, null);
    }
}
