package dev.reprise.fetch.internal.journal;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Makes new names in a folder survive a power failure. */
final class Folders {
    private Folders() {}

    /** Forces the folder of a file to disk, where the operating system lets folders be opened. */
    static void force(Path file) {
        Path folder = file.toAbsolutePath().getParent();
        if (folder == null) {
            return;
        }
        try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
            channel.force(true);
        } catch (IOException e) {
            // Windows opens no folders; there a new name is as safe as its file system makes it.
            return;
        }
    }
}
