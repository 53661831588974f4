package io.github.ostiary.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.RateLimitExceededException;
import java.lang.reflect.Method;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.web.bind.annotation.ControllerAdvice;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.method.HandlerMethod;

class DenialHandlersTest {

    @ParameterizedTest
    @CsvSource({
        "Any, Silent, false",
        "Any, Talking, true",
        "Named, Silent, true",
        "Named, Talking, true",
        "OfOthers, Silent, false",
    })
    void onlyWhatNamesTheDenialAnswersIt(String advice, String controller, boolean answered) throws Exception {
        try (var context = new AnnotationConfigApplicationContext(type(advice), type(controller))) {
            DenialHandlers handlers = new DenialHandlers(context);
            Method page = type(controller).getMethod("page");
            for (int i = 0; i < 2; i++) {
                assertThat(handlers.haveOneFor(new HandlerMethod(context.getBean(type(controller)), page)))
                        .isEqualTo(answered);
            }
            assertThat(handlers.haveOneFor(null)).isEqualTo(advice.equals("Named"));
        }
    }

    private static Class<?> type(String name) throws ClassNotFoundException {
        return Class.forName(DenialHandlersTest.class.getName() + "$" + name);
    }

    /** Answers nothing. */
    public static class Silent {

        public void page() {}
    }

    /** Answers its denials. */
    public static class Talking {

        public void page() {}

        @ExceptionHandler({IllegalStateException.class, RateLimitExceededException.class})
        public void denied(RuntimeException e) {}
    }

    /** For whatever is thrown. */
    @ControllerAdvice
    public static class Any {

        @ExceptionHandler
        public void any(RuntimeException e) {}
    }

    /** For denials. */
    @ControllerAdvice
    public static class Named {

        @ExceptionHandler
        public void denied(RateLimitExceededException e) {}
    }

    /** For denials of other controllers. */
    @ControllerAdvice(assignableTypes = Runnable.class)
    public static class OfOthers {

        @ExceptionHandler
        public void denied(RateLimitExceededException e) {}
    }
}
