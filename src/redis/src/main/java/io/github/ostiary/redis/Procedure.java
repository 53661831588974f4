package io.github.ostiary.redis;

import io.github.ostiary.text.Log;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Connection;
import redis.clients.jedis.Protocol;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.exceptions.JedisNoScriptException;

/** The script on one server, and how that is asked to run it. Thread-safe. */
final class Procedure {

    /*
     * As a function where the server has functions (7.0 and later) and the user may load them: its modules are made once
     * and not in every call, which is two thirds of what a call costs. The library is named by a hash of its text, so that
     * nodes of several versions have each their own. It is loaded when a server is first asked, even if it has a library of
     * that name, and again when a call finds none, as after FUNCTION FLUSH or a failover.
     *
     * Else as a script, by its digest, and by its text where the digest is not known, and no other call has brought the text
     * since: it is as long as a thousand calls. So, too, whatever a server that takes
     * no writes for now (OOM, MISCONF, NOREPLICAS) refuses to begin as a function: a script may read there.
     *
     * Invariant: nothing is said twice unless the server has said that it ran nothing.
     */
    private static final System.Logger LOG = Log.of(Procedure.class);
    private static final String MISSING = "Function not found";

    /** The words of a call. */
    enum Form {
        USUAL,
        DIGEST,
        TEXT
    }

    private enum Way {
        UNKNOWN,
        FUNCTION,
        SCRIPT
    }

    private final String server;
    private final Script script;
    private final byte[] sha;
    private final byte[] function;
    private volatile Way way = Way.UNKNOWN;
    private volatile String told = "";
    private final AtomicInteger texts = new AtomicInteger();

    Procedure(String server, Script script) {
        this.server = server;
        this.script = script;
        this.sha = script.sha();
        this.function = script.name().getBytes(StandardCharsets.US_ASCII);
    }

    /** Whether a call may be said in its usual form without the server being asked {@linkplain #prepare before}. */
    boolean isKnown() {
        return way != Way.UNKNOWN;
    }

    /** Asks the server how it runs the script; no other answer may be to come. */
    void prepare(Connection link) {
        try {
            link.sendCommand(
                    Protocol.Command.FUNCTION,
                    "LOAD".getBytes(StandardCharsets.US_ASCII),
                    "REPLACE".getBytes(StandardCharsets.US_ASCII),
                    script.library());
            link.getOne();
            decide(Way.FUNCTION, "by a function, " + script.name());
        } catch (JedisDataException e) {
            if (!RedisErrors.tellsOfFunctions(e)) {
                throw e;
            }
            if (!RedisErrors.readsOnly(e)) {
                decide(Way.SCRIPT, "by a script: " + whyNot(e));
            }
        }
    }

    private static String whyNot(JedisDataException said) {
        return RedisErrors.word(said).equals("NOPERM")
                ? "the user in redis.uri may not load and call functions, which would be cheaper (+function|load"
                        + " +fcall)"
                : "it has no functions, or another library has this name";
    }

    private void decide(Way chosen, String how) {
        way = chosen;
        if (!how.equals(told)) {
            told = how;
            LOG.log(System.Logger.Level.INFO, "Redis at {0} decides {1}", server, how);
        }
    }

    /** How often the server has taken the text. */
    int texts() {
        return texts.get();
    }

    /** It has once more. */
    void took() {
        int unused = texts.incrementAndGet();
    }

    CommandArguments command(Form form, ScriptArguments call) {
        if (form == Form.TEXT) {
            return Commands.eval(script.text(), call.keys, call.arguments);
        }
        if (form == Form.DIGEST || way != Way.FUNCTION) {
            return Commands.evalsha(sha, call.keys, call.arguments);
        }
        return Commands.fcall(function, call.keys, call.arguments);
    }

    /**
     * Chooses the form in which to send the script again after this error.
     *
     * @return null if the error is the script's own, so that sending it again would not help
     */
    @Nullable
    Form instead(Form said, JedisDataException answer) {
        if (answer instanceof JedisNoScriptException) {
            return Form.TEXT;
        }
        if (said != Form.USUAL) {
            return null;
        }
        String message = String.valueOf(answer.getMessage());
        if (message.contains(MISSING)) {
            way = way == Way.FUNCTION
                    ? Way.UNKNOWN
                    : way; // other threads may have got the same answer, and been faster
            return Form.USUAL;
        }
        if (way != Way.FUNCTION) {
            return null;
        }
        if (message.startsWith("NOPERM")) {
            decide(Way.SCRIPT, "by a script: " + whyNot(answer));
            return Form.USUAL;
        }
        return RedisErrors.readsOnly(answer) ? Form.DIGEST : null;
    }
}
