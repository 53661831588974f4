package io.github.ostiary.redis;

import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Protocol.Command;
import redis.clients.jedis.args.Rawable;
import redis.clients.jedis.args.RawableFactory;
import redis.clients.jedis.commands.ProtocolCommand;

/**
 * The commands that servers are sent, word by word: what the driver makes of them by {@code CommandObjects} and {@code
 * SetParams} has another signature in each of its releases.
 */
final class Commands {

    private Commands() {}

    /** Any command; its words are texts or bytes. */
    static CommandArguments of(ProtocolCommand command, Object... words) {
        CommandArguments arguments = new CommandArguments(command);
        for (Object word : words) {
            CommandArguments unused = arguments.add(word);
        }
        return arguments;
    }

    static CommandArguments get(byte[] key) {
        return of(Command.GET, key);
    }

    /** Sets what is not there, for some milliseconds. */
    static CommandArguments setAbsent(byte[] key, byte[] value, long millis) {
        return of(Command.SET, key, value, "NX", "PX", Long.toString(millis));
    }

    /** A script by its text. */
    static CommandArguments eval(byte[] text, List<byte[]> keys, List<byte[]> arguments) {
        return call(Command.EVAL, text, keys, arguments);
    }

    /** A script by its digest. */
    static CommandArguments evalsha(byte[] digest, List<byte[]> keys, List<byte[]> arguments) {
        return call(Command.EVALSHA, digest, keys, arguments);
    }

    /** A function by its name. */
    static CommandArguments fcall(byte[] name, List<byte[]> keys, List<byte[]> arguments) {
        return call(Command.FCALL, name, keys, arguments);
    }

    private static CommandArguments call(Command command, byte[] what, List<byte[]> keys, List<byte[]> arguments) {
        return new ScriptCommand(command, what, keys, arguments);
    }

    /**
     * A call of a script. Its words are written as they are: of arrays the driver would make an object and a copy each. Nobody
     * changes the lists behind it.
     */
    private static final class ScriptCommand extends CommandArguments {

        private final byte[][] leading;
        private final List<byte[]> keys;
        private final List<byte[]> arguments;
        private final int size;

        ScriptCommand(Command command, byte[] what, List<byte[]> keys, List<byte[]> arguments) {
            super(command);
            byte[] count = Integer.toString(keys.size()).getBytes(StandardCharsets.US_ASCII);
            this.leading = new byte[][] {command.getRaw(), what, count};
            this.keys = keys;
            this.arguments = arguments;
            this.size = leading.length + keys.size() + arguments.size();
        }

        @Override
        public int size() {
            return size;
        }

        private byte[] word(int index) {
            int key = index - leading.length;
            return key < 0 ? leading[index] : key < keys.size() ? keys.get(key) : arguments.get(key - keys.size());
        }

        @Override
        public Rawable get(int index) {
            return RawableFactory.from(word(index));
        }

        @Override
        public Iterator<Rawable> iterator() {
            return new SentWords();
        }

        /** The words, each of which is the current one until the next is asked for: the driver writes one after the other. */
        private final class SentWords implements Iterator<Rawable>, Rawable {

            private int next;

            @Override
            public boolean hasNext() {
                return next < size;
            }

            @Override
            public Rawable next() {
                if (next == size) {
                    throw new NoSuchElementException();
                }
                next++;
                return this;
            }

            @Override
            public byte[] getRaw() {
                return word(next - 1);
            }
        }
    }
}
