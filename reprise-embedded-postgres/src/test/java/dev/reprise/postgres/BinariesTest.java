package dev.reprise.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BinariesTest {
    @TempDir
    private Path temporary;

    @Test
    void several_that_unpack_at_once_end_with_one_folder() throws IOException {
        URL archive = Binaries.archive(Platform.current());

        Set<Path> folders = IntStream.range(0, 3)
                .parallel()
                .mapToObj(i -> Binaries.unpack(archive, temporary))
                .collect(Collectors.toSet());

        assertThat(folders).hasSize(1);
        try (Stream<Path> left = Files.list(temporary)) {
            assertThat(left).containsExactlyElementsOf(folders);
        }
        assertThat(folders)
                .allSatisfy(folder -> assertThat(folder.resolve("bin/postgres")).isExecutable());
    }

    @Test
    void a_user_without_a_home_gets_a_folder_beside_the_temporary_files() throws IOException {
        Path file = Files.createFile(temporary.resolve("file"));

        Path found = CacheFolder.find(file, temporary);

        assertThat(found).isDirectory().hasParent(temporary);
        assertThat(CacheFolder.find(temporary, temporary)).isEqualTo(temporary.resolve("reprise/postgres"));
    }
}
