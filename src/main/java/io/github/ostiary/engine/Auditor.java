package io.github.ostiary.engine;

import io.github.ostiary.edge.AuditEntry;

/** The keeper of the audit trail. Thread-safe; called by requests, and so never waits. */
public interface Auditor {

    /** One that keeps nothing. */
    Auditor NOBODY = new Auditor() {
        @Override
        public boolean takes(String rule) {
            return false;
        }

        @Override
        public void add(AuditEntry entry) {}
    };

    /**
     * Whether one more lock by a step of a rule is noted by itself; if not, it is counted.
     *
     * @param rule such as {@code lockout.login}
     */
    boolean takes(String rule);

    /** Keeps an entry, soon. */
    void add(AuditEntry entry);
}
