package dev.reprise.internal;

import java.util.Collection;
import org.jspecify.annotations.Nullable;

/** Find the known word that a mistyped one most likely meant, for error messages. */
public final class NearestWord {
    private NearestWord() {}

    /**
     * Find the known word that was most likely meant: the first that begins with the given one, else the nearest.
     *
     * @param unknown the word that was given
     * @param known the words that are allowed; of equally near ones the first is taken
     * @return the word, or null if none is alike: a word with every letter changed is another word
     */
    public static @Nullable String of(String unknown, Collection<String> known) {
        String nearest = null;
        int least = Integer.MAX_VALUE;
        for (String word : known) {
            if (!unknown.isEmpty() && word.startsWith(unknown)) {
                return word;
            }
            int distance = distance(unknown, word);
            if (distance < least && distance < Math.min(unknown.length(), word.length())) {
                least = distance;
                nearest = word;
            }
        }
        return nearest;
    }

    /**
     * Ask whether a word was meant, and begin to tell what is allowed; the list is to follow.
     *
     * @param nearest what was most likely meant, or null
     * @return such as <code>did you mean `max`? Allowed is </code>
     */
    public static String ask(@Nullable String nearest) {
        return nearest == null ? "allowed is " : "did you mean `" + nearest + "`? Allowed is ";
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
