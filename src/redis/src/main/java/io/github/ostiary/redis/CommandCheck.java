package io.github.ostiary.redis;

import io.github.ostiary.store.StoreException;
import io.github.ostiary.text.Log;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Connection;
import redis.clients.jedis.Protocol.Command;
import redis.clients.jedis.exceptions.JedisDataException;

/**
 * The check at the start whether a server runs every command for this node; a missing one is named in one sentence. For one
 * thread.
 */
final class CommandCheck {

    /*
     * Only administrators may read what a user may do, so each command is tried, on a key of this node's own: in one round
     * trip, and those of scripts in a script. A proxy that hangs up at a command it does not know takes the answers to the
     * others with it; then each is tried on a connection of its own.
     */
    private static final System.Logger LOG = Log.of(CommandCheck.class);
    private static final byte[] SCRIPT = Script.file("commands.lua").getBytes(StandardCharsets.UTF_8);
    private static final byte[] NO_SCRIPT = "0".repeat(40).getBytes(StandardCharsets.US_ASCII);

    /** Those that a node does without. */
    private static final Map<String, String> USEFUL = Map.of(
            "INFO", "a replica that took over without all data goes unnoticed",
            "CONFIG GET", "nothing warns of a maxmemory-policy by which Redis forgets callers");

    /** A way to ask, each time on a connection that has just answered. */
    interface Questioner {

        <T> T ask(Function<Connection, T> question) throws StoreException;
    }

    private final Map<String, CommandArguments> trials = new LinkedHashMap<>();
    private final Map<CommandRefusal, Set<String>> found = new LinkedHashMap<>();

    /** A check by a key that no one else uses. */
    CommandCheck(String probe, boolean divided) {
        byte[] key = probe.getBytes(StandardCharsets.UTF_8);
        if (divided) {
            trials.put("ASKING", Commands.of(Command.ASKING)); // before another command, which ends it
        }
        trials.put("GET", Commands.get(key));
        trials.put("PEXPIRE", Commands.of(Command.PEXPIRE, key, "1000"));
        trials.put("SCAN", Commands.of(Command.SCAN, "0", "COUNT", "1"));
        trials.put("TIME", Commands.of(Command.TIME));
        trials.put("EVALSHA", Commands.evalsha(NO_SCRIPT, List.of(key), List.of()));
        trials.put("EVAL", Commands.eval(SCRIPT, List.of(key), List.of()));
        trials.put("INFO", Commands.of(Command.INFO, "replication"));
        trials.put("CONFIG GET", Commands.of(Command.CONFIG, "GET", "maxmemory-policy"));
    }

    /**
     * Tries all commands.
     *
     * @throws StoreException if the server does not answer; with the sentence if it hangs up at some of them
     */
    void run(Questioner way) throws StoreException {
        List<Object> answers;
        try {
            answers = way.ask(link -> answers(link, trials.values()));
        } catch (StoreException e) {
            if (!RedisErrors.isHangUp(e)) {
                throw e;
            }
            runEach(way, e);
            return;
        }
        int at = 0;
        for (String command : trials.keySet()) {
            judge(command, answers.get(at++));
        }
    }

    private static List<Object> answers(Connection link, Iterable<CommandArguments> commands) {
        int count = 0;
        for (CommandArguments command : commands) {
            link.sendCommand(command);
            count++;
        }
        return link.getMany(count);
    }

    /** A server that hangs up at none, or at all, was away for another reason. */
    private void runEach(Questioner way, StoreException first) throws StoreException {
        Set<String> hangsUp = new TreeSet<>();
        trials.put("FUNCTION LOAD", Commands.of(Command.FUNCTION, "LOAD", ""));
        for (Map.Entry<String, CommandArguments> trial : trials.entrySet()) {
            try {
                Object unused = way.ask(link -> answers(link, List.of(trial.getValue())));
            } catch (StoreException e) {
                if (!RedisErrors.isHangUp(e)) {
                    throw e;
                }
                hangsUp.add(trial.getKey());
            }
        }
        throw hangsUp.isEmpty() || hangsUp.size() == trials.size()
                ? first
                : new StoreException("what listens at redis.uri hangs up at " + list(hangsUp)
                        + ", as a proxy does that does not pass them on; name Redis itself in redis.uri");
    }

    private void judge(String command, Object answer) {
        if (answer instanceof JedisDataException said) {
            note(command, String.valueOf(said.getMessage()));
        } else if (command.equals("EVAL") && answer instanceof List<?> failed) {
            for (int i = 0; i + 1 < failed.size(); i += 2) {
                note(text(failed.get(i)), text(failed.get(i + 1)));
            }
        }
    }

    private void note(String command, String said) {
        CommandRefusal.of(said).ifPresent(why -> found.computeIfAbsent(why, none -> new TreeSet<>())
                .add(command));
    }

    private static String text(Object reply) {
        return new String((byte[]) reply, StandardCharsets.UTF_8);
    }

    private Set<String> of(CommandRefusal why) {
        return found.getOrDefault(why, Set.of());
    }

    /** Logs what is missing, and what a node does without. */
    void report(String server) {
        String at = server.isEmpty() ? "" : " at " + server;
        missing()
                .ifPresent(what -> LOG.log(
                        System.Logger.Level.WARNING,
                        "Redis{0} cannot do all that this node asks of it, and onStoreFailure decides what needs it: {1}",
                        at,
                        what));
        for (String command : of(CommandRefusal.FORBIDDEN)) {
            if (USEFUL.containsKey(command)) {
                LOG.log(
                        System.Logger.Level.INFO,
                        "Redis{0}: the user in redis.uri may not run {1}, so {2} ({3})",
                        at,
                        command,
                        USEFUL.get(command),
                        CommandRefusal.right(command));
            }
        }
    }

    /** The sentence about what is missing, with the remedy; empty if nothing is that a node cannot do without. */
    Optional<String> missing() {
        List<String> parts = new ArrayList<>();
        Set<String> forbidden = needed(CommandRefusal.FORBIDDEN);
        if (!forbidden.isEmpty()) {
            parts.add("the user in redis.uri may not run " + list(forbidden) + "; extend its ACL by "
                    + forbidden.stream().map(CommandRefusal::right).collect(Collectors.joining(" ")));
        }
        Set<String> unknown = needed(CommandRefusal.UNKNOWN);
        if (!unknown.isEmpty()) {
            parts.add(RedisErrors.notKnown(list(unknown)));
        }
        if (!of(CommandRefusal.NO_LUA).isEmpty()) {
            parts.add(RedisErrors.NO_LUA);
        }
        return parts.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", parts));
    }

    /** Whether no script can be run, so that no decision can be made where there are no functions. */
    boolean stopsScripts() {
        return !of(CommandRefusal.NO_LUA).isEmpty()
                || List.of("EVAL", "EVALSHA").stream()
                        .anyMatch(each -> of(CommandRefusal.FORBIDDEN).contains(each)
                                || of(CommandRefusal.UNKNOWN).contains(each));
    }

    private Set<String> needed(CommandRefusal why) {
        Set<String> needed = new TreeSet<>(of(why));
        needed.removeAll(USEFUL.keySet());
        return needed;
    }

    /** The names in their order. */
    private static String list(Set<String> commands) {
        List<String> all = List.copyOf(commands);
        int last = all.size() - 1;
        return last == 0 ? all.get(0) : String.join(", ", all.subList(0, last)) + " and " + all.get(last);
    }
}
