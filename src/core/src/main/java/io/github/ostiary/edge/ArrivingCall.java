package io.github.ostiary.edge;

import io.github.ostiary.CallContext;

/** A call whose body may not have arrived yet: to read it is to wait for the caller, who may take his time on purpose. */
public interface ArrivingCall extends CallContext {

    /**
     * The call as its head tells of it.
     *
     * @return answers what this one does, and throws {@link NeedsBody} where that would read the body; this one if there is no
     *     body to wait for
     */
    CallContext head();

    /** The head of a call whose body may not have arrived. Thread-safe. */
    interface Head extends CallContext {

        /**
         * How often it did not tell: a resolver of keys may have caught the {@link NeedsBody} and gone on without it.
         *
         * @return grows with each
         */
        int untold();
    }

    /** Thrown where the head of a call does not tell. */
    final class NeedsBody extends RuntimeException {

        private static final long serialVersionUID = 1L;

        /** A signal without a stack trace: it is no failure. */
        public NeedsBody() {
            super("the body of the request would have to be read", null, false, false);
        }
    }
}
