package io.github.ostiary.model;

import io.github.ostiary.model.Guess.Stage;

/** What operators do, and what happens to the store and to nodes. */
final class Deeds {

    private final World world;

    Deeds(World world) {
        this.world = world;
    }

    void make(Event kind, int whom, int how) {
        world.onlyRight = false;
        world.deeds += kind.ordinal() >= Event.LOCK.ordinal() && kind.ordinal() <= Event.RELOAD.ordinal() ? 1 : 0;
        boolean fault = kind.ordinal() >= Event.RESTART.ordinal() && kind != Event.BACK;
        world.faults += fault ? 1 : 0;
        world.faulty |= fault;
        world.faultAt = fault || kind == Event.BACK ? world.clock.now() : world.faultAt;
        switch (kind) {
            case LOCK -> world.checks.locked(world.nodes[whom].lock(world.key[0]));
            case BLOCK -> {
                world.lasting = true;
                world.checks.blocked(world.nodes[whom].block(world.key[0]));
            }
            case UNLOCK -> world.checks.unlocked(world.nodes[whom].unlock(world.key[0]));
            case OVERRIDE -> world.nodes[whom].decideBy(world.rules, how);
            case RELOAD -> world.nodes[whom].decideBy(world.rules, world.nodes[whom].rules);
            case RESTART -> restart(whom);
            case AWAY -> world.shared.cutAfter(how);
            case BACK -> {
                world.shared.back(how);
                world.clock.pass(world.scenario.back);
                world.checks.passed(); // else the digest would be the first to look, and change what it looks at
            }
            case FLUSH -> world.shared.flush();
            case DROP -> world.shared.dropping = true;
            case FAIL_OVER -> {
                world.shared.failOver();
                world.checks.failedOver();
            }
            default -> world.shared.losing = 1;
        }
        world.touched[whom] |= kind != Event.BACK && !fault || kind == Event.RESTART;
    }

    private void restart(int node) {
        world.clock.stop(node);
        for (Guess guess : world.guesses) {
            if (guess.stage != Stage.NONE
                    && guess.node == node
                    && guess.stage != Stage.ENDED
                    && guess.stage != Stage.DENIED) {
                guess.stage = Stage.DEAD;
            }
        }
        world.nodes[node] = new Node(world.rules, world.shared, world.clock.of(node), world.identity);
    }
}
