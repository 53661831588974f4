package io.github.ostiary.edge;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The rules that one request has met: an application may dispatch it to several paths, and each rule decides it once. Not
 * thread-safe: a request is with one thread at a time.
 */
public class MetRules {

    /** The first, and mostly the only one: it needs no list. */
    private @Nullable Object first;

    private List<Object> others = List.of();

    /** Creates it with no rules met yet. */
    public MetRules() {}

    /**
     * Whether the request has met none.
     *
     * @return true before the first {@link #add}
     */
    public final boolean isEmpty() {
        return first == null;
    }

    /**
     * The rules that were met by now.
     *
     * @return to go on from, if what is added to this does not count after all
     */
    public final MetRules copy() {
        MetRules copy = new MetRules();
        copy.first = first;
        copy.others = others.isEmpty() ? others : new ArrayList<>(others);
        return copy;
    }

    /**
     * Takes note of one.
     *
     * @param rule what is the same object for a rule for as long as it has its name, whatever configuration is in force
     * @return false if the request has met it before
     */
    public final boolean add(Object rule) {
        if (first == null) {
            first = rule;
            return true;
        }
        if (first == rule) {
            return false;
        }
        for (int i = 0; i < others.size(); i++) {
            if (others.get(i) == rule) {
                return false;
            }
        }
        if (others.isEmpty()) {
            others = new ArrayList<>(4);
        }
        others.add(rule);
        return true;
    }
}
