package io.github.ostiary.servlet;

import io.github.ostiary.testing.ServerKind;

class JettyFilterIT extends FilterSuite {

    JettyFilterIT() {
        super(ServerKind.JETTY);
    }
}
