package com.example.forum;

import io.github.ostiary.text.CanonicalText;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** The three demo accounts, whose passwords stand on the sign-in page. Yours belong in an identity store. */
@ApplicationScoped
public class Accounts {

    /** A demo account. */
    record Account(Member member, String password) {}

    private static final List<Account> DEMO = List.of(
            new Account(new Member("alice", false), "wonderland"),
            new Account(new Member("bob", false), "builder"),
            new Account(new Member("admin", true), "keymaster"));

    private final PasswordHash nobody = PasswordHash.unknown();
    private final Map<String, Member> members =
            DEMO.stream().map(Account::member).collect(Collectors.toMap(Member::name, member -> member));
    private final Map<String, PasswordHash> hashes = DEMO.stream()
            .collect(Collectors.toMap(
                    account -> account.member().name(), account -> PasswordHash.of(account.password())));

    /** The accounts to show on the sign-in page. */
    public List<Account> demo() {
        return DEMO;
    }

    /**
     * Checks a password. An unknown name takes the same work as a wrong password.
     *
     * @param name in any spelling that the {@code param:username} of the lockouts takes for the same, and in no other:
     *     two spellings of one account that are counted apart would be twice the guesses
     * @return empty for an unknown name and for a wrong password alike
     */
    public Optional<Member> signIn(String name, String password) {
        String counted = CanonicalText.of(name).map(CanonicalText::fold).orElse("");
        boolean right = hashes.getOrDefault(counted, nobody).matches(password);
        return right ? Optional.ofNullable(members.get(counted)) : Optional.empty();
    }
}
