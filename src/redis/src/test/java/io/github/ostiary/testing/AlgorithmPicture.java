package io.github.ostiary.testing;

import io.github.ostiary.Algorithm;
import io.github.ostiary.store.Limit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Draws what each algorithm does with the same actions, as it did it. {@link #main} writes the file of the README. */
public final class AlgorithmPicture {

    static final Path FILE = Path.of("src/docs/algorithms.svg");

    private static final String RATE = "10/10s";
    private static final int WINDOW = 10_000;
    private static final int END = 40_000;
    private static final int BURST = 15;
    private static final List<Integer> TRACE =
            IntStream.of(1_000, 3_500, 6_000).boxed().collect(Collectors.toCollection(ArrayList::new));

    static {
        burst(8_500, 24);
        burst(25_700, 12);
        burst(34_700, 12);
    }

    private static final int LEFT = 200;
    private static final double SCALE = 0.0138;
    private static final int TALL = 26;
    private static final int SHORT = 10;
    private static final int FIRST_ROW = 142;
    private static final int ROW = 70;

    private final StringBuilder svg = new StringBuilder();

    private AlgorithmPicture() {}

    private static void burst(int begin, int actions) {
        IntStream.range(0, actions).map(i -> begin + 250 * i).forEach(TRACE::add);
    }

    /** Writes the file. */
    public static void main(String[] args) throws IOException {
        Files.writeString(FILE, draw(Backend.LOCAL));
    }

    static List<AlgorithmRun> runs(Backend backend) {
        return List.of(
                run(backend, Limits.of(Algorithm.SLIDING_LOG, RATE)),
                run(backend, Limits.of(Algorithm.FIXED_WINDOW, RATE)),
                run(backend, Limits.of(Algorithm.SLIDING_WINDOW, RATE)),
                run(backend, Limits.bucket(Algorithm.TOKEN_BUCKET, RATE, BURST)),
                run(backend, Limits.bucket(Algorithm.LEAKY_BUCKET, RATE, 1)));
    }

    private static AlgorithmRun run(Backend backend, Limit limit) {
        return AlgorithmRun.of(backend, limit, TRACE, END);
    }

    static String draw(Backend backend) {
        AlgorithmPicture picture = new AlgorithmPicture();
        picture.head(runs(backend));
        picture.trace();
        int y = FIRST_ROW;
        for (AlgorithmRun run : runs(backend)) {
            picture.row(run, y);
            y += ROW;
        }
        picture.axis(y - 34);
        return picture.svg.append("</svg>\n").toString();
    }

    private void head(List<AlgorithmRun> runs) {
        String told = runs.stream()
                .map(run -> "%s lets in %d, at most %d within 10 s"
                        .formatted(
                                run.limit().algorithm().configName(),
                                run.admitted().size(),
                                run.within(run.fullest(WINDOW), WINDOW)))
                .collect(Collectors.joining("; "));
        svg.append(
                """
                <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 880 488" width="880" height="488" role="img">
                <title>How each algorithm treats the same actions</title>
                <desc>%d actions, limit 10 per 10 s: %s.</desc>
                <style>
                text { font: 12px system-ui, -apple-system, 'Segoe UI', Helvetica, Arial, sans-serif; fill: #57606a }
                .name { font-weight: 600; font-size: 14px; fill: #1f2328 }
                .big { font-weight: 600; font-size: 18px; fill: #1f2328 }
                .small { font-size: 11px }
                .middle { text-anchor: middle }
                .card { fill: #fff; stroke: #d0d7de }
                path, line { fill: none; stroke: #8c959f }
                .in { stroke: #1a7f37; stroke-width: 2.2 }
                .out { stroke: #cf222e; stroke-width: 2.2 }
                .all { stroke: #57606a; stroke-width: 2.2 }
                .left { fill: #54aeff; fill-opacity: .22; stroke: none }
                .edge { stroke: #8250df; stroke-dasharray: 3 3 }
                .most { stroke: #9a6700; stroke-width: 1.5 }
                .many { fill: #9a6700; font-weight: 600 }
                @media (prefers-color-scheme: dark) {
                text { fill: #9198a1 } .name, .big { fill: #f0f6fc } .card { fill: #0d1117; stroke: #3d444d }
                path, line { stroke: #656c76 } .in { stroke: #3fb950 } .out { stroke: #f85149 } .all { stroke: #9198a1 }
                .left { fill: #388bfd; fill-opacity: .28; stroke: none } .edge { stroke: #ab7df8 }
                .most { stroke: #d29922 } .many { fill: #d29922 }
                }
                </style>
                <rect class="card" x=".5" y=".5" width="879" height="487" rx="8"/>
                """
                        .formatted(TRACE.size(), told));
    }

    private void trace() {
        text(20, 30, "name", "%d actions, limit 10 per 10 s".formatted(TRACE.size()));
        legend();
        text(20, 82, "name", "asked");
        ticks("all", 86, -TALL, at -> true, TRACE);
        line("", x(0), 86, x(END), 86);
        text(x(3_500), 102, "small middle", "a trickle");
        text(x(11_400), 102, "small middle", "a burst");
        text(x(19_500), 102, "small middle", "silence");
        text(x(31_600), 102, "small middle", "two bursts, 9 s apart");
        text(x(END) + 54, 70, "small middle", "let in");
        text(x(END) + 54, 84, "small middle", "of %d".formatted(TRACE.size()));
    }

    private void legend() {
        line("in", 282, 32, 282, 18);
        text(290, 30, "", "let in");
        line("out", 345, 22, 345, 32);
        text(353, 30, "", "refused");
        svg.append("<rect class=\"left\" x=\"420\" y=\"18\" width=\"16\" height=\"14\"/>\n");
        text(442, 30, "", "permits left");
        line("edge", 531, 16, 531, 34);
        text(539, 30, "", "a window's edge");
        bracket(652, 678, 22);
        text(686, 30, "", "the 10 s that let in most");
    }

    private void row(AlgorithmRun run, int y) {
        Algorithm algorithm = run.limit().algorithm();
        text(20, y - 12, "name", algorithm.configName());
        text(20, y + 5, "small", promise(algorithm));
        left(run, y);
        if (algorithm == Algorithm.FIXED_WINDOW) {
            run.opened(WINDOW).forEach(at -> {
                edge(at, y);
                edge(at + WINDOW, y);
            });
        }
        line("", x(0), y, x(END), y);
        ticks("in", y, -TALL, run.admitted()::contains, TRACE);
        ticks("out", y, SHORT, run.denied()::contains, TRACE);
        int begin = run.fullest(WINDOW);
        bracket(x(begin), Math.min(x(begin + WINDOW), x(END)), y + 16);
        text(x(begin + WINDOW / 2), y + 34, "many middle", "" + run.within(begin, WINDOW));
        text(x(END) + 54, y - 4, "big middle", "" + run.admitted().size());
    }

    private static String promise(Algorithm algorithm) {
        return switch (algorithm) {
            case SLIDING_LOG -> "at most 10 in any 10 s";
            case FIXED_WINDOW -> "10 until the window ends";
            case SLIDING_WINDOW -> "at most 10 in any 9 s";
            case TOKEN_BUCKET -> "burst " + BURST + ", then one a second";
            case LEAKY_BUCKET -> "burst 1: one a second";
            case CALENDAR -> "10 until the clock says";
        };
    }

    private void left(AlgorithmRun run, int y) {
        StringBuilder path = new StringBuilder("M%s %d".formatted(number(x(0)), y));
        run.left()
                .forEach((at, left) -> path.append("H%sV%s"
                        .formatted(
                                number(x(at)),
                                number(y - TALL * (double) left / run.limit().capacity()))));
        svg.append("<path class=\"left\" d=\"%sH%sV%dZ\"/>\n".formatted(path, number(x(END)), y));
    }

    private void ticks(String look, int y, int height, IntPredicate which, List<Integer> times) {
        String path = times.stream()
                .filter(which::test)
                .map(at -> "M%s %dv%d".formatted(number(x(at)), y, height))
                .collect(Collectors.joining());
        svg.append("<path class=\"%s\" d=\"%s\"/>\n".formatted(look, path));
    }

    private void edge(int at, int y) {
        if (at < END) {
            line("edge", x(at), y - TALL - 8, x(at), y + SHORT + 4);
        }
    }

    private void bracket(double from, double to, int y) {
        svg.append("<path class=\"most\" d=\"M%s %dv5H%sv-5\"/>\n".formatted(number(from), y, number(to)));
    }

    private void axis(int y) {
        line("", x(0), y, x(END), y);
        for (int at = 0; at <= END; at += WINDOW / 2) {
            line("", x(at), y, x(at), y + 4);
            text(x(at), y + 17, "small middle", at / 1_000 + " s");
        }
    }

    private void line(String look, double x1, double y1, double x2, double y2) {
        svg.append("<line class=\"%s\" x1=\"%s\" y1=\"%s\" x2=\"%s\" y2=\"%s\"/>\n"
                .formatted(look, number(x1), number(y1), number(x2), number(y2)));
    }

    private void text(double x, double y, String look, String words) {
        svg.append("<text class=\"%s\" x=\"%s\" y=\"%s\">%s</text>\n".formatted(look, number(x), number(y), words));
    }

    private static double x(int millis) {
        return LEFT + millis * SCALE;
    }

    /** Tenths of a pixel. */
    private static String number(double value) {
        long tenths = Math.round(value * 10);
        return tenths % 10 == 0 ? "" + tenths / 10 : tenths / 10 + "." + tenths % 10;
    }
}
