package io.github.ostiary.rule;

import io.github.ostiary.edge.CallOutcome;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Something by which the end of an attempt is told. Immutable. */
public sealed interface Signal {

    /**
     * Whether it shows that an attempt failed. A failure is one behind whatever the caller has put before it, too: only
     * what is denied is read as it stands.
     *
     * @param outcome how the attempt ended
     * @return true if so
     */
    boolean showsFailure(CallOutcome outcome);

    /**
     * Whether it shows, read as it stands.
     *
     * @param outcome how the attempt ended
     * @return true if so
     */
    default boolean matches(CallOutcome outcome) {
        return showsFailure(outcome);
    }

    /**
     * Whether nothing can change any more what it shows: the answer alone decides it and is there, or the call is over.
     *
     * @param outcome how the attempt ended, or goes on
     * @return true if its not showing is something, too
     */
    default boolean isCertain(CallOutcome outcome) {
        return outcome.isOver() && outcome.isAnswered();
    }

    /**
     * Whether the answer alone decides it.
     *
     * @return false for what may still change when an answer has begun to leave
     */
    default boolean isOfAnswer() {
        return false;
    }

    /**
     * Whether it shows that an attempt succeeded. Where a success must not lead, it must not lead behind anything the
     * caller has put before it, either.
     *
     * @param outcome how the attempt ended
     * @return true if so
     */
    default boolean showsSuccess(CallOutcome outcome) {
        return matches(outcome);
    }

    /**
     * Whether it asks for the session that the caller came with.
     *
     * @return true if the session must be known from before the call
     */
    default boolean asksForSession() {
        return false;
    }

    /** A signal that the answer alone decides, once it has a status. */
    sealed interface OfAnswer extends Signal {

        @Override
        default boolean isOfAnswer() {
            return true;
        }

        @Override
        default boolean isCertain(CallOutcome outcome) {
            return outcome.status().isPresent();
        }
    }

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

        @Override
        public boolean showsFailure(CallOutcome outcome) {
            return outcome.status().isPresent()
                    && codes.contains(outcome.status().getAsInt());
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

        /** One that begins with what the caller has said to stand in front leads wherever the caller likes. */
        @Override
        public boolean matches(CallOutcome outcome) {
            @Nullable String location = outcome.location().orElse(null);
            String within = location == null ? "" : within(location, outcome);
            return leadsThere(within, 0)
                    && !Redirects.beginsAsTold(within, outcome.call().headers("X-Forwarded-Prefix"));
        }

        /**
         * The same, whatever stands before it. Where a framework takes the caller's word for the path a proxy has put in
         * front ({@code X-Forwarded-Prefix}), redirects begin with what the caller chose: segments, or even a {@code ?} or
         * {@code #} that makes a query or a fragment of the rest.
         */
        @Override
        public boolean showsFailure(CallOutcome outcome) {
            @Nullable String location = outcome.location().orElse(null);
            return location != null
                    && (endsThere(within(location, outcome))
                            || (location.indexOf('#') >= 0 && endsThere(within(location.replace('#', '?'), outcome))));
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
        public boolean showsFailure(CallOutcome outcome) {
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
        public boolean showsFailure(CallOutcome outcome) {
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
        public boolean showsFailure(CallOutcome outcome) {
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
        public boolean showsFailure(CallOutcome outcome) {
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
        public boolean showsFailure(CallOutcome outcome) {
            @Nullable Throwable throwable = outcome.thrown().orElse(null);
            for (int depth = 0; throwable != null && depth < DEPTH; depth++) {
                if (isOne(throwable.getClass())) {
                    return true;
                }
                throwable = throwable.getCause();
            }
            return false;
        }

        @Override
        public boolean isCertain(CallOutcome outcome) {
            return outcome.isOver();
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
        public boolean showsFailure(CallOutcome outcome) {
            return outcome.isAnswered()
                    && !outcome.authenticatedBefore()
                    && outcome.call().principal().isPresent();
        }
    }

    /** {@code return}: the call came back, and its answer is no server error. */
    record Returned() implements Signal {

        @Override
        public boolean showsFailure(CallOutcome outcome) {
            return outcome.returned() && !outcome.isServerError();
        }

        @Override
        public boolean isCertain(CallOutcome outcome) {
            return outcome.isOver();
        }
    }

    /** {@code api}: only what the application says in Java counts. */
    record Api() implements Signal {

        @Override
        public boolean showsFailure(CallOutcome outcome) {
            return false;
        }

        @Override
        public boolean isOfAnswer() {
            return true;
        }
    }

    /**
     * {@code !SIGNAL}: it does not show, and will not.
     *
     * @param signal which
     */
    record Not(Signal signal) implements Signal {

        @Override
        public boolean showsFailure(CallOutcome outcome) {
            return signal.isCertain(outcome) && !signal.matches(outcome);
        }

        @Override
        public boolean isCertain(CallOutcome outcome) {
            return signal.isCertain(outcome);
        }

        @Override
        public boolean isOfAnswer() {
            return signal.isOfAnswer();
        }

        @Override
        public boolean showsSuccess(CallOutcome outcome) {
            return matches(outcome) && !signal.showsFailure(outcome);
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
        public boolean matches(CallOutcome outcome) {
            for (Signal signal : signals) {
                if (!signal.matches(outcome)) {
                    return false;
                }
            }
            return true;
        }

        @Override
        public boolean isOfAnswer() {
            for (Signal signal : signals) {
                if (!signal.isOfAnswer()) {
                    return false;
                }
            }
            return true;
        }

        @Override
        public boolean showsFailure(CallOutcome outcome) {
            for (Signal signal : signals) {
                if (!signal.showsFailure(outcome)) {
                    return false;
                }
            }
            return true;
        }

        @Override
        public boolean showsSuccess(CallOutcome outcome) {
            for (Signal signal : signals) {
                if (!signal.showsSuccess(outcome)) {
                    return false;
                }
            }
            return true;
        }

        @Override
        public boolean asksForSession() {
            return signals.stream().anyMatch(Signal::asksForSession);
        }
    }
}
