package io.github.ostiary.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.github.ostiary.testing.GuardFixture;
import io.github.ostiary.testing.TestCall;
import java.lang.management.ManagementFactory;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What a caller sends four times as much of takes some four times the work, denied or not: counted in bytes allocated,
 * which is what looking at text piece by piece comes to.
 */
class LinearTimeTest extends GuardFixture {

    private static final int SHORT = 2_000;
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    static Stream<Arguments> calls() {
        return Stream.of(
                call("dots", n -> get("/" + ".".repeat(n))),
                call("dotted", n -> get("/" + "a.".repeat(n / 2) + "do")),
                call("segments", n -> get("/a".repeat(n / 2))),
                call("slashes", n -> get("/".repeat(n))),
                call("mixed", n -> get("/a/b.".repeat(n / 5))),
                call("names", n -> get("/x.do").param("u", "\u0390".repeat(n))),
                call("marks", n -> get("/x.do").param("u", "a\u0301\u0316".repeat(n / 3))),
                call("hops", n -> get("/x.do").from("127.0.0.1").header("Forwarded", "for=127.0.0.1,".repeat(n / 14))),
                call("quotes", n -> get("/x.do").from("127.0.0.1").header("Forwarded", "for=\"\\\\".repeat(n / 7))),
                call("pairs", n -> get("/x.do").from("127.0.0.1").header("Forwarded", "a=b;".repeat(n / 4))),
                call("lines", n -> lines(get("/x.do").from("127.0.0.1"), n)));
    }

    private static Arguments call(String name, Function<Integer, TestCall> call) {
        return Arguments.of(name, call);
    }

    private static TestCall lines(TestCall call, int n) {
        for (int i = 0; i < n / 10; i++) {
            call.header("Forwarded", "for=\"127.0.0.1\"");
        }
        return call;
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("calls")
    void fourTimesTheLengthIsFourTimesTheWork(String name, Function<Integer, TestCall> call) {
        given(
                "trustedProxies=loopback",
                "forwardedHeader=Forwarded",
                "limit.a.rate=3/1h",
                "limit.a.path=*.do, *.html, /*, /a/*/a",
                "limit.a.key=param:u | ip",
                "limit.a.perIp=none",
                "block.b.path=/*, !/static/*, !*.css, !/*/x",
                "block.b.ip=9.9.9.9");
        for (int i = 0; i < 5; i++) {
            work(call.apply(SHORT));
            work(call.apply(4 * SHORT));
        }
        long few = work(call.apply(SHORT));
        long many = work(call.apply(4 * SHORT));
        assertThat(many).isLessThan(8 * few);
    }

    private long work(TestCall call) {
        long before = THREADS.getCurrentThreadAllocatedBytes();
        hit(call);
        return THREADS.getCurrentThreadAllocatedBytes() - before;
    }

    @Test
    void theMeasureTellsQuadraticWork() {
        String text = "a.".repeat(2 * SHORT);
        suffixes(text);
        long few = suffixes(text.substring(0, SHORT));
        long many = suffixes(text);
        assertThat(many).isGreaterThan(8 * few);
    }

    private static long suffixes(String text) {
        long before = THREADS.getCurrentThreadAllocatedBytes();
        int sum = 0;
        for (int dot = text.indexOf('.'); dot >= 0; dot = text.indexOf('.', dot + 1)) {
            sum += text.substring(dot).length();
        }
        assertThat(sum).isPositive();
        return THREADS.getCurrentThreadAllocatedBytes() - before;
    }
}
