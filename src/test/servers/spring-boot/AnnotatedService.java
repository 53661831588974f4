package springboot;

import io.github.ostiary.interceptor.RateLimit;
import org.springframework.stereotype.Service;

/** What Spring does not intercept. */
@Service
public class AnnotatedService {

    @RateLimit("asked")
    public void reply() {}
}
