package io.github.ostiary.interceptor;

import io.github.ostiary.CallContext;
import io.github.ostiary.setup.CallView;
import java.lang.reflect.Parameter;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A bean call as rules see it: its arguments, and the request it belongs to. */
final class BeanCallContext extends CallView {

    private final InterceptedCall<?> intercepted;
    private final LimitedMethod site;

    BeanCallContext(InterceptedCall<?> intercepted, CallContext request, LimitedMethod site) {
        super(request);
        this.intercepted = intercepted;
        this.site = site;
    }

    @Override
    public @Nullable Object argument(String name) {
        Parameter[] parameters = intercepted.method().getParameters();
        for (int i = 0; i < parameters.length; i++) {
            boolean named =
                    parameters[i].isNamePresent() && parameters[i].getName().equals(name);
            if (named || name.equals(Integer.toString(i))) {
                return intercepted.arguments()[i];
            }
        }
        site.missing(name, intercepted.method());
        return null;
    }

    @Override
    public Optional<String> principal() {
        return intercepted.principal(request);
    }

    @Override
    public boolean inRole(String role) {
        return intercepted.inRole(request, role);
    }

    @Override
    public <T> Optional<T> unwrap(Class<T> type) {
        Object invocation = intercepted.invocation();
        return type.isInstance(invocation) ? Optional.of(type.cast(invocation)) : request.unwrap(type);
    }
}
