package io.github.ostiary.console;

import io.github.ostiary.operator.Figures.Recent;
import io.github.ostiary.operator.Figures.Slice;
import java.util.List;

/** A small picture of what has just passed: what was let in as an area, what was denied as bars above it. */
final class Sparkline {

    private static final int WIDTH = 120;
    private static final int HEIGHT = 28;

    private Sparkline() {}

    static Html of(Recent recent) {
        List<Slice> parts = recent.parts();
        long most = parts.stream()
                .mapToLong(part -> part.allowed() + part.denied())
                .max()
                .orElse(0);
        if (most == 0) {
            return Html.of("<span class=\"hint\">quiet</span>");
        }
        StringBuilder area = new StringBuilder("M0 " + HEIGHT);
        StringBuilder line = new StringBuilder();
        StringBuilder bars = new StringBuilder();
        for (int i = 0; i < parts.size(); i++) {
            int left = i * WIDTH / parts.size();
            int right = (i + 1) * WIDTH / parts.size();
            int allowed = y(parts.get(i).allowed(), most);
            int both = y(parts.get(i).allowed() + parts.get(i).denied(), most);
            area.append('V').append(allowed).append('H').append(right);
            line.append(i == 0 ? "M0 " : "V").append(allowed).append('H').append(right);
            if (parts.get(i).denied() > 0) {
                bars.append('M').append(left).append(' ').append(allowed);
                bars.append('H')
                        .append(right)
                        .append('V')
                        .append(Math.min(both, allowed - 1))
                        .append('H')
                        .append(left);
                bars.append('z');
            }
        }
        area.append('V').append(HEIGHT).append('z');
        return Html.of(
                """
                <svg class="spark" viewBox="0 0 120 28" preserveAspectRatio="none" role="img" aria-label="last hour by minutes, at most {} in one: {} admitted, {} denied"><path class="in-area" d="{}"/><path class="in" d="{}" vector-effect="non-scaling-stroke"/><path class="out" d="{}"/></svg>""",
                most,
                recent.allowed(),
                recent.denied(),
                pathText(area),
                pathText(line),
                pathText(bars));
    }

    private static int y(long value, long most) {
        return (int) (HEIGHT - value * (HEIGHT - 2) / most);
    }

    /** Longer than any name may be, and made of figures only. */
    private static Html pathText(StringBuilder path) {
        return Html.figures(path.toString());
    }
}
