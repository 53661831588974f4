package io.github.ostiary.redis;

import java.lang.reflect.Field;
import java.security.GeneralSecurityException;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.CommandObjects;
import redis.clients.jedis.Connection;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.SslOptions;
import redis.clients.jedis.util.RedisInputStream;

/** The differences between the releases of Jedis that platforms manage, from 5.0 on; all else is as in the one that is compiled against. */
final class JedisVersion {

    private static final @Nullable Field INPUT = input();

    private JedisVersion() {}

    /** Has no protocol negotiated, as releases before 8 do by themselves. */
    static void negotiateNothing(DefaultJedisClientConfig.Builder config) {
        try {
            config.autoNegotiateProtocol(false);
        } catch (NoSuchMethodError e) {
            // nothing to switch off
        }
    }

    /** Encrypts, and believes a server only under the name it was asked by: before 8 that has to be said. */
    @SuppressWarnings("deprecation") // what releases before 8 have
    static void encrypt(DefaultJedisClientConfig.Builder config) {
        try {
            config.sslOptions(SslOptions.defaults());
        } catch (NoSuchMethodError | NoClassDefFoundError e) {
            SSLParameters named = new SSLParameters();
            named.setEndpointIdentificationAlgorithm("HTTPS");
            config.ssl(true).sslParameters(named).sslSocketFactory(trusting().getSocketFactory());
        }
    }

    /** The context of what is trusted by now; the JVM's default is what was when it was first asked for. */
    private static SSLContext trusting() {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, null, null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("no TLS in this JVM", e);
        }
    }

    /** The stream of a connection's answers, of a release before 8, which does not show it. */
    static @Nullable RedisInputStream answers(Connection connection) {
        try {
            return INPUT != null && INPUT.get(connection) instanceof RedisInputStream input ? input : null;
        } catch (IllegalAccessException e) {
            return null;
        }
    }

    /** Waits for the beginning of an answer; releases before 5.2 wait when they read it. */
    static boolean await(RedisInputStream answers) {
        try {
            boolean unused = answers.peek((byte) 0);
        } catch (NoSuchMethodError e) {
            // nothing to wait with
        }
        return true;
    }

    private static @Nullable Field input() {
        try {
            boolean before8 = CommandObjects.class.getConstructor() != null; // later it needs to know the protocol
            Field field = Connection.class.getDeclaredField("inputStream");
            field.setAccessible(before8);
            return field;
        } catch (ReflectiveOperationException | RuntimeException e) {
            return null;
        }
    }
}
