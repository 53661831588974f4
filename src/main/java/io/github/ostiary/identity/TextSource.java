package io.github.ostiary.identity;

import io.github.ostiary.CallContext;
import io.github.ostiary.CanonicalText;
import io.github.ostiary.Key;
import java.util.List;
import java.util.Optional;

/** A part whose value is text: exactly one, canonical, with its case folded or only its digits kept. */
record TextSource(Kind kind, String name, boolean exact, boolean digits) implements Source {

    @Override
    public Optional<Key> resolve(CallContext call) {
        List<String> raw = kind.read(call, name);
        if (raw.size() != 1) {
            return Optional.empty();
        }
        return CanonicalText.of(raw.get(0))
                .map(this::modified)
                .filter(value -> !value.isEmpty())
                .map(value -> Key.part(partKind(), value));
    }

    @Override
    public boolean couldMake(Key.Part part) {
        return part.kind().equals(partKind())
                && CanonicalText.of(part.value()).map(this::modified).equals(Optional.of(part.value()));
    }

    /** Cookies of one name may rightly be several, of different paths. */
    @Override
    public boolean isUnclear(CallContext call) {
        List<String> raw = kind == Kind.PARAM || kind == Kind.HEADER ? kind.read(call, name) : List.of();
        return raw.size() > 1
                || (raw.size() == 1
                        && !raw.get(0).isBlank()
                        && CanonicalText.of(raw.get(0)).isEmpty());
    }

    private String partKind() {
        return kind.named() ? kind.word() + ":" + name : kind.word();
    }

    private String modified(String value) {
        if (digits) {
            return digitsOf(value);
        }
        return kind.folded() && !exact ? CanonicalText.fold(value) : value;
    }

    /** The decimal digits of any script, as ASCII. */
    private static String digitsOf(String value) {
        return value.codePoints()
                .filter(Character::isDigit)
                .map(c -> '0' + Character.digit(c, 10))
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }
}
