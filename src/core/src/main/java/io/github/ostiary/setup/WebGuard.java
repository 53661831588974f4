package io.github.ostiary.setup;

import io.github.ostiary.Guard;
import io.github.ostiary.config.ConfigFiles;
import io.github.ostiary.config.ConfigSources;
import io.github.ostiary.config.GlobalKeys;
import io.github.ostiary.edge.ConsoleSettings;
import io.github.ostiary.edge.Entrance;
import io.github.ostiary.text.Log;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The guard of a web application, with the settings of its HTTP edge. Thread-safe; closed with the application.
 *
 * @hidden
 */
public final class WebGuard implements AutoCloseable {

    private static final System.Logger LOG = Log.of(WebGuard.class);

    private final Composition composition;
    private final UnlockPage unlock;
    private volatile @Nullable QuotaPage quotas;
    private volatile Runnable endRehearsal = () -> {};

    private WebGuard(Composition composition) {
        this.composition = composition;
        this.unlock = new UnlockPage(composition.guard());
    }

    /**
     * Reads the configuration and starts the guard. Succeeds when Redis is absent.
     *
     * @param application where to read it from
     * @return running; closed by the caller
     * @throws io.github.ostiary.ConfigurationException with everything that is wrong
     */
    public static WebGuard deploy(WebApplication application) {
        NativeImage.warnWithin();
        ConfigSources inputs = sources(application);
        Composition composition = Composition.of(
                inputs,
                application.classLoader(),
                GuardClock.amongBeans(application.classLoader()),
                List.of(),
                TierFactory::open,
                application.hasServlets() ? (config, problems) -> {} : ServletNeeds::check);
        for (String line : composition.startLines()) {
            LOG.log(System.Logger.Level.INFO, line);
        }
        if (composition.config().global().mayShareByAccident()) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "all applications at / that use this Redis share counters, locks, overrides and figures, since nothing tells"
                            + " them apart: write keyPrefix, such as keyPrefix=ostiary:shop, or, in Spring Boot,"
                            + " spring.application.name");
        }
        return new WebGuard(composition);
    }

    /** Everything that an application's configuration is read from, as it is now. */
    static ConfigSources sources(WebApplication application) {
        ConfigFiles files = ConfigFiles.ofWar(application.classLoader(), application::resource);
        PlatformProperties platform = application.platform();
        String name = platform.application();
        return ConfigSources.ofWar(
                        files,
                        application.defaultFile(),
                        name.isEmpty() ? application.contextPath() : name,
                        application.initParams(),
                        System.getenv(),
                        ConfigSources.systemProperties(System.getProperties()))
                .with(platform.values());
    }

    /**
     * Decides made-up calls, so that the first true one is no slower than those after it. Nothing is counted. Once they
     * have loaded what calls need, it goes on beside the first true ones.
     *
     * @param edge leads calls on a path to the place that learns their decision; they have no peer
     * @param aside whether all of it is beside the caller, who has much else to begin
     */
    public void rehearse(Function<Entrance, Consumer<String>> edge, boolean aside) {
        endRehearsal = WarmUp.begin(composition.config(), edge, aside);
    }

    /**
     * The guard.
     *
     * @return running until {@link #close}
     */
    public Guard guard() {
        return composition.guard();
    }

    /**
     * The rules in force, by which requests are decided, and what the HTTP edge needs to know.
     *
     * @return what is in force now
     */
    public InForce inForce() {
        return composition.guard().inForce();
    }

    /** Says that a servlet's filter decides requests: no other edge does. */
    public void filtered() {
        composition.guard().filtered();
    }

    /**
     * Registers a follower of what comes into force later.
     *
     * @param follower called by the thread that changes it; quick
     */
    public void follow(Consumer<InForce> follower) {
        composition.guard().follow(follower);
    }

    /**
     * The console where people look after the guard.
     *
     * @return empty for no console
     */
    public Optional<ConsoleSettings> console() {
        return composition.config().declared().console();
    }

    /**
     * The path where callers read what they have used.
     *
     * @return empty for no such page
     */
    public Optional<String> usagePath() {
        return composition.config().global().find(GlobalKeys.USAGE_PATH);
    }

    /**
     * The page that callers read, made when it is first asked for.
     *
     * @return as good as any other of this guard, whose store counts for it
     */
    public QuotaPage quotas() {
        QuotaPage page = quotas;
        if (page == null) {
            page = composition.guard().quotaPage(composition.config().context().client());
            quotas = page;
        }
        return page;
    }

    /**
     * The page that owners of locked names open.
     *
     * @return the same for the life of the guard; asked where there is one
     */
    public UnlockPage unlockPage() {
        return unlock;
    }

    /**
     * Tells callers apart.
     *
     * @return as rules see them
     */
    public Callers callers() {
        return new Callers(composition.config().context(), composition.guard().secret());
    }

    @Override
    public void close() {
        endRehearsal.run();
        composition.guard().close();
    }
}
