package io.github.ostiary.redis;

import java.util.List;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Protocol.Command;
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
        return of(command, what, Integer.toString(keys.size())).addObjects(keys).addObjects(arguments);
    }
}
