package io.github.ostiary.benchmarks.server;

import org.springframework.boot.Banner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** The smallest web application of Spring Boot, in a JVM of its own that ends when it has started. */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
class StartedBoot {

    /** One page. */
    @RestController
    static class Pages {

        @GetMapping("/search")
        String search() {
            return "nothing found";
        }
    }

    /** Starts it; the arguments are Spring's. */
    public static void main(String[] args) throws Exception {
        SpringApplication application = new SpringApplication(StartedBoot.class, Pages.class);
        application.setBannerMode(Banner.Mode.OFF);
        application.run(args);
        StartCost.started();
    }
}
