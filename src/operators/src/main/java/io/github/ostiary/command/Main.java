package io.github.ostiary.command;

import io.github.ostiary.ConfigurationException;
import io.github.ostiary.Guard;
import io.github.ostiary.operate.Compliance;
import io.github.ostiary.operate.OperatorText;
import io.github.ostiary.operator.Operator;
import io.github.ostiary.operator.OperatorApi;
import io.github.ostiary.text.Durations;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * The program in the jar: {@code java -jar ostiary-all.jar unlock login bob --redis redis://…}. Lists, unlocks, locks and
 * explains callers of an application, and changes its rules for a while, through the Redis that its nodes share. Ends with 0
 * if it did what was asked, with 1 if no caller matched or a standard is not met, and with 2 if it could not.
 */
public final class Main {

    /** Held, or its level would be forgotten. */
    private static final Logger OURS = Logger.getLogger("io.github.ostiary");

    private static final int DONE = 0;
    private static final int NOT_FOUND = 1;
    private static final int FAILED = 2;
    private static final int MOST = 1_000;

    private static final String USAGE =
            """
            java -jar ostiary-all.jar COMMAND --redis URI [--application /shop] [--config FILE] [--reason TEXT] [--max N]

              list RULE                    callers whom lockout.RULE locks
              unlock RULE WHO              lets a user, an address or a listed identity in again
              lock RULE WHO DURATION       such as: lock login bob 1h
              explain WHO                  how every rule counts a user or an address
              explain RULE WHO             the same, with one rule
              reference REFERENCE          why a caller was denied, by the reference on the page or in X-Ostiary-Ref
              overrides                    values that are overridden for a while
              override KEY VALUE DURATION  such as: override limit.login.rate 2/1m 1h
              restore KEY                  ends an override
              status [NODE]                all nodes or one: admitted, denied, Redis, version, configuration
              export RULE                  what all callers have used of limit.RULE, as CSV; --format json
              audit                        changes, who made them, and why
              comply                       how the rules stand with standards, of the file alone if no Redis is named;
                                           --standard nist, pci, asvs or owasp. Ends with 1 if one is not met

            --address      with explain and lock: the caller's address, for rules that count name and address
            --redis        as redis.uri; default: OSTIARY_REDIS_URI of the environment
            --application  the context path, or spring.application.name; default: /. Use --prefix if the application sets keyPrefix
            --config       the application's ostiary.properties; list, unlock, reference, status and audit do not need it
            --             ends the options: unlock login -- --bob
            """;

    private Main() {}

    /**
     * Runs the command and ends the JVM.
     *
     * @param typed the command
     */
    public static void main(String[] typed) {
        OURS.setLevel(Level.SEVERE); // the answer tells what went wrong
        System.exit(run(System.out, System.err, typed));
    }

    /** Runs a command; returns what the JVM should end with. */
    static int run(PrintStream out, PrintStream err, String... typed) {
        try {
            Arguments arguments = Arguments.parse(typed);
            if (arguments.words().isEmpty() || arguments.word(0).equals(Arguments.HELP)) {
                out.print(USAGE);
                return arguments.words().isEmpty() ? FAILED : DONE;
            }
            Verb verb = Verb.of(arguments);
            List<String> answer = answer(verb, arguments);
            answer.forEach(out::println);
            if (answer.isEmpty()) {
                err.println(verb.nothing(arguments));
                return verb.needsMatch() ? NOT_FOUND : DONE;
            }
            return verb == Verb.COMPLY && answer.stream().anyMatch(Compliance.Judgement::isNotMet) ? NOT_FOUND : DONE;
        } catch (ConfigurationException | IllegalArgumentException | IllegalStateException | IOException e) {
            err.println(e.getMessage());
            return FAILED;
        }
    }

    private static List<String> answer(Verb verb, Arguments arguments) throws IOException {
        Operator operator = new Operator(System.getProperty("user.name", ""), "command line");
        String reason = arguments.option("reason").orElse("");
        String address = arguments.option("address").orElse("");
        int most = arguments.option("max").map(Main::number).orElse(MOST);
        try (Guard guard = DistantGuard.of(arguments, verb.rule(arguments))) {
            OperatorText api = new OperatorText(guard);
            return switch (verb) {
                case LIST -> api.locked(arguments.word(1), most);
                case UNLOCK -> api.unlock(arguments.word(1), arguments.word(2), operator, reason);
                case LOCK -> api.lock(
                        arguments.word(1),
                        arguments.word(2),
                        address,
                        Durations.parse(arguments.word(3)),
                        operator,
                        reason);
                case EXPLAIN -> explain(api, arguments, address);
                case REFERENCE -> api.reference(arguments.word(1));
                case OVERRIDES -> api.overrides();
                case OVERRIDE -> api.override(
                        arguments.word(1), arguments.word(2), Durations.parse(arguments.word(3)), operator, reason);
                case RESTORE -> api.restore(arguments.word(1), operator, reason);
                case STATUS -> api.status(arguments.words().size() > 1 ? arguments.word(1) : "");
                case EXPORT -> api.uses(arguments.word(1), isJson(arguments));
                case COMPLY -> comply(
                        OperatorApi.of(guard), arguments.option("standard").orElse(""));
                case AUDIT -> api.audit(most);
            };
        }
    }

    private static List<String> comply(OperatorApi api, String standard) {
        List<String> lines = new ArrayList<>();
        Compliance.of(api, standard).forEach(each -> lines.add(each.text()));
        Compliance.notJudged(api).ifPresent(lines::add);
        return lines;
    }

    private static List<String> explain(OperatorText api, Arguments arguments, String address) {
        List<String> unused = api.overrides(); // without the store this program would show the counters it has itself
        return arguments.words().size() == 2
                ? api.explain(null, arguments.word(1), address)
                : api.explain(arguments.word(1), arguments.word(2), address);
    }

    private static boolean isJson(Arguments arguments) {
        String format = arguments.option("format").orElse("csv");
        if (!format.equals("csv") && !format.equals("json")) {
            throw new IllegalArgumentException("--format must be csv or json, not '" + format + "'");
        }
        return format.equals("json");
    }

    private static int number(String text) {
        try {
            int number = Integer.parseInt(text);
            if (number >= 1 && number <= 10_000) {
                return number;
            }
        } catch (NumberFormatException e) {
            // said below
        }
        throw new IllegalArgumentException("--max must be 1 to 10000, not '" + text + "'");
    }
}
