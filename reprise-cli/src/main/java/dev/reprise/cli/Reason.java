package dev.reprise.cli;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;

/** Says why something could not be read or written; the messages of many file errors are a path and nothing else. */
final class Reason {
    private Reason() {}

    static String of(IOException failure) {
        if (!(failure instanceof FileSystemException file)) {
            return String.valueOf(failure.getMessage());
        }
        if (file instanceof NoSuchFileException) {
            return "no such file or folder";
        } else if (file instanceof AccessDeniedException) {
            return "permission denied";
        } else if (file instanceof FileAlreadyExistsException) {
            return "it exists already";
        } else if (file instanceof NotDirectoryException) {
            return "not a folder";
        } else if (file instanceof DirectoryNotEmptyException) {
            return "a folder that is not empty";
        } else if (file instanceof FileSystemLoopException) {
            return "its symbolic links go round in a circle";
        }
        return file.getReason() == null ? String.valueOf(file.getMessage()) : file.getReason();
    }
}
