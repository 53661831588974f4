package io.github.ostiary.testing.probe;

import io.github.ostiary.servlet.OstiaryInitializer;
import jakarta.servlet.ServletContainerInitializer;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletException;
import java.util.Set;

/** An application's own, which wants ours to be called before others. */
public class OwnInitializer implements ServletContainerInitializer {

    @Override
    public void onStartup(Set<Class<?>> classes, ServletContext context) throws ServletException {
        OstiaryInitializer.install(context);
    }
}
