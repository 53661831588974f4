package io.github.ostiary.interceptor;

import jakarta.enterprise.inject.build.compatible.spi.Parameters;
import jakarta.enterprise.inject.build.compatible.spi.SyntheticObserverBuilder;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/**
 * The needs of an application's beans, by the names of their classes: written down when the application is built, read when
 * it starts, perhaps by another JVM.
 */
final class BuiltNeeds {

    private static final String LIMITED = "limited";
    private static final String INJECTED = "injected";
    private static final String OBSERVED = "observed";
    private static final String OBSERVES = "observes";
    private static final String OWN_GUARD = "ownGuard";

    private final Set<String> limited;
    /** A type, a rule and a class each. */
    private final Set<List<String>> injected = new TreeSet<>(BuiltNeeds::compare);
    /** A rule and a class each. */
    private final Set<List<String>> observed = new TreeSet<>(BuiltNeeds::compare);

    private boolean observes;
    private boolean ownGuard;

    BuiltNeeds() {
        this.limited = new TreeSet<>();
    }

    /** The needs as they were written. */
    BuiltNeeds(Parameters written) {
        this.limited = new TreeSet<>(List.of(written.get(LIMITED, String[].class)));
        this.observes = written.get(OBSERVES, Boolean.class);
        this.ownGuard = written.get(OWN_GUARD, Boolean.class);
        group(written.get(INJECTED, String[].class), 3, injected);
        group(written.get(OBSERVED, String[].class), 2, observed);
    }

    private static int compare(List<String> one, List<String> other) {
        return one.toString().compareTo(other.toString());
    }

    private static void group(String[] flat, int size, Collection<List<String>> into) {
        for (int i = 0; i < flat.length; i += size) {
            into.add(List.of(flat).subList(i, i + size));
        }
    }

    private static String[] flat(Collection<List<String>> groups) {
        return groups.stream().flatMap(List::stream).toArray(String[]::new);
    }

    /** Writes what {@link #BuiltNeeds(Parameters)} reads. */
    <T> SyntheticObserverBuilder<T> write(SyntheticObserverBuilder<T> observer) {
        return observer.withParam(LIMITED, limited.toArray(String[]::new))
                .withParam(INJECTED, flat(injected))
                .withParam(OBSERVED, flat(observed))
                .withParam(OBSERVES, observes)
                .withParam(OWN_GUARD, ownGuard);
    }

    void limited(String bean) {
        limited.add(bean);
    }

    void injected(Class<?> type, String rule, String where) {
        injected.add(List.of(type.getName(), rule, where));
    }

    /** Events of a rule are observed. */
    void observed(String rule, String where) {
        observed.add(List.of(rule, where));
        observes = true;
    }

    /** Events of all rules are observed. */
    void observed() {
        observes = true;
    }

    void guardOfApplication() {
        ownGuard = true;
    }

    boolean hasGuardOfApplication() {
        return ownGuard;
    }

    boolean areObservers() {
        return observes;
    }

    /** The rules whose events are observed. */
    List<String> observedRules() {
        return observed.stream().map(each -> each.get(0)).distinct().toList();
    }

    /** Calls a maker once for each bean that is to be made. */
    void eachInjected(BiConsumer<Class<?>, String> maker) {
        Set<List<String>> made = new TreeSet<>(BuiltNeeds::compare);
        for (List<String> each : injected) {
            if (made.add(each.subList(0, 2))) {
                maker.accept(InjectedRule.type(each.get(0)), each.get(1));
            }
        }
    }

    void eachLimited(ClassLoader application, Consumer<Class<?>> action) {
        limited.forEach(name -> action.accept(load(name, application)));
    }

    /** Adds them to a scan. */
    void scan(ClassLoader application, BeanScan scan) {
        eachLimited(application, bean -> scan.add(bean, List.of()));
        for (List<String> each : injected) {
            scan.add(new InjectedRule(
                    InjectedRule.type(each.get(0)), new RuleLiteral(each.get(1)), load(each.get(2), application)));
        }
        for (List<String> each : observed) {
            scan.add(new ObservedRule(each.get(0), load(each.get(1), application)));
        }
    }

    /**
     * Finds what is wrong without a guard.
     *
     * @throws io.github.ostiary.ConfigurationException with everything that is
     */
    void check(ClassLoader application) {
        BeanScan scan = new BeanScan();
        scan(application, scan);
        scan.check();
    }

    private static Class<?> load(String name, ClassLoader application) {
        try {
            return Class.forName(name, false, application);
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException("a bean's class is not there any more", e);
        }
    }
}
