package springboot;

import io.github.ostiary.servlet.OstiaryContext;
import io.github.ostiary.testing.Readings;
import jakarta.servlet.MultipartConfigElement;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.web.servlet.ServletRegistrationBean;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;

/** An application of servlets and controllers, each of which tells what it has found. */
@SpringBootApplication(
        excludeName = {
            "org.springframework.boot.autoconfigure.security.servlet.SecurityAutoConfiguration",
            "org.springframework.boot.actuate.autoconfigure.security.servlet.ManagementWebSecurityAutoConfiguration"
        })
public class BootApplication {

    public static void main(String[] arguments) throws Exception {
        ConfigurableApplicationContext context = SpringApplication.run(BootApplication.class, arguments);
        System.out.println("LISTENING " + context.getEnvironment().getProperty("local.server.port"));
        while (System.in.read() != -1) {
            continue;
        }
        context.close();
        System.exit(0);
    }

    /** What a servlet finds. */
    @Bean
    ServletRegistrationBean<HttpServlet> servlet() {
        ServletRegistrationBean<HttpServlet> servlet = new ServletRegistrationBean<>(new Reading(), "/servlet/*");
        servlet.setMultipartConfig(new MultipartConfigElement(""));
        return servlet;
    }

    static final class Reading extends HttpServlet {

        @Override
        protected void service(HttpServletRequest request, HttpServletResponse response)
                throws IOException, ServletException {
            Readings readings = Readings.ofRule(OstiaryContext.call(request, response));
            List<String> cookies = new ArrayList<>();
            for (Cookie cookie : request.getCookies() == null ? new Cookie[0] : request.getCookies()) {
                if (cookie.getName().equals("c")) {
                    cookies.add(cookie.getValue());
                }
            }
            List<String> parts = new ArrayList<>();
            if (String.valueOf(request.getContentType()).startsWith("multipart")) {
                if (request.getPart("u") != null) {
                    parts.add(new String(request.getPart("u").getInputStream().readAllBytes()));
                }
            }
            response.getWriter()
                    .print(readings.one("param", request.getParameter("u"))
                            .with("param", list(request.getParameterValues("u")))
                            .with("param", list(request.getParameterMap().get("u")))
                            .one(
                                    "param",
                                    Collections.list(request.getParameterNames()).contains("u")
                                            ? request.getParameter("u")
                                            : null)
                            .with("param part", request.getQueryString() == null ? parts : List.of())
                            .with("cookie", cookies)
                            .one("header", request.getHeader("X-H"))
                            .with("header", Collections.list(request.getHeaders("X-H"))));
        }

        private static List<String> list(String[] values) {
            return values == null ? List.of() : List.of(values);
        }
    }
}
