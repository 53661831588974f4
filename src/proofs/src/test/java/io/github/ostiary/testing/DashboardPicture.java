package io.github.ostiary.testing;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Draws the dashboard's panels where Grafana puts them, with what Prometheus answers to their queries. */
public final class DashboardPicture {

    private static final int COLUMN = 50;
    private static final int ROW = 26;
    private static final int COLOURS = 8;

    private final Prometheus prometheus;
    private final Instant from;
    private final Instant to;
    private final String interval;
    private final StringBuilder svg = new StringBuilder();

    private DashboardPicture(Prometheus prometheus, Instant from, Instant to, String interval) {
        this.prometheus = prometheus;
        this.from = from;
        this.to = to;
        this.interval = interval;
    }

    /** A line of a chart. */
    private record Line(String name, List<double[]> points) {

        double last() {
            return points.get(points.size() - 1)[1];
        }

        double highest() {
            return points.stream().mapToDouble(point -> point[1]).max().orElse(0);
        }
    }

    /** The picture of a time, as SVG. */
    public static String of(Prometheus prometheus, Instant from, Instant to, String interval) {
        DashboardPicture picture = new DashboardPicture(prometheus, from, to, interval);
        int height = 0;
        for (JsonNode panel : PanelQuery.panels()) {
            JsonNode place = panel.get("gridPos");
            height = Math.max(height, (place.get("y").asInt() + place.get("h").asInt()) * ROW);
            picture.panel(panel, place);
        }
        return head(24 * COLUMN, height + 4) + picture.svg + "</svg>\n";
    }

    private static String head(int width, int height) {
        return """
                <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %1$d %2$d" width="%1$d" height="%2$d" role="img">
                <title>The dashboard's panels with figures of the example</title>
                <style>
                text { font: 11px system-ui, -apple-system, 'Segoe UI', Helvetica, Arial, sans-serif; fill: #57606a }
                .name { font-weight: 600; font-size: 13px; fill: #1f2328 } .small { font-size: 11px }
                .big { font-weight: 600; font-size: 26px; fill: #1f2328 }
                .page { fill: #f6f8fa } .card { fill: #fff; stroke: #d0d7de } .axis { stroke: #d0d7de }
                polyline { fill: none; stroke-width: 1.6 } .end { text-anchor: end } .middle { text-anchor: middle }
                .c0 { stroke: #0969da } .c1 { stroke: #bc4c00 } .c2 { stroke: #1a7f37 } .c3 { stroke: #8250df }
                .c4 { stroke: #cf222e } .c5 { stroke: #9a6700 } .c6 { stroke: #1b7c83 } .c7 { stroke: #bf3989 }
                @media (prefers-color-scheme: dark) {
                text { fill: #9198a1 } .name, .big { fill: #f0f6fc } .page { fill: #010409 } .card { fill: #0d1117; stroke: #3d444d }
                .axis { stroke: #3d444d }
                }
                </style>
                <rect class="page" width="%1$d" height="%2$d"/>
                """
                .formatted(width, height);
    }

    private void panel(JsonNode panel, JsonNode place) {
        int x = place.get("x").asInt() * COLUMN + 3;
        int y = place.get("y").asInt() * ROW + 3;
        int width = place.get("w").asInt() * COLUMN - 6;
        int height = place.get("h").asInt() * ROW - 6;
        if (panel.get("type").asText().equals("row")) {
            text(x + 4, y + 15, "name", panel.get("title").asText());
            return;
        }
        svg.append("<rect class=\"card\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"4\"/>\n"
                .formatted(x, y, width, height));
        boolean number = panel.get("type").asText().equals("stat");
        text(x + 10, y + 19, number ? "name small" : "name", panel.get("title").asText());
        JsonNode defaults = panel.at("/fieldConfig/defaults");
        String unit = defaults.has("decimals") ? "whole" : defaults.path("unit").asText();
        List<Line> lines = lines(panel);
        if (number) {
            String value = lines.isEmpty() ? "No data" : figure(lines.get(0).last(), unit);
            text(x + width / 2, y + height / 2 + 20, "big middle", value);
        } else {
            chart(lines, unit, x + 46, y + 32, width - 60, height - 88);
            names(lines, x + 12, y + height - 40, width - 20);
        }
    }

    private List<Line> lines(JsonNode panel) {
        List<Line> lines = new ArrayList<>();
        for (JsonNode target : panel.get("targets")) {
            String query = PanelQuery.expression(target.get("expr").asText(), interval);
            for (JsonNode series : prometheus.series(query, from, to)) {
                List<double[]> points = new ArrayList<>();
                for (JsonNode value : series.get("values")) {
                    double read = Double.parseDouble(value.get(1).asText());
                    if (Double.isFinite(read)) {
                        points.add(new double[] {value.get(0).asDouble(), read});
                    }
                }
                if (!points.isEmpty()) {
                    lines.add(new Line(name(target.path("legendFormat").asText(), series.get("metric")), points));
                }
            }
        }
        lines.sort(Comparator.comparingDouble(Line::highest).reversed());
        return lines;
    }

    private static String name(String format, JsonNode labels) {
        String name = format;
        for (var label : labels.properties()) {
            name = name.replace("{{" + label.getKey() + "}}", label.getValue().asText());
        }
        return name;
    }

    private void chart(List<Line> lines, String unit, int x, int y, int width, int height) {
        double top = lines.stream().mapToDouble(Line::highest).max().orElse(0);
        double most = top <= 0 ? 1 : top;
        svg.append("<path class=\"axis\" d=\"M%d %dh%dM%d %dh%d\"/>\n".formatted(x, y, width, x, y + height, width));
        text(x - 6, y + 4, "end", figure(most, unit));
        text(x - 6, y + height + 4, "end", "0");
        double begin = from.toEpochMilli() / 1_000.0;
        double span = Duration.between(from, to).toMillis() / 1_000.0;
        for (int i = lines.size() - 1; i >= 0; i--) {
            String points = lines.get(i).points().stream()
                    .map(point -> number(x + (point[0] - begin) / span * width) + ","
                            + number(y + height - point[1] / most * height))
                    .collect(Collectors.joining(" "));
            svg.append("<polyline class=\"c%d\" points=\"%s\"/>\n".formatted(i % COLOURS, points));
        }
    }

    /** Of the highest, as many as there is room for, without those that were always 0 beside others. */
    private void names(List<Line> lines, int left, int y, int width) {
        int x = left;
        int line = y;
        for (int i = 0; i < lines.size(); i++) {
            String name = lines.get(i).name();
            int needed = 30 + name.length() * 6;
            if (x > left && x + needed > left + width) {
                x = left;
                line += 15;
            }
            if (line > y + 2 * 15
                    || i > 0 && lines.get(0).highest() > 0 && lines.get(i).highest() == 0) {
                return;
            }
            svg.append(
                    "<path class=\"c%d\" stroke-width=\"3\" d=\"M%d %dh12\"/>\n".formatted(i % COLOURS, x, line - 4));
            text(x + 16, line, "", name);
            x += needed;
        }
    }

    private void text(int x, int y, String look, String words) {
        svg.append("<text class=\"%s\" x=\"%d\" y=\"%d\">%s</text>\n"
                .formatted(look, x, y, words.replace("&", "&amp;").replace("<", "&lt;")));
    }

    private static String figure(double value, String unit) {
        return switch (unit) {
            case "s" -> value < 1 ? rounded(value * 1_000) + " ms" : rounded(value) + " s";
            case "percentunit" -> rounded(value * 100) + " %";
            case "whole" -> Long.toString(Math.round(value));
            case "cps" -> rounded(value) + "/s";
            default -> rounded(value);
        };
    }

    private static String rounded(double value) {
        return value == Math.rint(value) || value >= 100
                ? Long.toString(Math.round(value))
                : String.format(Locale.ROOT, value < 10 ? "%.2f" : "%.1f", value);
    }

    private static String number(double value) {
        return Long.toString(Math.round(value));
    }
}
