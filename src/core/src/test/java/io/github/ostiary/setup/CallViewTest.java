package io.github.ostiary.setup;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.CallContext;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A question that is forgotten here would be answered "nothing" for beans. */
class CallViewTest {

    private final List<Method> asked = new ArrayList<>();

    static List<Method> questions() {
        return List.of(CallContext.class.getMethods());
    }

    @ParameterizedTest
    @MethodSource("questions")
    void theRequestIsAskedForWhateverIsNoArgument(Method question) throws ReflectiveOperationException {
        CallContext request = (CallContext) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {CallContext.class}, (proxy, method, arguments) -> {
                    asked.add(method);
                    return nothing(method.getReturnType());
                });
        Object[] arguments = new Object[question.getParameterCount()];
        for (int i = 0; i < arguments.length; i++) {
            arguments[i] = question.getParameterTypes()[i] == Class.class ? String.class : "name";
        }
        Object answer = question.invoke(new CallView(request) {}, arguments);

        if (question.getName().equals("argument")) {
            assertThat(asked).isEmpty();
            assertThat(answer).isNull();
        } else {
            assertThat(asked).containsExactly(question);
        }
    }

    private static Object nothing(Class<?> type) {
        return type == boolean.class
                ? false
                : type == List.class ? List.of() : type == Optional.class ? Optional.empty() : null;
    }
}
