package io.github.ostiary.identity;

import io.github.ostiary.CallContext;
import io.github.ostiary.Key;
import io.github.ostiary.MalformedCallException;
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
        String partKind = name.isEmpty() ? kind.word() : kind.word() + ":" + name;
        boolean folds = kind.folded() && !modifiers.contains("exact");
        return new TextSource(kind, name, folds, modifiers.contains("digits"), modifiers.contains("marks"), partKind);
    }

    /** Whether both are typed, and compared alike: the same name, wherever the caller writes it. */
    boolean isSameName(TextSource other) {
        return kind.isTyped()
                && other.kind.isTyped()
                && folds == other.folds
                && digits == other.digits
                && marks == other.marks;
    }

    TextSource namedAs(TextSource other) {
        return new TextSource(kind, name, folds, digits, marks, other.partKind);
    }

    @Override
    public @Nullable Key find(CallContext call) {
        List<String> raw = kind.raw(call, name);
        Key key = raw.size() == 1 ? keyOf(raw.get(0)).orElse(null) : null;
        if (key == null && kind.isWritten() && isThere(call, raw)) {
            throw new MalformedCallException("a name is given twice, or is no valid name");
        }
        return key;
    }

    @Override
    public boolean isThere(CallContext call) {
        return isThere(call, kind.raw(call, name));
    }

    private boolean isThere(CallContext call, List<String> raw) {
        return (raw.size() == 1 && !raw.get(0).isBlank()) || kind.isAmbiguous(call, raw);
    }

    /** The part of a key for this value. */
    Optional<Key> keyOf(String raw) {
        Optional<String> value = canonical(raw);
        return value.isEmpty() ? Optional.empty() : Optional.of(Key.part(partKind, value.get(), raw));
    }

    @Override
    public Optional<Key> known(Optional<String> name, Optional<IpAddress> address) {
        if (kind == SourceKind.GLOBAL) {
            return Optional.of(Key.part(partKind, "all"));
        }
        Optional<String> known = kind.couldBeName() ? name : Optional.empty();
        return known.flatMap(this::canonical).map(value -> Key.part(partKind, value, known.orElse("")));
    }

    @Override
    public boolean couldMake(Key.Part part) {
        return part.kind().equals(partKind)
                && (part.isDigested() || canonical(part.value()).equals(Optional.of(part.value())));
    }

    @Override
    public boolean isHidden(CallContext call) {
        return kind == SourceKind.BASIC // blank: no name, but credentials
                ? !kind.raw(call, name).isEmpty()
                : kind.isHidden(call, name);
    }

    /** Whether anyone can type it, and it is a name. */
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
