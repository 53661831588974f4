package io.github.ostiary.testing.probe;

import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** A servlet whose bean lives as long as a request. */
@WebServlet("/scoped")
public class ScopedServlet extends HttpServlet {

    @Inject
    Tally tally;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        response.getWriter().print("scoped " + tally.next());
    }

    /** Counts from one in each request. */
    @RequestScoped
    public static class Tally {

        private int count;

        public int next() {
            return ++count;
        }
    }
}
