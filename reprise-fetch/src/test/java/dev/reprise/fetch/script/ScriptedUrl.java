package dev.reprise.fetch.script;

import dev.reprise.fetch.internal.journal.Outcome;
import dev.reprise.testkit.Script;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * One URL of the list, and what must become of it.
 *
 * @param kind the name of its kind of fault
 * @param url its text in the list
 * @param attempts the attempts that a run makes
 * @param end what the last answer means, or the lack of one
 */
record ScriptedUrl(String kind, String url, List<Turn> attempts, Meaning end) {
    /** Work out which attempts the turns lead to (the last turn repeats), and have the server answer just these. */
    static ScriptedUrl of(String kind, String url, List<Turn> turns) {
        List<Turn> attempts = new ArrayList<>();
        Turn turn;
        do {
            turn = turns.get(Math.min(attempts.size(), turns.size() - 1));
            attempts.add(turn);
        } while (attempts.size() <= turn.meaning().retries());
        ScriptedUrl scripted = new ScriptedUrl(kind, url, List.copyOf(attempts), turn.meaning());
        scripted.script();
        return scripted;
    }

    Outcome outcome() {
        return end.outcome();
    }

    int retries() {
        return Math.max(0, attempts.size() - 1);
    }

    private void script() {
        Map<String, Script> scripts = new HashMap<>();
        for (Turn turn : attempts) {
            for (Ask ask : turn.asks()) {
                scripts.computeIfAbsent(ask.url(), url -> ask.host().on(ask.target()))
                        .answer(ask.answer());
            }
        }
    }
}
