package io.github.ostiary.http;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** The choice of a form as the standard has it, list by list: what {@link Accept} must choose without making any. */
final class NaiveAccept {

    private static final int MAX_LENGTH = 4_096;
    private static final int NAMED = 2;

    private NaiveAccept() {}

    static DenialBody preferred(List<String> headerLines) {
        String header = String.join(",", headerLines);
        List<Range> ranges = Stream.of(header.substring(0, Math.min(header.length(), MAX_LENGTH))
                        .split(","))
                .flatMap(NaiveAccept::parse)
                .toList();
        return Stream.of(DenialBody.values())
                .map(body -> offer(body, ranges))
                .filter(offer -> offer.weight() > 0)
                .min(Comparator.comparingDouble(Offer::weight)
                        .reversed()
                        .thenComparing(Offer::specificity, Comparator.reverseOrder())
                        .thenComparing(offer -> offer.specificity() != NAMED && offer.body() != DenialBody.TEXT)
                        .thenComparing(Offer::body))
                .map(Offer::body)
                .orElse(DenialBody.TEXT);
    }

    private static Offer offer(DenialBody body, List<Range> ranges) {
        return ranges.stream()
                .map(range -> new Offer(body, range.specificity(body), range.weight()))
                .filter(offer -> offer.specificity() >= 0)
                .max(Comparator.comparingInt(Offer::specificity).thenComparingDouble(Offer::weight))
                .orElse(new Offer(body, -1, 0));
    }

    private static Stream<Range> parse(String element) {
        String[] parts = element.split(";", -1);
        String media = parts[0].trim().toLowerCase(Locale.ROOT);
        double weight = 1;
        for (int i = 1; i < parts.length; i++) {
            String parameter = parts[i].trim().toLowerCase(Locale.ROOT);
            if (parameter.startsWith("q=")) {
                weight = weight(parameter.substring(2));
            }
        }
        return media.indexOf('/') > 0 && weight >= 0 ? Stream.of(new Range(media, weight)) : Stream.empty();
    }

    private static double weight(String text) {
        return text.matches("0(\\.\\d{0,3})?|1(\\.0{0,3})?") ? Double.parseDouble(text) : -1;
    }

    private record Offer(DenialBody body, int specificity, double weight) {}

    private record Range(String media, double weight) {

        int specificity(DenialBody body) {
            return switch (body) {
                case PROBLEM -> media.equals("application/json") || media.endsWith("+json")
                        ? NAMED
                        : wild("application/*");
                case HTML -> media.equals("text/html") ? NAMED : wild("text/*");
                case TEXT -> media.equals("text/plain") ? NAMED : wild("text/*");
            };
        }

        private int wild(String family) {
            return media.equals(family) ? 1 : media.equals("*/*") ? 0 : -1;
        }
    }
}
