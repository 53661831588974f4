package io.github.ostiary.redis;

import io.github.ostiary.store.StoreException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.security.cert.CertificateException;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.exceptions.JedisRedirectionException;

/** Tells what went wrong and what to do, without keys, identities or credentials: nothing a driver or server says is repeated. */
final class RedisErrors {

    /** The message for every call that was sent, whether or not its thread read for the others. */
    static final String NO_ANSWER =
            "Redis did not answer within redis.timeout; the attempt may have been counted. If it is only slow"
                    + " or far away, set a longer redis.timeout";

    /** The message for every call by a connection that was ended. */
    private static final String CUT =
            "the connection to Redis was cut, by Redis or on the way; the attempt may have been counted";

    /** The words of a server to a new connection when it has as many as it may have. */
    private static final String FULL = "max number of clients reached";

    private static final String TOO_MANY =
            "it has as many clients as its maxclients allows; raise that, or find in CLIENT LIST who has so" + " many";

    private static final String HUNG_UP =
            "Redis closed the connection; the attempt may have been counted. If it always does so, it may"
                    + " expect TLS (rediss://)";

    /** The remedy where scripts are not run at all. */
    static final String NO_LUA =
            "it runs no Lua scripts; load its Lua module, or name a server that runs them in redis.uri";

    /** Replies of a server that is not, or no longer, the one to ask. */
    private static final Set<String> WRONG_SERVER = Set.of("READONLY", "LOADING", "MASTERDOWN", "NOAUTH");

    /** Replies of a server that takes no writes for now, and still answers reads. */
    private static final Set<String> READS_ONLY = Set.of("OOM", "MISCONF", "NOREPLICAS");

    /** The words for an established TLS connection when its other end, or the way to it, has gone. */
    private static final Pattern CLOSED = Pattern.compile("reset|Broken pipe|closing inbound|closed");

    private static final Pattern WORD = Pattern.compile("(?:^|: )-?([A-Z]{2,20})(?: |$)");
    private static final int DEEPEST = 50;

    private RedisErrors() {}

    static StoreException ofAny(Throwable fault) {
        return of(fault instanceof RuntimeException run ? run : new IllegalStateException(fault));
    }

    static StoreException of(RuntimeException cause) {
        if (isFull(cause)) {
            return new StoreException("Redis refuses: " + TOO_MANY, cause);
        }
        for (Throwable each : causes(cause)) {
            if (each instanceof JedisDataException said) {
                return new StoreException("Redis refuses: " + denial(String.valueOf(said.getMessage())), cause);
            }
        }
        for (Throwable each : causes(cause)) {
            String reason = reason(each);
            if (reason != null) {
                return new StoreException(reason, cause);
            }
        }
        return new StoreException(
                "Redis does not answer (" + cause.getClass().getSimpleName() + "); the attempt may have been counted",
                cause);
    }

    /**
     * One decision's error. Unless it concerns the whole server, a key in the way of one caller is no outage; nor is a
     * server that only reads: it goes on being asked, for the locks it has.
     */
    static StoreException of(String error) {
        String word = word(error);
        String message = "Redis refuses: " + denial(error);
        if (READS_ONLY.contains(word)) {
            return StoreException.withoutEvidence(message);
        }
        return WRONG_SERVER.contains(word) ? new StoreException(message) : StoreException.ofCounter(message);
    }

    /** Whether a server, asked to take a function, said something about functions, and not about itself. */
    static boolean tellsOfFunctions(JedisDataException said) {
        String word = word(said);
        return word.equals("ERR") || word.equals("NOPERM") || READS_ONLY.contains(word);
    }

    /** The only word of an answer that may be repeated. */
    static String word(JedisDataException said) {
        return word(String.valueOf(said.getMessage()));
    }

    /** Whether a server said that it only reads for now. */
    static boolean readsOnly(JedisDataException said) {
        return READS_ONLY.contains(word(said));
    }

    /** Whether a server has said that another one has the key. */
    static boolean isElsewhere(StoreException failure) {
        for (Throwable each : causes(failure)) {
            if (each instanceof JedisRedirectionException) {
                return true;
            }
        }
        return false;
    }

    /** Whether a server takes no more connections. */
    static boolean isFull(RuntimeException failure) {
        for (Throwable each : causes(failure)) {
            if (String.valueOf(each.getMessage()).contains(FULL)) {
                return true;
            }
        }
        return false;
    }

    /** Whether other connections to the same server will fare no better. */
    static boolean spoilsConnections(StoreException failure) {
        String message = String.valueOf(failure.getMessage());
        if (message.endsWith(TOO_MANY)) {
            return false;
        }
        for (Throwable each : causes(failure)) {
            if (each instanceof JedisConnectionException) {
                return true;
            }
        }
        return WRONG_SERVER.stream().anyMatch(word -> message.contains(": " + word));
    }

    /** A failure, what it came from, and what was put aside on the way. */
    private static Iterable<Throwable> causes(Throwable failure) {
        Set<Throwable> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        Deque<Throwable> found = new ArrayDeque<>();
        Deque<Throwable> left = new ArrayDeque<>(Set.of(failure));
        while (!left.isEmpty() && seen.size() < DEEPEST) {
            Throwable next = left.poll();
            if (seen.add(next)) {
                found.addFirst(next);
                if (next.getCause() != null) {
                    left.add(next.getCause());
                }
                left.addAll(List.of(next.getSuppressed()));
            }
        }
        return found;
    }

    /** Whether a thread went on without an answer, since its time was over. */
    static boolean isTimeout(StoreException failure) {
        if (!failure.evidence()) {
            return !failure.ofCounter();
        }
        Throwable cause = failure;
        for (int depth = 0; cause != null && depth < DEEPEST; depth++) {
            if (cause instanceof SocketTimeoutException) {
                return true;
            }
            cause = cause.getCause();
        }
        return false;
    }

    /** Whether the other end, once connected, closed the connection instead of an answer. */
    static boolean isHangUp(StoreException failure) {
        return CUT.equals(failure.getMessage()) || HUNG_UP.equals(failure.getMessage());
    }

    private static @Nullable String reason(Throwable cause) {
        if (cause instanceof CertificateException) {
            return certificate(String.valueOf(cause.getMessage()));
        }
        if (cause.getClass().getName().startsWith("javax.net.ssl.SSL")) {
            String message = String.valueOf(cause.getMessage());
            return CLOSED.matcher(message).find() && !shakesHands(cause) ? CUT : tls(message);
        }
        if (cause instanceof UnknownHostException) {
            return "the host name in redis.uri cannot be resolved; check its spelling and the DNS of this machine";
        }
        if (cause instanceof NoRouteToHostException) {
            return "there is no route to the host of redis.uri; check network and firewall";
        }
        if (cause instanceof ConnectException) {
            return "nothing listens at the host and port of redis.uri (connection refused); is Redis running there?";
        }
        if (cause instanceof SocketTimeoutException) {
            if (shakesHands(cause)) {
                return "what listens at redis.uri does not answer a TLS handshake; if it does not speak TLS, write redis://";
            }
            return NO_ANSWER;
        }
        if (cause instanceof SocketException && !shakesHands(cause)) {
            return CUT;
        }
        return broken(cause);
    }

    private static boolean shakesHands(Throwable cause) {
        for (StackTraceElement frame : cause.getStackTrace()) {
            if (frame.getMethodName().equals("startHandshake")) {
                return true;
            }
        }
        return false;
    }

    /** A server that speaks TLS hangs up on who does not, or says something that is no reply. */
    private static @Nullable String broken(Throwable cause) {
        if (!(cause instanceof JedisConnectionException)) {
            return null;
        }
        String message = String.valueOf(cause.getMessage());
        if (message.startsWith("Unknown reply")) {
            return "what listens at redis.uri does not speak Redis' protocol; if it expects TLS, write rediss://";
        }
        return message.startsWith("Unexpected end") ? HUNG_UP : null;
    }

    private static String certificate(String message) {
        if (message.startsWith("NotAfter") || message.startsWith("NotBefore")) {
            return "Redis' certificate has expired, or the clock of this machine is wrong; renew it";
        }
        return message.startsWith("No name matching") || message.startsWith("No subject alternative")
                ? "Redis' certificate is for another host than the one in redis.uri; name the host as the"
                        + " certificate does"
                : "Redis' certificate is not trusted; put its authority into the trust store of this JVM"
                        + " (javax.net.ssl.trustStore)";
    }

    private static String tls(String message) {
        if (message.contains("PKIX") || message.contains("certificate_unknown")) {
            return certificate(message);
        }
        return message.startsWith("Unsupported or unrecognized")
                ? "what listens at redis.uri does not speak TLS; write redis:// or give Redis a tls-port"
                : "Redis and this JVM cannot agree on a TLS connection; compare protocols, ciphers and certificates"
                        + " of both";
    }

    private static String denial(String said) {
        Optional<CommandRefusal> refusal = CommandRefusal.of(said);
        if (refusal.isPresent()) {
            return refused(refusal.get(), CommandRefusal.command(said));
        }
        String word = word(said);
        String remedy =
                switch (word) {
                    case "NOAUTH" -> "it requires a password; write it into redis.uri, as redis://:PASSWORD@host";
                    case "WRONGPASS" -> "the user or password in redis.uri is wrong";
                    case "NOPERM" -> "the user in redis.uri may not run scripts, or may not touch the keys of keyPrefix; extend its"
                            + " ACL";
                    case "OOM" -> "it is full; raise its maxmemory";
                    case "READONLY" -> "it is a replica; name the primary, or sentinels, in redis.uri";
                    case "LOADING" -> "it is still loading its data; it will be asked again";
                    case "MASTERDOWN" -> "it has lost its primary; it will be asked again";
                    case "MISCONF" -> "it cannot save its data and takes no writes; see its log, and its disk";
                    case "CLUSTERDOWN" -> "the cluster does not serve these slots; see CLUSTER INFO";
                    case "BUSY" -> "another script runs for too long there; see SCRIPT KILL";
                    case "MOVED", "ASK", "CROSSSLOT" -> "it belongs to a cluster; write redis+cluster:// in redis.uri";
                    default -> otherwise(said);
                };
        return remedy.isEmpty() ? word : word + ", " + remedy;
    }

    private static String refused(CommandRefusal why, Optional<String> command) {
        return switch (why) {
            case FORBIDDEN -> "NOPERM, the user in redis.uri may not run "
                    + command.map(name -> name + "; extend its ACL by " + CommandRefusal.right(name))
                            .orElse("a command of Ostiary's scripts; ACL LOG names it: extend the user's ACL by it");
            case KEY -> "NOPERM, the user in redis.uri may not touch the keys of keyPrefix; extend its ACL by ~KEYPREFIX:*, with the"
                    + " value of keyPrefix";
            case UNKNOWN -> "ERR, " + notKnown(command.orElse("a command of Ostiary's scripts"));
            case NO_LUA -> "ERR, " + NO_LUA;
        };
    }

    /** The remedy where commands are not known. */
    static String notKnown(String commands) {
        return "it does not know " + commands
                + ": renamed or switched off there, or not passed on by a proxy; name a Redis that knows it in redis.uri";
    }

    /** Old servers say of a password only that it is an error. */
    private static String otherwise(String said) {
        if (said.contains("without any password configured")) {
            return "redis.uri has a password and the server has none; remove it, or set requirepass";
        }
        if (said.contains("DB index")) {
            return "it has no database with the number after the last slash of redis.uri; write a lower one, or"
                    + " raise databases";
        }
        if (said.contains("cluster support disabled")) {
            return "it is not part of a cluster; write redis:// in redis.uri";
        }
        return said.contains("invalid password") ? "the user or password in redis.uri is wrong" : "";
    }

    /**
     * Redis starts its errors with a word in capitals, and old ones put before it where in a script it happened; what
     * follows may quote a key.
     */
    private static String word(String message) {
        Matcher words = WORD.matcher(message);
        while (words.find()) {
            if (!words.group(1).equals("ERR")) {
                return words.group(1);
            }
        }
        return "ERR";
    }
}
