package io.github.ostiary.servlet;

import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.RequestDispatcher;
import java.lang.StackWalker.Option;
import java.lang.StackWalker.StackFrame;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The filters a request is in that stand before ours, outermost first.
 *
 * <p>No container shows in which order filters run, but each is a call within the one before it. A filter that calls
 * ours by itself, without a chain, is a wrapper and does not stand before it. Of a filter's class and its superclasses
 * the most special one on the stack is reported. What is passed to another thread is not seen. What a request meets on its way
 * to a page that it was forwarded to does not count: a container shows its login page before any filter.
 */
final class PrecedingFilters {

    private static final StackWalker WALKER =
            StackWalker.getInstance(Set.of(Option.RETAIN_CLASS_REFERENCE, Option.SHOW_HIDDEN_FRAMES));

    private PrecedingFilters() {}

    /** The filters before ours, of the request that the calling thread works on. */
    static List<Class<?>> ofThisCall() {
        List<StackFrame> inward =
                WALKER.walk(frames -> frames.filter(PrecedingFilters::matters).toList());
        List<Class<?>> found = new ArrayList<>();
        @Nullable Class<?> open = null;
        for (int i = inward.size() - 1; i >= 0; i--) {
            Class<?> type = inward.get(i).getDeclaringClass();
            if (DecidingFilter.class.isAssignableFrom(type)) {
                return found;
            }
            if (RequestDispatcher.class.isAssignableFrom(type)) {
                break;
            }
            if (FilterChain.class.isAssignableFrom(type)) {
                if (open != null) {
                    found.add(open);
                }
                open = null;
            } else if (open == null) {
                open = inward.get(i).getMethodName().equals("doFilter") ? type : null;
            } else if (open.isAssignableFrom(type)) {
                open = type;
            }
        }
        if (open != null) {
            found.add(open);
        }
        return found;
    }

    private static boolean matters(StackFrame frame) {
        Class<?> type = frame.getDeclaringClass();
        return Filter.class.isAssignableFrom(type)
                || FilterChain.class.isAssignableFrom(type)
                || RequestDispatcher.class.isAssignableFrom(type);
    }
}
