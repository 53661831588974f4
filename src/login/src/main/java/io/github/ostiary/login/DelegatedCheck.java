package io.github.ostiary.login;

import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;

/** A look at a password by the store that the container would have asked; no answer for a wrong one. */
final class DelegatedCheck implements PasswordCheck<Object> {

    private final Object target;
    private final Method method;
    private final @Nullable Object[] arguments;

    /**
     * A look.
     *
     * @param target who looks
     * @param method by which it is asked
     * @param arguments what it is asked
     */
    DelegatedCheck(Object target, Method method, @Nullable Object[] arguments) {
        this.target = target;
        this.method = method;
        this.arguments = arguments;
    }

    @Override
    public @Nullable Object look() throws Throwable {
        return Reflected.pass(target, method, arguments);
    }

    @Override
    public Shown shown(@Nullable Object answer) {
        return answer != null ? Shown.RIGHT : Shown.WRONG;
    }
}
