package io.github.ostiary.identity;

import io.github.ostiary.text.IpNetwork;
import io.github.ostiary.text.Nearest;
import java.util.List;
import java.util.Set;

/** A source as it is written; checked, with header names in lower case. */
record SourceSpec(SourceKind kind, String name, List<String> modifiers) {

    private static final List<String> TEXT_MODIFIERS = List.of("exact", "digits", "marks");

    SourceSpec {
        name = kind.named().checked(name);
        if (kind == SourceKind.IP) {
            checkPrefixes(modifiers);
        } else {
            checkModifiers(kind, modifiers);
        }
    }

    private static void checkPrefixes(List<String> prefixes) {
        String written = "ip/" + String.join("/", prefixes);
        if (prefixes.size() > 2) {
            throw new IllegalArgumentException(
                    written + " has too many prefix lengths; write ip, ip/V4 or ip/V4/V6, such as ip/24/56");
        }
        for (int i = 0; i < prefixes.size(); i++) {
            int prefix = IpNetwork.number(prefixes.get(i));
            int most = i == 0 ? 32 : 128;
            if (prefix < 1 || prefix > most) {
                throw new IllegalArgumentException(written + ": the IPv" + (i == 0 ? 4 : 6)
                        + " prefix length must be 1 to " + most + ", not '" + prefixes.get(i)
                        + "'; write ip/V4 or ip/V4/V6, such as ip/32/56");
            }
        }
    }

    private static void checkModifiers(SourceKind kind, List<String> modifiers) {
        for (String modifier : modifiers) {
            if (!kind.textual()) {
                throw new IllegalArgumentException(
                        kind.word() + "/" + modifier + ": " + kind.word() + " takes no modifier; remove /" + modifier);
            }
            if (!TEXT_MODIFIERS.contains(modifier)) {
                throw new IllegalArgumentException("unknown modifier '" + modifier
                        + "'; known are exact (no case folding), digits (keep digits only) and marks (é is e); did you mean "
                        + Nearest.to(modifier, TEXT_MODIFIERS).orElse("")
                        + "? Quote a name that holds a slash");
            }
        }
        if (Set.copyOf(modifiers).size() < modifiers.size()) {
            throw new IllegalArgumentException("modifier " + modifiers.get(0) + " is given twice; remove one");
        }
    }

    /** By hand: each start compares keys, and what a record has by itself the JVM makes when it is first called. */
    @Override
    public int hashCode() {
        return (kind.hashCode() * 31 + name.hashCode()) * 31 + modifiers.hashCode();
    }

    Source bind(KeySettings settings, IpSource address) {
        return switch (kind) {
            case IP -> network(settings);
            case RESOLVER -> new ResolverSource(settings.resolvers().apply(name), address);
            case TRUSTED -> TrustedSource.of(TextSource.of(kind, name, modifiers), settings.client());
            default -> TextSource.of(kind, name, modifiers);
        };
    }

    /** The caller's network by these prefix lengths, or the usual ones. */
    IpSource network(KeySettings settings) {
        return new IpSource(settings.client(), prefix(0, 32), prefix(1, settings.ipv6Prefix()));
    }

    private int prefix(int index, int otherwise) {
        return index < modifiers.size() ? IpNetwork.number(modifiers.get(index)) : otherwise;
    }
}
