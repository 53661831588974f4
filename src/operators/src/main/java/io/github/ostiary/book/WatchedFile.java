package io.github.ostiary.book;

import io.github.ostiary.TimeSource;
import io.github.ostiary.config.ConfigSources;
import io.github.ostiary.config.GlobalConfig;
import io.github.ostiary.config.GlobalKeys;
import io.github.ostiary.config.Problems;
import io.github.ostiary.engine.ChangeMaker;
import io.github.ostiary.engine.DecisionListener;
import io.github.ostiary.engine.GuardChange;
import io.github.ostiary.operator.AuditEntry.Deed;
import io.github.ostiary.operator.Operator;
import io.github.ostiary.operator.ReloadState;
import io.github.ostiary.setup.Background;
import io.github.ostiary.text.Durations;
import io.github.ostiary.text.Log;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** The file that rules come from, looked at again and again. Thread-safe. */
final class WatchedFile {

    /*
     * A change counts once it is the same at two looks: an editor may have written half of it at the first. What is wrong
     * with it is said once, however often it is looked at; until it is right, or what it was, nothing changes. A file that is
     * gone says nothing: it may be about to be replaced.
     */
    private static final System.Logger LOG = Log.of(WatchedFile.class);
    private static final String ON_CLASS_PATH = "classpath:";

    private final ConfigSources sources;
    private final OverrideBook book;
    private final DecisionListener listener;
    private final ChangeMaker changes;
    private final TimeSource time;
    private final Optional<String> file;
    private final ReentrantLock looking = new ReentrantLock();

    /** Behind the lock: what is in force, what was seen last if it is another, and what was found wrong. */
    private byte @Nullable [] applied;

    private byte @Nullable [] seen;
    private byte @Nullable [] wrong;
    private boolean gone;
    private volatile boolean watched;
    private volatile ReloadState state;

    /**
     * A file that is not watched yet.
     *
     * @param sources that are read anew each time
     * @param book puts what they say in force
     */
    WatchedFile(ConfigSources sources, OverrideBook book, DecisionListener listener, ChangeMaker changes) {
        this.sources = sources;
        this.book = book;
        this.listener = listener;
        this.changes = changes;
        this.time = changes.time();
        this.file = sources.file();
        this.state = new ReloadState(file.orElse(""), false, Optional.empty(), List.of());
    }

    private void note(Optional<Instant> reloaded, List<String> problems) {
        state = new ReloadState(file.orElse(""), watched, reloaded, problems);
    }

    ReloadState state() {
        return state;
    }

    /**
     * Begins to look, if there is a file that can change.
     *
     * @param global says how often
     * @param used the sources that rules were read from
     */
    void watch(GlobalConfig global, ConfigSources used, Background background) {
        if (file.isEmpty() || file.get().startsWith(ON_CLASS_PATH)) {
            return;
        }
        try {
            byte @Nullable [] content = used.content();
            Duration pause = content == null
                    ? global.find(GlobalKeys.RELOAD).orElse(Duration.ZERO)
                    : global.get(GlobalKeys.RELOAD);
            applied = content;
            if (!pause.isZero()) {
                watched = true;
                note(Optional.empty(), List.of());
                background.every(pause.toMillis(), this::look);
            }
        } catch (IOException e) {
            LOG.log(Level.WARNING, "The file with the rules cannot be watched", e);
        }
    }

    /** Looks once. */
    void look() {
        looking.lock();
        try {
            byte @Nullable [] content = sources.content();
            if (content == null) {
                sayGone();
            } else {
                gone = false;
                look(content);
            }
        } catch (IOException e) {
            LOG.log(Level.DEBUG, "The file with the rules cannot be read now", e);
        } finally {
            looking.unlock();
        }
    }

    private void sayGone() {
        if (!gone && applied != null) {
            gone = true;
            LOG.log(
                    Level.WARNING,
                    "{0} is gone; its rules stay in force until the application starts again",
                    state.file());
        }
    }

    private void look(byte[] content) {
        if (Arrays.equals(content, applied)) {
            sayRight();
        } else if (!Arrays.equals(content, wrong)) {
            boolean twice = Arrays.equals(content, seen);
            seen = content;
            if (twice) {
                reload(content, new Operator("the file", "node " + NodeName.ofThisProcess() + ", " + state.file()), "");
            }
        }
    }

    /** It says what is in force. */
    private void sayRight() {
        seen = null;
        if (wrong != null) {
            wrong = null;
            note(state.reloaded(), List.of());
            LOG.log(Level.INFO, "{0} agrees with the rules in force again", state.file());
        }
    }

    /**
     * An operator wants it at once, whether the file is watched or not.
     *
     * @throws IllegalStateException if the file is not there, or cannot be read
     */
    ReloadState lookNow(Operator by, String reason) {
        looking.lock();
        try {
            byte @Nullable [] content = sources.content();
            if (content == null) {
                throw new IllegalStateException(
                        file.map(name -> name + " is not there").orElse("no file is configured"));
            }
            if (Arrays.equals(content, applied)) {
                sayRight();
            } else {
                reload(content, by, reason);
            }
            return state;
        } catch (IOException e) {
            throw new IllegalStateException(state.file() + " cannot be read", e);
        } finally {
            looking.unlock();
        }
    }

    private void reload(byte[] content, Operator by, String reason) {
        Problems problems = new Problems();
        book.reload(sources.saying(content), problems);
        seen = null;
        if (problems.isEmpty()) {
            applied = content;
            wrong = null;
            note(Optional.of(Durations.instant(time.micros())), List.of());
            LOG.log(Level.INFO, "{0} has changed; its new rules are in force", state.file());
            tell(Deed.RELOADED, by, reason);
        } else {
            wrong = content;
            List<String> sentences = problems.sentences();
            note(state.reloaded(), sentences);
            LOG.log(
                    Level.ERROR,
                    "{0} has changed, but is not applied: the former rules stay in force. {1}",
                    state.file(),
                    problems.toException().getMessage());
            tell(Deed.REFUSED, by, sentences.size() + (sentences.size() == 1 ? " problem. " : " problems. ") + reason);
        }
    }

    private void tell(Deed act, Operator by, String reason) {
        listener.changed(
                GuardChange.of(act, "", "", Optional.empty(), Optional.of(changes.change(by, reason.strip()))));
    }
}
