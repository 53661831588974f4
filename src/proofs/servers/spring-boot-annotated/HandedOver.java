package springboot;

import org.springframework.context.annotation.Configuration;
import org.springframework.scheduling.annotation.EnableAsync;

/** Switches {@code @Async} on. */
@EnableAsync
@Configuration
public class HandedOver {}
