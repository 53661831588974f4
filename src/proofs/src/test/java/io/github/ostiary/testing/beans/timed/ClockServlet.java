package io.github.ostiary.testing.beans.timed;

import io.github.ostiary.ManualTimeSource;
import jakarta.inject.Inject;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.time.Duration;

/** Moves the clock. */
@WebServlet("/clock")
public class ClockServlet extends HttpServlet {

    @Inject
    ManualTimeSource time;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) {
        time.advance(Duration.ofMinutes(Integer.parseInt(request.getParameter("minutes"))));
    }
}
