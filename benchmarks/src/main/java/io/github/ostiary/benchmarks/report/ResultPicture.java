package io.github.ostiary.benchmarks.report;

import io.github.ostiary.benchmarks.ResultTable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Draws what matters of the results as bars, each relative to the floor or the peer of the same run. */
final class ResultPicture {

    private static final int WIDTH = 880;
    private static final int MARGIN = 20;
    private static final int COLUMN = 430;
    private static final int LABEL = 190;
    private static final int BAR = 15;
    private static final int STEP = 21;
    private static final int HEAD = 52;
    private static final int ROOM_FOR_FIGURE = 50;

    /**
     * Some bars under a title.
     *
     * @param better what the arrow says
     * @param end the figure at which a bar is full
     */
    private record Panel(String title, String better, double end, List<Bar> bars) {

        int height() {
            return HEAD + bars.size() * STEP;
        }
    }

    private record Bar(String label, double figure) {

        String look() {
            return label.startsWith("Ostiary") ? "ours" : figure == 1 ? "floor" : "peer";
        }
    }

    private final StringBuilder svg = new StringBuilder();

    private ResultPicture() {}

    /** The picture; empty if nothing that it shows was measured. */
    static String draw() throws IOException {
        List<Panel> panels = panels();
        if (panels.isEmpty()) {
            return "";
        }
        int height = MARGIN;
        ResultPicture picture = new ResultPicture();
        for (int i = 0; i < panels.size(); i += 2) {
            Panel left = panels.get(i);
            picture.panel(left, MARGIN, height);
            int tallest = left.height();
            if (i + 1 < panels.size()) {
                picture.panel(panels.get(i + 1), MARGIN + COLUMN, height);
                tallest = Math.max(tallest, panels.get(i + 1).height());
            }
            height += tallest + MARGIN;
        }
        return head(height) + picture.svg + "</svg>\n";
    }

    private static List<Panel> panels() throws IOException {
        List<Panel> panels = new ArrayList<>();
        for (String kind : List.of("jetty", "tomcat")) {
            ratios(panels, "server-" + kind + "-local", "requests per second", "ratio");
        }
        for (String kind : List.of("jetty", "tomcat")) {
            ratios(panels, "cold-" + kind, "in the first second", "ratio 1 s");
        }
        if (ResultTable.exists("local")) {
            ResultTable local = ResultTable.read("local");
            panels.add(decisions(local, "hot ns", "One decision, one caller: time"));
            panels.add(decisions(local, "zipf ns", "One decision, 100,000 callers: time"));
        }
        for (int threads : List.of(8, 32)) {
            if (ResultTable.exists("redis-path-" + threads + "-hot")) {
                panels.add(redis(threads));
            }
        }
        return panels;
    }

    private static void ratios(List<Panel> panels, String file, String what, String column) throws IOException {
        if (ResultTable.exists(file)) {
            ResultTable table = ResultTable.read(file);
            List<Bar> bars = new ArrayList<>();
            for (String name : table.names()) {
                bars.add(new Bar(name, table.figure(name, column)));
            }
            String server = table.title().split(",")[0];
            panels.add(new Panel(server + ": " + what, "÷ no filter; longer is better", 1.1, bars));
        }
    }

    private static Panel decisions(ResultTable local, String column, String title) {
        String floor = "Caffeine get + CAS";
        List<Bar> bars = new ArrayList<>();
        double longest = 1;
        for (String name : local.names()) {
            double figure = local.figure(name, column) / local.figure(floor, column);
            if (!Double.isNaN(figure)) {
                bars.add(new Bar(name, figure));
                longest = Math.max(longest, figure);
            }
        }
        return new Panel(title, "÷ " + floor + "; shorter is better", longest, bars);
    }

    private static Panel redis(int threads) throws IOException {
        List<Bar> bars = new ArrayList<>();
        double longest = 1;
        bars.add(new Bar("Bucket4j-jedis", 1));
        for (String callers : List.of("many", "hot")) {
            ResultTable table = ResultTable.read("redis-path-" + threads + "-" + callers);
            double figure = table.figure("Ostiary", "ratio");
            bars.add(new Bar("Ostiary, " + (callers.equals("hot") ? "one hot key" : "10,000 keys"), figure));
            longest = Math.max(longest, figure);
        }
        return new Panel(
                "Through Redis, " + threads + " threads",
                "decisions ÷ Bucket4j-jedis; longer is better",
                longest,
                bars);
    }

    private static String head(int height) {
        return """
                <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %1$d %2$d" width="%1$d" height="%2$d" role="img">
                <title>What a doorkeeper costs</title>
                <desc>The figures are those of the tables in RESULTS.md.</desc>
                <style>
                text { font: 12px system-ui, -apple-system, 'Segoe UI', Helvetica, Arial, sans-serif; fill: #57606a }
                .name { font-weight: 600; font-size: 14px; fill: #1f2328 }
                .small { font-size: 11px }
                .label { text-anchor: end }
                .figure { paint-order: stroke; stroke: #fff; stroke-width: 4px }
                .card { fill: #fff; stroke: #d0d7de }
                .ours { fill: #1a7f37 } .peer { fill: #54aeff } .floor { fill: #8c959f }
                line { stroke: #8c959f; stroke-dasharray: 3 3 }
                @media (prefers-color-scheme: dark) {
                text { fill: #9198a1 } .name { fill: #f0f6fc } .card { fill: #0d1117; stroke: #3d444d }
                .figure { stroke: #0d1117 } .ours { fill: #3fb950 } .peer { fill: #388bfd } .floor { fill: #656c76 } line { stroke: #656c76 }
                }
                </style>
                <rect class="card" x=".5" y=".5" width="%3$d" height="%4$d" rx="8"/>
                """
                .formatted(WIDTH, height, WIDTH - 1, height - 1);
    }

    private void panel(Panel panel, int x, int y) {
        text(x, y + 16, "name", panel.title());
        text(x, y + 33, "small", panel.better());
        int from = x + LABEL;
        double scale = (COLUMN - LABEL - MARGIN - ROOM_FOR_FIGURE) / panel.end();
        int top = y + HEAD - 8;
        svg.append("<line x1=\"%1$.1f\" y1=\"%2$d\" x2=\"%1$.1f\" y2=\"%3$d\"/>\n"
                .formatted(from + scale, top - 4, top + panel.bars().size() * STEP));
        for (int i = 0; i < panel.bars().size(); i++) {
            Bar bar = panel.bars().get(i);
            int at = top + i * STEP;
            text(from - 8, at + 12, "small label", shortened(bar.label()));
            svg.append("<rect class=\"%s\" x=\"%d\" y=\"%d\" width=\"%.1f\" height=\"%d\" rx=\"2\"/>\n"
                    .formatted(bar.look(), from, at, Math.min(bar.figure(), panel.end()) * scale, BAR));
            text(
                    from + Math.min(bar.figure(), panel.end()) * scale + 6,
                    at + 12,
                    "small",
                    ResultTable.text(bar.figure()));
        }
    }

    private static String shortened(String label) {
        return label.replace("a filter that only passes on", "an empty filter")
                .replace(", a filter by hand", "")
                .replace("token bucket, quota headers", "quota headers");
    }

    private void text(double x, double y, String look, String words) {
        svg.append("<text class=\"%s\" x=\"%.1f\" y=\"%.1f\">%s</text>\n"
                .formatted(look, x, y, words.replace("&", "&amp;").replace("<", "&lt;")));
    }
}
