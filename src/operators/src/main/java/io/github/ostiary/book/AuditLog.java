package io.github.ostiary.book;

import io.github.ostiary.Key;
import io.github.ostiary.config.AuditForm;
import io.github.ostiary.config.GlobalConfig;
import io.github.ostiary.config.GlobalKeys;
import io.github.ostiary.config.Problems;
import io.github.ostiary.identity.KeyNames;
import io.github.ostiary.metrics.LogRecords;
import io.github.ostiary.metrics.MetricsExport;
import io.github.ostiary.operator.AuditEntry;
import io.github.ostiary.operator.AuditEntry.Deed;
import io.github.ostiary.rule.Ask;
import io.github.ostiary.setup.GuardOperators.Basis;
import io.github.ostiary.text.Digest;
import io.github.ostiary.text.Durations;
import io.github.ostiary.text.IpAddress;
import io.github.ostiary.text.JsonTree;
import io.github.ostiary.text.Log;
import io.github.ostiary.text.OneLine;
import java.lang.System.Logger.Level;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The log {@code io.github.ostiary.audit}, as text or with the names of the Elastic Common Schema as JSON or as records of
 * OpenTelemetry. Thread-safe.
 */
final class AuditLog {

    private static final String NAME = "io.github.ostiary.audit";
    private static final System.Logger TEXT = Log.of(NAME);
    private static final System.Logger JSON = Log.bare(NAME);
    private static final String ECS = "8.11.0";
    private static final int LONGEST = 256;
    private static final int DIGITS = 12;

    /** The word of attempts at passwords. */
    static final String ATTEMPT = "attempt";

    /** The word of answers to challenges. */
    static final String ANSWER = "challenge-answer";

    /**
     * An attempt that has ended, or was denied.
     *
     * @param word which kind
     * @param outcome success, failure or unknown
     * @param reason of a denial; empty for none
     * @param asks of lockouts
     * @param at when
     */
    record Tried(String word, String outcome, String reason, List<Ask> asks, Instant at) {

        List<String> rules() {
            return asks.stream().map(each -> each.rule().full()).distinct().toList();
        }
    }

    private final AuditForm form;
    private final @Nullable LogRecords records;
    private final boolean plain;
    private final String service;
    private final KeyNames names;

    private AuditLog(AuditForm form, @Nullable LogRecords records, boolean plain, String service, KeyNames names) {
        this.form = form;
        this.records = records;
        this.plain = plain;
        this.service = OneLine.of(service, LONGEST);
        this.names = names;
    }

    /** One of text, which shows no identity. */
    static AuditLog ofText() {
        return new AuditLog(AuditForm.TEXT, null, false, "", KeyNames.open());
    }

    static AuditLog of(Basis basis, Problems problems) {
        GlobalConfig global = basis.config().global();
        AuditForm form = global.get(GlobalKeys.AUDIT_FORM);
        return new AuditLog(
                form,
                form == AuditForm.OPENTELEMETRY
                        ? MetricsExport.records(GlobalKeys.AUDIT_FORM.name(), NAME, basis.loader(), problems)
                        : null,
                !global.get(GlobalKeys.AUDIT_DIGEST),
                basis.sources().scope(),
                basis.config().context().names());
    }

    void write(AuditEntry entry) {
        if (form == AuditForm.TEXT) {
            TEXT.log(Level.INFO, AuditCodec.logged(entry));
        } else {
            log(entry.change().at(), of(entry));
        }
    }

    /** A name or address as lines show it: as it is, or its digest. */
    private record WrittenPart(String text, boolean plain, boolean isAddress) {}

    private WrittenPart shown(Key.Part part) {
        if (plain && isReadable(part)) {
            boolean address =
                    part.kind().equals(Key.IP) && IpAddress.parse(part.value()).isPresent();
            return new WrittenPart(OneLine.of(part.value(), LONGEST), true, address);
        }
        return new WrittenPart(digest(names.name(Key.part(part.kind(), part.value()))), false, false);
    }

    private static String digest(String identity) {
        return Digest.of(identity).substring(0, DIGITS);
    }

    /** Headers, cookies and the like may be secrets of their callers. */
    private static boolean isReadable(Key.Part part) {
        String kind = part.kind();
        return !part.isDigested()
                && (kind.equals(Key.IP)
                        || kind.equals(Key.PRINCIPAL)
                        || kind.startsWith("param:")
                        || kind.startsWith("json:"));
    }

    void write(Tried tried) {
        Set<WrittenPart> users = new LinkedHashSet<>();
        Set<WrittenPart> sources = new LinkedHashSet<>();
        for (Ask ask : tried.asks()) {
            for (Key.Part part : ask.key().parts()) {
                boolean unused = (part.kind().equals(Key.IP) ? sources : users).add(shown(part));
            }
        }
        if (form != AuditForm.TEXT) {
            log(tried.at(), of(tried, users, sources));
        } else {
            StringBuilder line = new StringBuilder(tried.word().toUpperCase(Locale.ROOT)).append(' ');
            line.append(String.join(",", tried.rules()));
            AuditCodec.add(line, "outcome", tried.outcome());
            AuditCodec.add(line, "reason", tried.reason());
            AuditCodec.add(line, "user", joined(users));
            AuditCodec.add(line, "source", joined(sources));
            TEXT.log(Level.INFO, line.toString());
        }
    }

    private static String joined(Set<WrittenPart> all) {
        return all.stream().map(WrittenPart::text).collect(Collectors.joining(" "));
    }

    /** Has work write in the trace of this thread, where records have one. */
    Runnable inContext(Runnable work) {
        return records == null ? work : records.inContext(work);
    }

    private void log(Instant at, Map<String, Object> fields) {
        if (records != null && records.emit(at, fields)) {
            return;
        }
        StringBuilder line = new StringBuilder();
        JsonTree.write(fields, line);
        JSON.log(Level.INFO, line.toString());
    }

    private Map<String, Object> fields(Instant at, String kind, String category, List<String> types) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("@timestamp", at.toString());
        fields.put("log.level", "INFO");
        fields.put("log.logger", NAME);
        fields.put("ecs.version", ECS);
        fields.put("service.name", service);
        fields.put("event.kind", kind);
        fields.put("event.category", List.of(category));
        fields.put("event.type", types);
        return fields;
    }

    private static void add(Map<String, Object> fields, String name, String value) {
        if (!value.isEmpty()) {
            fields.put(name, OneLine.of(value, LONGEST));
        }
    }

    private Map<String, Object> of(AuditEntry entry) {
        Deed deed = entry.deed();
        String kind = deed == Deed.SIEGE_BEGAN ? "alert" : "event";
        Map<String, Object> fields =
                switch (deed) {
                    case SIEGE_BEGAN, SIEGE_ENDED -> fields(
                            entry.change().at(), kind, "intrusion_detection", List.of("info"));
                    case OVERRIDDEN, RESTORED, RELOADED, REFUSED -> fields(
                            entry.change().at(), kind, "configuration", List.of("change"));
                    case LEFT_OUT -> fields(entry.change().at(), kind, "authentication", List.of("info"));
                    case LOCKED, BLOCKED, UNLOCKED, RESET, CREDITED -> fields(
                            entry.change().at(), kind, "iam", List.of("user", "change"));
                };
        String action = deed.name().toLowerCase(Locale.ROOT).replace('_', '-');
        add(fields, "event.action", action);
        add(fields, "event.outcome", deed == Deed.REFUSED ? "failure" : "success");
        add(fields, "event.reason", entry.change().reason());
        String from = entry.change().from();
        add(fields, "event.provider", from.isEmpty() ? entry.change().by() : from);
        add(fields, "user.name", from.isEmpty() ? "" : entry.change().by());
        add(fields, "rule.name", entry.subject());
        entry.duration().ifPresent(each -> fields.put("ostiary.seconds", Durations.ceilSeconds(each)));
        if (!entry.identity().isEmpty()) {
            fields.put("related.hash", List.of(entry.digest()));
        }
        if (plain) {
            Key.ofCanonical(entry.label()).ifPresent(key -> relate(key, fields));
        }
        add(fields, "message", action + " " + entry.subject());
        return fields;
    }

    private void relate(Key key, Map<String, Object> fields) {
        Set<String> addresses = new LinkedHashSet<>();
        Set<String> users = new LinkedHashSet<>();
        for (Key.Part part : key.parts()) {
            WrittenPart one = shown(part);
            boolean unused = one.plain() && (one.isAddress() ? addresses : users).add(one.text());
        }
        if (!addresses.isEmpty()) {
            fields.put("related.ip", addresses);
        }
        if (!users.isEmpty()) {
            fields.put("related.user", users);
        }
    }

    private Map<String, Object> of(Tried tried, Set<WrittenPart> users, Set<WrittenPart> sources) {
        Map<String, Object> fields = fields(tried.at(), "event", "authentication", List.of("start"));
        add(fields, "event.action", tried.word());
        add(fields, "event.outcome", tried.outcome());
        add(fields, "event.reason", tried.reason());
        fields.put("rule.name", tried.rules());
        for (WrittenPart user : users) {
            var unused = fields.putIfAbsent(user.plain() ? "user.name" : "user.hash", user.text());
        }
        for (WrittenPart source : sources) {
            var unused = fields.putIfAbsent("source.address", source.text());
            if (source.isAddress()) {
                var unusedAddress = fields.putIfAbsent("source.ip", source.text());
            }
        }
        add(fields, "message", tried.word() + " " + tried.outcome());
        return fields;
    }
}
