package io.github.ostiary.testing.beans;

import jakarta.enterprise.inject.spi.CDI;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** Calls beans as {@link CallServlet}, where a server injects nothing into servlets. */
@WebServlet("/selected/*")
public class SelectedServlet extends HttpServlet {

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        CDI.current().select(CallServlet.class).get().doGet(request, response);
    }
}
