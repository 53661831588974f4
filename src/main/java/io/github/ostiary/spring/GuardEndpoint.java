package io.github.ostiary.spring;

import io.github.ostiary.console.GuardStatus;
import io.github.ostiary.operate.OperatorText;
import io.github.ostiary.operator.Operator;
import io.github.ostiary.text.Durations;
import java.security.Principal;
import java.util.List;
import java.util.Map;
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

    /** One of its parts: {@code overview}, {@code rules}, {@code overrides}. */
    @ReadOperation(produces = JSON)
    @Nullable
    String part(@Selector String part) {
        return GuardStatus.of(guard.get(), part).orElse(null);
    }

    /**
     * Changes something.
     *
     * @param act {@code unlock} or {@code override}
     * @param rule the lockout's name, to unlock
     * @param who a name, an address, or an identity as lists show it, to unlock
     * @param key in full, to override
     * @param value as in a file, to override
     * @param duration for how long, an hour if it is not said
     * @param reason for the trail
     */
    @WriteOperation
    WebEndpointResponse<Map<String, Object>> change(
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
            case "unlock" -> done(() -> operators.unlock(stated("rule", rule), stated("who", who), operator, why));
            case "override" -> done(() -> operators.override(
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
    WebEndpointResponse<Map<String, Object>> remove(
            @Selector String act,
            String key,
            @org.springframework.lang.Nullable String reason,
            SecurityContext security) {
        return act.equals("override")
                ? done(() ->
                        new OperatorText(guard.get()).restore(key, operator(security), reason == null ? "" : reason))
                : unknown(act);
    }

    /** Spring hides the message of a failure; operators need it. */
    private static WebEndpointResponse<Map<String, Object>> done(Supplier<List<String>> act) {
        try {
            return new WebEndpointResponse<>(Map.of("done", act.get()));
        } catch (IllegalArgumentException e) {
            return new WebEndpointResponse<>(
                    Map.of("problem", String.valueOf(e.getMessage())), WebEndpointResponse.STATUS_BAD_REQUEST);
        }
    }

    private static WebEndpointResponse<Map<String, Object>> unknown(String act) {
        return new WebEndpointResponse<>(
                Map.of("problem", "there is nothing called '" + act + "' to do"), WebEndpointResponse.STATUS_NOT_FOUND);
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
