package io.github.ostiary.servlet;

import io.github.ostiary.testing.ServerKind;

class TomcatFilterIT extends FilterSuite {

    TomcatFilterIT() {
        super(ServerKind.TOMCAT);
    }
}
