package io.github.ostiary.console;

import java.util.List;

/** The parts of forms. */
final class Forms {

    /** The times that a lock may be chosen to last; the last one until an operator unlocks. */
    static final List<String> DURATIONS = List.of("15m", "1h", "8h", "1d", "7d", "30d");

    private Forms() {}

    /** Proves that the form comes from here. */
    static Html token(ConsoleVisit visit) {
        return hidden("token", visit.token());
    }

    static Html hidden(String name, String value) {
        return Html.of("<input type=\"hidden\" name=\"{}\" value=\"{}\">", name, value);
    }

    /** The reason an operator gives in a form. */
    static Html reason(String id) {
        return Html.of(
                "<div class=\"field wide\"><label for=\"{}\">Reason <span class=\"hint\">recorded with your"
                        + " name</span></label><input id=\"{}\" name=\"reason\" maxlength=\"200\""
                        + " autocomplete=\"off\"></div>",
                id,
                id);
    }

    /** How long a lock lasts. */
    static Html durations(String id) {
        return Html.of(
                "<div class=\"field\"><label for=\"{}\">For</label><select id=\"{}\" name=\"duration\">{}"
                        + "<option value=\"block\">until unlocked</option></select></div>",
                id,
                id,
                DURATIONS.stream()
                        .map(each -> Html.of("<option value=\"{}\">{}</option>", each, words(each)))
                        .toList());
    }

    static String words(String duration) {
        int end = duration.length() - 1;
        String count = duration.substring(0, end);
        String unit =
                switch (duration.charAt(end)) {
                    case 'm' -> "minute";
                    case 'h' -> "hour";
                    default -> "day";
                };
        return count + " " + unit + (count.equals("1") ? "" : "s");
    }

    /** The sentence about what has been done, shown on the page that follows. */
    static Html done(ConsoleVisit visit) {
        String count = visit.parameter("n").replaceAll("[^0-9]", "");
        String text =
                switch (visit.parameter("done")) {
                    case "unlock" -> "Unlocked. Failures and earlier locks are forgotten; every node knows within a second.";
                    case "unlock-many" -> "Unlocked: " + count + ".";
                    case "lock" -> "Locked. Every node knows within a second.";
                    case "reset" -> "What was used is forgotten; every node knows within a second.";
                    case "credit" -> "Given back.";
                    case "override" -> "In force. With Redis every node follows within a second.";
                    case "remove-override" -> "The configured value is in force again.";
                    default -> "";
                };
        return Html.when(!text.isEmpty(), Html.of("<p class=\"notice good\" role=\"status\">{}</p>", text));
    }
}
