package io.github.ostiary.identity;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.code_intelligence.jazzer.junit.DictionaryEntries;
import com.code_intelligence.jazzer.junit.FuzzTest;
import io.github.ostiary.testing.FuzzedText;
import io.github.ostiary.text.CanonicalText;
import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The name in an Authorization header, against a second reading; and each name there and back. */
class AuthorizationFuzzTest {

    private static final Pattern BASIC = Pattern.compile("(?is)basic(?![\\p{L}\\p{Nd}])(.*)");
    private static final Pattern BASE64 = Pattern.compile("((?:[A-Za-z0-9+/]{4})*)([A-Za-z0-9+/]{2,3})?(={0,2})");
    private static final String DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

    @FuzzTest
    @DictionaryEntries({"Basic ", "basic", "BASIC\\x09", "Ym9iOng=", "OjE=", "==", "w6k6", "6Tox", "\\x0a", "Bearer "})
    void aNameIsWhatStandsBeforeTheColon(byte[] input) {
        String text = FuzzedText.of(input);
        List<String> lines = List.of(text.split("\n", -1));
        Optional<String> only = lines.size() == 1 ? naive(text) : Optional.empty();
        assertEquals(only.map(List::of).orElse(List.of()), BasicCredentials.names(lines));
        boolean signsIn =
                lines.stream().anyMatch(line -> BASIC.matcher(line.strip()).matches());
        assertEquals(signsIn && only.isEmpty(), BasicCredentials.areUnclear(lines));
        thereAndBack(text);
        FuzzedText.linear(lines.get(0), line -> BasicCredentials.names(List.of("Basic " + line)));
    }

    private static Optional<String> naive(String line) {
        Matcher basic = BASIC.matcher(line.strip());
        Matcher code = BASE64.matcher(basic.matches() ? basic.group(1).strip() : "?");
        String rest = code.matches() && code.group(2) != null ? code.group(2) : "";
        if (!code.matches()
                || !(code.group(3).isEmpty() || rest.length() + code.group(3).length() == 4)) {
            return Optional.empty();
        }
        ByteArrayOutputStream octets = new ByteArrayOutputStream();
        int bits = 0;
        int value = 0;
        for (char digit : (code.group(1) + rest).toCharArray()) {
            value = value << 6 | DIGITS.indexOf(digit);
            bits += 6;
            if (bits >= 8) {
                bits -= 8;
                octets.write(value >> bits);
            }
        }
        byte[] all = octets.toByteArray();
        String utf8 = new String(all, UTF_8);
        String read = Arrays.equals(utf8.getBytes(UTF_8), all) ? utf8 : new String(all, ISO_8859_1);
        return read.contains(":") ? Optional.of(read.substring(0, read.indexOf(':'))) : Optional.empty();
    }

    private static void thereAndBack(String name) {
        String sent = new String(name.getBytes(UTF_8), UTF_8).replace(":", "");
        String header = "Basic " + Base64.getEncoder().encodeToString((sent + ":x:y").getBytes(UTF_8));
        assertEquals(List.of(sent), BasicCredentials.names(List.of(header)));
        TextSource source = TextSource.of(SourceKind.BASIC, "user", List.of());
        assertEquals(
                CanonicalText.folded(sent),
                source.keyOf(sent)
                        .map(key -> key.parts().get(0))
                        .filter(part -> !part.isDigested())
                        .map(part -> part.value())
                        .or(() ->
                                CanonicalText.folded(sent).filter(folded -> folded.length() > CanonicalText.LONGEST)));
    }
}
