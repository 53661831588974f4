package io.github.ostiary.testing.attacks;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The times until which an attacker has been told to wait: what is tried before is refused for sure, and need not be played. Not
 * thread-safe.
 */
final class Waits {

    /** The rules that refuse a caller until a time and for no other reason; a siege may end at any. */
    private static final List<String> RULES = List.of("main.limit", "main.password", "main.address", "main.account");

    private final Map<String, Duration> until = new HashMap<>();

    void learn(Form form, Reply reply) {
        for (String rule : RULES) {
            if (reply.answer() == Answer.REFUSED && reply.rule().endsWith(rule)) {
                until.put(counted(rule, form), reply.until());
            }
        }
    }

    boolean isRefused(Form form, Duration now) {
        for (String rule : RULES) {
            Duration end = until.get(counted(rule, form));
            if (end != null && end.compareTo(now) > 0) {
                return true;
            }
        }
        return false;
    }

    /** What the rule counts of a form; by wrong captchas an account is closed to the network that sends them. */
    private static String counted(String rule, Form form) {
        return switch (rule) {
            case "main.limit", "main.address" -> rule + form.address();
            case "main.account" -> rule + form.name() + (form.captcha().equals("wrong") ? " " + form.address() : "");
            default -> rule + form.address() + " " + form.name();
        };
    }
}
