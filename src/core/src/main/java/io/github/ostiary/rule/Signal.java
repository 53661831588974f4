package io.github.ostiary.rule;

import io.github.ostiary.edge.CallOutcome;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** A sign of how an attempt ended. Immutable. */
public sealed interface Signal {

    /**
     * Whether the end of an attempt shows it.
     *
     * @param outcome how the attempt ended, or goes on
     * @param inDoubt what is said of an answer that can be read in two ways: true where a failure is looked for, which
     *     must not be missed, false where a success is, which must be proved
     * @return true if so
     */
    boolean shows(CallOutcome outcome, boolean inDoubt);

    /**
     * Whether a status alone decides it.
     *
     * @return true if {@link #hasStatus} tells
     */
    default boolean isOfStatus() {
        return false;
    }

    /**
     * Whether an answer with a status shows it, of one that {@link #isOfStatus}.
     *
     * @param status of an answer, perhaps not its last
     * @return true if so
     */
    default boolean hasStatus(int status) {
        return false;
    }

    /**
     * Whether it asks for the session that the caller came with.
     *
     * @return true if the session must be known from before the call
     */
    default boolean asksForSession() {
        return false;
    }

    /** A signal that only an answer to a request has. */
    sealed interface OfAnswer extends Signal {}

    /**
     * {@code status:401,403}: the answer has one of these statuses.
     *
     * @param codes 100 to 599 each, at least one
     */
    record Status(Set<Integer> codes) implements OfAnswer {

        /** Copies the set. */
        public Status {
            codes = Set.copyOf(codes);
        }

        /** The text of configuration, the same on all nodes. */
        @Override
        public String toString() {
            return "status:" + new TreeSet<>(codes);
        }

        @Override
        public boolean shows(CallOutcome outcome, boolean inDoubt) {
            return outcome.status().isPresent()
                    && codes.contains(outcome.status().getAsInt());
        }

        @Override
        public boolean isOfStatus() {
            return true;
        }

        @Override
        public boolean hasStatus(int status) {
            return codes.contains(status);
        }
    }

    /**
     * {@code location:/login?error*}: the answer redirects there, however it spells that.
     *
     * @param target path and query within the application, or how they begin
     * @param prefix whether only their beginning is given
     */
    record Location(String target, boolean prefix) implements OfAnswer {

        /** Decodes and resolves the target, as locations are. */
        public Location {
            target = Redirects.target(target, prefix);
        }

        /**
         * A location that begins with {@code //} names a host, or a path as some applications write it. One that begins
         * with what the caller has said to stand in front leads wherever the caller likes: it proves nothing.
         */
        @Override
        public boolean shows(CallOutcome outcome, boolean inDoubt) {
            @Nullable String location = outcome.location().orElse(null);
            if (location == null) {
                return false;
            }
            @Nullable String path = Redirects.asPath(location);
            return inDoubt
                    ? mayLeadThere(location, outcome) || (path != null && mayLeadThere(path, outcome))
                    : leadsThere(location, outcome) && (path == null || leadsThere(path, outcome));
        }

        private boolean leadsThere(String location, CallOutcome outcome) {
            String within = within(location, outcome);
            return leadsThere(within, 0)
                    && !Redirects.beginsWithPrefix(within, outcome.call().headers("X-Forwarded-Prefix"));
        }

        /**
         * The same, whatever stands before it. Where a framework takes the caller's word for the path a proxy has put in
         * front ({@code X-Forwarded-Prefix}), redirects begin with what the caller chose: segments, or even a {@code ?} or
         * {@code #} that makes a query or a fragment of the rest.
         */
        private boolean mayLeadThere(String location, CallOutcome outcome) {
            return endsThere(within(location, outcome))
                    || (location.indexOf('#') >= 0 && endsThere(within(location.replace('#', '?'), outcome)));
        }

        private boolean endsThere(String within) {
            for (int at = 0; at >= 0; at = within.indexOf('/', at + 1)) {
                if (leadsThere(within, at)) {
                    return true;
                }
            }
            return false;
        }

        private boolean leadsThere(String within, int from) {
            return Redirects.leadsTo(within, from, target, prefix);
        }

        private static String within(String location, CallOutcome outcome) {
            return Redirects.within(
                    location,
                    outcome.answer().contextPath(),
                    outcome.call().path().orElse("/"));
        }
    }

    /**
     * {@code header:N}: the answer has the header.
     *
     * @param name in any case
     */
    record Header(String name) implements OfAnswer {

        @Override
        public boolean shows(CallOutcome outcome, boolean inDoubt) {
            for (String value : outcome.answer().headers(name)) {
                if (!value.isBlank()) {
                    return true;
                }
            }
            return false;
        }
    }

    /**
     * {@code set-cookie:N}: the answer sets the cookie; taking one away is something else.
     *
     * @param name exact
     */
    record SetCookie(String name) implements OfAnswer {

        @Override
        public boolean shows(CallOutcome outcome, boolean inDoubt) {
            for (String line : outcome.answer().headers("Set-Cookie")) {
                if (SetCookies.gives(line, name)) {
                    return true;
                }
            }
            return false;
        }
    }

    /** {@code session-renewed}: the session that the caller came with goes on under another id. */
    record SessionRenewed() implements Signal {

        @Override
        public boolean shows(CallOutcome outcome, boolean inDoubt) {
            return outcome.answer().sessionRenewed();
        }

        @Override
        public boolean asksForSession() {
            return true;
        }
    }

    /**
     * {@code attribute:N=V}: the request has the attribute afterwards.
     *
     * @param name exact
     * @param value its text form; empty for any
     */
    record Attribute(String name, Optional<String> value) implements Signal {

        @Override
        public boolean shows(CallOutcome outcome, boolean inDoubt) {
            Object found = outcome.isAnswered() ? outcome.call().attribute(name) : null;
            return found != null && (value.isEmpty() || value.get().equals(String.valueOf(found)));
        }
    }

    /**
     * {@code exception:CLASS}: such an exception escaped, be it as the cause of another.
     *
     * @param className of the exception or of a superclass, as {@link Class#getName} has it; never loaded
     */
    record Thrown(String className) implements Signal {

        private static final int DEPTH = 50;

        @Override
        public boolean shows(CallOutcome outcome, boolean inDoubt) {
            @Nullable Throwable throwable = outcome.thrown().orElse(null);
            for (int depth = 0; throwable != null && depth < DEPTH; depth++) {
                if (isOne(throwable.getClass())) {
                    return true;
                }
                throwable = throwable.getCause();
            }
            return false;
        }

        private boolean isOne(Class<?> thrown) {
            for (@Nullable Class<?> type = thrown; type != null; type = type.getSuperclass()) {
                if (type.getName().equals(className)) {
                    return true;
                }
            }
            return false;
        }
    }

    /** {@code principal}: the caller was anonymous before and is not any more. */
    record Authenticated() implements Signal {

        @Override
        public boolean shows(CallOutcome outcome, boolean inDoubt) {
            return outcome.isAnswered()
                    && !outcome.authenticatedBefore()
                    && outcome.call().principal().isPresent();
        }
    }

    /** {@code return}: the call came back, and its answer is no server error. */
    record Returned() implements Signal {

        @Override
        public boolean shows(CallOutcome outcome, boolean inDoubt) {
            return outcome.returned() && !outcome.isServerError();
        }
    }

    /** {@code api}: only what the application says in Java counts. */
    record Api() implements Signal {

        @Override
        public boolean shows(CallOutcome outcome, boolean inDoubt) {
            return false;
        }
    }

    /**
     * {@code !SIGNAL}: the call is over and answered, and it does not show.
     *
     * @param signal which
     */
    record Not(Signal signal) implements Signal {

        @Override
        public boolean shows(CallOutcome outcome, boolean inDoubt) {
            return outcome.isOver() && outcome.isAnswered() && !signal.shows(outcome, !inDoubt);
        }

        @Override
        public boolean isOfStatus() {
            return signal.isOfStatus();
        }

        @Override
        public boolean hasStatus(int status) {
            return !signal.hasStatus(status);
        }

        @Override
        public boolean asksForSession() {
            return signal.asksForSession();
        }
    }

    /**
     * {@code SIGNAL + SIGNAL}: all of them show.
     *
     * @param signals at least two
     */
    record All(List<Signal> signals) implements Signal {

        /** Copies the list. */
        public All {
            signals = List.copyOf(signals);
        }

        @Override
        public boolean shows(CallOutcome outcome, boolean inDoubt) {
            for (Signal signal : signals) {
                if (!signal.shows(outcome, inDoubt)) {
                    return false;
                }
            }
            return true;
        }

        @Override
        public boolean isOfStatus() {
            return signals.stream().allMatch(Signal::isOfStatus);
        }

        @Override
        public boolean hasStatus(int status) {
            return signals.stream().allMatch(signal -> signal.hasStatus(status));
        }

        @Override
        public boolean asksForSession() {
            return signals.stream().anyMatch(Signal::asksForSession);
        }
    }
}
