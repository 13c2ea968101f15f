package dev.reprise.cli;

import java.util.Objects;
import picocli.CommandLine.IVersionProvider;

/** Names the version of the command and of the Java that runs it. */
final class Version implements IVersionProvider {
    /** Read from the jar; classes that were never packaged have none. */
    static String number() {
        return Objects.requireNonNullElse(Version.class.getPackage().getImplementationVersion(), "unpackaged");
    }

    @Override
    public String[] getVersion() {
        return new String[] {"reprise " + number() + ", Java " + Runtime.version()};
    }
}
