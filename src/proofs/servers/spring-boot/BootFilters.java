package springboot;

import jakarta.servlet.http.HttpServletResponse;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;

/** Filters of the application's own, one before and one behind all others of Boot's. */
@Configuration
public class BootFilters {

    @Bean
    FilterRegistrationBean<jakarta.servlet.Filter> front() {
        return header("X-Front", Ordered.HIGHEST_PRECEDENCE);
    }

    @Bean
    FilterRegistrationBean<jakarta.servlet.Filter> back() {
        return header("X-Back", Ordered.LOWEST_PRECEDENCE);
    }

    private static FilterRegistrationBean<jakarta.servlet.Filter> header(String name, int order) {
        var bean = new FilterRegistrationBean<jakarta.servlet.Filter>((request, response, chain) -> {
            ((HttpServletResponse) response).setHeader(name, "seen");
            chain.doFilter(request, response);
        });
        bean.setName(name);
        bean.setOrder(order);
        return bean;
    }
}
