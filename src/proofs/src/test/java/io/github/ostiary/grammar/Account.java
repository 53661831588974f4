package io.github.ostiary.grammar;

import java.util.List;

/** What the application told of one caller, at one time. */
record Account(int under, int working, int most, List<String> entries) {

    static Account of(List<String> lines) {
        String[] numbers = lines.get(0).split(" ");
        return new Account(
                Integer.parseInt(numbers[0]),
                Integer.parseInt(numbers[1]),
                Integer.parseInt(numbers[2]),
                lines.subList(1, lines.size()));
    }
}
