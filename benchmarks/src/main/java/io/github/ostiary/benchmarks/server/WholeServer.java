package io.github.ostiary.benchmarks.server;

import io.github.ostiary.benchmarks.FarRedis;
import io.github.ostiary.benchmarks.ResultTable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;

/**
 * What a doorkeeper costs a whole server: requests per second, the server's CPU time and garbage per request. Every
 * contender has a server JVM of its own and they take turns in short rounds; what is compared is each round with the
 * floor's of the same turn. Run: {@code java -cp benchmarks.jar io.github.ostiary.benchmarks.server.WholeServer
 * [milliseconds per round] [rounds] [names]}; names choose among servers ({@code jetty}), runs ({@code local}) and
 * contenders ({@code token_bucket}). With {@code -Drtt=1} Redis is a millisecond away.
 */
public final class WholeServer {

    /** After three seconds some contenders' code is still being compiled. */
    private static final int WARM_UP_MILLIS = 8_000;

    /** Sign-ins take more code, and come less often: for that long they have been seen to become faster, by ten times in all. */
    private static final int WARM_UP_SIGN_INS = 80_000;

    /** How far away Redis is: the system property {@code rtt}. */
    private static final double MILLIS_AWAY = Double.parseDouble(System.getProperty("rtt", "0"));

    /**
     * What a server did in one round.
     *
     * @param perSecond requests
     * @param cpuMicros of the server, per request
     * @param bytes that the server's threads allocated, per request
     */
    private record Round(double perSecond, double cpuMicros, double bytes) {}

    private final long roundNanos;
    private final int rounds;

    private WholeServer(long roundMillis, int rounds) {
        this.roundNanos = TimeUnit.MILLISECONDS.toNanos(roundMillis);
        this.rounds = rounds;
    }

    /** Measures, prints tables, and leaves them as results. */
    public static void main(String[] args) throws Exception {
        List<String> words = new ArrayList<>(List.of(args));
        long millis = number(words, 250);
        WholeServer measured = new WholeServer(millis, (int) number(words, 16));
        Set<ServerKind> servers = chosen(ServerKind.class, words);
        Set<Contender.Run> runs = chosen(Contender.Run.class, words);
        Set<Contender> contenders = chosen(Contender.class, words);
        if (!words.isEmpty()) {
            throw new IllegalArgumentException("neither a server nor a run nor a contender: " + words);
        }
        for (ServerKind kind : servers) {
            for (Contender.Run run : runs) {
                List<Contender> some = new ArrayList<>(run.contenders(kind));
                some.removeIf(contender -> contender != run.contenders(kind).get(0) && !contenders.contains(contender));
                if (some.size() > 1) {
                    measured.compare(kind, run, some);
                }
            }
        }
        System.exit(0);
    }

    private static long number(List<String> words, long otherwise) {
        return !words.isEmpty() && words.get(0).matches("\\d+") ? Long.parseLong(words.remove(0)) : otherwise;
    }

    /** Those whose names are among the words, which are taken out; all if there are none. */
    private static <E extends Enum<E>> Set<E> chosen(Class<E> type, List<String> words) {
        Set<E> found = EnumSet.noneOf(type);
        for (E one : type.getEnumConstants()) {
            if (words.removeIf(word -> word.replace('-', '_').equalsIgnoreCase(one.name()))) {
                found.add(one);
            }
        }
        return found.isEmpty() ? EnumSet.allOf(type) : found;
    }

    private void compare(ServerKind kind, Contender.Run run, List<Contender> contenders) throws Exception {
        try (FarRedis redis = FarRedis.away(MILLIS_AWAY);
                Turns turns = new Turns(kind, contenders, redis.uri())) {
            turns.take((int) (TimeUnit.MILLISECONDS.toNanos(WARM_UP_MILLIS) / roundNanos));
            if (run.signsIn()) {
                turns.answer(WARM_UP_SIGN_INS);
            }
            turns.forget();
            turns.take(rounds);
            String title = kind.title + ", " + run.name().toLowerCase();
            String file =
                    "server-" + kind.name().toLowerCase() + "-" + run.name().toLowerCase();
            ResultTable table = new ResultTable(
                    MILLIS_AWAY == 0 ? file : file + "-far",
                    MILLIS_AWAY == 0 ? title : title + " " + MILLIS_AWAY + " ms away",
                    List.of("req/s", "ratio", "CPU µs", "added µs", "bytes", "added bytes"));
            for (Contender contender : contenders) {
                table.add(contender.title, turns.figures(contender));
            }
            table.print();
            table.write();
        }
    }

    /** The servers of one comparison, and what they did so far. */
    private final class Turns implements AutoCloseable {

        private final List<Contender> order;
        private final Contender floor;
        private final Map<Contender, ServerProcess> servers = new EnumMap<>(Contender.class);
        private final Map<Contender, Callers> callers = new EnumMap<>(Contender.class);
        private final Map<Contender, List<Round>> done = new EnumMap<>(Contender.class);

        Turns(ServerKind kind, List<Contender> contenders, String redis) throws IOException {
            this.order = new ArrayList<>(contenders);
            this.floor = contenders.get(0);
            for (Contender contender : contenders) {
                ServerProcess server = ServerProcess.start(kind, contender, redis);
                servers.put(contender, server);
                if (contender.refuses()) {
                    exhaust(contender, server);
                }
                callers.put(contender, new Callers(server.port(), contender::requests));
                done.put(contender, new ArrayList<>());
            }
        }

        /** The one request of each address that is admitted. */
        private void exhaust(Contender contender, ServerProcess server) throws IOException {
            if (contender != Contender.FLOOD_REFUSAL) {
                new Callers(server.port(), () -> Requests.page(200)).askOnce();
            }
        }

        /** Everybody's turn so many times; whoever was first is last in the next. */
        void take(int times) throws IOException, InterruptedException {
            for (int i = 0; i < times; i++) {
                for (Contender contender : order) {
                    done.get(contender).add(round(servers.get(contender), callers.get(contender)));
                }
                Collections.rotate(order, 1);
            }
        }

        /** Everybody answers so many requests, which are not measured. */
        void answer(int requests) throws IOException, InterruptedException {
            for (Callers calling : callers.values()) {
                for (long answered = 0; answered < requests; ) {
                    answered += calling.askUntil(System.nanoTime() + roundNanos);
                }
            }
        }

        void forget() {
            done.values().forEach(List::clear);
        }

        private Round round(ServerProcess server, Callers calling) throws IOException, InterruptedException {
            long bytes = server.allocatedBytes();
            long cpu = server.cpuNanos();
            long begun = System.nanoTime();
            double answers = calling.askUntil(begun + roundNanos);
            double seconds = (System.nanoTime() - begun) / 1e9;
            double micros = (server.cpuNanos() - cpu) / 1e3;
            return new Round(answers / seconds, micros / answers, (server.allocatedBytes() - bytes) / answers);
        }

        /** Medians; what is compared with the floor is compared turn by turn. */
        double[] figures(Contender contender) {
            return new double[] {
                median(contender, Round::perSecond),
                compared(contender, (own, other) -> own.perSecond() / other.perSecond()),
                median(contender, Round::cpuMicros),
                compared(contender, (own, other) -> own.cpuMicros() - other.cpuMicros()),
                median(contender, Round::bytes),
                compared(contender, (own, other) -> own.bytes() - other.bytes())
            };
        }

        private double median(Contender contender, ToDoubleFunction<Round> figure) {
            return ResultTable.median(
                    done.get(contender).stream().mapToDouble(figure).toArray());
        }

        private double compared(Contender contender, Comparison comparison) {
            double[] all = new double[rounds];
            for (int i = 0; i < rounds; i++) {
                all[i] = comparison.of(
                        done.get(contender).get(i), done.get(floor).get(i));
            }
            return ResultTable.median(all);
        }

        @Override
        public void close() throws IOException {
            for (Callers calling : callers.values()) {
                calling.close();
            }
            for (ServerProcess server : servers.values()) {
                server.close();
            }
        }
    }

    private interface Comparison {
        double of(Round own, Round floor);
    }
}
