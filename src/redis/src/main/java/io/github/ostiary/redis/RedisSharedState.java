package io.github.ostiary.redis;

import io.github.ostiary.redis.Signatures.Genuine;
import io.github.ostiary.store.SharedState;
import io.github.ostiary.store.StoreException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Connection;
import redis.clients.jedis.Protocol.Command;
import redis.clients.jedis.exceptions.JedisNoScriptException;

/**
 * The shared state in Redis: a topic is a few keys that share a slot, changed by a script of its own, so that its parts never
 * disagree. Its texts are signed, if there is a secret. Thread-safe.
 */
final class RedisSharedState implements SharedState {

    private static final byte[] SCRIPT = bytes(Script.file("shared-state.lua"));
    private static final Script SUMS = Script.sums();
    private static final Pattern NUMBER = Pattern.compile("-?[0-9]{1,18}");
    private static final String VERSION = "version";
    private static final List<String> PARTS = List.of("ends", "texts", VERSION, "lines");
    private static final String UNCHANGED = "";

    /** Lines have none, and no entry has that. */
    private static final String NO_NAME = "";

    private static final byte[] SAID = {'1'};
    private static final long MICROS_PER_MILLI = 1_000;

    private final Servers servers;
    private final String prefix;
    private final Signatures signatures;

    RedisSharedState(Servers servers, String prefix, Signatures signatures) {
        this.servers = servers;
        this.prefix = prefix;
        this.signatures = signatures;
    }

    @Override
    public void put(Topic topic, List<Entry> entries, Lines lines) throws StoreException {
        List<String> words =
                new ArrayList<>(3 + 3 * entries.size() + lines.texts().size());
        words.add(Integer.toString(entries.size()));
        long now = now(topic);
        for (Entry entry : entries) {
            String left = millis(entry.leftMicros());
            words.add(entry.name());
            words.add(signatures.sign(topic.name(), entry.name(), entry.text(), now + Long.parseLong(left)));
            words.add(left);
        }
        add(topic, words, lines, now);
        Object unused = run("put", topic, topic.most(), change(), words.toArray(String[]::new));
    }

    @Override
    public Optional<Entry> get(Topic topic, String name) throws StoreException {
        return entry(topic, (List<?>) run("get", topic, topic.most(), UNCHANGED, name), now(topic));
    }

    @Override
    public boolean remove(Topic topic, String name) throws StoreException {
        return run("remove", topic, topic.most(), change(), name).equals(1L);
    }

    @Override
    public List<Entry> entries(Topic topic, int most) throws StoreException {
        List<Entry> entries = new ArrayList<>();
        List<?> found = (List<?>) run("entries", topic, Math.min(most, topic.most()), UNCHANGED);
        long now = now(topic);
        for (Object each : found) {
            entry(topic, (List<?>) each, now).ifPresent(entries::add);
        }
        return entries;
    }

    @Override
    public Sums sum(Topic topic, Tally tally) throws StoreException {
        List<byte[]> keys = new ArrayList<>(List.of(bytes(key(topic, "sums")), bytes(key(topic, VERSION))));
        List<byte[]> words = new ArrayList<>(List.of(
                bytes(change()),
                bytes(tally.news() ? "1" : "0"),
                bytes(Integer.toString(tally.gone().size()))));
        tally.gone().forEach(name -> words.add(bytes(name)));
        for (Count count : tally.counts()) {
            keys.add(bytes(key(topic, "counted:" + count.mark())));
            StringBuilder text = new StringBuilder();
            count.sums()
                    .forEach((name, by) ->
                            text.append(name).append(' ').append(by).append(' '));
            words.add(bytes(count.keepMicros() == 0 ? "0" : millis(count.keepMicros())));
            words.add(bytes(text.toString()));
        }
        tally.wanted().forEach(name -> words.add(bytes(name)));
        List<?> told = (List<?>) servers.onOwner(topic.name(), link -> sums(link, keys, words));
        Map<String, Long> values = new HashMap<>();
        for (int i = 1; i < told.size(); i += 2) {
            String value = text(told.get(i + 1));
            if (NUMBER.matcher(value).matches()) { // others who write to Redis may write anything
                values.put(text(told.get(i)), Long.parseLong(value));
            }
        }
        return new Sums(text(told.get(0)), values);
    }

    /** Nodes ask several times a second: the script is named, and told only where it is missing. */
    private static Object sums(Connection link, List<byte[]> keys, List<byte[]> words) {
        try {
            return answer(link, Commands.evalsha(SUMS.sha(), keys, words));
        } catch (JedisNoScriptException e) {
            return answer(link, Commands.eval(SUMS.text(), keys, words));
        }
    }

    @Override
    public String version(Topic topic) throws StoreException {
        byte[] key = bytes(key(topic, VERSION));
        CommandArguments command = Commands.get(key);
        return servers.onOwner(topic.name(), link -> {
            link.sendCommand(command);
            byte @Nullable [] found = link.getBinaryBulkReply();
            return found == null ? "" : text(found);
        });
    }

    @Override
    public void append(Topic topic, List<String> texts, long keepMicros) throws StoreException {
        if (texts.isEmpty()) {
            return;
        }
        List<String> words = new ArrayList<>(texts.size() + 2);
        add(topic, words, new Lines(texts, keepMicros, topic.most()), now(topic));
        Object unused = run("append", topic, topic.most(), UNCHANGED, words.toArray(String[]::new));
    }

    private void add(Topic topic, List<String> words, Lines lines, long now) {
        if (!lines.texts().isEmpty()) {
            String kept = millis(lines.keepMicros());
            words.add(kept);
            words.add(Integer.toString(lines.most()));
            for (String text : lines.texts()) {
                words.add(signatures.sign(topic.name(), NO_NAME, text, now + Long.parseLong(kept)));
            }
        }
    }

    /** The time by the clock that ends texts, ms; 0 where nothing is signed. */
    private long now(Topic topic) throws StoreException {
        if (!signatures.are()) {
            return 0;
        }
        List<?> time = (List<?>) servers.onOwner(topic.name(), link -> answer(link, Commands.of(Command.TIME)));
        return 1_000 * Long.parseLong(text(time.get(0)));
    }

    @Override
    public List<Line> lines(Topic topic, int most) throws StoreException {
        List<?> words = (List<?>) run("lines", topic, Math.min(most, topic.most()), UNCHANGED);
        List<Line> lines = new ArrayList<>(words.size() / 2);
        long now = now(topic);
        for (int i = 0; i < words.size(); i += 2) {
            Genuine said = signatures.read(topic.name(), NO_NAME, text(words.get(i + 1)), now);
            if (said != null && said.text().length() <= MAX_TEXT) {
                lines.add(new Line(Long.parseLong(text(words.get(i))), said.text()));
            }
        }
        return lines;
    }

    /** The key stands beside the caller's counters, in the same slot, and ends by itself. */
    @Override
    public boolean first(String identity, String name, long keepMicros) throws StoreException {
        byte[] key = bytes(prefix + ":1:{" + identity + "}:" + name);
        CommandArguments command = Commands.setAbsent(key, SAID, Math.max(1, keepMicros / MICROS_PER_MILLI));
        return servers.onOwner(identity, link -> {
            link.sendCommand(command);
            byte @Nullable [] done = link.getBinaryBulkReply();
            return done != null;
        });
    }

    /** {@code PREFIX:1:board:{TOPIC}:PART}: no counter is called so, since there a brace follows the 1. */
    private String key(Topic topic, String part) {
        return prefix + ":1:board:{" + topic.name() + "}:" + part;
    }

    private Object run(String operation, Topic topic, int most, String change, String... words) throws StoreException {
        List<byte[]> keys = new ArrayList<>(PARTS.size());
        PARTS.forEach(part -> keys.add(bytes(key(topic, part))));
        List<byte[]> arguments = new ArrayList<>(3 + words.length);
        arguments.add(bytes(operation));
        arguments.add(bytes(Integer.toString(most)));
        arguments.add(bytes(change));
        for (String word : words) {
            arguments.add(bytes(word));
        }
        CommandArguments command = Commands.eval(SCRIPT, keys, arguments);
        return servers.onOwner(topic.name(), link -> answer(link, command));
    }

    private static Object answer(Connection link, CommandArguments command) {
        link.sendCommand(command);
        return link.getOne();
    }

    /** Others who write to Redis may call it anything. */
    private Optional<Entry> entry(Topic topic, List<?> words, long now) {
        if (words.isEmpty() || !Entry.isName(text(words.get(0)))) {
            return Optional.empty();
        }
        String name = text(words.get(0));
        Genuine said = signatures.read(topic.name(), name, text(words.get(1)), now);
        if (said == null) {
            return Optional.empty();
        }
        long leftMicros = Math.max(1, Math.min(said.leftMicros(), Long.parseLong(text(words.get(2)))));
        return Optional.of(new Entry(name, said.text().length() > MAX_TEXT ? "" : said.text(), leftMicros));
    }

    private static String change() {
        return UUID.randomUUID().toString();
    }

    /** A time in milliseconds, at least one. */
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
