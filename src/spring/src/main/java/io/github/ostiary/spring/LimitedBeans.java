package io.github.ostiary.spring;

import io.github.ostiary.Guard;
import io.github.ostiary.text.Log;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.Advisor;
import org.springframework.aop.framework.Advised;
import org.springframework.aop.framework.AopInfrastructureBean;
import org.springframework.aop.framework.AopProxyUtils;
import org.springframework.aop.framework.autoproxy.AbstractBeanFactoryAwareAdvisingPostProcessor;
import org.springframework.aop.support.AopUtils;
import org.springframework.aop.support.DefaultPointcutAdvisor;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.util.ClassUtils;

/**
 * The limits before beans of Spring: has each call of a limited bean decided, in the proxy that the bean has or in one made
 * for it; fails the start with everything that is wrong with any of them. Thread-safe.
 *
 * <p>It comes right behind the makers of other proxies, and so before those who call what they are given: whatever calls a
 * {@code @Scheduled} method or a listener calls the proxy.
 */
@SuppressWarnings("serial") // as its superclass is; nothing serializes it
final class LimitedBeans extends AbstractBeanFactoryAwareAdvisingPostProcessor implements SmartInitializingSingleton {

    private static final System.Logger LOG = Log.of(LimitedBeans.class);
    private static final int BEHIND_PROXIES = HIGHEST_PRECEDENCE + 100;

    private final LimitedClasses classes;
    private final Advisor limit;

    /** Beans that others have been given before they were complete. */
    private final Set<String> early = ConcurrentHashMap.newKeySet();

    private @Nullable ConfigurableListableBeanFactory beans;

    /**
     * Looks at no beans yet.
     *
     * @param guard that decides
     * @param byClass whether a proxy is a subclass, even of a class that implements interfaces
     */
    LimitedBeans(Supplier<Guard> guard, boolean byClass) {
        this.classes = new LimitedClasses(guard, byClass);
        this.limit = new DefaultPointcutAdvisor(new LimitPointcut(), new LimitAdvice(guard));
        this.advisor = limit;
        setProxyTargetClass(byClass);
        setBeforeExistingAdvisors(true);
        setOrder(BEHIND_PROXIES);
    }

    /** The advisor that decides. */
    Advisor advisor() {
        return limit;
    }

    @Override
    public void setBeanFactory(BeanFactory beanFactory) {
        super.setBeanFactory(beanFactory);
        if (beanFactory instanceof ConfigurableListableBeanFactory listable) {
            beans = listable;
        }
    }

    @Override
    protected boolean isEligible(Class<?> bean) {
        return classes.isLimited(ClassUtils.getUserClass(bean));
    }

    @Override
    public Object getEarlyBeanReference(Object bean, String name) {
        early.add(name);
        return limited(bean, name);
    }

    @Override
    public Object postProcessAfterInitialization(Object bean, String name) {
        return early.remove(name) ? bean : limited(bean, name);
    }

    /** A bean may have two names, and be post-processed for each. */
    private Object limited(Object bean, String name) {
        boolean known = bean instanceof Advised advised && advised.indexOf(limit) >= 0;
        return known ? bean : super.postProcessAfterInitialization(bean, name);
    }

    /** Whether any bean is limited, as far as its class is known before it is made. */
    boolean areAny() {
        ConfigurableListableBeanFactory all = beans;
        return all != null
                && Stream.of(all.getBeanDefinitionNames())
                        .map(name -> all.getType(name, false))
                        .anyMatch(type -> type != null && isEligible(type));
    }

    /** Looks at all beans, also at those that are made when they are first asked for. */
    @Override
    public void afterSingletonsInstantiated() {
        ConfigurableListableBeanFactory all = beans;
        if (all == null) {
            return;
        }
        Set<String> names = new LinkedHashSet<>(List.of(all.getBeanDefinitionNames()));
        names.addAll(List.of(all.getSingletonNames()));
        Set<String> missed = new TreeSet<>();
        for (String name : names) {
            Object bean = all.containsSingleton(name) ? all.getSingleton(name) : null;
            Class<?> type = bean == null ? all.getType(name, false) : AopUtils.getTargetClass(bean);
            if (type != null && isEligible(type) && bean != null && !isIntercepted(bean)) {
                missed.add(name);
            }
        }
        classes.check();
        if (!missed.isEmpty()) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "@RateLimit does not limit calls of these beans, since Spring did not offer them for"
                            + " interception: {0}. A BeanPostProcessor or the like may have asked for them too early; let it"
                            + " ask later, by @Lazy or ObjectProvider",
                    String.join(", ", missed));
        }
    }

    private boolean isIntercepted(Object bean) {
        for (Object at = bean; at instanceof Advised advised; at = AopProxyUtils.getSingletonTarget(at)) {
            if (at instanceof AopInfrastructureBean || advised.indexOf(limit) >= 0) {
                return true;
            }
        }
        return false;
    }
}
