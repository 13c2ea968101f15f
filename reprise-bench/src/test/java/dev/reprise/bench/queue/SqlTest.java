package dev.reprise.bench.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class SqlTest {

    @Test
    void a_statement_is_found_by_its_name_without_its_comments_and_its_semicolon() {
        assertThat(Sql.read("raw.sql").get("done")).isEqualTo("delete from raw_job where id = any (?)");
    }

    @Test
    void a_missing_statement_or_file_is_named() {
        assertThatThrownBy(() -> Sql.read("raw.sql").get("redo"))
                .hasMessage("no statement `redo` in raw.sql: [schema, copy, claim, done, pending]");
        assertThatThrownBy(() -> Sql.read("none.sql")).hasMessageContaining("there is no none.sql");
    }
}
