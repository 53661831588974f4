package io.github.ostiary.redis;

import io.github.ostiary.store.SharedState;
import io.github.ostiary.store.StoreException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.CommandObjects;
import redis.clients.jedis.Connection;
import redis.clients.jedis.RedisProtocol;

/**
 * The board in Redis: a shelf is a few keys that share a slot, changed by a script of its own, so that its parts never
 * disagree. Thread-safe.
 */
final class RedisSharedState implements SharedState {

    private static final CommandObjects COMMANDS = new CommandObjects(RedisProtocol.RESP2);
    private static final byte[] SCRIPT = bytes(Script.file("board.lua"));
    private static final String VERSION = "version";
    private static final List<String> PARTS = List.of("ends", "texts", VERSION, "lines");
    private static final String UNCHANGED = "";
    private static final long MICROS_PER_MILLI = 1_000;

    private final Servers servers;
    private final String prefix;

    RedisSharedState(Servers servers, String prefix) {
        this.servers = servers;
        this.prefix = prefix;
    }

    @Override
    public void put(Topic shelf, List<Entry> notices, Lines lines) throws StoreException {
        List<String> words =
                new ArrayList<>(3 + 3 * notices.size() + lines.texts().size());
        words.add(Integer.toString(notices.size()));
        for (Entry notice : notices) {
            words.add(notice.name());
            words.add(notice.text());
            words.add(millis(notice.leftMicros()));
        }
        add(words, lines);
        Object unused = run("put", shelf, shelf.most(), change(), words.toArray(String[]::new));
    }

    @Override
    public Optional<Entry> get(Topic shelf, String name) throws StoreException {
        return notice((List<?>) run("get", shelf, shelf.most(), UNCHANGED, name));
    }

    @Override
    public boolean remove(Topic shelf, String name) throws StoreException {
        return run("remove", shelf, shelf.most(), change(), name).equals(1L);
    }

    @Override
    public List<Entry> notices(Topic shelf, int most) throws StoreException {
        List<Entry> notices = new ArrayList<>();
        for (Object each : (List<?>) run("notices", shelf, Math.min(most, shelf.most()), UNCHANGED)) {
            notice((List<?>) each).ifPresent(notices::add);
        }
        return notices;
    }

    @Override
    public String version(Topic shelf) throws StoreException {
        byte[] key = bytes(key(shelf, VERSION));
        CommandArguments command = COMMANDS.get(key).getArguments();
        return servers.onOwner(shelf.name(), link -> {
            link.sendCommand(command);
            byte @Nullable [] found = link.getBinaryBulkReply();
            return found == null ? "" : text(found);
        });
    }

    @Override
    public void append(Topic shelf, List<String> texts, long keepMicros) throws StoreException {
        if (texts.isEmpty()) {
            return;
        }
        List<String> words = new ArrayList<>(texts.size() + 2);
        add(words, new Lines(texts, keepMicros, shelf.most()));
        Object unused = run("append", shelf, shelf.most(), UNCHANGED, words.toArray(String[]::new));
    }

    private static void add(List<String> words, Lines lines) {
        if (!lines.texts().isEmpty()) {
            words.add(millis(lines.keepMicros()));
            words.add(Integer.toString(lines.most()));
            words.addAll(lines.texts());
        }
    }

    @Override
    public List<Line> lines(Topic shelf, int most) throws StoreException {
        List<?> words = (List<?>) run("lines", shelf, Math.min(most, shelf.most()), UNCHANGED);
        List<Line> lines = new ArrayList<>(words.size() / 2);
        for (int i = 0; i < words.size(); i += 2) {
            String text = text(words.get(i + 1));
            if (text.length() <= MAX_TEXT) {
                lines.add(new Line(Long.parseLong(text(words.get(i))), text));
            }
        }
        return lines;
    }

    /** {@code PREFIX:1:board:{SHELF}:PART}: no counter is called so, since there a brace follows the 1. */
    private String key(Topic shelf, String part) {
        return prefix + ":1:board:{" + shelf.name() + "}:" + part;
    }

    private Object run(String operation, Topic shelf, int most, String change, String... words) throws StoreException {
        List<byte[]> keys = new ArrayList<>(PARTS.size());
        PARTS.forEach(part -> keys.add(bytes(key(shelf, part))));
        List<byte[]> arguments = new ArrayList<>(3 + words.length);
        arguments.add(bytes(operation));
        arguments.add(bytes(Integer.toString(most)));
        arguments.add(bytes(change));
        for (String word : words) {
            arguments.add(bytes(word));
        }
        CommandArguments command = COMMANDS.eval(SCRIPT, keys, arguments).getArguments();
        return servers.onOwner(shelf.name(), link -> answer(link, command));
    }

    private static Object answer(Connection link, CommandArguments command) {
        link.sendCommand(command);
        return link.getOne();
    }

    /** Others who write to Redis may call it anything. */
    private static Optional<Entry> notice(List<?> words) {
        if (words.isEmpty() || !Entry.isName(text(words.get(0)))) {
            return Optional.empty();
        }
        String text = text(words.get(1));
        long leftMicros = Math.max(1, Long.parseLong(text(words.get(2))));
        return Optional.of(new Entry(text(words.get(0)), text.length() > MAX_TEXT ? "" : text, leftMicros));
    }

    private static String change() {
        return UUID.randomUUID().toString();
    }

    /** At least one. */
    private static String millis(long micros) {
        return Long.toString(Math.max(1, micros / MICROS_PER_MILLI));
    }

    private static String text(Object reply) {
        return new String((byte[]) reply, StandardCharsets.UTF_8);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
