package io.github.ostiary.algorithm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The ring of entries beside a list of them: however its letters are cut and however often its totals have begun again. */
class WeightLogTest {

    private static final long YEAR = 366L * 86_400L * 1_000_000L;

    private static final class Ring extends WeightLog {}

    private record Entry(long time, long weight) {}

    private final List<Entry> all = new ArrayList<>();
    private Ring ring = new Ring();

    private void append(long time, long weight, long most) {
        if (weightOf(all.size()) == 0) {
            ring.dropFirst(all.size());
            all.clear();
        }
        ring.read(time);
        ring.stamp();
        ring.append(weight, most);
        all.add(new Entry(time, weight));
    }

    private void dropWeight(long weight) {
        ring.dropWeight(weight);
        long left = weight;
        while (all.size() > 1 && all.get(0).weight <= left) {
            left -= all.remove(0).weight;
        }
        all.set(0, new Entry(all.get(0).time, all.get(0).weight - left));
    }

    private void takeOff(long time, long weight) {
        long left = weight;
        for (int i = all.size() - 1; i >= Math.max(0, all.size() - 128); i--) {
            Entry one = all.get(i);
            if (one.time == time && left > 0) {
                long back = Math.min(left, one.weight - 1);
                all.set(i, new Entry(time, one.weight - back));
                left -= back;
            }
        }
        assertThat(ring.takeOff(time, weight)).isEqualTo(left);
    }

    private long weightOf(int entries) {
        return all.subList(0, entries).stream().mapToLong(Entry::weight).sum();
    }

    private void agree(Random random) {
        assertThat(ring.size()).isEqualTo(all.size());
        for (int i = 0; i < all.size(); i++) {
            assertThat(ring.timeAt(i)).isEqualTo(all.get(i).time);
            assertThat(ring.weightOf(i)).isEqualTo(weightOf(i));
            assertThat(ring.weightBehind(i)).isEqualTo(weightOf(all.size()) - weightOf(i));
        }
        assertThat(ring.weightOf(all.size())).isEqualTo(weightOf(all.size()));
        if (!all.isEmpty()) {
            long time = all.get(random.nextInt(all.size())).time + random.nextInt(3) - 1;
            assertThat(ring.firstSince(time))
                    .isEqualTo((int) all.stream().filter(one -> one.time < time).count());
            long weight = random.nextLong(weightOf(all.size()) + 1);
            int first = 0;
            while (first < all.size() && weightOf(first + 1) <= weight) {
                first++;
            }
            assertThat(ring.firstHeavierThan(weight)).isEqualTo(first);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void agreesWithAList(long seed) {
        Random random = new Random(seed);
        for (int run = 0; run < 300; run++) {
            ring = new Ring();
            all.clear();
            long heaviest = random.nextBoolean() ? 3 : 1_000_000;
            long pause = random.nextBoolean() ? 10 : YEAR / 40;
            long time = random.nextLong(-YEAR, 1L << 52);
            int most = 1 + random.nextInt(60);
            for (int i = 0; i < 120; i++) {
                time += random.nextLong(pause);
                long oldest = time - 2 * YEAR;
                int expired =
                        (int) all.stream().filter(one -> one.time < oldest).count();
                ring.dropFirst(expired);
                all.subList(0, expired).clear();
                switch (random.nextInt(8)) {
                    case 0 -> {
                        int gone = random.nextInt(all.size() + 1);
                        ring.dropFirst(gone);
                        all.subList(0, gone).clear();
                    }
                    case 1 -> {
                        if (weightOf(all.size()) > 0) {
                            dropWeight(1 + random.nextLong(weightOf(all.size())));
                        }
                    }
                    case 2 -> {
                        if (!all.isEmpty() && weightOf(all.size()) > 0) {
                            takeOff(all.get(random.nextInt(all.size())).time, 1 + random.nextLong(heaviest));
                        }
                    }
                    default -> append(time, 1 + random.nextLong(heaviest), most);
                }
                agree(random);
            }
        }
    }

    /** The running total passes 2^32 several times. */
    @ParameterizedTest
    @ValueSource(ints = {1, 7, 100})
    void totalsBeginAgain(int entries) {
        Random random = new Random(entries);
        for (int i = 0; i < 20_000; i++) {
            append(i, 1_000_000 - random.nextInt(10), entries);
            if (all.size() > entries) {
                ring.dropFirst(1);
                all.remove(0);
            }
            if (i % 97 == 0) {
                agree(random);
            }
        }
    }
}
