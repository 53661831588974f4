package io.github.ostiary.servlet;

import io.github.ostiary.edge.Entrance;
import io.github.ostiary.setup.EdgeSettings;
import io.github.ostiary.setup.InForce;
import io.github.ostiary.setup.SignInForms;
import org.jspecify.annotations.Nullable;

/** The rules in force, and how callers are answered by them. Immutable: a request keeps the one it began with. */
final class RuleSnapshot {

    final Entrance entrance;
    final EdgeSettings edge;

    /** Tells callers where they stand. */
    final QuotaHeaders headers;

    final DenialResponder responder;

    /** Whether any signal asks for the session that a caller came with. */
    final boolean sessions;

    /** Looks at what is posted where lockouts count by parameters; not at made-up requests. */
    final @Nullable SignInForms forms;

    private RuleSnapshot(
            Entrance entrance,
            EdgeSettings edge,
            QuotaHeaders headers,
            DenialResponder responder,
            @Nullable SignInForms forms) {
        this.forms = forms;
        this.entrance = entrance;
        this.edge = edge;
        this.headers = headers;
        this.responder = responder;
        this.sessions = edge.reach().sessions();
    }

    static RuleSnapshot of(InForce inForce) {
        QuotaHeaders headers = new QuotaHeaders(inForce.edge().headers());
        DenialResponder responder =
                new DenialResponder(inForce.edge(), headers, inForce.notes() ? inForce.entrance() : null);
        return new RuleSnapshot(inForce.entrance(), inForce.edge(), headers, responder, inForce.forms());
    }

    /** The same answers to what another guard decides. */
    RuleSnapshot deciding(Entrance other) {
        return new RuleSnapshot(other, edge, new QuotaHeaders(edge.headers()), responder, null);
    }
}
