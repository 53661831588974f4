package io.github.ostiary.interceptor;

import jakarta.interceptor.InvocationContext;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A call as a container hands it to the interceptor. */
final class Invocation implements InvocationContext {

    private final Object target;
    private final Method method;
    private final Map<String, Object> data = new HashMap<>();
    private Object[] parameters;

    Invocation(Object target, String method, Object... parameters) {
        this.target = target;
        this.method = Arrays.stream(target.getClass().getMethods())
                .filter(candidate -> candidate.getName().equals(method))
                .filter(candidate -> candidate.getParameterCount() == parameters.length)
                .findFirst()
                .orElseThrow();
        this.parameters = parameters;
    }

    @Override
    public Object getTarget() {
        return target;
    }

    @Override
    public @Nullable Object getTimer() {
        return null;
    }

    @Override
    public Method getMethod() {
        return method;
    }

    @Override
    public @Nullable Constructor<?> getConstructor() {
        return null;
    }

    @Override
    public Object[] getParameters() {
        return parameters;
    }

    @Override
    public void setParameters(Object[] changed) {
        parameters = changed;
    }

    @Override
    public Map<String, Object> getContextData() {
        return data;
    }

    @Override
    public Object proceed() throws Exception {
        try {
            return method.invoke(target, parameters);
        } catch (InvocationTargetException e) {
            throw (Exception) e.getCause();
        }
    }
}
