package io.github.ostiary.setup;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.code_intelligence.jazzer.junit.DictionaryEntries;
import com.code_intelligence.jazzer.junit.FuzzTest;
import io.github.ostiary.Key;
import io.github.ostiary.operator.AuditEntry;
import io.github.ostiary.redis.RedisUri;
import io.github.ostiary.store.SharedState.Entry;
import io.github.ostiary.testing.FuzzedText;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import redis.clients.jedis.HostAndPort;

/** What nodes and operators leave in Redis for others, and where it is: what is read is written as it was, all else is refused. */
class PackedFuzzTest {

    private static final Pattern PASSWORD = Pattern.compile("://[^@:/]*:([^@:/]{9,})@");

    @FuzzTest
    @DictionaryEntries({
        "1\\x0aLOCKED\\x0alockout.login\\x0aid\\x0alabel\\x0a5400000000\\x0aeve\\x0aconsole\\x0awhy\\x0a0",
        "1\\x0aenforce\\x0afalse\\x0aeve\\x0aconsole\\x0awhy\\x0a0",
        "4.user.3.bob",
        "2.ip.7.1.2.3.4",
        "\\x0a",
        "-1",
        "9223372036854775807",
        "redis://",
        "rediss://u:p@h:1/2",
        "redis+sentinel://h:1,i:2/m",
        "%",
        "@",
        "/"
    })
    void whatIsReadIsWrittenAsItWas(byte[] input) {
        String text = FuzzedText.of(input);
        audit(text);
        override(text);
        key(text);
        uri(text);
        FuzzedText.linear(text, AuditCodec::entry);
        FuzzedText.linear("1." + text.length() + "." + text + ".", Key::ofCanonical);
    }

    private static void audit(String text) {
        Optional<AuditEntry> entry = AuditCodec.entry(text);
        if (entry.isPresent()) {
            String written = AuditCodec.text(entry.get());
            assertEquals(entry, AuditCodec.entry(written));
            assertEquals(written, AuditCodec.text(AuditCodec.entry(written).orElseThrow()));
            assertEquals(1, AuditCodec.logged(entry.get()).lines().count());
        }
    }

    private static void override(String text) {
        String[] lines = text.split("\n", 3);
        try {
            KeptOverride kept =
                    KeptOverride.of(new Entry(KeptOverride.name(lines.length > 1 ? lines[1] : ""), text, 1_000_000), 0);
            assertTrue(kept.repeats(KeptOverride.of(kept.notice(0), 0)));
        } catch (IllegalArgumentException e) {
            // What every node logs and leaves alone.
        }
    }

    private static void key(String text) {
        Key.ofCanonical(text).ifPresent(key -> {
            assertEquals(text, key.canonical());
            assertEquals(Optional.of(key), Key.ofCanonical(key.canonical()));
        });
        if (!text.isEmpty()) {
            Key two = Key.part("kind", text).and(Key.part(text, "value"));
            assertEquals(Optional.of(two), Key.ofCanonical(two.canonical()));
        }
    }

    private static void uri(String text) {
        try {
            RedisUri uri = RedisUri.parse(text);
            for (HostAndPort host : uri.hosts()) {
                assertTrue(host.getPort() > 0 && host.getPort() < 65_536);
            }
            String password = uri.password();
            assertTrue(
                    password == null || password.length() < 9 || !uri.toString().contains(password));
        } catch (IllegalArgumentException e) {
            assertTrue(e.getMessage().contains("; write redis://"), e.getMessage());
            Matcher secret = PASSWORD.matcher(text);
            assertTrue(!secret.find() || !e.getMessage().contains(secret.group(1)), e.getMessage());
        }
    }
}
