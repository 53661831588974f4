package io.github.ostiary.interceptor;

import jakarta.enterprise.inject.Instance;
import jakarta.enterprise.inject.build.compatible.spi.Parameters;
import jakarta.enterprise.inject.build.compatible.spi.SyntheticBeanBuilder;
import jakarta.enterprise.inject.build.compatible.spi.SyntheticBeanCreator;

/**
 * Makes what {@link ByRule} names where CDI is Lite.
 *
 * @hidden
 */
public final class LiteRule implements SyntheticBeanCreator<Object> {

    static final String TYPE = "type";
    static final String RULE = "rule";

    /** Creates it for the container. */
    public LiteRule() {}

    /** Has this make a bean. */
    @SuppressWarnings({"unchecked", "rawtypes"})
    static void make(SyntheticBeanBuilder<?> bean) {
        bean.createWith((Class) LiteRule.class);
    }

    @Override
    public Object create(Instance<Object> lookup, Parameters written) {
        return InjectedRule.of(written.get(TYPE, Class.class), written.get(RULE, String.class));
    }
}
