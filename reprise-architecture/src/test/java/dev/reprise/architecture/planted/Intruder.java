package dev.reprise.architecture.planted;

import dev.reprise.internal.Wrappers;

/** Uses what core keeps to itself: the scanner must find it. */
public final class Intruder {

    static final Class<?> INTERNAL = Wrappers.class;

    private Intruder() {}
}
