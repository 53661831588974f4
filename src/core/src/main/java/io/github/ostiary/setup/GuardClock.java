package io.github.ostiary.setup;

import io.github.ostiary.TimeSource;
import io.github.ostiary.text.Log;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The clock of an application's guard: of its tests, or a bean of the application.
 *
 * @hidden
 */
public final class GuardClock {

    private static final System.Logger LOG = Log.of(GuardClock.class);

    private static volatile @Nullable TimeSource ofTests;

    private GuardClock() {}

    /**
     * Gives a clock to every application of this JVM whose guard begins from now on, and that has no such bean.
     *
     * @param clock that tests move; null for that of the machine
     */
    public static void ofTests(@Nullable TimeSource clock) {
        ofTests = clock;
    }

    /** Empty if there is none, more than one, or if beans cannot be asked as early as this. */
    static Optional<TimeSource> amongBeans(ClassLoader application) {
        try {
            return ApplicationBeans.bean(application, TimeSource.class, TimeSource.class)
                    .or(() -> Optional.ofNullable(ofTests));
        } catch (IllegalStateException e) {
            LOG.log(System.Logger.Level.DEBUG, "No bean can be asked for yet", e);
            return Optional.ofNullable(ofTests);
        }
    }

    /**
     * Warns if a guard has begun before the bean that is to be its clock.
     *
     * @param application the class loader of one that has such a bean and a guard
     */
    public static void check(ClassLoader application) {
        Optional<TimeSource> bean = amongBeans(application).filter(found -> found != TimeSource.system());
        boolean unheard = ApplicationGuards.of(application)
                .filter(guard -> guard instanceof ConfiguredGuard built && built.time() == TimeSource.system())
                .isPresent();
        if (unheard && bean.isPresent()) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "the guard uses the clock of this machine and not the TimeSource bean, since it began before"
                            + " there were beans. In tests use the clock of @OstiaryTest; elsewhere remove the bean");
        }
    }
}
