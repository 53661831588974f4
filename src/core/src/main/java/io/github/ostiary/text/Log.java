package io.github.ostiary.text;

import java.util.ResourceBundle;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The log of a class. Each line begins with the application that it is about, such as {@code [/shop]}: several applications of
 * one server write to one file. Thread-safe.
 *
 * <p>The application is that of the thread's context class loader, which each container sets for requests and deployments;
 * in a {@link DaemonThread} that of the thread that started it. Where neither tells, the only application that this class
 * knows is meant. A guard of plain Java belongs to no application, and its lines begin with their text.
 */
public final class Log implements System.Logger {

    private static final ByApplication<Set<String>> NAMES = new ByApplication<>();

    /** The characters that a line or {@link java.text.MessageFormat} would not show as they are. */
    private static final Pattern UNSAFE = Pattern.compile("[\\p{Cntrl}'{}]");

    private static final ThreadLocal<String> CARRIED = new ThreadLocal<>();

    private final System.Logger sink;

    private Log(System.Logger sink) {
        this.sink = sink;
    }

    /**
     * The log of a class.
     *
     * @param writer the class that writes its lines
     * @return with its name
     */
    public static System.Logger of(Class<?> writer) {
        return of(writer.getName());
    }

    /**
     * A log of its own name.
     *
     * @param name such as {@code io.github.ostiary.audit}
     * @return with that name
     */
    public static System.Logger of(String name) {
        return new Log(System.getLogger(name));
    }

    /**
     * A log whose lines are for machines: they begin with their own text, not with an application.
     *
     * @param name such as {@code io.github.ostiary.audit}
     * @return with that name
     */
    public static System.Logger bare(String name) {
        return System.getLogger(name);
    }

    /**
     * Names an application from now on.
     *
     * @param application its class loader; several applications that share one are named together
     * @param name its context path, {@code /} for the root
     */
    public static void begin(ClassLoader application, String name) {
        change(application, name, true);
    }

    /**
     * Ends {@link #begin}.
     *
     * @param application its class loader
     * @param name its context path
     */
    public static void end(ClassLoader application, String name) {
        change(application, name, false);
    }

    private static void change(ClassLoader application, String name, boolean begins) {
        synchronized (NAMES) {
            Set<String> known = NAMES.has(application) ? NAMES.find(application) : null;
            Set<String> names = known == null ? new TreeSet<>() : new TreeSet<>(known);
            String plain = UNSAFE.matcher(name).replaceAll("_");
            boolean unused = begins ? names.add(plain) : names.remove(plain);
            if (names.isEmpty()) {
                NAMES.remove(application);
            } else {
                NAMES.put(application, names);
            }
        }
    }

    /** The application that the current thread works for; empty for none. */
    static String application() {
        String carried = CARRIED.get();
        if (carried != null) {
            return carried;
        }
        Set<String> names = NAMES.find(Thread.currentThread().getContextClassLoader());
        if (names == null) {
            Set<String> all = new TreeSet<>();
            NAMES.all().forEach(all::addAll);
            names = all.size() == 1 ? all : Set.of();
        }
        return String.join(" or ", names);
    }

    /** The current thread works for this application from now on, whatever its class loader is. */
    static void carry(String application) {
        CARRIED.set(application);
    }

    private static @Nullable String named(@Nullable String text) {
        String application = application();
        return application.isEmpty() ? text : "[" + application + "] " + text;
    }

    @Override
    public String getName() {
        return sink.getName();
    }

    @Override
    public boolean isLoggable(Level level) {
        return sink.isLoggable(level);
    }

    @Override
    public void log(Level level, @Nullable ResourceBundle bundle, @Nullable String text, @Nullable Throwable thrown) {
        sink.log(level, bundle, named(text), thrown);
    }

    @Override
    public void log(Level level, @Nullable ResourceBundle bundle, @Nullable String format, @Nullable Object... params) {
        sink.log(level, bundle, named(format), params);
    }
}
