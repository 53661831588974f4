package io.github.ostiary.redis;

import io.github.ostiary.store.Claim;
import io.github.ostiary.store.Operation;
import io.github.ostiary.store.StoreCounts;
import io.github.ostiary.store.StoreException;
import io.github.ostiary.store.Verdict;
import java.util.List;

/** Puts decisions into script calls, and replies into verdicts. Thread-safe. */
final class Translator {

    private final Servers servers;
    private final String prefix;

    Translator(Servers servers, String prefix) {
        this.servers = servers;
        this.prefix = prefix;
    }

    /** Of claims whose counters one server decides together. */
    Call call(Operation operation, List<? extends Claim> claims, long deadlineMicros) {
        return servers.call(claims.get(0).identity(), new ScriptCall().add(prefix, operation, claims), deadlineMicros);
    }

    /** One per claim, or none; the observer of the store is told that its server has answered. */
    List<Verdict> verdicts(Call call, List<? extends Claim> claims) throws StoreException {
        try {
            List<Verdict> verdicts = ScriptCall.verdicts(servers.reply(call), claims);
            servers.answered(call);
            return verdicts;
        } catch (StoreException e) {
            StoreCounts counts = servers.context.counts();
            if (counts != null && RedisErrors.isTimeout(e)) {
                counts.timeout();
            }
            throw e;
        } catch (RuntimeException e) {
            throw new StoreException("Redis answers what cannot be read", e);
        }
    }
}
