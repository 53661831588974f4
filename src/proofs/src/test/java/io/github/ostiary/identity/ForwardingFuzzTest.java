package io.github.ostiary.identity;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.code_intelligence.jazzer.junit.DictionaryEntries;
import com.code_intelligence.jazzer.junit.FuzzTest;
import io.github.ostiary.testing.FuzzedText;
import io.github.ostiary.text.IpAddress;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The headers that tell a caller's address, against a second reading from the left, which takes lists apart as the
 * standards have them; and whatever a caller writes, in front of what the proxies append.
 */
class ForwardingFuzzTest {

    private static final ClientAddress LIST = client("X-Forwarded-For");
    private static final ClientAddress FORWARDED = client("Forwarded");
    private static final String[] APPENDED = {"203.0.113.9", "2001:db8:7::9"};

    private static final String TOKEN = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";
    private static final String QUOTED = "\"(?:[^\"\\\\]|\\\\.)*\"";
    private static final Pattern PAIR = Pattern.compile("(" + TOKEN + ")=(" + TOKEN + "|" + QUOTED + ")");
    private static final Pattern ELEMENT = Pattern.compile(PAIR.pattern() + "(?:;" + PAIR.pattern() + ")*");
    private static final Pattern ELEMENTS = Pattern.compile(ELEMENT.pattern() + "(?: ?, ?" + ELEMENT.pattern() + ")*");
    private static final Pattern NODE = Pattern.compile(
            "(?:(\\[[^\\]]*\\])|([^:\\[]*)(?!:.*:)|([^\\[]*:[^\\[]*:[^\\[]*))(?::(?:[0-9]{1,5}|_[A-Za-z0-9._-]+))?");

    private static ClientAddress client(String header) {
        return new ClientAddress(TrustedProxies.parse("private"), header, 64);
    }

    @FuzzTest
    @DictionaryEntries({
        "for=",
        "For=\"",
        "proto=https",
        ";",
        ",",
        ", ",
        "\"",
        "\\\\",
        "10.0.0.7",
        "127.0.0.1:80",
        "[::1]:47",
        "[fe80::1]",
        "unknown",
        "_hidden",
        "9.9.9.9",
        "by=",
        "\\x0a",
        ":_x",
        ":_\\xc3\\xa9"
    })
    void nobodyWritesWhatProxiesAppend(byte[] input) {
        List<String> lines = List.of(FuzzedText.of(input).split("\n", -1));
        assertEquals(Optional.of(naive(lines)), LIST.resolve(call("X-Forwarded-For", lines)));
        for (String line : lines) {
            hop(line);
            forwarded(line);
        }
        appended(lines);
        FuzzedText.linear(lines.get(0) + ",", text -> LIST.resolve(call("X-Forwarded-For", List.of(text))));
        FuzzedText.linear(lines.get(0) + ",", text -> FORWARDED.isSecured(call("Forwarded", List.of(text))));
        FuzzedText.linear(
                lines.get(0) + ",", text -> FORWARDED.resolve(call("Forwarded", List.of("for=10.0.0.7", text))));
    }

    private static FakeCall call(String header, List<String> lines) {
        return FakeCall.from("10.0.0.1").header(header, lines.toArray(String[]::new));
    }

    private static IpAddress naive(List<String> lines) {
        List<String> hops = new ArrayList<>(List.of(String.join(",", lines).split(",", -1)));
        hops.removeIf(String::isBlank);
        Collections.reverse(hops);
        IpAddress last = IpAddress.parse("10.0.0.1").orElseThrow();
        for (String hop : hops.subList(0, Math.min(64, hops.size()))) {
            Optional<IpAddress> address = naiveHop(hop);
            if (address.isEmpty() || !TrustedProxies.parse("private").contains(last)) {
                return last;
            }
            last = address.get();
        }
        return last;
    }

    private static Optional<IpAddress> naiveHop(String text) {
        Matcher node = NODE.matcher(text.strip());
        if (text.length() > 160 || !node.matches()) {
            return Optional.empty();
        }
        String address = node.group(1) != null ? node.group(1) : node.group(2) != null ? node.group(2) : text.strip();
        return IpAddress.parse(address).filter(found -> node.group(3) == null || !text.contains("["));
    }

    private static void hop(String line) {
        assertEquals(naiveHop(line), HopAddress.parse(line));
    }

    /** As the standard has the header: from the left. */
    private static void forwarded(String line) {
        if (!ELEMENTS.matcher(line).matches()) {
            return;
        }
        List<String> fors = new ArrayList<>();
        Matcher elements = ELEMENT.matcher(line);
        while (elements.find()) {
            List<String> values = new ArrayList<>();
            Matcher pairs = PAIR.matcher(elements.group());
            while (pairs.find()) {
                if (pairs.group(1).toLowerCase(Locale.ROOT).equals("for")) {
                    values.add(pairs.group(2));
                }
            }
            String one = values.size() == 1 ? values.get(0) : "none";
            fors.add(
                    0, one.startsWith("\"") ? one.substring(1, one.length() - 1).replaceAll("\\\\(.)", "$1") : one);
        }
        IpAddress last = IpAddress.parse("10.0.0.1").orElseThrow();
        for (int i = 0;
                i < Math.min(64, fors.size()) && TrustedProxies.parse("private").contains(last);
                i++) {
            Optional<IpAddress> address = naiveHop(fors.get(i));
            if (address.isEmpty()) {
                break;
            }
            last = address.get();
        }
        assertEquals(Optional.of(last), FORWARDED.resolve(call("Forwarded", List.of(line))), line);
    }

    private static void appended(List<String> lines) {
        for (String address : APPENDED) {
            Optional<IpAddress> expected = IpAddress.parse(address);
            String node = address.contains(":") ? "\"[" + address + "]:47\"" : address;
            for (String next : new String[] {"", ", for=10.0.0.7;proto=http", ", for=\"[::1]:80\";by=_a"}) {
                for (String proto : new String[] {"http", "https"}) {
                    List<String> whole = new ArrayList<>(lines);
                    String appended = "for=" + node + ";proto=" + proto + next;
                    whole.add(appended);
                    secured(expected, proto, call("Forwarded", whole));
                    whole.remove(appended);
                    whole.set(whole.size() - 1, whole.get(whole.size() - 1) + ", " + appended);
                    secured(expected, proto, call("Forwarded", whole));
                }
            }
        }
    }

    private static void secured(Optional<IpAddress> expected, String proto, FakeCall call) {
        assertEquals(expected, FORWARDED.resolve(call));
        assertEquals(proto.equals("https"), FORWARDED.isSecured(call));
    }
}
