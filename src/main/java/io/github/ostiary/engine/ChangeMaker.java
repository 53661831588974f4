package io.github.ostiary.engine;

import io.github.ostiary.Change;
import io.github.ostiary.TimeSource;
import io.github.ostiary.operator.Operator;
import io.github.ostiary.text.Durations;
import io.github.ostiary.text.OneLine;
import java.util.function.Supplier;

/**
 * Tells who changes something, and when.
 *
 * @param time the clock of changes
 * @param acting the name for changes that Java code makes, of this thread
 */
public record ChangeMaker(TimeSource time, Supplier<Operator> acting) {

    /** The origin of changes that are made by methods of the API. */
    public static final String JAVA = "java";

    /** The most characters of a reason. */
    static final int LONGEST_REASON = 200;

    /** One for guards that nobody changes. */
    public static ChangeMaker of(TimeSource time) {
        return new ChangeMaker(time, () -> new Operator("", JAVA));
    }

    /** A change that is made now. */
    public Change change(Operator by, String reason) {
        return new Change(by.name(), by.from(), OneLine.of(reason, LONGEST_REASON), Durations.instant(time.micros()));
    }
}
