package io.github.ostiary.identity;

import io.github.ostiary.CallContext;
import io.github.ostiary.Key;
import io.github.ostiary.text.IpAddress;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The address a call comes from: the socket's peer or, if that is a trusted proxy, the right-most untrusted hop of the one
 * configured header. Never looks a name up and never throws. Thread-safe, without a lock.
 *
 * <p>Each proxy appends the address <em>it</em> saw, so only the right end of the list is known to be true; everything left of
 * the first untrusted hop is what that hop claims. The walk therefore starts at the right and ends there; also at a hop
 * that is no address ({@code unknown}, {@code _hidden}, garbage), and after 64 hops, each time with the
 * last good address. {@code X-Forwarded-For: 6.6.6.6, 9.9.9.9} from a trusted peer is {@code 9.9.9.9}, from another
 * the peer.
 *
 * <p>It remembers the callers that it has read lately, and their networks, in a table of fixed size. So it reads a caller once who
 * calls often, or whom several rules ask for. A text takes the place of another that has the same hash.
 */
public final class ClientAddress {

    private static final int MAX_HOPS = 64;
    private static final int V4_BITS = 32;
    private static final int PLACES = 1 << 8;

    /** The longest line that it remembers. */
    private static final int LONGEST_LINE = 128;

    /** The caller for all requests whose peer has no readable address (a Unix socket): none escapes its limit. */
    private static final Key UNKNOWN = Key.part(Key.IP, "unknown");

    private static final String PROTOCOL = "X-Forwarded-Proto";
    private static final List<String> LISTS = List.of("X-Forwarded-For", "Forwarded");

    private final TrustedProxies trusted;
    private final String header;
    private final int ipv6Prefix;
    private final boolean forwarded;
    private final boolean list;
    private final ForgottenProxy forgotten;

    /** Written and read without care: callers are immutable, and one that is not seen is made again. */
    private final @Nullable ReadCaller[] recent = new @Nullable ReadCaller[PLACES];

    /**
     * How to find the caller behind proxies.
     *
     * @param trusted whose headers are believed
     * @param forwardedHeader {@code Forwarded} (RFC 7239), a name ending in {@code Forwarded-For} (a comma list), or
     *     any other, which must hold exactly one address, such as {@code CF-Connecting-IP}
     * @param ipv6Prefix how many bits of an IPv6 address tell callers apart, 1 to 128
     * @throws IllegalArgumentException if the header is no header name or the prefix out of bounds
     */
    public ClientAddress(TrustedProxies trusted, String forwardedHeader, int ipv6Prefix) {
        if (!forwardedHeader.matches("[A-Za-z0-9_-]{1,64}")) {
            throw new IllegalArgumentException("'" + forwardedHeader + "' is no header name (one only, 1 to 64 letters,"
                    + " digits, - or _); write X-Forwarded-For, Forwarded or the single-address header of your proxy");
        }
        if (ipv6Prefix < 1 || ipv6Prefix > 128) {
            throw new IllegalArgumentException(
                    "an IPv6 prefix length must be 1 to 128, not " + ipv6Prefix + "; 64 suits most");
        }
        this.trusted = trusted;
        this.forgotten = new ForgottenProxy(trusted.isEmpty());
        this.header = forwardedHeader;
        this.ipv6Prefix = ipv6Prefix;
        String name = forwardedHeader.toLowerCase(Locale.ROOT);
        this.forwarded = name.equals("forwarded");
        this.list = forwarded || name.endsWith("forwarded-for");
    }

    /**
     * How many bits of an IPv6 address tell callers apart, where a key does not say otherwise.
     *
     * @return 1 to 128
     */
    public int ipv6Prefix() {
        return ipv6Prefix;
    }

    /**
     * The caller's full address, not masked. IPv4-mapped IPv6 is IPv4; ports, zones and brackets are dropped.
     *
     * @param call any call
     * @return empty if there is no peer, or the peer's address cannot be read
     */
    public Optional<IpAddress> resolve(CallContext call) {
        Optional<IpAddress> peer = peer(call);
        if (peer.isEmpty() || !trusted.contains(peer.get())) {
            return peer;
        }
        return behind(peer.get(), call, V4_BITS, ipv6Prefix).address;
    }

    /**
     * The condition that a call comes from one of some networks.
     *
     * @param networks any
     * @return thread-safe; false for a call without a readable address
     */
    public Predicate<CallContext> from(AddressSet networks) {
        return call -> {
            Optional<IpAddress> address = resolve(call);
            return address.isPresent() && networks.contains(address.get());
        };
    }

    /**
     * The key of a caller of which nothing but the address is known.
     *
     * @param call any
     * @return the address, of IPv6 the network of {@code ipv6Prefix}; empty outside a request
     */
    public Optional<Key> caller(CallContext call) {
        return network(call, 32, ipv6Prefix);
    }

    /**
     * The network of a caller whom many strangers are blamed on: /24 of IPv4.
     *
     * @param call any
     * @return empty outside a request
     */
    public Optional<Key> network(CallContext call) {
        return network(call, 24, ipv6Prefix);
    }

    /**
     * The key of the network the caller is in.
     *
     * @param v4Prefix how many bits of an IPv4 address count
     * @param v6Prefix how many of an IPv6 address
     * @return empty only if there is no peer; of one that cannot be read {@code unknown}, so that none escapes its limit
     */
    Optional<Key> network(CallContext call, int v4Prefix, int v6Prefix) {
        Optional<String> text = call.peer();
        if (text.isEmpty()) {
            return Optional.empty();
        }
        ReadCaller peer = peer(text.get(), v4Prefix, v6Prefix);
        if (peer.isPrivate && forgotten.looks() && forwardsUntrusted(call)) {
            forgotten.found();
        }
        return peer.proxy == null ? peer.network : behind(peer.proxy, call, v4Prefix, v6Prefix).network;
    }

    private ReadCaller peer(String text, int v4Prefix, int v6Prefix) {
        return recent(text, null, List.of(), v4Prefix, v6Prefix);
    }

    /** The caller that a trusted proxy forwards for. */
    private ReadCaller behind(IpAddress proxy, CallContext call, int v4Prefix, int v6Prefix) {
        List<String> lines = call.headers(header);
        return lines.size() == 1 && lines.get(0).length() <= LONGEST_LINE
                ? recent(lines.get(0), proxy, lines, v4Prefix, v6Prefix)
                : new ReadCaller("", proxy, Optional.of(caller(proxy, lines)), v4Prefix, v6Prefix, trusted);
    }

    /** The caller of a text: a peer's, or a line of a proxy's. */
    private ReadCaller recent(String text, @Nullable IpAddress proxy, List<String> lines, int v4Prefix, int v6Prefix) {
        int hash = text.hashCode() + 31 * v4Prefix + v6Prefix;
        int place = (hash ^ hash >>> 7 ^ hash >>> 14) & PLACES - 1;
        ReadCaller known = recent[place];
        if (known == null || !known.isOf(text, proxy, v4Prefix, v6Prefix)) {
            Optional<IpAddress> address = proxy == null ? IpAddress.parse(text) : Optional.of(caller(proxy, lines));
            known = new ReadCaller(text, proxy, address, v4Prefix, v6Prefix, trusted);
            recent[place] = known;
        }
        return known;
    }

    private IpAddress caller(IpAddress proxy, List<String> lines) {
        return list ? walk(proxy, lines) : single(proxy, lines);
    }

    /** Whether a private or loopback peer forwards for another although no proxy is trusted. Worth one warning. */
    boolean forwardsUntrusted(CallContext call) {
        if (!trusted.isEmpty() || !forwards(call)) {
            return false;
        }
        Optional<IpAddress> peer = peer(call);
        return peer.isPresent() && AddressSet.isPrivate(peer.get());
    }

    /**
     * Whether the peer is a proxy whose word is believed.
     *
     * @param call any call
     * @return false if none is trusted
     */
    public boolean trusts(CallContext call) {
        Optional<IpAddress> peer = peer(call);
        return peer.isPresent() && trusted.contains(peer.get());
    }

    /**
     * Whether no peer is a proxy whose word is believed.
     *
     * @return true if none is trusted
     */
    boolean trustsNobody() {
        return trusted.isEmpty();
    }

    /**
     * Whether the proxies say that the caller reached the first of them by HTTPS. Believed as addresses are: only of a trusted
     * peer, and in {@code Forwarded} only where that is the configured header, of the element that tells the caller's
     * address. With any other header the last value of {@code X-Forwarded-Proto} says so.
     *
     * @param call any call
     * @return false if the peer is not trusted, or says nothing
     */
    public boolean isSecured(CallContext call) {
        if (!trusts(call)) {
            return false;
        }
        if (!forwarded) {
            String nearest = element(new HopsFromRight(call.headers(PROTOCOL), false));
            return nearest != null && nearest.strip().equalsIgnoreCase("https");
        }
        HopsFromRight hops = new HopsFromRight(call.headers(header), true);
        String element = element(hops);
        for (int i = 1; i < MAX_HOPS && element != null; i++) {
            Optional<IpAddress> hop = ForwardedElement.address(element);
            String before = hop.isPresent() && trusted.contains(hop.get()) ? element(hops) : null;
            if (before == null) {
                break;
            }
            element = before;
        }
        return element != null && ForwardedElement.isHttps(element);
    }

    /**
     * Whether a call says that it is forwarded for another, by a header that lists callers or by the configured one.
     *
     * @param call any call
     * @return true if so, whatever the peer
     */
    public boolean forwards(CallContext call) {
        boolean forwards = !call.headers(header).isEmpty();
        for (int i = 0; !forwards && i < LISTS.size(); i++) {
            forwards = !call.headers(LISTS.get(i)).isEmpty();
        }
        return forwards;
    }

    private Optional<IpAddress> peer(CallContext call) {
        Optional<String> text = call.peer();
        return text.isEmpty() ? Optional.empty() : peer(text.get(), V4_BITS, ipv6Prefix).address;
    }

    private static IpAddress single(IpAddress peer, List<String> lines) {
        HopsFromRight elements = new HopsFromRight(lines, false);
        String only = element(elements);
        return only != null && element(elements) == null
                ? HopAddress.parse(only).orElse(peer)
                : peer;
    }

    /** The next element that is not empty: recipients of a list ignore empty ones (RFC 9110, 5.6.1.2). */
    private static @Nullable String element(HopsFromRight hops) {
        String element = hops.next();
        while (element != null && element.isBlank()) {
            element = hops.next();
        }
        return element;
    }

    private IpAddress walk(IpAddress peer, List<String> lines) {
        Function<String, Optional<IpAddress>> reader = forwarded ? ForwardedElement::address : HopAddress::parse;
        HopsFromRight hops = new HopsFromRight(lines, forwarded);
        IpAddress last = peer;
        for (int i = 0; i < MAX_HOPS && trusted.contains(last); i++) {
            String text = element(hops);
            IpAddress hop = text == null ? null : reader.apply(text).orElse(null);
            if (hop == null) {
                return last;
            }
            last = hop;
        }
        return last;
    }

    /** A caller as a container or a proxy tells it, its address if that can be read, and its network as a key. */
    private static final class ReadCaller {

        final String text;

        /** Null if the container tells it: a peer. */
        final @Nullable IpAddress saidBy;

        final int v4Prefix;
        final int v6Prefix;
        final Optional<IpAddress> address;
        final Optional<Key> network;

        /** The address, if it is that of a proxy whose word is believed; else null. */
        final @Nullable IpAddress proxy;

        final boolean isPrivate;

        ReadCaller(
                String text,
                @Nullable IpAddress saidBy,
                Optional<IpAddress> address,
                int v4Prefix,
                int v6Prefix,
                TrustedProxies trusted) {
            this.text = text;
            this.saidBy = saidBy;
            this.v4Prefix = v4Prefix;
            this.v6Prefix = v6Prefix;
            this.address = address;
            this.network = Optional.of(
                    address.isEmpty() ? UNKNOWN : Key.part(Key.IP, address.get().network(v4Prefix, v6Prefix)));
            this.isPrivate = address.isPresent() && AddressSet.isPrivate(address.get());
            this.proxy = address.filter(trusted::contains).orElse(null);
        }

        /**
         * Whether this was read from that text, with these prefixes. A proxy has sent the text, or, where {@code by} is null, the
         * container has told it.
         */
        boolean isOf(String told, @Nullable IpAddress by, int v4, int v6) {
            return v4Prefix == v4 && v6Prefix == v6 && text.equals(told) && Objects.equals(saidBy, by);
        }
    }
}
