package io.github.ostiary.journeys;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The calls and allocations of one thread, told by classes that {@link TracingClassLoader} has woven. One thread at a time.
 */
public final class CallTrace {

    private static final StackWalker STACK = StackWalker.getInstance();
    private static volatile Thread traced;
    private static List<Entry> entries = new ArrayList<>();
    private static List<String> allocations = new ArrayList<>();

    private CallTrace() {}

    /** Kinds of methods. */
    public enum Kind {
        /** Whatever is none of the others. */
        METHOD,
        /** What only tells what an object holds, as an accessor of a record does. */
        ACCESSOR,
        /** A constructor. */
        CONSTRUCTOR
    }

    /**
     * A method of ours that was entered.
     *
     * @param caller the nearest class of ours on the stack; empty if there is none
     */
    record Entry(String owner, String method, Kind kind, String caller) {

        boolean isHop() {
            return kind == Kind.METHOD && !owner.equals(caller);
        }

        @Override
        public String toString() {
            return (isHop() ? "  " : "    ") + caller + " -> " + owner + "." + method + (isHop() ? "" : " (no hop)");
        }
    }

    /** Called by woven methods as they begin. */
    public static void entered(String owner, String method, String kind) {
        if (Thread.currentThread() == traced) {
            String caller = STACK.walk(frames -> frames.skip(2)
                    .map(StackWalker.StackFrame::getClassName)
                    .filter(TracingClassLoader::isOurs)
                    .findFirst()
                    .orElse(""));
            entries.add(new Entry(owner, method, Kind.valueOf(kind), caller));
        }
    }

    /** Called by woven methods before they make an object, an array, a capturing lambda or a text. */
    public static void allocated(String type) {
        if (Thread.currentThread() == traced) {
            allocations.add(type);
        }
    }

    /** What one run on this thread does. */
    static CallTrace.Seen of(Runnable journey) {
        entries = new ArrayList<>();
        allocations = new ArrayList<>();
        traced = Thread.currentThread();
        try {
            journey.run();
        } finally {
            traced = null;
        }
        return new Seen(List.copyOf(entries), List.copyOf(allocations));
    }

    /** What was seen of one run. */
    record Seen(List<Entry> entries, List<String> allocations) {

        /** Classes of ours that were entered, nested ones by themselves. */
        int classes() {
            return (int) entries.stream().map(Entry::owner).distinct().count();
        }

        /** Which calls lead from one class of ours into another: a loop that goes the same way again is no further hop. */
        int hops() {
            return (int) entries.stream().filter(Entry::isHop).distinct().count();
        }

        /** The same, counted every time. */
        int crossings() {
            return (int) entries.stream().filter(Entry::isHop).count();
        }

        /** Objects of classes of ours. */
        int objects() {
            return (int) allocations.stream().filter(TracingClassLoader::isOurs).count();
        }

        /** One line for each call and each thing made. */
        List<String> lines() {
            return Stream.concat(entries.stream(), allocations.stream().map(type -> "new " + type))
                    .map(String::valueOf)
                    .toList();
        }

        /** Everything our code makes: objects, arrays, lambdas that capture, texts that are put together. */
        int made() {
            return allocations.size();
        }
    }
}
