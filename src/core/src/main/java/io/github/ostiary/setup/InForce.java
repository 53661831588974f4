package io.github.ostiary.setup;

import io.github.ostiary.edge.Entrance;

/**
 * Rules, and how the HTTP edge answers by them: they change together.
 *
 * @param entrance decides by these rules, also when others are in force already
 * @param edge settings of the HTTP edge
 * @param notes whether denials are noted, and have references
 * @param forms looks at what is posted where lockouts count by parameters
 * @hidden
 */
public record InForce(Entrance entrance, EdgeSettings edge, boolean notes, SignInForms forms) {}
