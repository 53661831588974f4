package io.github.ostiary.interceptor;

import io.github.ostiary.CallContext;
import io.github.ostiary.setup.CallView;
import jakarta.interceptor.InvocationContext;
import java.lang.reflect.Parameter;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A bean call as rules see it: its arguments, and the request it belongs to. */
final class BeanCallContext extends CallView {

    private final InvocationContext invocation;
    private final LimitedMethod site;

    BeanCallContext(InvocationContext invocation, CallContext request, LimitedMethod site) {
        super(request);
        this.invocation = invocation;
        this.site = site;
    }

    @Override
    public @Nullable Object argument(String name) {
        Parameter[] parameters = invocation.getMethod().getParameters();
        for (int i = 0; i < parameters.length; i++) {
            boolean named =
                    parameters[i].isNamePresent() && parameters[i].getName().equals(name);
            if (named || name.equals(Integer.toString(i))) {
                return invocation.getParameters()[i];
            }
        }
        site.missing(name, invocation.getMethod());
        return null;
    }

    /** The caller of the request; without a request, the caller that the platform names. */
    @Override
    public Optional<String> principal() {
        Optional<String> known = request.principal();
        return known.isPresent() || request.path().isPresent()
                ? known
                : PlatformCaller.here().name();
    }

    @Override
    public boolean inRole(String role) {
        return request.inRole(role)
                || (request.path().isEmpty() && PlatformCaller.here().inRole(role));
    }

    @Override
    public <T> Optional<T> unwrap(Class<T> type) {
        return type.isInstance(invocation) ? Optional.of(type.cast(invocation)) : request.unwrap(type);
    }
}
