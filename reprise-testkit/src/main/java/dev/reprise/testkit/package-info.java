/**
 * Serve HTTP faults from real sockets on loopback: resets, short bodies, stalls, countdowns, bombs.
 *
 * <p>{@link dev.reprise.testkit.FaultServer} is the server, {@link dev.reprise.testkit.Answer} says what goes over the
 * wire, {@link dev.reprise.testkit.Faults} names the common faults, {@link dev.reprise.testkit.SeenRequest} is what the
 * server saw.
 */
@NullMarked
package dev.reprise.testkit;

import org.jspecify.annotations.NullMarked;
