package dev.reprise.postgres;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.tukaani.xz.XZInputStream;

/** Unpacks a tar that is compressed by xz. */
final class Archive {
    private static final int ANY_EXECUTE = 0111;

    private Archive() {}

    static void unpack(InputStream in, Path folder) throws IOException {
        try (var tar = new TarArchiveInputStream(new XZInputStream(new BufferedInputStream(in)))) {
            for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
                Path path = inside(folder, folder.resolve(entry.getName()));
                if (entry.isDirectory()) {
                    Files.createDirectories(path);
                } else {
                    Files.createDirectories(inside(folder, path.resolveSibling(".")));
                    write(tar, entry, folder, path);
                }
            }
        }
    }

    private static void write(InputStream content, TarArchiveEntry entry, Path folder, Path path) throws IOException {
        if (entry.isSymbolicLink()) {
            inside(folder, path.resolveSibling(entry.getLinkName()));
            Files.createSymbolicLink(path, Path.of(entry.getLinkName()));
        } else if (entry.isFile()) {
            Files.copy(content, path);
            boolean program = (entry.getMode() & ANY_EXECUTE) != 0;
            Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(program ? "rwxr-xr-x" : "rw-r--r--"));
        } else {
            throw new IOException(entry.getName() + " is neither a file, a folder nor a symbolic link");
        }
    }

    private static Path inside(Path folder, Path path) throws IOException {
        Path normal = path.normalize();
        if (!normal.startsWith(folder)) {
            throw new IOException(path + " lies outside of " + folder);
        }
        return normal;
    }
}
