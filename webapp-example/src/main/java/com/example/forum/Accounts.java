package com.example.forum;

import jakarta.enterprise.context.ApplicationScoped;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The three demo accounts, whose passwords stand on the sign-in page. Yours belong in an identity store, as salted slow
 * hashes.
 */
@ApplicationScoped
public class Accounts {

    /** A demo account. */
    record Account(Member member, String password) {}

    private static final List<Account> DEMO = List.of(
            new Account(new Member("alice", false), "wonderland"),
            new Account(new Member("bob", false), "builder"),
            new Account(new Member("admin", true), "keymaster"));

    /** The accounts to show on the sign-in page. */
    public List<Account> demo() {
        return DEMO;
    }

    /**
     * Checks a password.
     *
     * @param name in any case, as the {@code param:username} key of the rule counts it
     * @return empty for an unknown name and for a wrong password alike
     */
    public Optional<Member> signIn(String name, String password) {
        String folded = name.strip().toLowerCase(Locale.ROOT);
        return DEMO.stream()
                .filter(account -> account.member().name().equals(folded))
                .filter(account -> MessageDigest.isEqual(
                        account.password().getBytes(StandardCharsets.UTF_8), password.getBytes(StandardCharsets.UTF_8)))
                .map(Account::member)
                .findFirst();
    }
}
