/**
 * How far a call travels through this library: the classes it enters, the hops between them and the objects made for it, of
 * the journeys that are commonest. {@link io.github.ostiary.journeys.JourneysTest} prints them and holds them to bounds.
 */
package io.github.ostiary.journeys;
