package io.github.ostiary.redis;

import io.github.ostiary.store.StoreException;
import java.math.BigInteger;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.BuilderFactory;
import redis.clients.jedis.CommandObject;
import redis.clients.jedis.Protocol.Command;
import redis.clients.jedis.resps.ScanResult;

/** Walks the keys of all servers ({@code SCAN}), a part at a time, so that none is held up. Thread-safe. */
final class KeyWalk {

    private static final Pattern CURSOR = Pattern.compile("([0-9]{1,3})-([0-9]{1,20})");
    private static final int WALKS = 20;
    private static final int STRIDE = 500;

    private final Servers servers;
    private final String prefix;

    KeyWalk(Servers servers, String prefix) {
        this.servers = servers;
        this.prefix = prefix;
    }

    /** Receives keys. */
    interface Receiver {

        /** Some of one server, of which some may come twice; false if they are enough. */
        boolean take(String node, List<byte[]> keys) throws StoreException;
    }

    /**
     * Walks a part of the way.
     *
     * @param end how the keys end, as a pattern, behind the identity
     * @param cursor where to go on; null at the beginning
     * @return where to go on; empty at the end
     * @throws IllegalArgumentException if that is no such cursor
     */
    Optional<String> walk(String end, @Nullable String cursor, Receiver receiver) throws StoreException {
        Matcher begin = CURSOR.matcher(cursor == null ? "0-0" : cursor);
        if (!begin.matches() || new BigInteger(begin.group(2)).bitLength() > Long.SIZE) {
            throw new IllegalArgumentException("'" + cursor + "' is not a cursor that list has given");
        }
        int node = Integer.parseInt(begin.group(1));
        String at = begin.group(2);
        List<String> nodes = List.copyOf(servers.primaries());
        boolean goesOn = true;
        for (int walk = 0; walk < WALKS && node < nodes.size() && goesOn; walk++) {
            ScanResult<byte[]> found = scan(nodes.get(node), at, end);
            goesOn = receiver.take(nodes.get(node), found.getResult());
            at = found.getCursor();
            if (found.isCompleteIteration()) {
                node++;
                at = "0";
            }
        }
        return node < nodes.size() ? Optional.of(node + "-" + at) : Optional.empty();
    }

    private ScanResult<byte[]> scan(String node, String cursor, String end) throws StoreException {
        String pattern = literal(prefix) + ":1:{*}:" + end;
        CommandObject<ScanResult<byte[]>> scan = new CommandObject<>(
                Commands.of(Command.SCAN, cursor, "MATCH", pattern, "COUNT", Integer.toString(STRIDE)),
                BuilderFactory.SCAN_BINARY_RESPONSE);
        return servers.ask(node, link -> link.executeCommand(scan), servers.unhurried());
    }

    /** A prefix may have characters that mean something in a pattern. */
    private static String literal(String text) {
        return text.replaceAll("([\\\\*?\\[\\]^-])", "\\\\$1");
    }

    /** The identity in a key. */
    String identity(String key) {
        int begin = prefix.length() + ":1:{".length();
        return key.substring(begin, key.indexOf('}', begin));
    }

    /** The part behind the identity in a key: rule, letter and counter. */
    String end(String key) {
        return key.substring(key.indexOf('}', prefix.length() + ":1:{".length()) + "}:".length());
    }
}
