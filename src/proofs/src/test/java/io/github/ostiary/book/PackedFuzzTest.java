package io.github.ostiary.book;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.code_intelligence.jazzer.junit.DictionaryEntries;
import com.code_intelligence.jazzer.junit.FuzzTest;
import io.github.ostiary.Key;
import io.github.ostiary.ManualTimeSource;
import io.github.ostiary.operator.AuditEntry;
import io.github.ostiary.operator.Figures;
import io.github.ostiary.operator.Fleet;
import io.github.ostiary.operator.FleetNode;
import io.github.ostiary.redis.RedisUri;
import io.github.ostiary.store.SharedState.Entry;
import io.github.ostiary.store.SharedState.Line;
import io.github.ostiary.testing.FuzzedText;
import io.github.ostiary.trial.RuleSeen;
import io.github.ostiary.trial.TrialSum;
import io.github.ostiary.trial.TrialText;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import redis.clients.jedis.HostAndPort;

/** What nodes and operators leave in Redis for others, and where it is: what is read is written as it was, all else is refused. */
class PackedFuzzTest {

    private static final FleetEvents EVENTS =
            new FleetEvents(Key::canonical, Duration.ofHours(1), new ManualTimeSource());
    private static final Pattern PASSWORD = Pattern.compile("://[^@:/]*:([^@:/]{9,})@");

    @FuzzTest
    @DictionaryEntries({
        "[1,\"LOCKED\",\"lockout.login\",\"id\",\"label\",5400000000,[\"eve\",\"console\",\"why\",0]]",
        "[1,\"enforce\",\"false\",[\"eve\",\"console\",\"why\",0]]",
        "[1,\"shop-1/7\",[\"0.1.0\",\"a_b-C9\"],5000000,[true,",
        "[[\"lockout.a\",1,{\"LOCKED\":3},4,[[1,1,1],[1,1,1],{\"LOCKED\":1},true],[5,12,1],[60,60]]]",
        "[1,{\"TIMEOUTS\":2},3,[[0.1],[1,2],3.5],[[],[],0.0]]",
        "[1,\"id\",\"shop-1/7\",1,1,\"LIMITED\",\"login\",\"4.user.3.bob\",5]",
        "[1,\"node\",1,\"tag\",\"LIMIT\",\"page\",5,1,[{},{\"abc\":1}],[[\"10/1m\",0,[\"5:0000000100000002\"]]]]",
        "null",
        "\\x5c\"",
        "\\x5cud83d",
        "4.user.3.bob",
        "2.ip.7.1.2.3.4",
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
        fleet(text);
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
        String[] words = text.split("\"", 3);
        try {
            KeptOverride kept =
                    KeptOverride.of(new Entry(KeptOverride.name(words.length > 1 ? words[1] : ""), text, 1_000_000), 0);
            assertTrue(kept.repeats(KeptOverride.of(kept.entry(0), 0)));
        } catch (IllegalArgumentException e) {
            // What every node logs and leaves alone.
        }
    }

    /** What another node says is read whole or refused, and shown in bounded space. */
    private static void fleet(String text) {
        try {
            FleetNode node = FleetText.read("id", text, Duration.ofSeconds(1));
            assertTrue(node.name().length() <= 80);
            FleetNode again = FleetText.read("id", FleetText.write(node), Duration.ofSeconds(1));
            assertEquals(node.build(), again.build());
            if (node.runs() && text.length() < 10_000) {
                assertEquals(node, again);
            }
            Figures sum = new Fleet(Fleet.Coverage.ALL_NODES, "", List.of(node, again), List.of()).figures();
            assertTrue(sum.rules().size() <= node.figures().rules().size());
        } catch (IllegalArgumentException e) {
            // What the page names and leaves out.
        }
        EVENTS.read(new Line(1, text))
                .ifPresent(event -> assertTrue(event.name().length() <= 80));
        try {
            RuleSeen seen = TrialText.read(text, "tag").seen();
            TrialSum trial = new TrialSum(seen);
            trial.addOther(seen, name -> name);
            assertTrue(trial.report().users().isEmpty());
        } catch (IllegalArgumentException e) {
            // What is left out of the report.
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
