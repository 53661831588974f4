package io.github.ostiary.spring;

import io.github.ostiary.ConfigurationException;
import io.github.ostiary.console.GuardStatus;
import io.github.ostiary.operate.OperatorText;
import io.github.ostiary.operator.Operator;
import io.github.ostiary.text.Durations;
import java.security.Principal;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.actuate.endpoint.annotation.DeleteOperation;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;

/**
 * The guard for the Actuator: what the console shows of rules and nodes, without any caller; unlocking, and overrides. Access to
 * it is decided as for all endpoints. Of parameters that may be absent Boot 3 knows Spring's annotation only.
 */
@Endpoint(id = "ostiary")
final class GuardEndpoint {

    private static final String JSON = "application/json";
    private static final String USUAL_DURATION = "1h";

    private final SpringGuard guard;

    GuardEndpoint(SpringGuard guard) {
        this.guard = guard;
    }

    @ReadOperation(produces = JSON)
    String status() {
        return GuardStatus.of(guard.get());
    }

    /**
     * One of its parts, or what is known of a caller.
     *
     * @param part the path behind the endpoint
     * @param who a name or an address, to explain
     * @param address where the caller of that name calls from, for rules that count both
     * @param rule to explain one of them; the limit's name, for its uses
     * @param reference that the caller was given
     */
    @ReadOperation(produces = JSON)
    WebEndpointResponse<Object> part(
            @Selector String part,
            @org.springframework.lang.Nullable String who,
            @org.springframework.lang.Nullable String address,
            @org.springframework.lang.Nullable String rule,
            @org.springframework.lang.Nullable String reference) {
        OperatorText operators = new OperatorText(guard.get());
        return switch (part) {
            case "explain" -> told(
                    "lines", () -> operators.explain(rule, stated("who", who), address == null ? "" : address));
            case "reference" -> told("lines", () -> operators.reference(stated("reference", reference)));
            case "uses" -> told("lines", () -> operators.uses(stated("rule", rule), false));
            default -> GuardStatus.of(guard.get(), part)
                    .map(text -> new WebEndpointResponse<Object>(text))
                    .orElseGet(() -> unknown(part));
        };
    }

    /**
     * Changes something.
     *
     * @param act {@code unlock} or {@code override}
     * @param rule the lockout's name, to unlock; absent for all
     * @param who a name, an address, or an identity as lists show it, to unlock
     * @param key in full, to override
     * @param value as in a file, to override
     * @param duration for how long, an hour if it is not said
     * @param reason for the trail
     */
    @WriteOperation
    WebEndpointResponse<Object> change(
            @Selector String act,
            @org.springframework.lang.Nullable String rule,
            @org.springframework.lang.Nullable String who,
            @org.springframework.lang.Nullable String key,
            @org.springframework.lang.Nullable String value,
            @org.springframework.lang.Nullable String duration,
            @org.springframework.lang.Nullable String reason,
            SecurityContext security) {
        OperatorText operators = new OperatorText(guard.get());
        Operator operator = operator(security);
        String why = reason == null ? "" : reason;
        return switch (act) {
            case "unlock" -> unlock(operators, rule, name -> operators.unlock(rule, name, operator, why), who);
            case "override" -> told(
                    "done",
                    () -> operators.override(
                            stated("key", key),
                            stated("value", value),
                            Durations.parse(duration == null ? USUAL_DURATION : duration),
                            operator,
                            why));
            default -> unknown(act);
        };
    }

    /**
     * Puts a configured value back in force.
     *
     * @param act {@code override}
     * @param key in full
     * @param reason for the trail
     */
    @DeleteOperation
    WebEndpointResponse<Object> remove(
            @Selector String act,
            String key,
            @org.springframework.lang.Nullable String reason,
            SecurityContext security) {
        return act.equals("override")
                ? told("done", () -> new OperatorText(guard.get())
                        .restore(key, operator(security), reason == null ? "" : reason))
                : unknown(act);
    }

    /** Unlocks; where nobody of that name was locked by the lockout that was named, it says which others do lock. */
    private static WebEndpointResponse<Object> unlock(
            OperatorText operators, @Nullable String rule, Function<String, List<String>> act, @Nullable String who) {
        return answer(() -> {
            String name = stated("who", who);
            List<String> done = act.apply(name);
            return done.isEmpty() && rule != null
                    ? Map.of("done", done, "lockedBy", operators.lockedBy(name))
                    : Map.of("done", done);
        });
    }

    private static WebEndpointResponse<Object> told(String name, Supplier<List<String>> lines) {
        return answer(() -> Map.of(name, lines.get()));
    }

    /** Spring hides the message of a failure; operators need it. */
    private static WebEndpointResponse<Object> answer(Supplier<Map<String, Object>> act) {
        try {
            return new WebEndpointResponse<>(act.get());
        } catch (IllegalArgumentException | ConfigurationException e) {
            return problem(e.getMessage(), WebEndpointResponse.STATUS_BAD_REQUEST);
        } catch (IllegalStateException e) {
            return problem(e.getMessage(), WebEndpointResponse.STATUS_SERVICE_UNAVAILABLE);
        }
    }

    private static WebEndpointResponse<Object> unknown(String act) {
        return problem("there is no action '" + act + "' here", WebEndpointResponse.STATUS_NOT_FOUND);
    }

    private static WebEndpointResponse<Object> problem(@Nullable String message, int status) {
        return new WebEndpointResponse<>(Map.of("problem", String.valueOf(message)), status);
    }

    private static String stated(String name, @Nullable String given) {
        if (given == null || given.isBlank()) {
            throw new IllegalArgumentException("state " + name);
        }
        return given;
    }

    private static Operator operator(SecurityContext security) {
        Principal caller = security.getPrincipal();
        return new Operator(caller == null ? "" : caller.getName(), "actuator");
    }
}
