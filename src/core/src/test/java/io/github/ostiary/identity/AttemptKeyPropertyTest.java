package io.github.ostiary.identity;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Key;
import io.github.ostiary.KeyResolver;
import io.github.ostiary.MalformedCallException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Whatever a caller writes beside a name, the name's failures are counted together, or the request is malformed: where it is written,
 * and what is written beside it, chooses no counter.
 */
class AttemptKeyPropertyTest {

    private static final List<String> PLACES =
            List.of("param:username", "param:email", "json:user", "json:account.name", "basic:user", "header:X-User");
    private static final KeySettings SETTINGS =
            new KeySettings(new ClientAddress(TrustedProxies.parse(""), "Forwarded", 64), name -> {
                throw new IllegalArgumentException(name);
            });

    private static FakeCall write(FakeCall call, String place, String name) {
        return switch (place.substring(0, place.indexOf(':'))) {
            case "param" -> call.param(place.substring(6), name);
            case "json" -> call.json(place.substring(5), name);
            case "header" -> call.header("x-user", name);
            default -> call.header(
                    "authorization", "Basic " + Base64.getEncoder().encodeToString((name + ":guess").getBytes()));
        };
    }

    private static boolean isHeader(String place) {
        return place.startsWith("header:");
    }

    @Test
    void oneNameIsOneCounter() {
        Random random = new Random(13);
        int counted = 0;
        int malformed = 0;
        for (int i = 0; i < 3_000; i++) {
            List<String> places = new ArrayList<>(PLACES);
            Collections.shuffle(places, random);
            places = places.subList(0, 2 + random.nextInt(3));
            String beside = random.nextBoolean() ? " + ip" : "";
            KeyExpression key = KeyExpression.parse(String.join(beside + " | ", places) + beside, SETTINGS);
            assertThat(key.countsApart()).isFalse();
            KeyResolver attempt = key.attempts().get(0);
            Set<Key> victim = new HashSet<>();
            for (String read : places) {
                FakeCall call = write(FakeCall.from("192.0.2.7"), read, "victim");
                for (String other : places) {
                    if (!other.equals(read) && random.nextInt(3) == 0) {
                        write(call, other, "fresh" + i);
                    }
                }
                try {
                    Key met = attempt.resolve(call).orElseThrow();
                    if (!isHeader(read)) {
                        victim.add(met);
                    }
                    counted++;
                } catch (MalformedCallException e) {
                    malformed++;
                }
            }
            assertThat(victim).as(places + beside).hasSizeLessThanOrEqualTo(1);
        }
        assertThat(counted).isPositive();
        assertThat(malformed).isPositive();
    }

    /** Not one too many is malformed: one name in one place never is. */
    @Test
    void oneNameInOnePlaceIsCounted() {
        KeyResolver attempt = KeyExpression.parse("param:username + ip | json:user + ip | basic:user + ip", SETTINGS)
                .attempts()
                .get(0);
        Set<Key> met = new HashSet<>();
        for (String place : List.of("param:username", "json:user", "basic:user")) {
            met.add(attempt.resolve(write(FakeCall.from("192.0.2.7"), place, "bob"))
                    .orElseThrow());
        }
        assertThat(met).hasSize(1);
        assertThat(attempt.resolve(FakeCall.from("192.0.2.7"))).as("no name").isPresent();
    }

    /** Or an account of one's own would choose: its sign-ins clear what it failed at another's. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "principal | param:username",
                "param:username | principal",
                "principal + ip | param:username + ip | ip"
            })
    void whoHasSignedInIsCountedAsWhoIsTriedToo(String text) {
        KeyExpression key = KeyExpression.parse(text, SETTINGS);
        FakeCall both = write(FakeCall.from("192.0.2.7").with("principal", "eve"), "param:username", "victim");
        FakeCall victim = write(FakeCall.from("192.0.2.7"), "param:username", "victim");
        assertThat(counted(key, both))
                .hasSize(2)
                .containsAll(counted(key, victim))
                .containsAll(counted(key, FakeCall.from("192.0.2.7").with("principal", "eve")));
        assertThat(counted(key, victim)).hasSize(1);
        assertThat(counted(key, FakeCall.from("192.0.2.7"))).hasSize(1);
    }

    private static Set<Key> counted(KeyExpression key, FakeCall call) {
        return key.attempts().stream()
                .map(resolver -> resolver.resolve(call).orElseThrow())
                .collect(Collectors.toSet());
    }

    @Test
    void otherPartsForAnotherPlaceCountApart() {
        assertThat(KeyExpression.parse("param:username | basic:user + ip", SETTINGS)
                        .countsApart())
                .isTrue();
        assertThat(KeyExpression.parse("param:username/exact | basic:user", SETTINGS)
                        .countsApart())
                .isTrue();
        assertThat(KeyExpression.parse("param:a + param:b | param:a | ip", SETTINGS)
                        .countsApart())
                .isFalse();
        assertThat(KeyExpression.parse("principal | ip", SETTINGS).countsApart())
                .isFalse();
    }
}
