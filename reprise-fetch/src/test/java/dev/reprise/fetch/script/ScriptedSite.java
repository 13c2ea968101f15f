package dev.reprise.fetch.script;

import dev.reprise.fetch.script.Ask.Hold;
import dev.reprise.fetch.script.Kinds.Kind;
import dev.reprise.testkit.Answer;
import dev.reprise.testkit.FaultServer;
import dev.reprise.testkit.VirtualHost;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** Fifty hosts with their scripted URLs, dealt by a seed, and the list that names them all. */
final class ScriptedSite {
    static final int HOSTS = 50;
    private static final int GENERAL = 36;
    private static final int HANGING_UP = 8;
    private static final int FAREWELL = 4;
    private static final int CLOSED = 48;
    private static final int DEAD = 49;

    /** Long enough for requests to different hosts to be in flight together. */
    private static final Duration ANSWERING = Duration.ofMillis(20);

    final List<ScriptedUrl> urls = new ArrayList<>();
    final StringBuilder text = new StringBuilder("\uFEFF");
    int lines;
    int blank;
    int comments;
    int duplicates;
    private final FaultServer server;
    private final int perHost;
    private final Duration patience;
    private final Random random;
    private final List<List<ScriptedUrl>> byHost = new ArrayList<>();
    private final List<Kind> deck = new ArrayList<>();
    private int made;

    private ScriptedSite(FaultServer server, long seed, int perHost, Duration patience) {
        this.server = server;
        this.perHost = perHost;
        this.patience = patience;
        this.random = new Random(seed);
        for (int i = 0; i < HOSTS; i++) {
            byHost.add(new ArrayList<>());
        }
    }

    /** Deal so many URLs over the hosts of a server, and script them. */
    static ScriptedSite of(FaultServer server, long seed, int count, int perHost, Duration patience) {
        ScriptedSite site = new ScriptedSite(server, seed, perHost, patience);
        site.deal(count);
        site.list();
        return site;
    }

    /** Script hosts that never answer, with two URLs each. */
    static ScriptedSite stalled(FaultServer server, long seed, Duration patience) {
        ScriptedSite site = new ScriptedSite(server, seed, 1, patience);
        for (int i = 0; i < 2 * HANGING_UP; i++) {
            site.add(GENERAL + i / 2, Kinds.STALLED, 0);
        }
        site.list();
        return site;
    }

    /** Tell whether the server may notice late that the client gave up on a request to this host. */
    static boolean clientHangsUp(VirtualHost host) {
        return host.index() >= GENERAL && host.index() < GENERAL + HANGING_UP;
    }

    private void deal(int count) {
        int each = count / HOSTS;
        server.host(DEAD).down();
        for (int i = 0; i < each; i++) {
            String url = server.host(DEAD).uri("/refused/" + i).toString();
            add(DEAD, ScriptedUrl.of("refused", url, List.of(unasked(Meaning.REFUSED))));
            // With more requests in flight, how many of them the host hears before it closes is not known.
            if (perHost == 1) {
                add(CLOSED, i == 0 ? closing() : beyond(i));
            }
        }
        for (int i = 0; i < FAREWELL; i++) {
            int host = GENERAL + HANGING_UP + i;
            for (int n = 1; n < each; n++) {
                add(host, plain(), host);
            }
            add(host, Kinds.FAREWELL.get(i % Kinds.FAREWELL.size()), host);
        }
        for (int i = 0; i < HANGING_UP; i++) {
            add(GENERAL + i, Kinds.HANGING_UP.get(i % Kinds.HANGING_UP.size()), GENERAL);
        }
        for (int i = 0; i < GENERAL; i++) {
            add(i, Kinds.HOLDING.get(i % Kinds.HOLDING.size()), (i + 7) % GENERAL);
        }
        for (int i = 0; made < count; i++) {
            int host = i % (GENERAL + HANGING_UP);
            add(host, random.nextInt(5) < 2 ? plain() : next(), random.nextInt(GENERAL));
        }
        byHost.subList(0, GENERAL + HANGING_UP).forEach(urlsOfHost -> Collections.shuffle(urlsOfHost, random));
    }

    private ScriptedUrl closing() {
        VirtualHost host = server.host(CLOSED);
        Answer answer = Answer.status(429).retryAfter(Duration.ofHours(1));
        Turn turn = new Turn(
                List.of(new Ask(host, "/an-hour", answer, Hold.HINT)), Meaning.TOLD_TO_WAIT, 429, "", Duration.ZERO);
        return ScriptedUrl.of("429-for-an-hour", host.uri("/an-hour").toString(), List.of(turn));
    }

    private ScriptedUrl beyond(int i) {
        String url = server.host(CLOSED).uri("/beyond/" + i).toString();
        return new ScriptedUrl("not-asked", url, List.of(), Meaning.NOT_ASKED);
    }

    private static Turn unasked(Meaning meaning) {
        return new Turn(List.of(), meaning, 0, "", Duration.ZERO);
    }

    private void add(int host, Kind kind, int other) {
        int number = other == host ? (host + 1) % GENERAL : other;
        Place place = new Place(server.host(host), server.host(number), "/" + kind.name() + "/" + made, patience);
        String url = place.host().uri(place.path()).toString();
        add(host, ScriptedUrl.of(kind.name(), url, kind.turns().apply(place)));
    }

    private void add(int host, ScriptedUrl url) {
        byHost.get(host).add(url);
        made++;
    }

    private static Kind plain() {
        return new Kind("plain", at -> List.of(at.ok(Answer.ok(at.text()).delay(ANSWERING))));
    }

    /** Every quick kind comes before any comes again. */
    private Kind next() {
        if (deck.isEmpty()) {
            deck.addAll(Kinds.QUICK);
            Collections.shuffle(deck, random);
        }
        return deck.remove(deck.size() - 1);
    }

    /** Write the list: hosts mixed, the URLs of one host in their order. */
    private void list() {
        List<Integer> order = new ArrayList<>();
        for (int host = 0; host < HOSTS; host++) {
            order.addAll(Collections.nCopies(byHost.get(host).size(), host));
        }
        Collections.shuffle(order, random);
        int[] taken = new int[HOSTS];
        for (int host : order) {
            decorate();
            ScriptedUrl url = byHost.get(host).get(taken[host]++);
            urls.add(url);
            line(random.nextInt(10) == 0 ? url.url() + " # " + url.kind() : url.url());
        }
        for (String text : List.of("ftp://example.org/file", "no url at all")) {
            urls.add(ScriptedUrl.of("unsupported", text, List.of(unasked(Meaning.UNSUPPORTED))));
            line(text);
        }
    }

    private void decorate() {
        int draw = random.nextInt(100);
        if (draw < 3) {
            line("  ".repeat(draw));
            blank++;
        } else if (draw < 6) {
            line("# " + draw);
            comments++;
        } else if (draw < 10 && !urls.isEmpty()) {
            String url = urls.get(random.nextInt(urls.size())).url();
            line(draw % 2 == 0 ? url + "#part" : url.replace("http:", "HTTP:"));
            duplicates++;
        }
    }

    private void line(String line) {
        text.append(line).append(random.nextBoolean() ? "\n" : "\r\n");
        lines++;
    }
}
