package io.github.ostiary.book;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.ManualTimeSource;
import io.github.ostiary.local.LocalStore;
import io.github.ostiary.operator.SignIns;
import io.github.ostiary.operator.TrialReport.AttemptCounts;
import io.github.ostiary.store.SharedState;
import io.github.ostiary.store.SharedState.Entry;
import io.github.ostiary.store.SharedState.Topic;
import io.github.ostiary.store.StoreException;
import io.github.ostiary.trial.AnswerForm;
import io.github.ostiary.trial.AnswerForm.Leads;
import io.github.ostiary.trial.SignInLog;
import io.github.ostiary.trial.SignInLog.AttemptEnd;
import io.github.ostiary.trial.TrialLog;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** The accounts of sign-ins of several nodes, by one sharedState. */
class SignInBookTest {

    private final ManualTimeSource time = new ManualTimeSource();
    private final SharedState sharedState = new LocalStore(1_000, time).sharedState();
    private final TrialLog here = new TrialLog(time);
    private final TrialLog there = new TrialLog(time);

    private static void attempt(TrialLog node, AttemptEnd evidence, String location) {
        SignInLog log = Objects.requireNonNull(node.signIn("signin.main"));
        log.ended(evidence, new AnswerForm("POST", 302, "", location, Leads.ELSEWHERE, List.of(), List.of()));
    }

    private static SignInBook book(TrialLog log, SharedState sharedState) {
        log.follow(Map.of("signin.main", "a"));
        return new SignInBook(log, sharedState, true);
    }

    @Test
    void eachNodeShowsWhatAllHaveSeen() {
        SignInBook ofHere = book(here, sharedState);
        SignInBook ofThere = book(there, sharedState);
        attempt(here, AttemptEnd.UNPROVED, "/login");
        attempt(there, AttemptEnd.UNPROVED, "/login");
        attempt(there, AttemptEnd.PROVED, "/");
        ofHere.say();
        ofThere.say();
        for (SignInBook book : List.of(ofHere, ofThere, ofHere)) {
            SignIns seen = book.report();
            assertThat(seen.allNodes()).isTrue();
            assertThat(seen.signIns()).hasSize(1);
            assertThat(seen.signIns().get(0).attempts()).isEqualTo(new AttemptCounts(1, 0, 2, 0));
            assertThat(seen.signIns().get(0).advice()).isEmpty();
        }
        attempt(here, AttemptEnd.FAILED, "/x");
        assertThat(ofThere.report().signIns().get(0).attempts().failed()).isZero();
        ofHere.say();
        assertThat(ofThere.report().signIns().get(0).attempts().failed()).isEqualTo(1);
    }

    /** A node that was replaced has proved something else. */
    @Test
    void whatWasSeenUnderOtherSignalsDoesNotCount() throws StoreException {
        SignInBook ofHere = book(here, sharedState);
        SignInBook ofThere = book(there, sharedState);
        attempt(there, AttemptEnd.PROVED, "/");
        ofThere.say();
        here.follow(Map.of("signin.main", "b"));
        assertThat(ofHere.report().signIns()).isEmpty();
        sharedState.put(new Topic("sign-ins", 1_000), new Entry("signin.main_old", "99\tb", 1_000_000));
        attempt(here, AttemptEnd.UNPROVED, "/login");
        assertThat(ofHere.report().signIns().get(0).attempts().all()).isEqualTo(1);
        here.follow(Map.of());
        assertThat(ofHere.report().signIns()).as("the sign-in is gone").isEmpty();
    }

    @Test
    void withoutOthersItIsOfThisNode() {
        here.follow(Map.of("signin.main", "a"));
        SignInBook alone = new SignInBook(here, sharedState, false);
        attempt(here, AttemptEnd.UNPROVED, "/login");
        assertThat(alone.report().allNodes()).isFalse();
        assertThat(alone.report().signIns()).hasSize(1);
    }
}
