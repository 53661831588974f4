package io.github.ostiary.grammar;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * What a caller of a seed did on one server, and what came of it.
 *
 * @param numbers of the exchanges that were tried
 * @param seen for each of them, the statuses of the answers and what the application noted
 * @param wrong what must not be
 */
record Play(
        Site site, long seed, List<Integer> numbers, List<Exchange> exchanges, List<String> seen, List<String> wrong) {

    private static final int RUNS_TO_SHRINK = 30;

    /** Plays all of a seed. */
    static Play of(Site site, long seed) {
        return of(site, seed, numbers -> numbers);
    }

    /** Plays some of a seed. */
    static Play of(Site site, long seed, UnaryOperator<List<Integer>> choice) {
        String run = site.newRun();
        List<Exchange> all = Conversations.of(seed, run);
        List<Integer> every = new ArrayList<>();
        for (int i = 0; i < all.size(); i++) {
            every.add(i);
        }
        List<Integer> numbers = choice.apply(every);
        List<Exchange> exchanges = numbers.stream().map(all::get).toList();
        List<String> seen = new ArrayList<>();
        List<String> wrong = new ArrayList<>();
        for (Exchange exchange : exchanges) {
            int before = site.account(run).entries().size();
            List<String> statuses = Wire.run(exchange, site.port(), () -> isBusy(site, run, before));
            Account after = site.account(run);
            seen.add(statuses + " "
                    + after.entries().subList(before, after.entries().size()));
            if (statuses.contains("late")) {
                wrong.add("no end within " + Wire.BOUND_MILLIS + " ms");
            }
        }
        int reset = (int) exchanges.stream().filter(Exchange::isResetAtWork).count();
        wrong.addAll(Oracle.wrong(site, run, reset));
        seen.add("in the end " + site.account(run));
        return new Play(site, seed, numbers, exchanges, seen, wrong);
    }

    private static boolean isBusy(Site site, String run, int before) {
        Account now = site.account(run);
        return now.working() > 0 || now.entries().size() > before;
    }

    /** The shortest that is still wrong, by leaving out one exchange after the other. */
    Play shrunk() {
        Play least = this;
        int runs = 0;
        for (int i = numbers.size() - 1; i >= 0 && runs < RUNS_TO_SHRINK; i--) {
            Integer left = numbers.get(i);
            List<Integer> fewer =
                    least.numbers.stream().filter(n -> !n.equals(left)).toList();
            Play without = of(site, seed, every -> fewer);
            runs++;
            if (!without.wrong.isEmpty()) {
                least = without;
            }
        }
        return least;
    }

    /** What replays it. */
    String property() {
        return "-Dgrammar.replay=" + site.kind + ":" + seed + ":"
                + String.join(",", numbers.stream().map(String::valueOf).toList());
    }

    @Override
    public String toString() {
        StringBuilder text =
                new StringBuilder("\nseed " + seed + " on " + site.kind + ": " + wrong + "\n  " + property());
        for (int i = 0; i < exchanges.size(); i++) {
            text.append("\n    " + exchanges.get(i)).append("\n      -> ").append(seen.get(i));
        }
        text.append("\n    " + seen.get(exchanges.size()));
        return text.toString();
    }
}
