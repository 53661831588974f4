package io.github.ostiary.benchmarks;

import io.github.ostiary.benchmarks.network.Network;
import io.github.ostiary.benchmarks.network.ProxyProcess;
import java.io.IOException;
import java.util.Collections;
import java.util.List;

/** One Redis, or a cluster of three primaries, behind a network whose distance can be set. */
public final class FarRedis implements AutoCloseable {

    private final RedisProcess single;
    private final ClusterProcess cluster;
    private final ProxyProcess proxy;

    private FarRedis(RedisProcess single, ClusterProcess cluster, ProxyProcess proxy) {
        this.single = single;
        this.cluster = cluster;
        this.proxy = proxy;
    }

    /** One server, and so many doors to it. */
    static FarRedis single(int doors) throws IOException {
        RedisProcess redis = RedisProcess.start();
        return new FarRedis(redis, null, ProxyProcess.start(Collections.nCopies(doors, "0:" + redis.port())));
    }

    /**
     * One server, and one door to it.
     *
     * @param millis how far away it is; 0 for no network in between
     */
    public static FarRedis away(double millis) throws IOException {
        if (millis == 0) {
            return new FarRedis(RedisProcess.start(), null, null);
        }
        FarRedis redis = single(1);
        redis.set(Network.of(Math.round(1_000 * millis)));
        return redis;
    }

    /** Three servers, one door to each, which all clients share. */
    static FarRedis cluster() throws IOException {
        ClusterProcess cluster = ClusterProcess.startElsewhere();
        return new FarRedis(null, cluster, ProxyProcess.start(cluster.routes()));
    }

    boolean isCluster() {
        return cluster != null;
    }

    void set(Network network) throws IOException {
        proxy.set(network);
    }

    /** The ports a client is given that comes by one of the doors. */
    List<Integer> ports(int door) {
        return isCluster() ? proxy.ports() : List.of(proxy.ports().get(door));
    }

    /** What Ostiary is configured by that comes by one of the doors. */
    String uri(int door) {
        return isCluster()
                ? cluster.uri()
                : "redis://127.0.0.1:" + proxy.ports().get(door);
    }

    /** What Ostiary is configured by where there is one door at most. */
    public String uri() {
        return proxy == null ? single.uri() : uri(0);
    }

    /** Past the network. */
    RedisProcess near() {
        return single;
    }

    /** The most connections that came by a door at once; of a cluster it is not known by whom they were. */
    double connections(int door) throws IOException {
        return isCluster() ? Double.NaN : proxy.connections().get(door);
    }

    /** CPU time of the threads that decide, so far. */
    long mainThreadsNanos() throws IOException {
        return isCluster() ? cluster.mainThreadsNanos() : single.mainThreadNanos();
    }

    /** How many of those there are. */
    int servers() {
        return isCluster() ? proxy.ports().size() : 1;
    }

    @Override
    public void close() {
        if (proxy != null) {
            proxy.close();
        }
        if (isCluster()) {
            cluster.close();
        } else {
            single.close();
        }
    }
}
