package dev.reprise.jobs.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.jobs.JobState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The page on states says what the stores do: {@link StateTableContract} walks the same table on each of them. */
class JobStatesPageTest {
    private static final Pattern ARROW = Pattern.compile("^ +(\\S+) --> (\\S+?)(:.*)?$", Pattern.MULTILINE);

    private final String page = Files.readString(Path.of("..", "docs", "job-states.md"));

    JobStatesPageTest() throws IOException {}

    @Test
    void the_table_of_events_is_the_one_that_is_walked() {
        assertThat(TextTable.parse(between("```text\n", "```"))).isEqualTo(TextTable.parse(StateTable.TEXT));
    }

    @Test
    void the_moves_are_those_of_the_table_of_events() {
        assertThat(TextTable.parse(between("## Moves", "\n## ")).stream().map(row -> row.get(0) + " > " + row.get(1)))
                .doesNotHaveDuplicates()
                .containsExactlyInAnyOrderElementsOf(moves("(enqueue)").toList());
    }

    @Test
    void the_diagram_shows_each_move_but_those_that_stay() {
        Matcher arrows = ARROW.matcher(between("```mermaid", "```"));
        assertThat(arrows.results().map(arrow -> arrow.group(1) + " > " + arrow.group(2)))
                .doesNotHaveDuplicates()
                .containsExactlyInAnyOrderElementsOf(moves("[*]")
                        .filter(move -> !move.equals("running > running"))
                        .toList());
    }

    @Test
    void each_state_is_explained_and_has_its_column() {
        String[] states = Stream.of(JobState.values())
                .map(state -> state.name().toLowerCase(Locale.ROOT))
                .toArray(String[]::new);
        assertThat(TextTable.parse(between("# The states of a job", "```mermaid")).stream()
                        .map(row -> row.get(0)))
                .containsExactly(states);
        assertThat(StateTable.cells().map(StateTable.Cell::from).distinct()).contains(states);
    }

    private static Stream<String> moves(String enqueue) {
        return StateTable.cells()
                .filter(StateTable.Cell::isChange)
                .map(cell -> (cell.from().equals("none") ? enqueue : cell.from()) + " > " + cell.to())
                .distinct();
    }

    private String between(String start, String end) {
        int from = page.indexOf(start);
        assertThat(from).as(start).isNotNegative();
        return page.substring(from + start.length(), page.indexOf(end, from + start.length()));
    }
}
