package io.github.ostiary.watch;

import io.github.ostiary.operator.AuditEntry;

/** The keeper of the audit trail. Thread-safe; called by requests, and so never waits. */
public interface Auditor {

    /** One that keeps nothing. */
    Auditor NONE = new Auditor() {
        @Override
        public boolean takes(String rule, String by, int most) {
            return false;
        }

        @Override
        public void add(AuditEntry entry) {}
    };

    /**
     * Whether one more event that callers can cause gets an entry of its own; otherwise it is only counted.
     *
     * @param rule such as {@code lockout.login}
     * @param by a kind of doer, of which there are few
     * @param most how many are noted within a minute
     */
    boolean takes(String rule, String by, int most);

    /** Keeps an entry, soon. */
    void add(AuditEntry entry);
}
