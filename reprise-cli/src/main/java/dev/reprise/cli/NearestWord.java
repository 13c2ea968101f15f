package dev.reprise.cli;

import java.util.Collection;
import org.jspecify.annotations.Nullable;

/** Finds the known word that a mistyped one most likely meant; picocli's own search misses swapped letters. */
final class NearestWord {
    private NearestWord() {}

    /** Returns the nearest word, or null: none is near. Of equally near ones the first is taken. */
    static @Nullable String of(String unknown, Collection<String> known) {
        String nearest = null;
        int least = unknown.length() / 2 + 1;
        for (String word : known) {
            int distance = distance(unknown, word);
            if (distance < least) {
                least = distance;
                nearest = word;
            }
        }
        return nearest;
    }

    /** How many letters to insert, remove, replace, or swap with the next one. */
    private static int distance(String from, String to) {
        int[][] cost = new int[from.length() + 1][to.length() + 1];
        for (int i = 0; i <= from.length(); i++) {
            for (int j = 0; j <= to.length(); j++) {
                if (i == 0 || j == 0) {
                    cost[i][j] = i + j;
                    continue;
                }
                int replace = cost[i - 1][j - 1] + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
                cost[i][j] = Math.min(replace, 1 + Math.min(cost[i - 1][j], cost[i][j - 1]));
                if (i > 1
                        && j > 1
                        && from.charAt(i - 1) == to.charAt(j - 2)
                        && from.charAt(i - 2) == to.charAt(j - 1)) {
                    cost[i][j] = Math.min(cost[i][j], cost[i - 2][j - 2] + 1);
                }
            }
        }
        return cost[from.length()][to.length()];
    }
}
