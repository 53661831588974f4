package com.example.forum;

import io.micrometer.core.instrument.Metrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;

/** For Prometheus, which shows the token that the environment names in METRICS_TOKEN. Without one there is no such page. */
@WebServlet(urlPatterns = "/metrics", loadOnStartup = 1)
public class MetricsServlet extends ForumServlet {

    private static final long serialVersionUID = 1L;
    private static final String TOKEN = System.getenv().getOrDefault("METRICS_TOKEN", "");

    /** Beside the figures of other libraries; Ostiary writes to the global registry. */
    private final transient PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);

    @Override
    public void init() {
        Metrics.addRegistry(registry);
    }

    @Override
    public void destroy() {
        Metrics.removeRegistry(registry);
        registry.close();
    }

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        String shown = String.valueOf(request.getHeader("Authorization"));
        if (TOKEN.isEmpty() || !MessageDigest.isEqual(bytes(shown), bytes("Bearer " + TOKEN))) {
            response.sendError(HttpServletResponse.SC_NOT_FOUND);
            return;
        }
        response.setContentType("text/plain; version=0.0.4");
        response.getWriter().write(registry.scrape());
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
