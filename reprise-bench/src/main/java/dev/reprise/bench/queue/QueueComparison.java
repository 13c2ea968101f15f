package dev.reprise.bench.queue;

import com.zaxxer.hikari.HikariDataSource;
import dev.reprise.bench.Versions;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.postgresql.Driver;
import tools.jackson.databind.json.JsonMapper;

/** Measures durable queues on one PostgreSQL that it starts and ends, in turn, and prints one table. */
public final class QueueComparison {
    private QueueComparison() {}

    /** Measure and print; exits with 2 if an argument is wrong. */
    public static void main(String... arguments) throws Exception {
        List<Contender> everyone = List.of(
                new RawLoop(),
                new RepriseQueue(true),
                new RepriseQueue(false),
                new DbSchedulerQueue(16, 0.5, 4),
                new JobRunrQueue(64));
        QueueOptions options;
        try {
            options = QueueOptions.parse(everyone.stream().map(Contender::name).toList(), arguments);
        } catch (IllegalArgumentException e) {
            System.err.println("bench-jobs: " + e.getMessage());
            System.exit(2);
            return;
        }
        List<Contender> taking = everyone.stream()
                .filter(contender -> options.contenders().contains(contender.name()))
                .toList();
        try (BenchDatabase database = BenchDatabase.start()) {
            QueueRounds rounds = new QueueRounds(database, taking, options.rounds());
            for (Scenario scenario : options.scenarios()) {
                rounds.measure(scenario);
            }
            Map<String, Object> about = about(database, taking, options);
            if (options.json()) {
                about.put("rows", rounds.table().rows());
                System.out.println(
                        JsonMapper.shared().writerWithDefaultPrettyPrinter().writeValueAsString(about));
            } else {
                System.out.println(rounds.table().toMarkdown(taking.get(0).name()));
                System.out.println();
                about.forEach((what, value) -> System.out.println("- " + what + ": " + value));
            }
        }
    }

    private static Map<String, Object> about(BenchDatabase database, List<Contender> contenders, QueueOptions options)
            throws Exception {
        Map<String, Object> about = new LinkedHashMap<>();
        about.put(
                "rounds",
                options.rounds() + ", in turn, after a warm-up of each for at least one round and "
                        + QueueRounds.WARM_UP.toSeconds() + " s");
        about.put("JDK", Runtime.version() + " (" + System.getProperty("java.vm.vendor") + ")");
        about.put(
                "machine",
                Runtime.getRuntime().availableProcessors() + " cores, " + System.getProperty("os.name") + " "
                        + System.getProperty("os.version") + ", database on the same machine");
        about.put(
                "PostgreSQL",
                database.version() + "; "
                        + database.settings().entrySet().stream()
                                .map(Object::toString)
                                .collect(Collectors.joining(", ")));
        about.put(
                "connections",
                "HikariCP " + Versions.of(HikariDataSource.class) + " with " + BenchDatabase.POOL + ", pgjdbc "
                        + Versions.of(Driver.class) + " with reWriteBatchedInserts");
        for (Contender contender : contenders) {
            about.put((contender.name() + " " + contender.version()).strip(), contender.settings());
        }
        return about;
    }
}
