package io.github.ostiary.metrics;

import io.github.ostiary.operator.Figures;
import io.github.ostiary.text.Log;
import java.lang.management.ManagementFactory;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.MalformedObjectNameException;
import javax.management.ObjectName;

/**
 * MBeans {@code io.github.ostiary:type=Guard,application="/shop"} and, per rule, {@code
 * io.github.ostiary:type=Rule,application="/shop",rule=limit.browse}, whose attributes are the metrics.
 */
public final class JmxExporter extends Exporter {

    private static final System.Logger LOG = Log.of(JmxExporter.class);
    private static final String DOMAIN = "io.github.ostiary";

    private final MBeanServer server;
    private final String application;
    private final Map<String, FigureBean> beans = new TreeMap<>();

    /**
     * Shows them at once, in the JVM's own server.
     *
     * @param figures read when they are asked for
     * @param application its name
     * @return shows them until it is closed
     */
    public static Exporter open(Supplier<Figures> figures, String application) {
        return new JmxExporter(figures, application, ManagementFactory.getPlatformMBeanServer());
    }

    private JmxExporter(Supplier<Figures> figures, String application, MBeanServer server) {
        super(figures);
        this.server = server;
        this.application = unique(application, name -> server.isRegistered(name(name, "")));
        tick();
    }

    @Override
    public synchronized void tick() {
        readings.refresh();
        for (Series series : readings.all().keySet()) {
            String rule = series.value("rule");
            FigureBean bean = beans.get(rule);
            if (bean == null) {
                bean = new FigureBean(readings);
                beans.put(rule, bean);
                register(bean, rule);
            }
            bean.add(series);
        }
    }

    private void register(FigureBean bean, String rule) {
        try {
            server.registerMBean(bean, name(application, rule));
        } catch (JMException e) {
            LOG.log(System.Logger.Level.WARNING, "An MBean cannot be registered", e);
        }
    }

    private static ObjectName name(String application, String rule) {
        String quoted = APPLICATION + "=" + ObjectName.quote(application);
        try {
            return ObjectName.getInstance(
                    DOMAIN + ":" + (rule.isEmpty() ? "type=Guard," + quoted : "type=Rule," + quoted + ",rule=" + rule));
        } catch (MalformedObjectNameException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public synchronized void close() {
        for (String rule : beans.keySet()) {
            try {
                server.unregisterMBean(name(application, rule));
            } catch (JMException e) {
                LOG.log(System.Logger.Level.DEBUG, "An MBean is gone already", e);
            }
        }
        beans.clear();
    }
}
