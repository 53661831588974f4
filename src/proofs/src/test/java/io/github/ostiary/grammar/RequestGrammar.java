package io.github.ostiary.grammar;

import static io.github.ostiary.grammar.BodyGrammar.one;

import io.github.ostiary.grammar.BodyGrammar.Body;
import io.github.ostiary.testing.NameVariants;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Requests of one caller. A caller has habits, by which requests are like each other: what is odd is met several times, then,
 * and beside other oddities. Not thread-safe.
 */
final class RequestGrammar {

    private static final List<String> METHODS = List.of(
            "POST",
            "POST",
            "POST",
            "POST",
            "GET",
            "GET",
            "post",
            "post",
            "PoSt",
            "Post",
            "get",
            "HEAD",
            "PUT",
            "PATCH",
            "DELETE",
            "OPTIONS",
            "PROPFIND",
            "REPORT",
            "SIGNIN",
            "TRACE");
    private static final List<String> READS = List.of("first", "first", "last", "body", "body", "query");
    private static final List<String> ANSWERS = List.of(
            "set",
            "set",
            "send",
            "forward",
            "forward",
            "page",
            "away",
            "thrown",
            "broken",
            "negotiated",
            "long",
            "async",
            "async");
    private static final List<String> DOORS = List.of("", "", "", "forward", "include", "dispatch", "error");
    private static final List<String> PLACES =
            List.of("in", "in", "in", "in", "in", "parts", "json", "json", "page", "report", "report", "sms", "faces");
    private static final List<String> FACES = List.of(
            "/signin.xhtml", "/signin.xhtml", "/signin.jsf", "/faces/signin.xhtml", "/faces/signin", "/signin.xhtml/");
    private static final List<String> REPORTS = List.of("quick", "async", "async", "async", "thrown", "long");
    private static final List<String> TYPED =
            List.of("bob", "bob", "bob", "BOB", "Bob", " bob", "bob ", "ｂｏｂ", "bob\t");
    private static final List<String> SPELLINGS =
            List.of("plain", "plain", "plain", "plain", "spelt", "absolute", "odd");
    private static final List<String> ODD = List.of(
            "%2F",
            "/%2e%2e/",
            "//",
            "/.;x/",
            "/;/",
            "%00",
            "\\",
            "%5c",
            "%252e/",
            "?",
            "#",
            ";a=b/../",
            "/%u0061",
            ".",
            "%20");
    private static final List<String> ODD_QUERIES = List.of(
            "", "&", "u", "u=", "u=&u=", "%75=", "x=%zz", "u=decoy", "u=decoy&u=", "phone=", "p=1;u=decoy", "?u=decoy");
    private static final String[][] HEADERS = {
        {"If-None-Match", "*"},
        {"If-Match", "x"},
        {"If-Unmodified-Since", "Thu, 01 Jan 1970 00:00:00 GMT"},
        {"If-Modified-Since", "Fri, 01 Jan 2100 00:00:00 GMT"},
        {"Range", "bytes=0-0"},
        {"Range", "bytes=9999-"},
        {"Accept", "x/y"},
        {"Accept", ""},
        {"X-Forwarded-For", "192.0.2.7"},
        {"X-Forwarded-For", ",,unknown, \""},
        {"Forwarded", "for=192.0.2.8"},
        {"X-HTTP-Method-Override", "GET"},
        {"X-Requested-With", "XMLHttpRequest"},
        {"Content-Encoding", "gzip"},
        {"Content-Type", "text/plain"},
        {"Cookie", "JSESSIONID=x; a=\"b; c"},
        {"Accept-Charset", "utf-7"},
        {"Content-Language", "xx"},
        {"Origin", "null"},
        {"TE", "trailers"}
    };

    private final Random habit;
    private final String run;
    private final String method;
    private final String place;
    private final String reads;
    private final String answers;
    private final String kind;
    private final String door;
    private final String where;
    private final String spelling;
    private final String[] header;

    /** A caller with habits. */
    RequestGrammar(Random random, String run) {
        this.habit = random;
        this.run = run;
        method = one(METHODS, random);
        place = one(PLACES, random);
        reads = one(READS, random);
        answers = one(ANSWERS, random);
        kind = one(BodyGrammar.KINDS, random);
        door = one(DOORS, random);
        where = one(List.of("body", "body", "body", "query", "both"), random);
        spelling = one(SPELLINGS, random);
        header = one(List.of(HEADERS), random);
    }

    private static <T> T habitual(T usual, List<T> others, Random random) {
        return random.nextInt(4) > 0 ? usual : one(others, random);
    }

    /**
     * The next request; the same for a number and the same seed.
     *
     * @param works whether it asks for what the application works at for a while, since its caller leaves meanwhile
     */
    Request next(Random random, boolean works) {
        List<String> traits = new ArrayList<>();
        String in = habitual(place, PLACES, random);
        String page = page(in, works, random);
        String through = random.nextInt(3) > 0 ? door : one(DOORS, random);
        traits.add(page + (through.isEmpty() ? "" : " by " + through));
        String field = in.equals("sms") ? "phone" : "u";
        String value = in.equals("sms") ? run.substring(1) : run + one(TYPED, random);
        String bodyKind = habitual(
                in.equals("json") ? "json" : kind,
                in.equals("json") ? BodyGrammar.JSON_KINDS : BodyGrammar.KINDS,
                random);
        String put = habitual(where, List.of("body", "query", "both"), random);
        Body body = put.equals("query") && random.nextInt(3) > 0
                ? new Body("", new byte[0])
                : BodyGrammar.of(bodyKind, field, value, random);
        traits.add(put + " " + (body.octets().length == 0 ? "without body" : bodyKind));
        if (body.octets().length > 0) {
            traits.add(body.type().isEmpty() ? "untyped" : body.type());
        }
        String query = put.equals("body")
                ? random.nextInt(6) == 0 ? "?" + one(ODD_QUERIES, random) : ""
                : "?" + field + "="
                        + (put.equals("both") && random.nextBoolean()
                                ? "decoy"
                                : URLEncoder.encode(value, StandardCharsets.UTF_8));
        String target = target(through.isEmpty() ? page : "/door/" + through, random, traits) + query;
        return new Request(
                habitual(method, METHODS, random),
                target,
                headers(page, through, body, random, traits),
                body.octets(),
                traits);
    }

    private String page(String in, boolean works, Random random) {
        return switch (in) {
            case "page" -> "/page";
            case "report" -> "/report/" + (works ? "async" : one(REPORTS, random));
            case "faces" -> one(FACES, random);
            case "sms" -> "/sms/" + habitual(reads, READS, random);
            default -> "/" + in + "/"
                    + (in.equals("parts") && random.nextBoolean() ? "parts" : habitual(reads, READS, random)) + "/"
                    + (works ? "async" : habitual(answers, ANSWERS, random));
        };
    }

    private String target(String path, Random random, List<String> traits) {
        String how = habitual(spelling, SPELLINGS, random);
        if (!how.equals("plain")) {
            traits.add(how);
        }
        return switch (how) {
            case "spelt" -> "/app" + new NameVariants(random.nextLong()).of(path);
            case "absolute" -> one(List.of("http://localhost", "http://other.example:80", "HTTP://u@localhost"), random)
                    + "/app" + path;
            case "odd" -> {
                int at = random.nextInt(path.length() + 1);
                yield "/app" + path.substring(0, at) + one(ODD, random) + path.substring(at);
            }
            default -> "/app" + path;
        };
    }

    private List<String[]> headers(String page, String through, Body body, Random random, List<String> traits) {
        List<String[]> headers = new ArrayList<>();
        headers.add(new String[] {Ledger.RUN, run});
        if (!through.isEmpty()) {
            headers.add(new String[] {"X-Page", page});
        }
        if (random.nextInt(12) == 0) {
            headers.add(new String[] {"X-Password", "right"});
            traits.add("right password");
        }
        if (!body.type().isEmpty()) {
            headers.add(new String[] {"Content-Type", body.type()});
        }
        int more = random.nextInt(3);
        for (int i = 0; i < more; i++) {
            String[] added = i == 0 ? habitual(header, List.of(HEADERS), random) : one(List.of(HEADERS), random);
            headers.add(added);
            traits.add(added[0] + ": " + added[1]);
        }
        headers.add(new String[] {"X-Forwarded-For", Site.address(run)});
        return headers;
    }

    /** Whether a caller speaks HTTP/2, by habit. */
    boolean prefersHttp2() {
        return habit.nextBoolean();
    }
}
