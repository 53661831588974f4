package io.github.ostiary.grammar;

import jakarta.servlet.ServletRequestEvent;
import jakarta.servlet.ServletRequestListener;
import jakarta.servlet.http.HttpServletRequest;
import java.text.Normalizer;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/** What the application has done, for each run: the value of the header {@code X-Run}. Inside the server. */
public final class Ledger implements ServletRequestListener {

    static final String RUN = "X-Run";

    private static final Map<String, Ledger> RUNS = new ConcurrentHashMap<>();

    private final List<String> entries = new CopyOnWriteArrayList<>();
    private final AtomicInteger under = new AtomicInteger();
    private final AtomicInteger working = new AtomicInteger();
    private final AtomicInteger most = new AtomicInteger();

    static Ledger of(String run) {
        return RUNS.computeIfAbsent(String.valueOf(run), name -> new Ledger());
    }

    static Ledger of(HttpServletRequest request) {
        return of(request.getHeader(RUN));
    }

    /** How applications compare names, as ours must. */
    static String name(String typed) {
        return Normalizer.normalize(typed, Normalizer.Form.NFKC).strip().toLowerCase(Locale.ROOT);
    }

    void add(String entry) {
        entries.add(entry);
    }

    void begin() {
        int now = working.incrementAndGet();
        most.accumulateAndGet(now, Math::max);
    }

    void end() {
        working.decrementAndGet();
    }

    /** Requests under way, calls at work, most calls at work at once; then a line for each thing that was done. */
    String told() {
        return under + " " + working + " " + most + "\n" + String.join("\n", entries);
    }

    @Override
    public void requestInitialized(ServletRequestEvent event) {
        of((HttpServletRequest) event.getServletRequest()).under.incrementAndGet();
    }

    @Override
    public void requestDestroyed(ServletRequestEvent event) {
        of((HttpServletRequest) event.getServletRequest()).under.decrementAndGet();
    }
}
