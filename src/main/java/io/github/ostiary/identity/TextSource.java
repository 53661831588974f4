package io.github.ostiary.identity;

import io.github.ostiary.CallContext;
import io.github.ostiary.Key;
import io.github.ostiary.text.CanonicalText;
import io.github.ostiary.text.IpAddress;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A part whose value is text: exactly one, canonical, with its case folded, without its marks, or only its digits kept.
 *
 * @param folds whether case is no difference
 * @param digits whether only digits are kept
 * @param marks whether accents and other marks are no difference
 * @param partKind what its part of a key is called
 */
record TextSource(SourceKind kind, String name, boolean folds, boolean digits, boolean marks, String partKind)
        implements Source {

    static TextSource of(SourceKind kind, String name, List<String> modifiers) {
        String partKind = kind.named() ? kind.word() + ":" + name : kind.word();
        boolean folds = kind.folded() && !modifiers.contains("exact");
        return new TextSource(kind, name, folds, modifiers.contains("digits"), modifiers.contains("marks"), partKind);
    }

    /** Whether it is in JSON what the other is in a form. */
    boolean isSameName(TextSource parameter) {
        return kind == SourceKind.JSON
                && parameter.kind == SourceKind.PARAM
                && folds == parameter.folds
                && digits == parameter.digits
                && marks == parameter.marks;
    }

    TextSource namedAs(TextSource parameter) {
        return new TextSource(kind, name, folds, digits, marks, parameter.partKind);
    }

    @Override
    public Optional<Key> resolve(CallContext call) {
        List<String> raw = raw(kind, call, name);
        return raw.size() == 1 ? keyOf(raw.get(0)) : Optional.empty();
    }

    /** What a call has there, as it came; nothing for kinds whose sources find it in another way. */
    static List<String> raw(SourceKind kind, CallContext call, String name) {
        return switch (kind) {
            case IP, RESOLVER -> List.of();
            case PRINCIPAL -> text(call.principal().orElse(null));
            case SESSION -> text(call.session().orElse(null));
            case GLOBAL -> List.of("all");
            case HOST -> text(call.host().map(TextSource::host).orElse(null));
            case HEADER -> call.headers(name);
            case COOKIE -> call.cookies(name);
            case PARAM -> call.parameters(name);
            case JSON -> call.jsonValues(name);
            case BASIC -> BasicCredentials.names(call.headers(BasicCredentials.HEADER));
            case ATTRIBUTE -> text(call.attribute(name));
            case ARG -> text(call.argument(name));
            case PATH -> text(PathSegment.of(call, Integer.parseInt(name)).orElse(null));
            case ROLE -> call.inRole(name) ? List.of(name) : List.of();
        };
    }

    private static String host(String name) {
        return name.endsWith(".") ? name.substring(0, name.length() - 1) : name;
    }

    private static List<String> text(@Nullable Object value) {
        return value == null ? List.of() : List.of(String.valueOf(value));
    }

    /** Its part of the identity of somebody for whom that is written there. */
    Optional<Key> keyOf(String raw) {
        Optional<String> value = canonical(raw);
        return value.isEmpty() ? Optional.empty() : Optional.of(Key.part(partKind, value.get(), raw));
    }

    /** A name may stand for whatever is chosen by callers or told by the application, not for where they went. */
    @Override
    public Optional<Key> known(Optional<String> known, Optional<IpAddress> address) {
        return switch (kind) {
            case GLOBAL -> Optional.of(Key.part(partKind, "all"));
            case HOST, PATH, ROLE -> Optional.empty();
            default -> known.flatMap(this::canonical).map(value -> Key.part(partKind, value, known.orElse("")));
        };
    }

    @Override
    public boolean couldMake(Key.Part part) {
        return part.kind().equals(partKind)
                && (part.isDigested() || canonical(part.value()).equals(Optional.of(part.value())));
    }

    /** Cookies of one name may rightly be several, of different paths. */
    @Override
    public boolean isUnclear(CallContext call) {
        if (kind != SourceKind.HEADER && !kind.isTyped()) {
            return false;
        }
        List<String> raw = raw(kind, call, name);
        boolean several = kind == SourceKind.BASIC
                ? BasicCredentials.areUnclear(call.headers(BasicCredentials.HEADER))
                : kind != SourceKind.JSON && raw.size() > 1;
        return several
                || (raw.size() == 1
                        && !raw.get(0).isBlank()
                        && canonical(raw.get(0)).isEmpty());
    }

    @Override
    public boolean isHidden(CallContext call) {
        return kind == SourceKind.PARAM
                ? call.mayHideParameter(name)
                : kind == SourceKind.JSON && call.mayHideJson(name);
    }

    /** Whether it is a name that anybody can type in. */
    boolean isTypedName() {
        return kind.isTyped() && !digits;
    }

    private Optional<String> canonical(String raw) {
        if (digits) {
            String found = CanonicalText.digits(raw);
            return found.isEmpty() ? Optional.empty() : Optional.of(found);
        }
        Optional<String> text = folds ? CanonicalText.folded(raw) : CanonicalText.of(raw);
        return marks ? text.map(CanonicalText::withoutMarks).filter(left -> !left.isEmpty()) : text;
    }
}
