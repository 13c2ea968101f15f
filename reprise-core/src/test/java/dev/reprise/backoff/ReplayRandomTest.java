package dev.reprise.backoff;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.backoff.ReplayRandom.State;
import org.junit.jupiter.api.Test;

class ReplayRandomTest {
    @Test
    void a_seed_gives_the_published_words() {
        assertThat(ReplayRandom.of("feeds").state())
                .isEqualTo(new State("feeds", 4021011870L, 2098524226L, 3459384398L, 1552757138L));
        assertThat(ReplayRandom.of("a").state())
                .isEqualTo(new State("a", 1589175524L, 2314171864L, 242127110L, 3644391482L));
        assertThat(ReplayRandom.of("").state())
                .isEqualTo(new State("", 41608494L, 480788319L, 2264674419L, 2553211394L));
        assertThat(ReplayRandom.of(42).state())
                .isEqualTo(new State("42", 2814168319L, 2719428796L, 2668499562L, 2594565673L));
        assertThat(ReplayRandom.of("日本").state())
                .isEqualTo(new State("日本", 1000582758L, 919122783L, 3865033100L, 3946095797L));
    }

    @Test
    void a_seed_gives_the_published_outputs() {
        assertOutputs(
                ReplayRandom.of("feeds"),
                3377325938L,
                427414155L,
                2295338115L,
                2525384420L,
                3934955616L,
                2450024271L,
                979781176L,
                1455469417L,
                2923947121L,
                1274418166L);
        assertOutputs(
                ReplayRandom.of("a"),
                3252771574L,
                3838286803L,
                1385781246L,
                3187942260L,
                3996166362L,
                3134564357L,
                3697105790L,
                3515766918L,
                2178079992L,
                3455833262L);
        assertOutputs(
                ReplayRandom.of(""),
                3075608207L,
                1941113166L,
                1250698130L,
                1973185690L,
                24547140L,
                1714710821L,
                1265410746L,
                7991323L,
                3735490015L,
                2188667198L);
        assertOutputs(ReplayRandom.of("42"), 3833195492L, 3563769608L, 4061610985L, 767254976L, 3389111029L);
        assertOutputs(ReplayRandom.of("日本"), 1570834042L, 996540840L, 229783006L, 3400846581L, 3415176276L);
    }

    @Test
    void the_position_after_ten_draws_is_the_published_one() {
        assertThat(afterTenDraws("feeds").state())
                .isEqualTo(new State("feeds", 2931371309L, 1637672386L, 3528712398L, 1552757148L));
        assertThat(afterTenDraws("a").state())
                .isEqualTo(new State("a", 4225603667L, 2676570300L, 159255531L, 3644391492L));
    }

    @Test
    void a_derived_stream_is_that_of_seed_space_label() {
        ReplayRandom derived = afterTenDraws("seed").derive("orders");

        assertThat(derived.state())
                .isEqualTo(new State("seed orders", 378025846L, 2380065881L, 168014567L, 2438425032L));
        assertOutputs(derived, 901549463L, 2031269399L, 317719289L, 3387210373L, 1458491698L);
    }

    @Test
    void a_long_is_two_outputs_high_half_first_and_a_double_one_output() {
        assertThat(ReplayRandom.of("feeds").nextLong()).isEqualTo(3377325938L << 32 | 427414155L);
        assertThat(ReplayRandom.of("feeds").nextDouble()).isEqualTo(3377325938L / 0x1p32);
    }

    @Test
    void a_restored_stream_goes_on_where_the_saved_one_stopped() {
        ReplayRandom original = afterTenDraws("feeds");
        ReplayRandom restored = ReplayRandom.restore(original.state());

        for (int i = 0; i < 100; i++) {
            assertThat(restored.nextInt()).isEqualTo(original.nextInt());
        }
        assertThat(restored.derive("x").state()).isEqualTo(original.derive("x").state());
    }

    @Test
    void a_saved_word_outside_32_bits_is_refused_by_name() {
        assertThatThrownBy(() -> new State("s", 0, 0, 1L << 32, 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("c: 4294967296 is not an unsigned 32-bit word (0 to 4294967295)");
        assertThatThrownBy(() -> new State("s", -1, 0, 0, 0)).hasMessageStartingWith("a: -1 ");
        assertThatThrownBy(() -> new State("s", 0, -1, 0, 0)).hasMessageStartingWith("b: -1 ");
        assertThatThrownBy(() -> new State("s", 0, 0, 0, -1)).hasMessageStartingWith("d: -1 ");
        assertThat(new State("s", 0xFFFFFFFFL, 0, 0, 0).a()).isEqualTo(0xFFFFFFFFL);
    }

    private static ReplayRandom afterTenDraws(String seed) {
        ReplayRandom random = ReplayRandom.of(seed);
        for (int i = 0; i < 10; i++) {
            random.nextInt();
        }
        return random;
    }

    private static void assertOutputs(ReplayRandom random, long... outputs) {
        for (long output : outputs) {
            assertThat(Integer.toUnsignedLong(random.nextInt())).isEqualTo(output);
        }
    }
}
