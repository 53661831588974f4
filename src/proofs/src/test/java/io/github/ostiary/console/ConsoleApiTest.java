package io.github.ostiary.console;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.ostiary.Attempt;
import io.github.ostiary.Key;
import io.github.ostiary.LockState.Phase;
import io.github.ostiary.operator.Operator;
import io.github.ostiary.operator.OperatorApi;
import io.github.ostiary.setup.GuardBuilder;
import io.github.ostiary.testing.RedisServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What programs are told, {@link Json} for {@link ConsoleApi}, and that it is what the description says. */
class ConsoleApiTest extends ConsoleFixture {

    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final Key BOB = Key.part("param:username", "bob");

    private final JsonNode description = MAPPER.readTree(Assets.openApi().body());

    ConsoleApiTest() throws IOException {}

    @BeforeEach
    void rules() {
        given(
                "limit.reply.rate=5/1m",
                "limit.reply.description=Replies",
                "lockout.login.key=param:username",
                "lockout.login.steps=3/1m lock 15m");
        guard.lockouts("login").lock(BOB, Duration.ofHours(1), "why not");
    }

    @Test
    void whatCallersHaveUsedIsRead() throws IOException {
        given(
                "redis.uri=" + RedisServer.shared().uri(),
                "keyPrefix=uses-" + UUID.randomUUID(),
                "redis.timeout=5s",
                "limit.reply.rate=5/1m, 100/month");
        guard.limiter("reply").tryAcquire(Key.principal("bob"), 2);
        List<JsonNode> uses = uses("reply");
        assertThat(uses).hasSize(2);
        assertThat(uses.get(0).get("identity").asText()).isEqualTo("9.principal.3.bob");
        assertThat(uses.get(0).get("used").asLong()).isEqualTo(2);
        assertThat(get("/api/uses", "rule", "repli").status()).isEqualTo(400);
        assertThat(get("/api/uses", "rule", "reply", "cursor", "x").status()).isEqualTo(400);
    }

    /** On all pages: one of a Redis full of other keys may be empty. */
    private List<JsonNode> uses(String rule) throws IOException {
        List<JsonNode> uses = new ArrayList<>();
        JsonNode page = read("uses", "rule", rule);
        page.get("uses").forEach(uses::add);
        while (page.hasNonNull("next")) {
            page = read("uses", "rule", rule, "cursor", page.get("next").asText());
            page.get("uses").forEach(uses::add);
        }
        return uses;
    }

    private JsonNode read(String path, String... parameters) throws IOException {
        Reply reply = get("/api/" + path, parameters);
        assertThat(reply.status()).as(text(reply)).isEqualTo(200);
        assertThat(reply.type()).isEqualTo("application/json");
        JsonNode read = MAPPER.readTree(reply.body());
        JsonNode schema = description.at("/paths/~1" + path + "/get/responses/200/content/application~1json/schema");
        assertThat(wrong(read, schema, path)).isEmpty();
        return read;
    }

    /** What is there and not described, or described as required and not there. */
    private List<String> wrong(JsonNode value, JsonNode schema, String at) {
        List<String> wrong = new ArrayList<>();
        JsonNode meant =
                schema.has("$ref") ? description.at(schema.get("$ref").asText().substring(1)) : schema;
        String type = meant.path("type").asText("object");
        if (value.isArray()) {
            value.forEach(each -> wrong.addAll(wrong(each, meant.path("items"), at + "[]")));
        } else if (value.isObject()) {
            meant.path("required").forEach(name -> {
                if (!value.has(name.asText())) {
                    wrong.add(at + " lacks " + name.asText());
                }
            });
            for (Iterator<String> names = value.fieldNames(); names.hasNext(); ) {
                String name = names.next();
                JsonNode property = meant.path("properties").path(name);
                if (property.isMissingNode() && meant.has("additionalProperties")) {
                    property = meant.get("additionalProperties");
                }
                if (property.isMissingNode()) {
                    wrong.add(at + "." + name + " is not described");
                } else {
                    wrong.addAll(wrong(value.get(name), property, at + "." + name));
                }
            }
        }
        String kind = kind(value);
        if (!kind.equals(type)) {
            wrong.add(at + " is " + kind + ", not " + type);
        }
        if (meant.has("enum")
                && !MAPPER.convertValue(meant.get("enum"), List.class).contains(value.asText())) {
            wrong.add(at + " is none of its values: " + value);
        }
        return wrong;
    }

    private static String kind(JsonNode value) {
        return switch (value.getNodeType()) {
            case ARRAY -> "array";
            case OBJECT -> "object";
            case BOOLEAN -> "boolean";
            case NUMBER -> value.isIntegralNumber() ? "integer" : "number";
            default -> "string";
        };
    }

    @Test
    void whatIsReadIsDescribed() throws IOException {
        assertThat(read("token").get("token").asText()).isEqualTo(TOKEN);
        assertThat(read("rules").at("/rules/0/name").asText()).isEqualTo("reply");
        assertThat(read("locked", "rule", "login").at("/locked/0/state/reason").asText())
                .isEqualTo("why not");
        assertThat(read("who", "q", "bob").at("/found")).hasSize(2);
        assertThat(read("events").has("events")).isTrue();
        guard.rules().override("limit.reply.rate", "2/1m", Duration.ofHours(1), "flood");
        assertThat(read("overrides").at("/overrides/0/value").asText()).isEqualTo("2/1m");
        assertThat(read("audit").at("/audit/0/reason").asText()).isEqualTo("flood");
        assertThat(read("overview").at("/rules")).isNotEmpty();
        guard.rules().override("limit.reply.enforce", "false", Duration.ofHours(1), "a trial");
        guard.limiter("reply").tryAcquire(BOB);
        assertThat(read("trial").at("/rules/0/uses/0/rate").asText()).isEqualTo("2/1m");
        guard.lockouts("login").begin(Key.of("amy")).failed();
        assertThat(read("sign-ins").at("/signIns/0/attempts/failed").asLong()).isEqualTo(1);
    }

    @Test
    void aRefusedFileIsToldWithAllItsProblems(@TempDir Path directory) throws IOException {
        assertThat(read("overview").has("file")).as("there is none").isFalse();
        Path file = directory.resolve("ostiary.properties");
        Files.writeString(file, "limit.reply.rate=5/1m");
        given(GuardBuilder.fromProperties(file).property("reload", "off"));
        assertThat(read("overview").at("/file/problems")).isEmpty();
        Files.writeString(file, "limit.reply.rate=many\nlimit.reply.ratte=1/1m");
        OperatorApi.of(guard).reload(new Operator("eve", "test"), "");
        assertThat(read("overview").at("/file/name").asText()).isEqualTo(file.toString());
        assertThat(read("overview").at("/file/problems")).hasSize(2);
        Files.writeString(file, "limit.reply.rate=7/1m");
        OperatorApi.of(guard).reload(new Operator("eve", "test"), "");
        assertThat(read("overview").at("/file/problems")).isEmpty();
        assertThat(read("overview").at("/file").has("reloaded")).isTrue();
    }

    @Test
    void everythingThatIsDescribedIsThere() {
        List<String> missing = new ArrayList<>();
        description.get("paths").fieldNames().forEachRemaining(path -> {
            boolean reads = description.get("paths").get(path).has("get");
            Reply reply = reads ? get("/api" + path) : post("/api" + path, "rule", "nobody");
            if (reply.status() == 404 || (!reads && text(reply).contains("nothing called"))) {
                missing.add(path);
            }
        });
        assertThat(missing).isEmpty();
    }

    @Test
    void changesAreMadeByWhatListsTell() throws IOException {
        String code = read("locked").at("/locked/0/code").asText();
        assertThat(text(post("/api/unlock", "rule", "login", "key", code)))
                .isEqualTo("{\"done\":\"unlock\",\"count\":1}");
        assertThat(guard.lockouts("login").state(BOB).phase()).isEqualTo(Phase.OPEN);
        post("/api/lock", "rule", "login", "name", "BOB", "duration", "2h");
        assertThat(guard.lockouts("login").state(BOB).remaining()).hasValue(Duration.ofHours(2));
        String identity = read("locked").at("/locked/0/identity").asText();
        post("/api/unlock", "rule", "login", "identity", identity);
        assertThat(guard.lockouts("login").state(BOB).phase()).isEqualTo(Phase.OPEN);
    }

    @Test
    void whoeverHasANameIsUnlockedWhereverTheyAreLocked() throws IOException {
        given(
                "lockout.sign-in.key=param:username + ip",
                "lockout.sign-in.steps=3/1m lock 15m",
                "limit.browse.rate=9/1m");
        Key here = BOB.and(Key.ip("203.0.113.7"));
        Key there = BOB.and(Key.ip("203.0.113.8"));
        Key ann = Key.part("param:username", "ann").and(Key.ip("203.0.113.7"));
        for (Key key : List.of(here, there, ann)) {
            guard.lockouts("sign-in").lock(key, Duration.ofHours(1), "");
        }
        assertThat(text(post("/api/unlock", "rule", "sign-in", "name", "Bob", "address", "203.0.113.8")))
                .contains("\"count\":1");
        assertThat(guard.lockouts("sign-in").state(here).phase()).isEqualTo(Phase.LOCKED);
        guard.lockouts("sign-in").lock(there, Duration.ofHours(1), "");
        assertThat(text(post("/api/unlock", "rule", "sign-in", "name", "BOB"))).contains("\"count\":2");
        assertThat(read("locked", "rule", "sign-in").at("/locked")).hasSize(1);
        Reply nobody = post("/api/unlock", "rule", "sign-in", "name", "bbo");
        assertThat(nobody.status()).isEqualTo(404);
        assertThat(text(nobody)).contains("lockout.sign-in locks no caller called 'bbo'");
        assertThat(post("/api/unlock", "rule", "sign-in", "name", "bob").status())
                .isEqualTo(404);
    }

    /** It is in no list yet. */
    @Test
    void whoeverHasFailedIsForgivenByName() {
        Key ann = Key.part("param:username", "ann");
        try (Attempt attempt = guard.lockouts("login").begin(ann)) {
            attempt.failed();
        }
        assertThat(text(post("/api/unlock", "rule", "login", "name", "ann"))).contains("\"count\":1");
        assertThat(guard.lockouts("login").state(ann).failures()).isZero();
    }

    @Test
    void aRuleThatThereIsNotIsNamedWithTheOneThatIsMeant() {
        for (String what : List.of("unlock", "lock", "unlock-many")) {
            assertThat(text(post("/api/" + what, "rule", "logni", "name", "bob")))
                    .as(what)
                    .contains("there is no lockout 'logni'; did you mean 'login'?");
        }
        for (String what : List.of("reset", "credit")) {
            assertThat(text(post("/api/" + what, "rule", "rely", "name", "bob", "permits", "1")))
                    .as(what)
                    .contains("there is no limit 'rely'; did you mean 'reply'?");
        }
        assertThat(text(post("/api/unlock", "rule", "reply", "name", "bob")))
                .as("no lockout")
                .contains("there is no lockout 'reply'; did you mean 'login'?");
        assertThat(text(get("/api/locked", "rule", "logni"))).contains("did you mean 'login'?");
    }

    @Test
    void valuesAreOverriddenForAWhile() {
        assertThat(post("/api/overrides", "key", "limit.reply.rate", "value", "2/1m", "reason", "flood")
                        .status())
                .isEqualTo(200);
        assertThat(guard.rules().overrides()).singleElement().satisfies(each -> {
            assertThat(each.change().by()).isEqualTo("grace");
            assertThat(each.change().from()).isEqualTo("console 192.0.2.9");
            assertThat(each.change().reason()).isEqualTo("flood");
        });
        assertThat(guard.limiter("reply").peek(Key.principal("bob")).limit()).hasValue(2);
        assertThat(post("/api/overrides/remove", "key", "limit.reply.rate").status())
                .isEqualTo(200);
        assertThat(guard.rules().overrides()).isEmpty();
        assertThat(post("/api/overrides", "key", "limit.reply.rate", "value", "often")
                        .status())
                .isEqualTo(400);
    }

    @Test
    void anOverrideSaysUntilWhenItIsInForce() throws IOException {
        Reply done = post("/api/overrides", "key", "limit.reply.rate", "value", "2/1m");
        assertThat(MAPPER.readTree(done.body()).get("until").asText())
                .isEqualTo(guard.rules().overrides().get(0).until().toString());
        assertThat(text(post("/api/reset", "rule", "reply", "name", "bob"))).doesNotContain("until");
    }

    @Test
    void whatIsWrongIsAProblem() throws IOException {
        for (Reply reply : List.of(
                post("/api/unlock", "rule", "login"),
                post("/api/lock", "rule", "login", "name", "bob", "duration", "soon"),
                post("/api/lock", "rule", "login", "name", "bob", "reason", "x".repeat(201)),
                get("/api/nothing"),
                get("/api"))) {
            assertThat(reply.type()).isEqualTo("application/problem+json");
            JsonNode problem = MAPPER.readTree(reply.body());
            assertThat(wrong(problem, description.at("/components/schemas/Problem"), "problem"))
                    .isEmpty();
        }
    }

    @Test
    void whatIsAbsentIsLeftOut() {
        assertThat(Json.object("a", Optional.empty(), "b", Optional.of(1), "c", List.of("x", true)))
                .hasToString("{\"b\":1,\"c\":[\"x\",true]}");
    }
}
