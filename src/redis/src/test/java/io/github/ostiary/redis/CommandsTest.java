package io.github.ostiary.redis;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Protocol;
import redis.clients.jedis.Protocol.Command;
import redis.clients.jedis.util.RedisOutputStream;

/** What is sent of a script's call, beside what the driver sends of the same words. */
class CommandsTest {

    @Test
    void aCallIsSentAsTheDriverSendsIts() throws IOException {
        Random random = new Random(3);
        for (int keys = 0; keys < 12; keys++) {
            for (int arguments = 0; arguments < 12; arguments++) {
                byte[] what = word(random);
                List<byte[]> named = words(random, keys);
                List<byte[]> said = words(random, arguments);
                CommandArguments ours = Commands.evalsha(what, named, said);
                CommandArguments theirs = new CommandArguments(Command.EVALSHA)
                        .add(what)
                        .add(keys)
                        .addObjects(named)
                        .addObjects(said);
                assertThat(ours.size()).isEqualTo(theirs.size());
                assertThat(sent(ours)).isEqualTo(sent(theirs));
                assertThat(sent(ours)).as("sent again").isEqualTo(sent(theirs));
                for (int i = 0; i < ours.size(); i++) {
                    assertThat(ours.get(i).getRaw()).isEqualTo(theirs.get(i).getRaw());
                }
            }
        }
    }

    private static List<byte[]> words(Random random, int count) {
        List<byte[]> words = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            words.add(word(random));
        }
        return words;
    }

    private static byte[] word(Random random) {
        byte[] word = new byte[random.nextInt(40)];
        random.nextBytes(word);
        return word;
    }

    private static String sent(CommandArguments command) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        RedisOutputStream out = new RedisOutputStream(bytes);
        Protocol.sendCommand(out, command);
        out.flush();
        return bytes.toString(ISO_8859_1);
    }
}
