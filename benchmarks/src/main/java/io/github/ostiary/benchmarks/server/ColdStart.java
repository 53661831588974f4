package io.github.ostiary.benchmarks.server;

import io.github.ostiary.benchmarks.ResultTable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;

/**
 * Requests served in the first second after a server's start, and in the first six, when no code is compiled yet: a
 * fresh JVM each time, contenders in turn. Run: {@code java -cp benchmarks.jar
 * io.github.ostiary.benchmarks.server.ColdStart [starts of each]}.
 */
public final class ColdStart {

    private static final List<Contender> CONTENDERS = List.of(
            Contender.NONE, Contender.BUCKET4J, Contender.TOMCAT_FILTER, Contender.TOKEN_BUCKET, Contender.HEADERS);
    private static final List<String> COLUMNS =
            List.of("start ms", "added ms", "first second", "ratio 1 s", "first six", "ratio 6 s");

    /**
     * One start.
     *
     * @param millis that server and application took to start
     * @param one requests answered in the first second
     * @param six requests answered in the first six
     */
    private record Start(double millis, double one, double six) {}

    private final ServerKind kind;
    private final int times;
    private final Map<Contender, List<Start>> starts = new EnumMap<>(Contender.class);

    private ColdStart(ServerKind kind, int times) {
        this.kind = kind;
        this.times = times;
    }

    /** Measures, prints tables, and leaves them as results. */
    public static void main(String[] args) throws Exception {
        for (ServerKind kind : ServerKind.values()) {
            ColdStart cold = new ColdStart(kind, args.length > 0 ? Integer.parseInt(args[0]) : 5);
            cold.start(Contender.NONE);
            cold.compare();
        }
        System.exit(0);
    }

    private void compare() throws Exception {
        List<Contender> contenders = new ArrayList<>(CONTENDERS);
        contenders.retainAll(Contender.Run.LOCAL.contenders(kind));
        for (int i = 0; i < times; i++) {
            for (Contender contender : contenders) {
                starts.computeIfAbsent(contender, any -> new ArrayList<>()).add(start(contender));
            }
        }
        ResultTable table = new ResultTable(
                "cold-" + kind.name().toLowerCase(), kind.title + ", requests after a cold start", COLUMNS);
        for (Contender contender : contenders) {
            table.add(contender.title, figures(contender));
        }
        table.print();
        table.write();
    }

    private Start start(Contender contender) throws IOException, InterruptedException {
        try (ServerProcess server = ServerProcess.start(kind, contender, "");
                Callers callers = new Callers(server.port(), () -> Requests.page(200))) {
            long begun = System.nanoTime();
            long one = callers.askUntil(begun + TimeUnit.SECONDS.toNanos(1));
            return new Start(server.startMillis(), one, one + callers.askUntil(begun + TimeUnit.SECONDS.toNanos(6)));
        }
    }

    private double[] figures(Contender contender) {
        return new double[] {
            median(contender, Start::millis),
            median(contender, Start::millis) - median(Contender.NONE, Start::millis),
            median(contender, Start::one),
            median(contender, Start::one) / median(Contender.NONE, Start::one),
            median(contender, Start::six),
            median(contender, Start::six) / median(Contender.NONE, Start::six)
        };
    }

    private double median(Contender contender, ToDoubleFunction<Start> figure) {
        return ResultTable.median(
                starts.get(contender).stream().mapToDouble(figure).toArray());
    }
}
