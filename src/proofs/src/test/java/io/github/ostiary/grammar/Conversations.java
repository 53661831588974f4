package io.github.ostiary.grammar;

import static io.github.ostiary.grammar.BodyGrammar.one;

import io.github.ostiary.grammar.Exchange.Act;
import io.github.ostiary.grammar.Exchange.Step;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/** What a caller of a seed does: some exchanges, one after the other, in HTTP/1.1 and HTTP/2. */
final class Conversations {

    private static final int MOST = 9;
    private static final List<String> FRAMINGS = List.of(
            "length",
            "length",
            "length",
            "length",
            "chunked",
            "chunked",
            "trailers",
            "expect",
            "expect unasked",
            "both",
            "twice",
            "no length",
            "chunks broken",
            "length short",
            "length long",
            "lines bare");
    private static final List<String> ENDS = List.of(
            "read",
            "read",
            "read",
            "read",
            "read",
            "read",
            "pipelined",
            "reset",
            "reset at work",
            "reset at work",
            "reset at work",
            "close at work",
            "half closed",
            "half a request",
            "read a little");

    private final Random random;
    private String text = "";
    private boolean complete = true;
    private final List<Step> steps = new ArrayList<>();

    private Conversations(Random random) {
        this.random = random;
    }

    /** The exchanges of a seed, for a caller. */
    static List<Exchange> of(long seed, String run) {
        RequestGrammar grammar = new RequestGrammar(random(seed, -1), run);
        boolean http2 = grammar.prefersHttp2();
        int many = 2 + random(seed, -2).nextInt(MOST - 1);
        String habit = one(ENDS, random(seed, -3));
        List<Exchange> exchanges = new ArrayList<>();
        for (int i = 0; i < many; i++) {
            Random each = random(seed, i);
            Conversations conversation = new Conversations(each);
            String end = each.nextInt(3) > 0 ? habit : one(ENDS, each);
            int requests = end.equals("pipelined") ? 2 + each.nextInt(3) : 1;
            List<Request> asked = new ArrayList<>();
            for (int n = 0; n < requests; n++) {
                asked.add(grammar.next(each, end.endsWith("at work") && each.nextInt(4) > 0));
            }
            boolean second = http2 ? each.nextInt(5) > 0 : each.nextInt(8) == 0;
            exchanges.add(second ? conversation.http2(asked, end) : conversation.http1(asked, end));
        }
        return exchanges;
    }

    /** What is near each other begins alike with {@link Random}. */
    private static Random random(long seed, int use) {
        long mixed = (seed * 31 + use) * 0x9E3779B97F4A7C15L;
        return new Random(mixed ^ mixed >>> 29);
    }

    private Exchange exchange(boolean http2, List<Request> asked, String end) {
        return new Exchange((http2 ? "h2 " : "") + end + text + " " + asked, http2, complete, asked.size(), steps);
    }

    private void act(Act... acts) {
        for (Act act : acts) {
            steps.add(Step.of(act));
        }
    }

    private Exchange http1(List<Request> asked, String end) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (int i = 0; i < asked.size(); i++) {
            message(asked.get(i), i == asked.size() - 1, out);
        }
        byte[] rest = out.toByteArray();
        if (end.equals("half a request")) {
            rest = Arrays.copyOf(rest, 1 + random.nextInt(rest.length));
        }
        if (random.nextInt(6) == 0 && rest.length > 2) {
            int cut = 1 + random.nextInt(rest.length - 1);
            steps.add(Step.write(Arrays.copyOf(rest, cut)));
            rest = Arrays.copyOfRange(rest, cut, rest.length);
        }
        steps.add(Step.write(rest));
        end(end);
        return exchange(false, asked, end);
    }

    private void end(String end) {
        switch (end) {
            case "reset", "half a request" -> act(random.nextBoolean() ? Act.RESET : Act.CLOSE);
            case "reset at work" -> act(Act.AWAIT_WORK, Act.RESET);
            case "close at work" -> act(Act.AWAIT_WORK, Act.CLOSE);
            case "half closed" -> act(Act.HALF_CLOSE, Act.READ);
            case "read a little" -> act(Act.AWAIT_ANSWER, Act.RESET);
            default -> act(Act.READ);
        }
    }

    /** Writes one; where the server must answer first, what was written becomes a step. */
    private void message(Request request, boolean last, ByteArrayOutputStream out) {
        byte[] body = request.body();
        String framing = body.length == 0 ? "no body" : one(FRAMINGS, random);
        text += framing.equals("length") || body.length == 0 ? "" : ", " + framing;
        StringBuilder head =
                new StringBuilder(request.method() + " " + request.target() + " HTTP/1.1\r\nHost: localhost\r\n");
        if (last) {
            head.append("Connection: close\r\n");
        }
        head.append(
                switch (framing) {
                    case "length", "lines bare" -> length(body.length);
                    case "expect", "expect unasked" -> "Expect: 100-continue\r\n" + length(body.length);
                    case "chunked", "trailers", "chunks broken" -> "Transfer-Encoding: chunked\r\n";
                    case "both" -> length(body.length) + "Transfer-Encoding: chunked\r\n";
                    case "twice" -> length(body.length) + length(body.length);
                    case "length short" -> length(body.length / 2);
                    case "length long" -> length(body.length + 7);
                    default -> "";
                });
        request.headers().forEach(header -> head.append(header[0] + ": " + header[1] + "\r\n"));
        String written = framing.equals("lines bare") ? head.toString().replace("\r\n", "\n") + "\n" : head + "\r\n";
        out.writeBytes(written.getBytes(StandardCharsets.UTF_8));
        complete &= List.of("no body", "length", "chunked", "trailers", "expect", "expect unasked")
                        .contains(framing)
                && !request.method().equals("TRACE")
                && request.target().startsWith("/app");
        if (framing.equals("expect")) {
            steps.add(Step.write(out.toByteArray()));
            out.reset();
            act(Act.AWAIT_ANSWER);
        }
        body(framing, body, out);
    }

    private static String length(int length) {
        return "Content-Length: " + length + "\r\n";
    }

    private void body(String framing, byte[] body, ByteArrayOutputStream out) {
        switch (framing) {
            case "no body" -> {}
            case "chunked", "trailers", "both", "chunks broken" -> {
                int cut = 1 + random.nextInt(body.length);
                chunk(Arrays.copyOf(body, cut), out);
                if (cut < body.length) {
                    chunk(Arrays.copyOfRange(body, cut, body.length), out);
                }
                String end =
                        framing.equals("trailers") ? "0\r\nu: decoy\r\nContent-Type: text/plain\r\n\r\n" : "0\r\n\r\n";
                out.writeBytes((framing.equals("chunks broken") ? "zz\r\n" : end).getBytes(StandardCharsets.US_ASCII));
            }
            default -> out.writeBytes(body);
        }
    }

    private void chunk(byte[] octets, ByteArrayOutputStream out) {
        String extension = random.nextInt(3) == 0 ? ";u=decoy" : "";
        out.writeBytes((Integer.toHexString(octets.length) + extension + "\r\n").getBytes(StandardCharsets.US_ASCII));
        out.writeBytes(octets);
        out.writeBytes(new byte[] {'\r', '\n'});
    }

    private Exchange http2(List<Request> asked, String end) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(Frames.preface());
        int last = 2 * asked.size() - 1;
        boolean half = end.equals("half a request");
        for (int i = 0; i < asked.size(); i++) {
            stream(asked.get(i), 2 * i + 1, half, out);
        }
        steps.add(Step.write(out.toByteArray()));
        switch (end) {
            case "reset", "half a request", "read a little" -> leave(Frames.reset(last));
            case "reset at work" -> {
                act(Act.AWAIT_WORK);
                leave(Frames.reset(last));
            }
            case "close at work" -> {
                act(Act.AWAIT_WORK);
                leave(Frames.goAway(0));
            }
            default -> end(end);
        }
        return exchange(true, asked, end);
    }

    /** A frame that ends something, and time for the server to read it. */
    private void leave(byte[] frame) {
        complete = false;
        steps.add(Step.write(frame));
        act(Act.READ, Act.CLOSE);
    }

    private void stream(Request request, int stream, boolean half, ByteArrayOutputStream out) {
        List<String[]> headers = new ArrayList<>();
        headers.add(new String[] {":method", request.method()});
        headers.add(new String[] {":scheme", "http"});
        headers.add(new String[] {":path", request.target()});
        headers.add(new String[] {":authority", "localhost"});
        byte[] body = request.body();
        boolean announced = body.length > 0 && random.nextBoolean();
        if (announced) {
            headers.add(new String[] {"content-length", Integer.toString(body.length)});
        }
        text += announced || body.length == 0 ? "" : ", unannounced";
        request.headers().forEach(header -> headers.add(new String[] {header[0].toLowerCase(Locale.ROOT), header[1]}));
        complete &= request.target().startsWith("/app") && !request.method().equals("TRACE");
        byte[] block = Frames.headers(headers);
        boolean trailers = body.length > 0 && random.nextInt(6) == 0;
        int end = body.length == 0 && !half ? Frames.END_STREAM : 0;
        if (random.nextInt(5) == 0) {
            int cut = random.nextInt(block.length);
            out.writeBytes(Frames.frame(Frames.HEADERS, end, stream, Arrays.copyOf(block, cut)));
            out.writeBytes(Frames.frame(
                    Frames.CONTINUATION, Frames.END_HEADERS, stream, Arrays.copyOfRange(block, cut, block.length)));
        } else {
            out.writeBytes(Frames.frame(Frames.HEADERS, end | Frames.END_HEADERS, stream, block));
        }
        if (body.length > 0) {
            data(body, stream, half || trailers ? 0 : Frames.END_STREAM, out);
        }
        if (trailers && !half) {
            byte[] more = Frames.headers(List.of(new String[] {"u", "decoy"}, new String[] {"x", "y"}));
            out.writeBytes(Frames.frame(Frames.HEADERS, Frames.END_STREAM | Frames.END_HEADERS, stream, more));
        }
    }

    private void data(byte[] body, int stream, int end, ByteArrayOutputStream out) {
        int cut = random.nextInt(body.length);
        if (random.nextBoolean()) {
            out.writeBytes(Frames.frame(Frames.DATA, 0, stream, Arrays.copyOf(body, cut)));
        } else {
            cut = 0;
        }
        byte[] rest = Arrays.copyOfRange(body, cut, body.length);
        if (random.nextInt(4) == 0) {
            byte[] padded = new byte[rest.length + 4];
            padded[0] = 3;
            System.arraycopy(rest, 0, padded, 1, rest.length);
            out.writeBytes(Frames.frame(Frames.DATA, end | Frames.PADDED, stream, padded));
        } else {
            out.writeBytes(Frames.frame(Frames.DATA, end, stream, rest));
        }
    }
}
