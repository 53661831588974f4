package io.github.ostiary.fleet;

import io.github.ostiary.fleet.SharedServer.Question;
import io.github.ostiary.store.Claim;
import io.github.ostiary.store.LockBook;
import io.github.ostiary.store.Operation;
import io.github.ostiary.store.SharedState;
import io.github.ostiary.store.Store;
import io.github.ostiary.store.StoreException;
import io.github.ostiary.store.Verdict;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.Set;

/** What a node asks of the shared server goes through the network: it arrives later, twice, in part, or not. */
final class RemoteStore implements Store {

    private static final Set<Operation> READS = Set.of(Operation.PEEK);

    /** Those that a script does one by one, so that a part of them can be done. */
    private static final Set<Operation> EACH = Set.of(
            Operation.RENEW,
            Operation.KEEP,
            Operation.FAIL,
            Operation.SUCCEED,
            Operation.ABANDON,
            Operation.UNCLEAR,
            Operation.RESTORE);

    private static final Set<Operation> BEGIN = Set.of(Operation.DECIDE, Operation.KEEP);

    private static final Comparator<Claim> BY_NAME = Comparator.<Claim, String>comparing(Claim::rule)
            .thenComparing(Claim::identity)
            .thenComparing(claim -> claim.id().length())
            .thenComparing(Claim::id);

    private final Simulator simulator;
    private final Network network;
    private final SharedServer server;
    private final NodePace pace;
    private final int node;
    private final long budgetMicros;
    private Observer observer = new Observer() {
        @Override
        public void answered(String primary, long begun, long ended) {}

        @Override
        public void failed(String primary, StoreException failure) {}
    };

    /** What came of a question, if it has arrived. */
    private static final class Reply<T> {
        boolean done;
        T answer;
        StoreException failure;
        RuntimeException refusal;
    }

    RemoteStore(Simulator simulator, Network network, SharedServer server, NodePace pace, int node, long budgetMicros) {
        this.simulator = simulator;
        this.network = network;
        this.server = server;
        this.pace = pace;
        this.node = node;
        this.budgetMicros = budgetMicros;
    }

    @Override
    public List<Verdict> ask(Operation operation, List<? extends Claim> claims, long deadlineMicros)
            throws StoreException {
        List<Claim> asked = List.copyOf(claims);
        boolean part = network.of(node) == Network.State.PARTIAL && asked.size() > 1 && EACH.contains(operation);
        if (part) {
            List<Claim> some = new ArrayList<>(asked);
            some.sort(BY_NAME);
            List<Claim> done = some.subList(0, simulator.random().nextInt(some.size()));
            if (!done.isEmpty()) {
                Object unused = exchange(
                        deadlineMicros,
                        counters -> counters.ask(operation, done, NO_DEADLINE),
                        true,
                        BEGIN.contains(operation));
            }
            throw new StoreException("the connection has ended");
        }
        boolean begins = BEGIN.contains(operation) && asked.stream().anyMatch(Claim::isHeld);
        return exchange(
                deadlineMicros,
                counters -> counters.ask(operation, asked, NO_DEADLINE),
                !READS.contains(operation),
                begins);
    }

    private <T> T exchange(long deadlineMicros, Question<T> question, boolean changes) throws StoreException {
        return exchange(deadlineMicros, question, changes, false);
    }

    /** What begins something and arrives after its deadline does nothing. */
    private <T> T exchange(long deadlineMicros, Question<T> question, boolean changes, boolean begins)
            throws StoreException {
        Random random = simulator.random();
        Network.State state = network.of(node);
        long begun = pace.micros();
        long left = deadlineMicros == NO_DEADLINE ? budgetMicros : deadlineMicros - begun;
        if (left <= 0) {
            throw StoreException.ofShortage("the time was over before anything was asked");
        }
        long until = pace.after(left);
        long there = network.delay(node, random);
        long back = network.delay(node, random);
        boolean ends = state == Network.State.LATE && random.nextBoolean();
        boolean lost = state == Network.State.HALF_OPEN || (state == Network.State.LOSSY && random.nextBoolean());
        if (state == Network.State.CUT) {
            simulator.sleepUntil(simulator.now() + 100);
            throw new StoreException("the connection was refused").unsent();
        }
        Reply<T> reply = new Reply<>();
        long heard = simulator.now() + there + back;
        if (state != Network.State.BLACK_HOLE) {
            Runnable unused = simulator.at(simulator.now() + there, World.OUTSIDE, () -> {
                if (!begins || simulator.now() <= until) {
                    answer(reply, question, changes);
                }
            });
        }
        if (ends) {
            simulator.sleepUntil(simulator.now() + 100);
            throw new StoreException("the connection has ended");
        }
        simulator.sleepUntil(Math.min(until, heard));
        if (!reply.done || lost || heard > until) {
            simulator.sleepUntil(until);
            throw new StoreException("there was no answer in time");
        }
        observer.answered(UNDIVIDED, begun, pace.micros());
        if (reply.failure != null) {
            throw reply.failure;
        }
        if (reply.refusal != null) {
            throw reply.refusal;
        }
        return reply.answer;
    }

    private <T> void answer(Reply<T> reply, Question<T> question, boolean changes) {
        reply.done = true;
        try {
            reply.answer = server.ask(question, changes);
        } catch (StoreException e) {
            reply.failure = e;
        } catch (RuntimeException e) {
            reply.refusal = e;
        }
    }

    @Override
    public LockBook locks() {
        return remote(LockBook.class, Store::locks, Set.of("state", "look", "list"));
    }

    @Override
    public SharedState sharedState() {
        return remote(SharedState.class, Store::sharedState, Set.of("get", "entries", "version", "lines"));
    }

    private interface Part<T> {
        T of(Store counters) throws StoreException;
    }

    /** Each call is a round trip. */
    private <T> T remote(Class<T> type, Part<T> part, Set<String> reads) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (self, method, given) -> {
            Question<Object> question = counters -> {
                try {
                    return method.invoke(part.of(counters), given);
                } catch (InvocationTargetException e) {
                    if (e.getCause() instanceof StoreException failure) {
                        throw failure;
                    }
                    if (e.getCause() instanceof RuntimeException failure) {
                        throw failure;
                    }
                    throw new IllegalStateException(e.getCause());
                } catch (IllegalAccessException e) {
                    throw new IllegalStateException(e);
                }
            };
            try {
                if (network.of(node) == Network.State.SHORT) {
                    simulator.sleepUntil(simulator.now() + 1_000);
                    throw StoreException.ofShortage("no connection was free; nothing was sent");
                }
                return exchange(NO_DEADLINE, question, !reads.contains(method.getName()));
            } catch (StoreException e) {
                observer.failed(UNDIVIDED, e);
                throw e;
            }
        }));
    }

    @Override
    public void ping() throws StoreException {
        boolean unused = exchange(NO_DEADLINE, counters -> true, false);
    }

    @Override
    public String epoch(String primary, long deadlineMicros) throws StoreException {
        return exchange(deadlineMicros, counters -> server.epoch(), false);
    }

    @Override
    public void observe(Observer watcher) {
        observer = watcher;
    }

    @Override
    public void close() {}
}
