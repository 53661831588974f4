package io.github.ostiary.testing.platform;

import io.github.ostiary.testing.beans.outside.Errands;
import jakarta.annotation.Resource;
import jakarta.ejb.Asynchronous;
import jakarta.ejb.Singleton;
import jakarta.ejb.Timeout;
import jakarta.ejb.Timer;
import jakarta.ejb.TimerConfig;
import jakarta.ejb.TimerService;
import jakarta.inject.Inject;

/** Runs errands asynchronously, or when a timer has it run them. */
@Singleton
public class Clerk {

    @Resource
    private TimerService timers;

    @Inject
    private Errands errands;

    @Inject
    private ErrandBook book;

    /** Runs one on another thread. */
    @Asynchronous
    public void later(String id) {
        book.run(id, errands::run);
    }

    /** Runs one when its timer says so: at once. */
    public void byTimer(String id) {
        timers.createSingleActionTimer(0, new TimerConfig(id, false));
    }

    /** The timer says so. */
    @Timeout
    public void timeout(Timer timer) {
        String id = (String) timer.getInfo();
        book.run(id, id.startsWith("anybody") ? errands::runForAnybody : errands::run);
    }
}
