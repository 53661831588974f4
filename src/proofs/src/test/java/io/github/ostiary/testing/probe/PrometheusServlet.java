package io.github.ostiary.testing.probe;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Inject;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** What Prometheus scrapes of an application that has Micrometer. */
@WebServlet("/metrics")
public class PrometheusServlet extends HttpServlet {

    @Inject
    private transient Meters meters;

    /** The application's registry. */
    @ApplicationScoped
    public static class Meters {

        private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);

        @Produces
        MeterRegistry registry() {
            return registry;
        }

        String scraped() {
            return registry.scrape();
        }
    }

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        response.setContentType("text/plain; version=0.0.4; charset=utf-8");
        response.getWriter().print(meters.scraped());
    }
}
