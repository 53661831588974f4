package com.example.forum;

import java.time.Duration;

/** How long to wait, as clocks show it: 42, 4:32, 1:04:32. The countdown in forum.js shows the same. */
record Wait(long seconds) {

    /** Rounded up, so that nobody comes too early; at least a second. */
    static Wait of(Duration duration) {
        return new Wait(Math.max(1, duration.plusMillis(999).toSeconds()));
    }

    String clock() {
        if (seconds < 60) {
            return Long.toString(seconds);
        } else if (seconds < 3600) {
            return String.format("%d:%02d", seconds / 60, seconds % 60);
        }
        return String.format("%d:%02d:%02d", seconds / 3600, seconds / 60 % 60, seconds % 60);
    }

    String unit() {
        if (seconds < 60) {
            return seconds == 1 ? "second" : "seconds";
        }
        return seconds < 3600 ? "minutes" : "hours";
    }
}
