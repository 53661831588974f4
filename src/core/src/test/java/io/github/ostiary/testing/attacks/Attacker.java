package io.github.ostiary.testing.attacks;

import io.github.ostiary.testing.attacks.Guesses.Guess;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/**
 * Works through the guesses of an attack, and is done with an account once it is open. Rests for a minute where only a
 * captcha would help, unless it types any. Not thread-safe.
 */
final class Attacker {

    private final Attack attack;
    private final Agenda agenda;
    private final SignInPage page;
    private final Deque<Guess> guesses;
    private final Waits waits = new Waits();
    private final @Nullable Purse purse;
    private final Set<String> broken = new HashSet<>();
    private int evaluated;

    /**
     * An attacker.
     *
     * @param purse from which puzzles are paid; null for captchas as the attack says
     */
    Attacker(Attack attack, Agenda agenda, SignInPage page, @Nullable Purse purse) {
        this.purse = purse;
        this.attack = attack;
        this.agenda = agenda;
        this.page = page;
        this.guesses = new ArrayDeque<>(attack.guesses().get());
    }

    void begin() {
        begin(0, attack.turns());
    }

    private void begin(int turn, int turns) {
        if (turn < turns && !guesses.isEmpty()) {
            agenda.at(attack.when(turn), () -> {
                boolean hopeless = act(turn);
                begin(turn + (hopeless ? attack.turnsPerMinute() : 1), turns);
            });
        }
    }

    /** True if all it met were captchas it cannot answer. */
    private boolean act(int turn) {
        List<Guess> next = new ArrayList<>();
        while (next.size() < attack.salvo() && !guesses.isEmpty()) {
            Guess guess = guesses.remove();
            if (!broken.contains(guess.name())) {
                next.add(guess);
            }
        }
        if (next.isEmpty()) {
            return true;
        }
        String address = attack.address(turn);
        List<Form> forms = next.stream()
                .map(guess -> new Form(address, guess.name(), guess.password(), attack.captcha()))
                .toList();
        List<Answer> answers = forms.size() == 1 ? List.of(submit(forms.get(0))) : atOnce(forms);
        for (int i = answers.size() - 1; i >= 0; i--) {
            learn(next.get(i), answers.get(i));
        }
        return answers.stream().allMatch(Answer.CAPTCHA::equals)
                && attack.captcha().isEmpty();
    }

    /** Solves the puzzle if it meets one and can pay. */
    private Answer submit(Form form) {
        if (waits.isRefused(form, agenda.now())) {
            return Answer.REFUSED;
        }
        Reply reply = page.submit(form);
        if (purse != null && reply.answer() == Answer.CAPTCHA && purse.pays(form.address(), agenda.now())) {
            reply = page.submit(form.withCaptcha());
        }
        waits.learn(form, reply);
        return reply.answer();
    }

    private void learn(Guess guess, Answer answer) {
        if (guess == Guesses.OWN) {
            return; // opened or not, it is theirs
        }
        if (answer.evaluated()) {
            evaluated++;
        } else if (!guesses.isEmpty() && guesses.element().name().equals(guess.name())) {
            guesses.addFirst(guess);
        } else {
            guesses.addLast(guess);
        }
        if (answer == Answer.SIGNED_IN) {
            broken.add(guess.name());
        }
    }

    /** No password is looked at before the last of them has been decided, or is held. */
    private List<Answer> atOnce(List<Form> forms) {
        ExecutorService threads = Executors.newFixedThreadPool(forms.size());
        try {
            CountDownLatch decided = new CountDownLatch(forms.size());
            List<Callable<Answer>> tasks = new ArrayList<>();
            forms.forEach(form ->
                    tasks.add(() -> page.submit(form, () -> meet(decided)).answer()));
            List<Answer> answers = new ArrayList<>();
            for (Future<Answer> answer : threads.invokeAll(tasks)) {
                answers.add(answer.get());
            }
            return answers;
        } catch (InterruptedException | ExecutionException e) {
            throw new IllegalStateException(e);
        } finally {
            threads.shutdown();
        }
    }

    private static void meet(CountDownLatch all) {
        all.countDown();
        try {
            all.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    int evaluated() {
        return evaluated;
    }

    int broken() {
        return broken.size();
    }
}
