package io.github.ostiary.redis;

import io.github.ostiary.Algorithm;
import io.github.ostiary.store.Charge;
import io.github.ostiary.store.Operation;
import io.github.ostiary.store.StoreException;
import io.github.ostiary.store.Verdict;
import io.github.ostiary.testing.RedisServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.Pipeline;
import redis.clients.jedis.Response;

/** Decisions on a real server, each at a time of its own, sent without waiting for the answers before. */
final class RedisTrace implements AutoCloseable {

    /** What is asked when. */
    record Step(long micros, Operation operation, List<Charge> charges) {}

    /** What was said, and the counters whose keys had ended by then. */
    record Answer(List<Charge> ended, List<Verdict> verdicts) {}

    /** Notes of resets stay: the other side's do, too, and both go by the time that is written there. */
    private static final String CLOCK =
            """
            local now
            local function clock()
              local time = redis.call('GET', '%1$s:clock')
              local due = redis.call('ZRANGE', '%1$s:ends', '-inf', time, 'BYSCORE')
              for _, key in ipairs(due) do
                redis.call('DEL', key)
                redis.call('ZREM', '%1$s:ends', key)
              end
              redis.call('RPUSH', '%1$s:ended', table.concat(due, ' '))
              now = tonumber(time)
              return now
            end
            local function expire(key, micros)
              if string.sub(key, -5) == ':held' then return end
              redis.call('ZADD', '%1$s:ends', string.format('%%.0f', now + micros), key)
            end
            local function put(key, text, micros)
              redis.call('SET', key, text)
              if string.sub(key, -6) ~= ':reset' then expire(key, micros) end
            end
            local function keep(key, terms)
              local ends = tonumber(redis.call('ZSCORE', '%1$s:ends', key))
              if ends < now + terms.lifetime then expire(key, terms.longest) end
            end
            return { clock = clock, expire = expire, put = put, keep = keep }
            """;

    private final Jedis jedis;
    private final String prefix;
    private final LoadedScript script;
    private final Map<String, Charge> counters = new HashMap<>();

    /** How often a clock was outside of the windows that were sent. */
    int outside;

    RedisTrace(RedisServer server, String prefix) {
        this.jedis = server.connect(Duration.ofSeconds(30));
        this.prefix = prefix;
        this.script = new LoadedScript(jedis, Script.decide(CLOCK.formatted(prefix)));
    }

    List<Answer> run(List<Step> steps) throws StoreException {
        return steps.stream().anyMatch(RedisTrace::isOfCalendar) ? oneByOne(steps) : together(steps);
    }

    private static boolean isOfCalendar(Step step) {
        return step.charges.stream().anyMatch(charge -> charge.limit().algorithm() == Algorithm.CALENDAR);
    }

    /** What is outside of the windows that were sent is asked again, before the next step. */
    private List<Answer> oneByOne(List<Step> steps) throws StoreException {
        List<Answer> answers = new ArrayList<>(steps.size());
        for (Step step : steps) {
            note(step);
            jedis.set(prefix + ":clock", Long.toString(step.micros));
            ScriptArguments wire = new ScriptArguments(step::micros).add(prefix, step.operation, step.charges);
            Object reply = ask(wire);
            for (int i = 0; i <= step.charges.size(); i++) {
                ScriptArguments instead = reply instanceof byte[] error ? wire.instead(error) : null;
                if (instead != null) {
                    outside++;
                    wire = instead;
                    reply = ask(wire);
                }
            }
            Set<String> ended = new LinkedHashSet<>();
            jedis.lrange(prefix + ":ended", 0, -1)
                    .forEach(keys -> ended.addAll(keys.isEmpty() ? List.of() : List.of(keys.split(" "))));
            jedis.del(prefix + ":ended");
            answers.add(new Answer(counters(String.join(" ", ended)), ScriptArguments.verdicts(reply, step.charges)));
        }
        return answers;
    }

    private Object ask(ScriptArguments wire) {
        Response<Object> reply;
        try (Pipeline pipeline = jedis.pipelined()) {
            reply = pipeline.executeCommand(script.call(wire));
        }
        return ((List<?>) reply.get()).get(0);
    }

    private List<Answer> together(List<Step> steps) throws StoreException {
        List<Response<Object>> replies = new ArrayList<>(steps.size());
        Response<List<String>> ended;
        try (Pipeline pipeline = jedis.pipelined()) {
            steps.forEach(step -> replies.add(send(pipeline, step)));
            ended = pipeline.lrange(prefix + ":ended", 0, -1);
            pipeline.del(prefix + ":ended");
        }
        List<Answer> answers = new ArrayList<>(steps.size());
        for (int i = 0; i < steps.size(); i++) {
            List<?> decisions = (List<?>) replies.get(i).get();
            answers.add(new Answer(
                    counters(ended.get().get(i)),
                    ScriptArguments.verdicts(decisions.get(0), steps.get(i).charges())));
        }
        return answers;
    }

    private Response<Object> send(Pipeline pipeline, Step step) {
        note(step);
        pipeline.set(prefix + ":clock", Long.toString(step.micros));
        ScriptArguments wire = new ScriptArguments().add(prefix, step.operation, step.charges);
        return pipeline.executeCommand(script.call(wire));
    }

    private void note(Step step) {
        step.charges.forEach(charge -> counters.put(ScriptArguments.key(prefix, charge), charge));
    }

    private List<Charge> counters(String keys) {
        return keys.isEmpty()
                ? List.of()
                : Stream.of(keys.split(" ")).map(counters::get).toList();
    }

    /** Leaves nothing behind. */
    @Override
    public void close() {
        counters.keySet().forEach(key -> jedis.del(key, key + ":reset", key + ":held"));
        jedis.del(prefix + ":clock", prefix + ":ends");
        script.close();
        jedis.close();
    }
}
