package io.github.ostiary.operate;

import io.github.ostiary.operator.UsePage.KeyUse;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** The use of a limit in lines for other programs. No text in them is a caller's own: identities are plain, or digests. */
final class UseText {

    private UseText() {}

    /** Comma-separated values (RFC 4180), with a line of names. */
    static List<String> csv(List<KeyUse> uses) {
        List<String> lines = new ArrayList<>(uses.size() + 1);
        lines.add("identity,policy,used,begins,ends");
        for (KeyUse use : uses) {
            lines.add(String.join(
                    ",",
                    use.identity(),
                    use.policy(),
                    Long.toString(use.used()),
                    use.begins().map(Instant::toString).orElse(""),
                    use.ends().toString()));
        }
        return lines;
    }

    /** An array of objects, one in a line. */
    static List<String> json(List<KeyUse> uses) {
        List<String> lines = new ArrayList<>(uses.size() + 2);
        lines.add("[");
        for (int i = 0; i < uses.size(); i++) {
            KeyUse use = uses.get(i);
            lines.add("{\"identity\":\"" + use.identity()
                    + "\",\"policy\":\"" + use.policy()
                    + "\",\"used\":" + use.used()
                    + use.begins().map(begin -> ",\"begins\":\"" + begin + '"').orElse("")
                    + ",\"ends\":\"" + use.ends() + "\"}"
                    + (i < uses.size() - 1 ? "," : ""));
        }
        lines.add("]");
        return lines;
    }
}
