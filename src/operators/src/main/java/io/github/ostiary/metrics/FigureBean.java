package io.github.ostiary.metrics;

import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import javax.management.Attribute;
import javax.management.AttributeList;
import javax.management.AttributeNotFoundException;
import javax.management.DynamicMBean;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanInfo;
import javax.management.ReflectionException;

/**
 * An MBean whose attributes are series, such as {@code decisions.denied.rate_limited}: their metric without {@code ostiary.},
 * and the values of their tags. Thread-safe.
 */
final class FigureBean implements DynamicMBean {

    private static final int PREFIX = "ostiary.".length();

    private final Readings readings;
    private final Map<String, Series> attributes = new ConcurrentSkipListMap<>();

    FigureBean(Readings readings) {
        this.readings = readings;
    }

    void add(Series series) {
        attributes.put(name(series), series);
    }

    private static String name(Series series) {
        StringBuilder name = new StringBuilder(series.metric().name().substring(PREFIX));
        for (String tag : series.metric().tags()) {
            String value = series.value(tag);
            if (!tag.equals("rule") && !(tag.equals("reason") && value.equals("none"))) {
                name.append('.').append(value);
            }
        }
        return name.toString();
    }

    @Override
    public Object getAttribute(String attribute) throws AttributeNotFoundException {
        Series series = attributes.get(attribute);
        if (series == null) {
            throw new AttributeNotFoundException(attribute);
        }
        double value = readings.of(series);
        if (series.metric().type() == Metric.Type.SUM) {
            return value;
        }
        return Math.round(value);
    }

    @Override
    public AttributeList getAttributes(String[] names) {
        AttributeList list = new AttributeList();
        for (String name : names) {
            try {
                list.add(new Attribute(name, getAttribute(name)));
            } catch (AttributeNotFoundException e) {
                // as the contract of this method wants it: what is not there is left out
            }
        }
        return list;
    }

    @Override
    public void setAttribute(Attribute attribute) throws AttributeNotFoundException {
        throw new AttributeNotFoundException(attribute.getName() + " can only be read");
    }

    @Override
    public AttributeList setAttributes(AttributeList list) {
        return new AttributeList();
    }

    @Override
    public Object invoke(String action, Object[] parameters, String[] signature) throws ReflectionException {
        throw new ReflectionException(new NoSuchMethodException(action));
    }

    @Override
    public MBeanInfo getMBeanInfo() {
        MBeanAttributeInfo[] infos = attributes.entrySet().stream()
                .map(entry -> info(entry.getKey(), entry.getValue().metric()))
                .toArray(MBeanAttributeInfo[]::new);
        return new MBeanInfo(getClass().getName(), "What Ostiary has done", infos, null, null, null);
    }

    private static MBeanAttributeInfo info(String name, Metric metric) {
        String type = metric.type() == Metric.Type.SUM ? "double" : "long";
        return new MBeanAttributeInfo(
                name, type, metric.description() + " (" + metric.unit() + ")", true, false, false);
    }
}
