package io.github.ostiary.algorithm;

import io.github.ostiary.store.AttemptClaim.Traits;
import io.github.ostiary.store.FoundBefore;
import java.util.ArrayList;
import java.util.List;

/**
 * The networks that successes came from, oldest success first, each for callers who spell the name as it was spelled there.
 * No spelling takes another more than its share of the places. Not thread-safe.
 */
final class KnownNetworks {

    private static final int MOST = 16;

    private record KnownNetwork(String name, long time, int failures, String spelling) {

        boolean is(Traits traits) {
            return name.equals(traits.network()) && spelling.equals(traits.spelling());
        }
    }

    private List<KnownNetwork> list = List.of();

    void succeeded(Traits traits, long now) {
        list = list.isEmpty() ? new ArrayList<>(1) : list;
        list.removeIf(known -> known.is(traits));
        if (list.size() < MOST || makeRoom(traits.spelling())) {
            list.add(new KnownNetwork(traits.network(), now, 0, traits.spelling()));
        }
    }

    /** Forgets the oldest network of the spelling that has the most, the asking one first; false if none has two. */
    private boolean makeRoom(String spelling) {
        int place = -1;
        int most = Math.max(1, count(spelling) - 1);
        for (int i = 0; i < list.size(); i++) {
            int count = count(list.get(i).spelling());
            if (count > most) {
                place = i;
                most = count;
            }
        }
        if (place >= 0 && most == count(spelling)) {
            place = first(spelling);
        }
        if (place >= 0) {
            list.remove(place);
        }
        return place >= 0;
    }

    private int count(String spelling) {
        int count = 0;
        for (KnownNetwork known : list) {
            count += known.spelling().equals(spelling) ? 1 : 0;
        }
        return count;
    }

    private int first(String spelling) {
        for (int i = 0; i < list.size(); i++) {
            if (list.get(i).spelling().equals(spelling)) {
                return i;
            }
        }
        return -1;
    }

    /** Counts a failure; at the threshold the network is no longer known. */
    void failed(Traits traits, int threshold) {
        for (int i = 0; i < list.size(); i++) {
            KnownNetwork known = list.get(i);
            if (known.is(traits)) {
                if (known.failures() + 1 >= threshold) {
                    list.remove(i);
                } else {
                    list.set(i, new KnownNetwork(known.name(), known.time(), known.failures() + 1, known.spelling()));
                }
                return;
            }
        }
    }

    /** How many failures a network may still have: 0 if it is not known. */
    int left(Traits traits, long now, long life, int threshold) {
        for (KnownNetwork known : list) {
            if (known.is(traits) && now - known.time() < life) {
                return threshold - known.failures();
            }
        }
        return 0;
    }

    /**
     * The standing of a network. It is known under the spelling that succeeded there, or an account whose name differs in
     * spelling alone could make it known; and new if any other is known, or another spelling would hide where it comes from.
     */
    int standing(Traits traits, long now, long life) {
        int standing = FoundBefore.UNKNOWN;
        for (KnownNetwork known : list) {
            if (now - known.time() < life) {
                standing = known.is(traits) ? FoundBefore.KNOWN : Math.min(standing, FoundBefore.NEW);
            }
            if (standing == FoundBefore.KNOWN) {
                return standing;
            }
        }
        return standing;
    }

    /** The time of the newest success; the oldest possible time if there is none. */
    long newest() {
        return list.isEmpty() ? Long.MIN_VALUE : list.get(list.size() - 1).time();
    }
}
