package dev.reprise.cli.process;

import java.io.File;

/** The devices that a command's streams may lead to. */
final class Devices {
    static final File NULL = new File("/dev/null");

    private Devices() {}
}
