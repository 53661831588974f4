package io.github.ostiary.interceptor;

import io.github.ostiary.ConfigurationException;
import io.github.ostiary.Guard;
import io.github.ostiary.GuardListener;
import io.github.ostiary.RateLimit;
import io.github.ostiary.setup.AtStart;
import io.github.ostiary.text.ClassPath;
import io.github.ostiary.text.Log;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.Initialized;
import jakarta.enterprise.event.Shutdown;
import jakarta.enterprise.event.Startup;
import jakarta.enterprise.inject.Default;
import jakarta.enterprise.inject.build.compatible.spi.AnnotationBuilder;
import jakarta.enterprise.inject.build.compatible.spi.BeanInfo;
import jakarta.enterprise.inject.build.compatible.spi.BuildCompatibleExtension;
import jakarta.enterprise.inject.build.compatible.spi.Discovery;
import jakarta.enterprise.inject.build.compatible.spi.InjectionPointInfo;
import jakarta.enterprise.inject.build.compatible.spi.Messages;
import jakarta.enterprise.inject.build.compatible.spi.MetaAnnotations;
import jakarta.enterprise.inject.build.compatible.spi.ObserverInfo;
import jakarta.enterprise.inject.build.compatible.spi.Registration;
import jakarta.enterprise.inject.build.compatible.spi.ScannedClasses;
import jakarta.enterprise.inject.build.compatible.spi.SkipIfPortableExtensionPresent;
import jakarta.enterprise.inject.build.compatible.spi.Synthesis;
import jakarta.enterprise.inject.build.compatible.spi.SyntheticBeanBuilder;
import jakarta.enterprise.inject.build.compatible.spi.SyntheticComponents;
import jakarta.enterprise.inject.build.compatible.spi.Types;
import jakarta.enterprise.inject.build.compatible.spi.Validation;
import jakarta.enterprise.lang.model.AnnotationInfo;
import jakarta.enterprise.lang.model.declarations.ClassInfo;
import jakarta.enterprise.lang.model.declarations.ParameterInfo;
import jakarta.enterprise.lang.model.types.Type;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * Called where CDI is Lite, as in Quarkus, when an application is built: what {@link RateLimitExtension} does elsewhere.
 * What depends on the configuration is checked when the application starts.
 *
 * @hidden
 */
@SkipIfPortableExtensionPresent(RateLimitExtension.class)
public final class LiteExtension implements BuildCompatibleExtension {

    private static final System.Logger LOG = Log.of(LiteExtension.class);

    private final BuiltNeeds needs = new BuiltNeeds();

    /** Creates it for the container. */
    public LiteExtension() {}

    /**
     * Makes the interceptor and the annotations known.
     *
     * @param classes grows
     * @param annotations grows
     */
    @Discovery
    public void add(ScannedClasses classes, MetaAnnotations annotations) {
        annotations.addInterceptorBinding(RateLimit.Binding.class);
        annotations.addInterceptorBinding(RateLimit.class);
        annotations.addQualifier(ByRule.class);
        classes.add(BoundInterceptor.class.getName());
        classes.add(KeptBeans.class.getName());
        if (ClassPath.has(RateLimitExtension.HEALTH)) {
            classes.add(ReadinessCheck.class.getName());
        }
    }

    /**
     * Looks what a bean needs.
     *
     * @param bean any
     * @param types of classes
     */
    @Registration(types = Object.class)
    public void look(BeanInfo bean, Types types) {
        if (bean.isSynthetic()) {
            return;
        }
        boolean standard =
                bean.qualifiers().stream().anyMatch(each -> each.name().equals(Default.class.getName()));
        if (standard && bean.types().contains(types.of(Guard.class))) {
            needs.guardOfApplication();
        }
        if (bean.isClassBean()) {
            look(bean.declaringClass().name());
        }
        for (InjectionPointInfo point : bean.injectionPoints()) {
            add(point.type(), point.qualifiers(), bean.declaringClass(), types);
        }
    }

    /**
     * Looks whose events an observer hears.
     *
     * @param observer of events
     * @param types of classes
     */
    @Registration(types = Object.class)
    public void look(ObserverInfo observer, Types types) {
        if (observer.isSynthetic()) {
            return;
        }
        if (observer.eventType().equals(types.of(GuardListener.Event.class))) {
            rule(observer.qualifiers())
                    .ifPresentOrElse(
                            rule -> needs.observed(
                                    rule, observer.declaringClass().name()),
                            needs::observed);
        }
        for (ParameterInfo parameter : observer.observerMethod().parameters()) {
            add(parameter.type(), parameter.annotations(), observer.declaringClass(), types);
        }
    }

    /** Looks at a bean by its class: a build knows only some of what a class refers to. */
    private void look(String bean) {
        try {
            ClassLoader application = Thread.currentThread().getContextClassLoader();
            BeanScan scan = new BeanScan();
            scan.add(Class.forName(bean, false, application), List.of());
            if (!scan.isEmpty()) {
                needs.limited(bean);
            }
        } catch (ClassNotFoundException | LinkageError e) {
            LOG.log(System.Logger.Level.DEBUG, "A bean whose class cannot be loaded here is not limited", e);
        }
    }

    private void add(Type type, Collection<AnnotationInfo> qualifiers, ClassInfo where, Types types) {
        for (Class<?> possible : InjectedRule.TYPES) {
            if (type.equals(types.of(possible))) {
                rule(qualifiers).ifPresent(rule -> needs.injected(possible, rule, where.name()));
            }
        }
    }

    private static Optional<String> rule(Collection<AnnotationInfo> qualifiers) {
        return qualifiers.stream()
                .filter(each -> each.name().equals(ByRule.class.getName()))
                .map(each -> each.value().asString())
                .findFirst();
    }

    /**
     * Adds what is injected, and what is called when the application starts and ends.
     *
     * @param components grows
     */
    @Synthesis
    public void add(SyntheticComponents components) {
        needs.eachInjected((type, rule) -> add(components, type, rule));
        if (!needs.hasGuardOfApplication()) {
            components
                    .addBean(Guard.class)
                    .type(Guard.class)
                    .scope(ApplicationScoped.class)
                    .createWith(LiteGuard.class);
        }
        needs.write(components.addObserver(Startup.class)).priority(1).observeWith(LiteStart.class);
        components
                .addObserver(Object.class)
                .qualifier(Initialized.Literal.APPLICATION)
                .priority(1)
                .observeWith(LiteAnnouncement.class);
        components.addObserver(Shutdown.class).observeWith(LiteEnd.class);
    }

    private static <T> void add(SyntheticComponents components, Class<T> type, String rule) {
        SyntheticBeanBuilder<T> bean = components
                .addBean(type)
                .type(type)
                .qualifier(AnnotationBuilder.of(ByRule.class).value(rule).build())
                .scope(ApplicationScoped.class);
        bean.withParam(LiteRule.TYPE, type).withParam(LiteRule.RULE, rule);
        LiteRule.make(bean);
    }

    /**
     * Fails the build with what is wrong whatever the configuration says.
     *
     * @param messages grows
     */
    @Validation
    public void check(Messages messages) {
        try {
            AtStart.run(() -> needs.check(Thread.currentThread().getContextClassLoader()));
        } catch (ConfigurationException e) {
            messages.error(e);
        }
    }
}
