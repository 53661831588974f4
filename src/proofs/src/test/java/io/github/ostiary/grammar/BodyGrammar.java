package io.github.ostiary.grammar;

import java.io.ByteArrayOutputStream;
import java.net.URLEncoder;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;

/** Bodies that bear a value under a name, in many ways, some of them wrong. */
final class BodyGrammar {

    static final List<String> KINDS = List.of(
            "form",
            "form",
            "form",
            "form",
            "charset",
            "many",
            "parts",
            "parts",
            "odd parts",
            "json",
            "wrong type",
            "untyped",
            "none");
    static final List<String> JSON_KINDS = List.of("json", "json", "json", "odd json", "form", "wrong type");

    private static final String FORM = "application/x-www-form-urlencoded";
    private static final List<String> CHARSETS = List.of(
            "UTF-8", "utf8", "\"UTF-8\"", "ISO-8859-1", "IBM037", "UTF-16", "UTF-16LE", "UTF-7", "windows-1252", "x");
    private static final List<String> WRONG = List.of(
            "",
            "",
            "text/plain",
            "application/json",
            "application/xml",
            FORM + "x",
            ";",
            "x/y; " + FORM,
            FORM + ", text/plain",
            "Application/X-WWW-Form-URLencoded",
            FORM + ";",
            " " + FORM,
            "multipart/mixed; boundary=b",
            "multipart/form-data");

    private final Random random;
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private String type = FORM;

    private BodyGrammar(Random random) {
        this.random = random;
    }

    /** A body with its content type, which may be empty for none. */
    record Body(String type, byte[] octets) {}

    /** Makes one of a kind. */
    static Body of(String kind, String name, String value, Random random) {
        BodyGrammar grammar = new BodyGrammar(random);
        switch (kind) {
            case "form" -> grammar.text(grammar.pair(name, value) + "&p=x");
            case "charset" -> grammar.charset(name, value);
            case "many" -> grammar.many(name, value);
            case "parts" -> grammar.parts(grammar.part(name, value, "", ""));
            case "odd parts" -> grammar.oddParts(name, value);
            case "json" -> grammar.json("{\"" + name + "\": \"" + value + "\"}");
            case "odd json" -> grammar.oddJson(name, value);
            case "untyped" -> {
                grammar.type = "";
                grammar.text(grammar.pair(name, value));
            }
            case "wrong type" -> {
                grammar.type = one(WRONG, random);
                grammar.text(grammar.pair(name, value));
            }
            default -> grammar.type = "";
        }
        return new Body(grammar.type, grammar.out.toByteArray());
    }

    static <T> T one(List<T> choices, Random random) {
        return choices.get(random.nextInt(choices.size()));
    }

    private void text(String text) {
        out.writeBytes(text.getBytes(StandardCharsets.UTF_8));
    }

    /** The name of a field is spelt with escapes now and then. */
    String pair(String name, String value) {
        return (random.nextInt(8) == 0 ? "%%%02x".formatted((int) name.charAt(0)) + name.substring(1) : name) + "="
                + URLEncoder.encode(value, StandardCharsets.UTF_8);
    }

    private void charset(String name, String value) {
        String charset = one(CHARSETS, random);
        type = FORM + one(List.of("; charset=", ";charset=", "; CHARSET =", "; a=b; charset="), random) + charset;
        String field = name + "=" + value.replace(" ", "+");
        String plain = charset.replace("\"", "");
        if (random.nextBoolean()
                && Charset.isSupported(plain)
                && Charset.forName(plain).canEncode()) {
            out.writeBytes(field.getBytes(Charset.forName(plain)));
        } else {
            text(pair(name, value));
        }
    }

    private void many(String name, String value) {
        String real = pair(name, value);
        text(
                switch (random.nextInt(10)) {
                    case 0 -> name + "=decoy&" + real;
                    case 1 -> real + "&" + name + "=decoy";
                    case 2 -> name + "=&" + real;
                    case 3 -> real + "&" + name + "=";
                    case 4 -> name + "&" + real;
                    case 5 -> "&&" + real + "&&";
                    case 6 -> "a=b;" + real;
                    case 7 -> real + ";" + name + "=decoy";
                    case 8 -> "%zz&" + real;
                    default -> name + "[]=decoy&" + real + "&" + "x&".repeat(1_500);
                });
    }

    private String part(String name, String value, String more, String headers) {
        return "--b\r\nContent-Disposition: form-data; name=\"" + name + "\"" + more + "\r\n" + headers + "\r\n" + value
                + "\r\n";
    }

    private void parts(String text) {
        type = "multipart/form-data; boundary=b";
        text(text + "--b--\r\n");
    }

    private void oddParts(String name, String value) {
        String charset = one(CHARSETS, random);
        switch (random.nextInt(10)) {
            case 0 -> parts(part(name, "decoy", "", "") + part(name, value, "", ""));
            case 1 -> parts(part(name, value, "; filename=\"x\"", ""));
            case 2 -> parts(part(name, value, "", "Content-Type: text/plain; charset=" + charset + "\r\n"));
            case 3 -> parts(part("_charset_", charset, "", "") + part(name, value, "", ""));
            case 4 -> parts(part(name, value, "", "Content-Transfer-Encoding: base64\r\n"));
            case 5 -> parts("preamble\r\n" + part(name, value, "; name=\"x\"", ""));
            case 6 -> parts(part(name, value, "", "").replace("\"", ""));
            case 7 -> parts(part(name, value, "", "").replace("\r\n", "\n"));
            case 8 -> parts(part(name, value, "; filename=\"\"", ""));
            default -> parts(part(name, value, "; name*=UTF-8''x", ""));
        }
        if (random.nextInt(4) == 0) {
            type = one(
                    List.of(
                            "Multipart/Form-Data;boundary=\"b\"",
                            "multipart/form-data; charset=" + charset + "; boundary=b",
                            "multipart/form-data; boundary=a; boundary=b",
                            "multipart/form-data;; boundary=b"),
                    random);
        }
    }

    private void json(String text) {
        type = random.nextInt(4) > 0
                ? "application/json"
                : one(List.of("application/json; charset=utf-8", "text/json", ""), random);
        text(text);
    }

    private void oddJson(String name, String value) {
        String member = "\"" + name + "\": \"" + value + "\"";
        String escaped = "\"\\u%04x\": \"%s\"".formatted((int) name.charAt(0), value);
        switch (random.nextInt(9)) {
            case 0 -> json("{\"" + name + "\": \"decoy\", " + member + "}");
            case 1 -> json("{" + member + ", \"" + name + "\": \"decoy\"}");
            case 2 -> json("{" + escaped + "}");
            case 3 -> json("{\"a\": {" + member + "}, " + escaped + "}");
            case 4 -> json("{\"" + name + "\": null, " + member + "}");
            case 5 -> json("\uFEFF{" + member + "}");
            case 6 -> json("[{" + member + "}]");
            case 7 -> json("{" + member + "} {\"" + name + "\": \"decoy\"}");
            default -> {
                json("");
                out.writeBytes(("{" + member + "}").getBytes(StandardCharsets.UTF_16LE));
            }
        }
    }
}
