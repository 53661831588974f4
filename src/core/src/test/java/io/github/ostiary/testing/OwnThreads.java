package io.github.ostiary.testing;

import java.lang.reflect.Method;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;

/** Runs each test in a group of threads of its own, which the threads that it starts belong to as well. */
final class OwnThreads implements InvocationInterceptor {

    private static final Namespace NAMESPACE = Namespace.create(OwnThreads.class);

    /** Of one test. */
    private static final class Group extends ThreadGroup {

        private Group(String name) {
            super(name);
        }
    }

    /** Whether this thread belongs to a test that a thread of this group does not belong to. */
    static boolean areOfAnotherTest(ThreadGroup group) {
        ThreadGroup speaker = testOf(Thread.currentThread().getThreadGroup());
        return speaker != null && speaker != testOf(group);
    }

    private static ThreadGroup testOf(ThreadGroup group) {
        ThreadGroup each = group;
        while (each != null && !(each instanceof Group)) {
            each = each.getParent();
        }
        return each;
    }

    @Override
    public void interceptBeforeEachMethod(
            Invocation<Void> invocation, ReflectiveInvocationContext<Method> method, ExtensionContext context)
            throws Throwable {
        run(invocation, context);
    }

    @Override
    public void interceptTestMethod(
            Invocation<Void> invocation, ReflectiveInvocationContext<Method> method, ExtensionContext context)
            throws Throwable {
        run(invocation, context);
    }

    @Override
    public void interceptTestTemplateMethod(
            Invocation<Void> invocation, ReflectiveInvocationContext<Method> method, ExtensionContext context)
            throws Throwable {
        run(invocation, context);
    }

    private static void run(Invocation<Void> invocation, ExtensionContext context) throws Throwable {
        Group group = context.getStore(NAMESPACE).computeIfAbsent(context.getUniqueId(), Group::new, Group.class);
        FutureTask<Throwable> outcome = new FutureTask<>(() -> {
            try {
                invocation.proceed();
                return null;
            } catch (Throwable thrown) {
                return thrown;
            }
        });
        new Thread(group, outcome, context.getDisplayName()).start();
        Throwable thrown = outcome.get();
        if (thrown != null) {
            throw thrown;
        }
    }
}
