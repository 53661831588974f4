package io.github.ostiary.operate;

import io.github.ostiary.Guard;
import io.github.ostiary.operator.Operator;
import io.github.ostiary.text.Durations;
import io.github.ostiary.text.Log;
import java.lang.System.Logger.Level;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import javax.management.JMException;
import javax.management.MBeanOperationInfo;
import javax.management.MBeanParameterInfo;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import javax.management.StandardMBean;
import org.jspecify.annotations.Nullable;

/** Shows a guard's operator API as an MBean of the JVM, until it is closed. Thread-safe. */
public final class JmxOperatorApi implements OperatorMXBean, AutoCloseable {

    private static final System.Logger LOG = Log.of(JmxOperatorApi.class);
    private static final Operator OPERATOR = new Operator("jmx", "jmx");
    private static final int MOST = 1_000;
    private static final int MOST_NAMESAKES = 1_000;

    private final OperatorText api;
    private final MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    private final ObjectName name;

    private JmxOperatorApi(Guard guard, String application) throws JMException {
        api = new OperatorText(guard);
        ObjectName free = name(application);
        for (int i = 2; i <= MOST_NAMESAKES && server.isRegistered(free); i++) {
            free = name(application + "#" + i);
        }
        name = free;
        server.registerMBean(new Described(this), name);
    }

    /** The same with the names of its parameters, which tools show. */
    private static final class Described extends StandardMBean {

        Described(OperatorMXBean bean) {
            super(bean, OperatorMXBean.class, true);
        }

        @Override
        protected String getParameterName(MBeanOperationInfo operation, MBeanParameterInfo parameter, int sequence) {
            return Arrays.stream(OperatorMXBean.class.getMethods())
                    .filter(method -> method.getName().equals(operation.getName())
                            && method.getParameterCount() == operation.getSignature().length)
                    .map(method -> method.getParameters()[sequence].getName())
                    .findFirst()
                    .orElseGet(parameter::getName);
        }
    }

    private static ObjectName name(String application) throws JMException {
        return ObjectName.getInstance("io.github.ostiary:type=Operators,application=" + ObjectName.quote(application));
    }

    /**
     * Registers the operator API of a guard.
     *
     * @param guard whose
     * @param application its name
     * @return null where it could not be registered, which the log says
     */
    public static @Nullable JmxOperatorApi open(Guard guard, String application) {
        try {
            return new JmxOperatorApi(guard, application);
        } catch (JMException e) {
            LOG.log(Level.WARNING, "operators.jmx: the MBean cannot be registered", e);
            return null;
        }
    }

    /** A tool has no classes of ours: results are types of the JDK. */
    private static String[] answer(Supplier<List<String>> question) {
        try {
            return question.get().toArray(new String[0]);
        } catch (IllegalStateException e) {
            throw new IllegalStateException(e.getMessage());
        } catch (RuntimeException e) {
            throw new IllegalArgumentException(e.getMessage());
        }
    }

    @Override
    public String[] locked(String rule) {
        return answer(() -> api.locked(rule, MOST));
    }

    @Override
    public String[] unlock(String rule, String who, String reason) {
        return answer(() -> api.unlock(rule, who, OPERATOR, reason));
    }

    @Override
    public String[] lock(String rule, String who, String duration, String reason) {
        return answer(() -> api.lock(rule, who, "", Durations.parse(duration), OPERATOR, reason));
    }

    @Override
    public String[] explain(String who) {
        return explain(who, "");
    }

    @Override
    public String[] explain(String who, String address) {
        return answer(() -> api.explain(null, who, address));
    }

    @Override
    public String[] reference(String reference) {
        return answer(() -> api.reference(reference));
    }

    @Override
    public String[] overrides() {
        return answer(api::overrides);
    }

    @Override
    public String[] override(String key, String value, String duration, String reason) {
        return answer(() -> api.override(key, value, Durations.parse(duration), OPERATOR, reason));
    }

    @Override
    public String[] restore(String key, String reason) {
        return answer(() -> api.restore(key, OPERATOR, reason));
    }

    @Override
    public String[] status(String node) {
        return answer(() -> api.status(node));
    }

    @Override
    public String[] audit(int most) {
        return answer(() -> api.audit(most));
    }

    /** Tools find it no longer. */
    @Override
    public void close() {
        try {
            server.unregisterMBean(name);
        } catch (JMException e) {
            LOG.log(Level.DEBUG, "The MBean is gone already", e);
        }
    }
}
