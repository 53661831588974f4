package io.github.ostiary.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.RateLimit;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.aopalliance.intercept.MethodInterceptor;
import org.springframework.aop.Advisor;
import org.springframework.aop.framework.autoproxy.DefaultAdvisorAutoProxyCreator;
import org.springframework.aop.support.DefaultPointcutAdvisor;
import org.springframework.aop.support.NameMatchMethodPointcut;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Lazy;
import org.springframework.context.annotation.Role;
import org.springframework.context.annotation.Scope;
import org.springframework.context.annotation.ScopedProxyMode;
import org.springframework.core.Ordered;
import org.springframework.core.PriorityOrdered;
import org.springframework.core.task.SimpleAsyncTaskExecutor;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.annotation.EnableAsync;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.scheduling.annotation.SchedulingConfigurer;
import org.springframework.scheduling.concurrent.ThreadPoolTaskScheduler;
import org.springframework.scheduling.config.ScheduledTaskRegistrar;
import org.springframework.stereotype.Component;

/** Beans with limits, and what makes them or stands before them. */
final class LimitedKinds {

    private LimitedKinds() {}

    /** One method of each kind. */
    @Component("plain")
    public static class Plain {

        @RateLimit("greet")
        public String greet(String name) {
            return "hello " + name;
        }

        @RateLimit(rate = "1/1m", key = "global")
        public void inPlace() {}

        @Composed
        public void viaOther() {}

        @RateLimit(rate = "1/1m", key = "global")
        void packagePrivate() {}

        public String free(String name) {
            return "hello " + name;
        }
    }

    /** A stereotype. */
    @RateLimit("reply")
    @Retention(RetentionPolicy.RUNTIME)
    @interface Composed {}

    /** Limited as a whole. */
    @Component("whole")
    @RateLimit("reply")
    public static class Whole {

        public void one() {}

        public void two() {}
    }

    /** Limited as its superclass is. */
    public static class Heir extends Whole {

        public void three() {}
    }

    /** With a type variable. */
    interface Api<T> {

        T send(T what);
    }

    /** Its method has a bridge; final, since no subclass is needed. */
    public static final class Text implements Api<String> {

        @Override
        @RateLimit("greet")
        public String send(String name) {
            return name;
        }
    }

    /** Works on other threads. */
    @EnableAsync
    public static class Tasks {

        private final CountDownLatch ran = new CountDownLatch(1);
        private final CountDownLatch let = new CountDownLatch(1);

        CountDownLatch ran() {
            return ran;
        }

        CountDownLatch let() {
            return let;
        }

        @Bean
        static SimpleAsyncTaskExecutor taskExecutor() {
            return new SimpleAsyncTaskExecutor();
        }

        @Async
        @RateLimit("reply")
        public void run() {
            ran.countDown();
        }

        @Async
        @RateLimit("door")
        public CompletableFuture<String> hold() {
            try {
                assertThat(let.await(60, TimeUnit.SECONDS)).isTrue();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            return CompletableFuture.completedFuture(Thread.currentThread().getName());
        }
    }

    /** Called by Spring. */
    @EnableScheduling
    public static class Timer implements SchedulingConfigurer {

        private final AtomicInteger runs = new AtomicInteger();
        private final CountDownLatch denied = new CountDownLatch(3);

        AtomicInteger runs() {
            return runs;
        }

        CountDownLatch denied() {
            return denied;
        }

        @Override
        public void configureTasks(ScheduledTaskRegistrar tasks) {
            var scheduler = new ThreadPoolTaskScheduler();
            scheduler.setErrorHandler(failure -> denied.countDown());
            scheduler.initialize();
            tasks.setTaskScheduler(scheduler);
        }

        @Scheduled(fixedDelay = 1)
        @RateLimit("reply")
        public void run() {
            runs.incrementAndGet();
        }
    }

    /** Stand before methods, too: one as declarative transactions do, one by a proxy around the proxy. */
    public static class Others {

        static final AtomicInteger SEEN = new AtomicInteger();

        @Bean
        @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
        static Advisor counting() {
            NameMatchMethodPointcut greet = new NameMatchMethodPointcut();
            greet.addMethodName("greet");
            return new DefaultPointcutAdvisor(greet, (MethodInterceptor) invocation -> {
                SEEN.incrementAndGet();
                return invocation.proceed();
            });
        }

        @Bean
        static DefaultAdvisorAutoProxyCreator proxies() {
            DefaultAdvisorAutoProxyCreator creator = new DefaultAdvisorAutoProxyCreator();
            creator.setProxyTargetClass(true);
            creator.setOrder(Ordered.HIGHEST_PRECEDENCE);
            return creator;
        }
    }

    /** Makes beans in every way. */
    public static class Made {

        @Bean
        @Scope("prototype")
        Plain prototype() {
            return new Plain();
        }

        @Bean
        @Lazy
        Plain lazy() {
            return new Plain();
        }

        @Bean
        @Scope(value = "thread", proxyMode = ScopedProxyMode.TARGET_CLASS)
        Plain scoped() {
            return new Plain();
        }

        @Bean
        Runnable hidden() {
            return new Runner();
        }

        @Bean
        Runnable again(Runnable hidden) {
            return hidden;
        }
    }

    /** Known by an interface only. */
    public static class Runner implements Runnable {

        @Override
        @RateLimit("reply")
        public void run() {}
    }

    /** Known by an interface only, with a rule that does not exist. */
    public static class WrongRunner implements Runnable {

        @Override
        @RateLimit("repli")
        public void run() {}
    }

    /** Is made late. */
    public static class LateProblem {

        @Bean
        @Lazy
        Runnable wrong() {
            return new WrongRunner();
        }
    }

    /** Needs one that needs it. */
    public static class Left {

        @Autowired
        Right right;

        @RateLimit("reply")
        public void go() {}
    }

    /** Needs one that needs it. */
    public static class Right {

        @Autowired
        Left left;
    }

    /** Needs a bean before beans can be intercepted. */
    public static class Early {

        @Bean
        static First eager(Plain plain) {
            return new First();
        }
    }

    /** Is there before all that have an order. */
    static final class First implements BeanPostProcessor, PriorityOrdered {

        @Override
        public int getOrder() {
            return HIGHEST_PRECEDENCE;
        }
    }
}
