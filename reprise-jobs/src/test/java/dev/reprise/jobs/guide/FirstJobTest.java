package dev.reprise.jobs.guide;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class FirstJobTest {
    @Test
    void the_first_page_of_the_guide_does_what_it_says() throws Exception {
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        PrintStream before = System.out;
        System.setOut(new PrintStream(said, true, StandardCharsets.UTF_8));
        try {
            FirstJob.main(new String[0]);
        } finally {
            System.setOut(before);
        }

        assertThat(said.toString(StandardCharsets.UTF_8).lines())
                .startsWith("attempt 1 fails", "attempt 2 fails", "Hello, Ada!")
                .endsWith("1 job succeeded")
                .anyMatch(line -> line.startsWith("retry: attempt 2 of 5 failed, kind TRANSIENT"));
    }
}
