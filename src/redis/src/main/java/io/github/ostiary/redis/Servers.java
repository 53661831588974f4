package io.github.ostiary.redis;

import io.github.ostiary.operator.StoreFigure;
import io.github.ostiary.store.Claim;
import io.github.ostiary.store.Operation;
import io.github.ostiary.store.Store;
import io.github.ostiary.store.StoreCounts;
import io.github.ostiary.store.StoreException;
import io.github.ostiary.store.Verdict;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.Connection;
import redis.clients.jedis.exceptions.JedisAskDataException;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.exceptions.JedisMovedDataException;
import redis.clients.jedis.exceptions.JedisRedirectionException;

/** Runs scripts on the servers of a store, however many there are. Thread-safe. */
final class Servers implements AutoCloseable {

    /*
     * Every call queues at the server that has its slot, and travels with those of other threads; nobody's other server is
     * waited for. The calls of one thread are in all their queues before it waits for any: however many slots and servers,
     * it takes as long as the slowest.
     *
     * What a server answers without having run the script (MOVED, ASK, NOSCRIPT, a function it has not) is sent again, to
     * whom and as it says, until the deadline, by the thread whose call it is: others that travelled with it have gone on.
     * What was sent and not answered is never sent again, since it may have counted. One server's failure is not another's:
     * each call has its own end.
     */
    private static final int DETOURS = 6;

    private static final String IN_CIRCLES = "Redis sends from one server to the next";
    private static final int MOST_NUMBERS = 1_000_000;

    /** How long a caller that is in no hurry waits for a server, µs. */
    private static final long UNHURRIED_MICROS = 1_000_000;

    final ServerContext context;
    final boolean divided;

    private final Owners owners;
    private final BackgroundExecutor chores = new BackgroundExecutor();
    private final AtomicBoolean refreshing = new AtomicBoolean();

    Servers(Owners owners, ServerContext context) {
        this.owners = owners;
        this.context = context;
        this.divided = owners.divided();
    }

    /** Asks the server that has all claims' counters, in one script call. */
    List<Verdict> ask(Operation operation, List<? extends Claim> claims, long deadlineMicros) throws StoreException {
        return verdicts(run(call(operation, claims, deadlineMicros), false), claims);
    }

    /** The request for claims whose counters one server decides together. */
    RoutedRequest call(Operation operation, List<? extends Claim> claims, long deadlineMicros) {
        int slot = slot(claims);
        return new RoutedRequest(slot, wire(slot).add(context.prefix(), operation, claims), deadlineMicros);
    }

    /** The request for what only one kind's module can do; see {@link #run(List)}. */
    RoutedRequest call(String operation, Claim claim) {
        List<Claim> claims = List.of(claim);
        int slot = slot(claims);
        return new RoutedRequest(slot, wire(slot).add(context.prefix(), operation, claims), context.deadline());
    }

    /** Says windows of the calendar by the time of the server that is asked. */
    private ScriptArguments wire(int slot) {
        Node owner = owners.owner(slot);
        return new ScriptArguments(owner == null ? context.time() : owner.calendar);
    }

    private int slot(List<? extends Claim> claims) {
        return divided ? Topology.slot(claims.get(0).identity()) : 0;
    }

    /** One per claim, or none; the observer of the store hears that its server has answered. */
    List<Verdict> verdicts(RoutedRequest call, List<? extends Claim> claims) throws StoreException {
        try {
            List<Verdict> verdicts = ScriptArguments.verdicts(reply(call), claims);
            context.watching().answered(node(call).links.name, call.begunMicros, call.endedMicros);
            return verdicts;
        } catch (StoreException e) {
            StoreCounts counts = context.counts();
            if (counts != null && RedisErrors.isTimeout(e)) {
                counts.count(StoreFigure.TIMEOUTS);
            }
            throw e;
        } catch (RuntimeException e) {
            throw new StoreException("Redis gave an answer that cannot be read", e);
        }
    }

    /** Each counter may have a time of its own, which its server tells. */
    private static int tries(RoutedRequest call) {
        return DETOURS + call.wire.keys.size();
    }

    /** Has a call run; the last try has its reply or its failure. */
    private RoutedRequest run(RoutedRequest first, boolean aside) {
        RoutedRequest call = first;
        for (int i = 0; i < tries(first); i++) {
            if (locate(call)) {
                queue(call, aside).execute(call);
            }
            RoutedRequest next = next(call);
            if (next == null) {
                return call;
            }
            call = next;
        }
        call.fail(new StoreException(IN_CIRCLES));
        return call;
    }

    /**
     * Has the calls run of a thread that waits for all of them; the last try of each has its reply or its failure.
     *
     * @param aside if they are no decisions, and must keep none waiting
     */
    List<RoutedRequest> exchange(List<RoutedRequest> calls, boolean aside) {
        if (calls.size() == 1) {
            return List.of(run(calls.get(0), aside));
        }
        List<RoutedRequest> tries = new ArrayList<>(calls);
        List<Integer> open = new ArrayList<>(calls.size());
        for (int i = 0; i < calls.size(); i++) {
            open.add(i);
        }
        int most = 0;
        for (RoutedRequest call : calls) {
            most = Math.max(most, tries(call));
        }
        for (int i = 0; i < most && !open.isEmpty(); i++) {
            open.forEach(at -> post(tries.get(at), aside));
            open.forEach(at -> sendPosted(tries.get(at), aside));
            open.forEach(at -> await(tries.get(at), aside));
            open.removeIf(at -> {
                RoutedRequest next = next(tries.get(at));
                tries.set(at, next == null ? tries.get(at) : next);
                return next == null;
            });
        }
        open.forEach(at -> tries.get(at).fail(new StoreException(IN_CIRCLES)));
        return tries;
    }

    private void post(RoutedRequest call, boolean aside) {
        if (locate(call)) {
            queue(call, aside).post(call);
        }
    }

    private static void sendPosted(RoutedRequest call, boolean aside) {
        if (call.node != null) {
            queue(call, aside).sendPosted();
        }
    }

    private static void await(RoutedRequest call, boolean aside) {
        if (call.node != null) {
            queue(call, aside).await(call);
        }
    }

    private static Combiner queue(RoutedRequest call, boolean aside) {
        return aside ? node(call).aside : node(call).decisions;
    }

    private static Node node(RoutedRequest call) {
        Node node = call.node;
        if (node == null) {
            throw new IllegalStateException("no server was asked");
        }
        return node;
    }

    /** Whether it is known where to send it; if not, it has failed. */
    private boolean locate(RoutedRequest call) {
        call.node = call.node == null ? owners.owner(call.slot) : call.node;
        if (call.node == null) {
            moved();
            call.fail(owners.nowhere().unsent());
        }
        return call.node != null;
    }

    /** The next try; null if it is over. */
    private @Nullable RoutedRequest next(RoutedRequest call) {
        Object said = call.failure == null ? call.said : null;
        if (said == ScriptRequest.ALONE) {
            return call.again(call.node, call.asking, true, call.form);
        }
        if (said instanceof JedisDataException refusal) {
            return follow(call, refusal);
        }
        return said instanceof byte[] error ? aboutItsTime(call, error) : null;
    }

    /** A server that was asked too late by its clock, or outside of the windows that it was sent, has decided nothing. */
    private static @Nullable RoutedRequest aboutItsTime(RoutedRequest call, byte[] error) {
        if (ScriptArguments.isLate(error)) {
            return call.again(call.node, call.asking, call.alone, call.form);
        }
        ScriptArguments instead = call.wire.instead(error);
        return instead == null ? null : call.instead(instead);
    }

    private @Nullable RoutedRequest follow(RoutedRequest call, JedisDataException said) {
        Node node = node(call);
        Procedure.Form instead = node.procedure.instead(call.form, said);
        if (instead != null) {
            return call.again(node, call.asking, call.alone, instead);
        }
        if (said instanceof JedisMovedDataException) {
            moved();
        }
        Node elsewhere =
                said instanceof JedisRedirectionException redirection ? owners.at(redirection.getTargetNode()) : null;
        if (elsewhere != null) {
            return call.again(elsewhere, said instanceof JedisAskDataException, call.alone, call.form);
        }
        call.fail(node.links.failed(RedisErrors.of(said).unsent()));
        return null;
    }

    /** Learns in the background which server has which slots; redirected calls have already followed. */
    void moved() {
        if (divided && refreshing.compareAndSet(false, true) && !chores.add(this::refresh, 0)) {
            refreshing.set(false);
        }
    }

    private void refresh() {
        refreshing.set(false);
        try {
            owners.refresh(Store.UNDIVIDED);
        } catch (StoreException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The script's answer about its only decision; an error counts against the server that sent it. */
    private Object reply(RoutedRequest call) throws StoreException {
        Object reply = call.reply();
        if (reply instanceof byte[] error) {
            throw node(call).links.failed(RedisErrors.of(new String(error, StandardCharsets.UTF_8)));
        }
        return reply;
    }

    /**
     * Runs scripts that are no decisions, in as few round trips as may be.
     *
     * @return one reply per call, in their order: what the script said, or, of a key that cannot be used, why
     * @throws StoreException if one has failed; others may have been carried out
     */
    List<Object> run(List<RoutedRequest> calls) throws StoreException {
        List<Object> replies = new ArrayList<>(calls.size());
        for (RoutedRequest call : exchange(calls, true)) {
            Object reply = call.reply();
            boolean alone = reply instanceof byte[] error
                    && !RedisErrors.of(new String(error, StandardCharsets.UTF_8))
                            .evidence();
            replies.add(alone ? reply : reply(call));
        }
        return replies;
    }

    /**
     * Asks the server that has an identity's keys something else, in no hurry. A server that says that another has the slot
     * has done nothing.
     *
     * @throws StoreException if it does not answer; it may have done what it was asked
     */
    <T> T onOwner(String identity, Function<Connection, T> question) throws StoreException {
        long deadline = unhurried();
        try {
            return ask(primaryOf(identity), question, deadline);
        } catch (StoreException e) {
            if (!divided || !RedisErrors.isElsewhere(e)) {
                throw e;
            }
            owners.refresh(Store.UNDIVIDED);
            return ask(primaryOf(identity), question, deadline);
        }
    }

    long unhurried() {
        return context.time().micros() + Math.max(context.budgetMicros(), UNHURRIED_MICROS);
    }

    /** Asks one server something else. */
    <T> T ask(String primary, Function<Connection, T> question, long deadlineMicros) throws StoreException {
        return primary(primary).ask(question, deadlineMicros);
    }

    /** Asks one server whether it works. */
    <T> T probe(String primary, Function<Connection, T> question) throws StoreException {
        return primary(primary).probe(question, context.deadline());
    }

    /** Connects ahead of need. */
    void open(String primary) throws StoreException {
        primary(primary).open(Node.LANES, context.deadline());
    }

    private Node primary(String name) throws StoreException {
        Node node = divided ? owners.primaries().get(name) : owners.owner(0);
        if (node == null) {
            throw divided ? new StoreException("this server has left the Redis cluster") : owners.nowhere();
        }
        return node;
    }

    void later(Runnable chore, long millis) {
        boolean unused = chores.add(chore, millis);
    }

    /** Asks who has which slots. */
    void refresh(String last) throws StoreException {
        owners.refresh(last);
    }

    Set<String> primaries() {
        Set<String> known = owners.primaries().keySet();
        return known.isEmpty() ? Set.of(Store.UNDIVIDED) : known;
    }

    String primaryOf(String identity) {
        Node owner = divided ? owners.owner(Topology.slot(identity)) : null;
        return owner == null ? Store.UNDIVIDED : owner.links.name;
    }

    /** A key that lies on a server, the same as long as its slots are: the first of those numbered that does. */
    String keyOn(String primary, String name) {
        String key = name;
        for (int i = 0; !primaryOf(key).equals(primary) && i < MOST_NUMBERS; i++) {
            key = name + ":" + i;
        }
        return key;
    }

    @Override
    public void close() {
        chores.close();
        context.threads().close();
        owners.close();
    }
}
