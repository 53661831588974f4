package io.github.ostiary.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.operator.Figures.Recent;
import io.github.ostiary.operator.Figures.Slice;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class SparklineTest {

    private static String drawn(Slice... parts) {
        return Sparkline.of(new Recent(Duration.ofMinutes(1), List.of(parts))).toString();
    }

    @Test
    void whatWasLetInIsAnAreaAndWhatWasDeniedABarAboveIt() {
        assertThat(drawn(new Slice(0, 0), new Slice(10, 0), new Slice(5, 5), new Slice(0, 10)))
                .contains("aria-label=\"last hour by minutes, at most 10 in one: 15 admitted, 15 denied\"")
                .contains("d=\"M0 28V28H30V2H60V15H90V28H120V28z\"")
                .contains("d=\"M60 15H90V2H60zM90 28H120V2H90z\"");
    }

    @Test
    void oneDenialAmongAMillionIsSeen() {
        assertThat(drawn(new Slice(1_000_000, 1))).contains("class=\"out\" d=\"M0 3H120V2H0z\"");
    }

    @Test
    void nothingIsSaidInAWord() {
        assertThat(drawn(new Slice(0, 0))).isEqualTo("<span class=\"hint\">quiet</span>");
    }

    @Test
    void enormousFiguresStayInside() {
        Slice most = new Slice(Long.MAX_VALUE / 200, Long.MAX_VALUE / 200);
        String drawn = Sparkline.of(new Recent(Duration.ofMinutes(1), Collections.nCopies(60, most)))
                .toString();
        assertThat(drawn).doesNotContainPattern("[MHV ]-");
    }
}
