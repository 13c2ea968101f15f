package dev.reprise.cli;

/** Puts numbers into sentences. */
final class Words {
    private Words() {}

    static String count(long number, String noun) {
        return plural(number, noun, noun + "s");
    }

    static String plural(long number, String one, String many) {
        return number + " " + (number == 1 ? one : many);
    }
}
