package dev.reprise.cli;

import dev.reprise.testkit.Answer;
import dev.reprise.testkit.AnswerRule;
import dev.reprise.testkit.FaultServer;
import dev.reprise.testkit.FaultServerOptions;
import dev.reprise.testkit.Faults;
import dev.reprise.testkit.Point;
import dev.reprise.testkit.Recording;
import dev.reprise.testkit.VirtualHost;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A web site on loopback that misbehaves in every way a list of URLs meets sooner or later; each host in its own way. */
final class DemoSite implements AutoCloseable {
    private static final int HOSTS = 8;
    private static final Answer PAGE = Answer.ok("<html><body>A page of the demo, sound and whole.</body></html>\n")
            .header("Content-Type", "text/html; charset=utf-8");

    private final FaultServer server =
            FaultServer.start(FaultServerOptions.defaults().hosts(HOSTS).recording(Recording.COUNTS));
    private final List<Host> hosts = new ArrayList<>();

    DemoSite() {
        plain(server.host(0));
        busy(
                server.host(1),
                "429, Retry-After: 2",
                Faults.rateLimitedFor(Duration.ofSeconds(2)).then(PAGE));
        busy(
                server.host(2),
                "429, Retry-After as a date",
                Faults.rateLimitedFor(Duration.ofSeconds(3)).asDate().then(PAGE));
        blips(server.host(3));
        wires(server.host(4));
        slow(server.host(5));
        gone(server.host(6));
        host(
                server.host(7),
                "429, Retry-After: 3600",
                numbered("report", 8),
                Answer.status(429).retryAfter(Duration.ofHours(1)));
    }

    List<Host> hosts() {
        return List.copyOf(hosts);
    }

    @Override
    public void close() {
        server.close();
    }

    private void plain(VirtualHost host) {
        host.on("/packed").answer(PAGE.gzip());
        host.on("/chunked").answer(PAGE.chunked());
        host.on("/endless").answer(PAGE.closeDelimited());
        host.on("/empty").answer(Answer.status(204));
        List<String> paths = new ArrayList<>(List.of("/packed", "/chunked", "/endless", "/empty"));
        paths.addAll(numbered("page", 40));
        host(host, "sound pages, some gzip, some chunked", paths, PAGE.delay(Duration.ofMillis(60)));
    }

    private void busy(VirtualHost host, String manner, AnswerRule rule) {
        host(host, manner, numbered("search", 6), rule);
    }

    private void blips(VirtualHost host) {
        for (int i = 1; i <= 6; i++) {
            host.on("/shop/" + i).times(1 + i % 2, Answer.status(503)).answer(PAGE);
        }
        host.on("/shop/7").answer(Answer.status(503).retryAfter(Duration.ofSeconds(2)), PAGE);
        host(host, "503 now and then", numbered("shop", 7), PAGE);
    }

    private void wires(VirtualHost host) {
        host.on("/reset/1").answer(Faults.resetBeforeHeaders(), PAGE);
        host.on("/reset/2").answer(Faults.resetInBody(), Faults.noAnswer(), PAGE);
        host.on("/short/1").answer(Faults.shortBody("half a pa", 500), PAGE);
        host.on("/short/2").answer(Faults.truncatedGzip("<html>half a page</html>"), PAGE);
        List<String> paths = new ArrayList<>(numbered("reset", 2));
        paths.addAll(numbered("short", 2));
        host(host, "resets, short bodies, broken gzip", paths, PAGE);
    }

    private void slow(VirtualHost host) {
        host.on("/archive/3").answer(PAGE.stall(Point.IN_BODY, Duration.ofMillis(1500)));
        host(host, "slow pages", numbered("archive", 7), PAGE.delay(Duration.ofMillis(800)));
    }

    private void gone(VirtualHost host) {
        host.on("/old").answer(Answer.status(404));
        host.on("/older").answer(Answer.status(410));
        host.on("/forbidden-by-law").answer(Answer.status(451));
        host.on("/moved").answer(Faults.redirectChain(2, PAGE));
        host.on("/circle").answer(Faults.redirectLoop(3));
        List<String> paths = List.of("/old", "/older", "/forbidden-by-law", "/moved", "/circle");
        host(host, "404, 410, 451, redirects, a redirect loop", paths, PAGE);
    }

    private void host(VirtualHost host, String manner, List<String> paths, AnswerRule otherwise) {
        host.fallback(otherwise);
        hosts.add(new Host(
                host.authority(),
                manner,
                paths.stream().map(path -> host.uri(path).toString()).toList()));
    }

    private static List<String> numbered(String name, int count) {
        List<String> paths = new ArrayList<>();
        for (int i = 1; i <= count; i++) {
            paths.add("/" + name + "/" + i);
        }
        return paths;
    }

    /**
     * One host of the site.
     *
     * @param authority its address
     * @param manner how it misbehaves
     * @param urls its part of the list
     */
    record Host(String authority, String manner, List<String> urls) {}
}
