package dev.reprise.architecture.planted.unmarked;

/** Lies in a package without a package-info: the scanner must find it. */
public final class Unmarked {

    private Unmarked() {}
}
