package dev.reprise.internal;

import java.util.Collection;

/** Find the known word that a mistyped one most likely meant, for error messages. */
public final class NearestWord {
    private NearestWord() {}

    /**
     * Ask whether the nearest known word was meant.
     *
     * @param unknown the word that was given
     * @param known the words that are allowed; of equally near ones the first is taken
     * @return a question such as <code>did you mean `max`?</code>, empty if nothing is known
     */
    public static String hint(String unknown, Collection<String> known) {
        String nearest = "";
        int least = Integer.MAX_VALUE;
        for (String word : known) {
            int distance = distance(unknown, word);
            if (distance < least) {
                least = distance;
                nearest = word;
            }
        }
        return nearest.isEmpty() ? "" : "did you mean `" + nearest + "`?";
    }

    /** Levenshtein's distance: how many letters to insert, remove or replace. One row of the matrix is kept. */
    private static int distance(String from, String to) {
        int[] row = new int[to.length() + 1];
        for (int j = 0; j <= to.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= from.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= to.length(); j++) {
                int replaced = diagonal + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(replaced, 1 + Math.min(row[j], row[j - 1]));
            }
        }
        return row[to.length()];
    }
}
