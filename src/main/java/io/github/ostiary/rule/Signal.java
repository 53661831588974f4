package io.github.ostiary.rule;

import io.github.ostiary.edge.CallOutcome;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Something by which the end of an attempt is told. Immutable. */
public sealed interface Signal {

    /**
     * Whether it shows.
     *
     * @param sighting how the attempt ended
     * @return true if so
     */
    boolean matches(CallOutcome sighting);

    /**
     * Whether nothing can change any more what it shows: the answer alone decides it and is there, or the call is over.
     *
     * @param sighting how the attempt ended, or goes on
     * @return true if its not showing is something, too
     */
    default boolean isCertain(CallOutcome sighting) {
        return sighting.isOver() && sighting.isAnswered();
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
     * {@code status:401,403}: the answer has one of these statuses.
     *
     * @param codes 100 to 599 each, at least one
     */
    record Status(Set<Integer> codes) implements Signal {

        /** Copies the set. */
        public Status {
            codes = Set.copyOf(codes);
        }

        @Override
        public boolean matches(CallOutcome sighting) {
            return sighting.status().isPresent()
                    && codes.contains(sighting.status().getAsInt());
        }

        @Override
        public boolean isOfAnswer() {
            return true;
        }

        @Override
        public boolean isCertain(CallOutcome sighting) {
            return sighting.status().isPresent();
        }
    }

    /**
     * {@code location:/login?error*}: the answer redirects there, however it spells that.
     *
     * @param target path and query within the application, or how they begin
     * @param prefix whether only their beginning is given
     */
    record Location(String target, boolean prefix) implements Signal {

        /** Decodes and resolves the target, as locations are. */
        public Location {
            target = Redirects.target(target, prefix);
        }

        /** One that begins with what the caller has said to stand in front leads wherever the caller likes. */
        @Override
        public boolean matches(CallOutcome sighting) {
            @Nullable String location = sighting.answer().location().orElse(null);
            String within = location == null ? "" : within(location, sighting);
            return (prefix ? within.startsWith(target) : within.equals(target))
                    && !Redirects.beginsAsTold(within, sighting.call().headers("X-Forwarded-Prefix"));
        }

        /**
         * The same, whatever stands before it. Where a framework takes the caller's word for the path a proxy has put in
         * front ({@code X-Forwarded-Prefix}), redirects begin with what the caller chose: segments, or even a {@code ?} or
         * {@code #} that makes a query or a fragment of the rest.
         */
        boolean endsThere(CallOutcome sighting) {
            @Nullable String location = sighting.answer().location().orElse(null);
            return location != null
                    && (isBehind(location, sighting)
                            || (location.indexOf('#') >= 0 && isBehind(location.replace('#', '?'), sighting)));
        }

        private boolean isBehind(String location, CallOutcome sighting) {
            String whole = within(location, sighting);
            for (int at = 0; at >= 0; at = whole.indexOf('/', at + 1)) {
                if (whole.startsWith(target, at) && (prefix || whole.length() - at == target.length())) {
                    return true;
                }
            }
            return false;
        }

        private static String within(String location, CallOutcome sighting) {
            return Redirects.within(
                    location,
                    sighting.answer().contextPath(),
                    sighting.call().path().orElse("/"));
        }

        @Override
        public boolean isOfAnswer() {
            return true;
        }

        @Override
        public boolean isCertain(CallOutcome sighting) {
            return sighting.status().isPresent();
        }
    }

    /**
     * {@code header:N}: the answer has the header.
     *
     * @param name in any case
     */
    record Header(String name) implements Signal {

        @Override
        public boolean matches(CallOutcome sighting) {
            for (String value : sighting.answer().headers(name)) {
                if (!value.isBlank()) {
                    return true;
                }
            }
            return false;
        }

        @Override
        public boolean isOfAnswer() {
            return true;
        }

        @Override
        public boolean isCertain(CallOutcome sighting) {
            return sighting.status().isPresent();
        }
    }

    /**
     * {@code set-cookie:N}: the answer sets the cookie; taking one away is something else.
     *
     * @param name exact
     */
    record SetCookie(String name) implements Signal {

        @Override
        public boolean matches(CallOutcome sighting) {
            for (String line : sighting.answer().headers("Set-Cookie")) {
                if (SetCookies.gives(line, name)) {
                    return true;
                }
            }
            return false;
        }

        @Override
        public boolean isOfAnswer() {
            return true;
        }

        @Override
        public boolean isCertain(CallOutcome sighting) {
            return sighting.status().isPresent();
        }
    }

    /** {@code session-renewed}: the session that the caller came with goes on under another id. */
    record SessionRenewed() implements Signal {

        @Override
        public boolean matches(CallOutcome sighting) {
            return sighting.answer().sessionRenewed();
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
        public boolean matches(CallOutcome sighting) {
            Object found = sighting.isAnswered() ? sighting.call().attribute(name) : null;
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
        public boolean matches(CallOutcome sighting) {
            @Nullable Throwable throwable = sighting.thrown().orElse(null);
            for (int depth = 0; throwable != null && depth < DEPTH; depth++) {
                if (isOne(throwable.getClass())) {
                    return true;
                }
                throwable = throwable.getCause();
            }
            return false;
        }

        @Override
        public boolean isCertain(CallOutcome sighting) {
            return sighting.isOver();
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
        public boolean matches(CallOutcome sighting) {
            return sighting.isAnswered()
                    && !sighting.authenticatedBefore()
                    && sighting.call().principal().isPresent();
        }
    }

    /** {@code return}: the call came back, and its answer is no server error. */
    record Returned() implements Signal {

        @Override
        public boolean matches(CallOutcome sighting) {
            return sighting.returned() && !sighting.isServerError();
        }

        @Override
        public boolean isCertain(CallOutcome sighting) {
            return sighting.isOver();
        }
    }

    /** {@code api}: only what the application says in Java counts. */
    record Api() implements Signal {

        @Override
        public boolean matches(CallOutcome sighting) {
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
        public boolean matches(CallOutcome sighting) {
            return signal.isCertain(sighting) && !signal.matches(sighting);
        }

        @Override
        public boolean isCertain(CallOutcome sighting) {
            return signal.isCertain(sighting);
        }

        @Override
        public boolean isOfAnswer() {
            return signal.isOfAnswer();
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
        public boolean matches(CallOutcome sighting) {
            for (Signal signal : signals) {
                if (!signal.matches(sighting)) {
                    return false;
                }
            }
            return true;
        }

        @Override
        public boolean isOfAnswer() {
            return signals.stream().allMatch(Signal::isOfAnswer);
        }
    }
}
