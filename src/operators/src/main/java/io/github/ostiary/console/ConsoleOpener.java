package io.github.ostiary.console;

import io.github.ostiary.Guard;
import io.github.ostiary.edge.ConsoleSettings;
import io.github.ostiary.servlet.FilterConsole;
import io.github.ostiary.setup.Callers;
import jakarta.servlet.ServletContext;

/**
 * The way to the console of an application, which finds it by {@link Console#of} from then on.
 *
 * @hidden
 */
public final class ConsoleOpener implements FilterConsole.Provider {

    /** An opener for the filter. */
    public ConsoleOpener() {}

    @Override
    public FilterConsole open(ServletContext context, ConsoleSettings settings, Guard guard, Callers callers) {
        return new Console(context, settings, new ConsoleServlet(), guard, callers);
    }
}
