package io.github.ostiary.benchmarks.server;

import static java.nio.charset.StandardCharsets.UTF_8;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** The application behind the door: the least that is an answer. */
final class PageServlet extends HttpServlet {

    private static final long serialVersionUID = 1L;
    private static final byte[] PAGE = "All is well behind this door.\n".getBytes(UTF_8);

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        response.setContentType("text/plain;charset=UTF-8");
        response.setContentLength(PAGE.length);
        response.getOutputStream().write(PAGE);
    }
}
