package io.github.ostiary.testing.beans.hearing;

import io.github.ostiary.GuardListener;

/** Named in the configuration. */
public class NamedListener implements GuardListener {

    @Override
    public void on(Event event) {
        System.getLogger("named").log(System.Logger.Level.INFO, "NAMED " + event);
    }
}
