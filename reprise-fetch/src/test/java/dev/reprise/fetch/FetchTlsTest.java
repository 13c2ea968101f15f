package dev.reprise.fetch;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import dev.reprise.backoff.Backoff;
import dev.reprise.fetch.internal.journal.Journal;
import dev.reprise.fetch.internal.journal.OutcomeLine;
import dev.reprise.testkit.FaultServer;
import dev.reprise.testkit.OnConnect;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Fetches from a real TLS server whose certificate the JDK's keytool makes for each test. */
class FetchTlsTest {
    private static final String PASSWORD = "not-a-secret";

    /** Made once: a key pair costs more than all the tests. */
    @TempDir
    static Path shared;

    @TempDir
    Path folder;

    private HttpsServer server;

    @BeforeAll
    static void makeKeys() throws Exception {
        keytool(
                "-genkeypair",
                "-alias",
                "site",
                "-keyalg",
                "RSA",
                "-dname",
                "CN=localhost",
                "-ext",
                "san=dns:localhost",
                "-validity",
                "2",
                "-keystore",
                keys().toString());
    }

    @BeforeEach
    void start() throws Exception {
        server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setHttpsConfigurator(new HttpsConfigurator(context(keys())));
        server.createContext("/", exchange -> {
            exchange.sendResponseHeaders(200, 2);
            exchange.getResponseBody().write("ok".getBytes(java.nio.charset.StandardCharsets.US_ASCII));
            exchange.close();
        });
        server.start();
    }

    @AfterEach
    void stop() {
        System.clearProperty("javax.net.ssl.trustStore");
        System.clearProperty("javax.net.ssl.trustStorePassword");
        server.stop(0);
    }

    @Test
    void a_certificate_that_nobody_vouches_for_is_a_verdict_and_never_retried() throws Exception {
        OutcomeLine line = fetch("https://localhost:" + server.getAddress().getPort() + "/");

        assertThat(line.tag()).isEqualTo("TLS_REFUSED");
        assertThat(line.outcome().word()).isEqualTo("failed");
        assertThat(line.attempts()).hasSize(1);
    }

    @Test
    void a_trusted_certificate_is_accepted_for_its_name_and_refused_for_another() throws Exception {
        System.setProperty("javax.net.ssl.trustStore", keys().toString());
        System.setProperty("javax.net.ssl.trustStorePassword", PASSWORD);

        OutcomeLine trusted = fetch("https://localhost:" + server.getAddress().getPort() + "/");
        assertThat(trusted.attempts()).extracting(a -> a.error()).containsOnlyNulls();
        assertThat(trusted.outcome().word()).isEqualTo("success");
        assertThat(fetch("https://127.0.0.1:" + server.getAddress().getPort() + "/")
                        .tag())
                .isEqualTo("TLS_REFUSED");
    }

    @Test
    void a_handshake_that_breaks_is_no_verdict() throws Exception {
        try (FaultServer plain = FaultServer.start()) {
            plain.host(0).onConnect(OnConnect.RESET);

            OutcomeLine line = fetch(plain.uri("/").toString().replace("http:", "https:"));

            assertThat(line.tag()).isIn("CONNECT_FAILED", "CONNECTION_LOST");
            assertThat(line.outcome().word()).isEqualTo("deferred");
            assertThat(line.retries()).isEqualTo(3);
        }
    }

    private static Path keys() {
        return shared.resolve("keys.p12");
    }

    private OutcomeLine fetch(String url) throws Exception {
        Path journal = folder.resolve("journal" + System.nanoTime() + ".jsonl");
        Fetch.url(url).journal(journal).schedule(Backoff.parse("constant 20ms")).run();
        List<OutcomeLine> lines = new ArrayList<>();
        Journal.scan(journal, lines::add);
        assertThat(lines).hasSize(1);
        return lines.get(0);
    }

    private static SSLContext context(Path keys) throws Exception {
        KeyStore store = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(keys)) {
            store.load(in, PASSWORD.toCharArray());
        }
        KeyManagerFactory managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        managers.init(store, PASSWORD.toCharArray());
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(managers.getKeyManagers(), null, null);
        return context;
    }

    private static void keytool(String... arguments) throws Exception {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
        command.addAll(List.of(arguments));
        command.addAll(List.of("-storepass", PASSWORD, "-keypass", PASSWORD, "-storetype", "PKCS12"));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        process.getOutputStream().close();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue())
                .as(new String(process.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8))
                .isZero();
    }
}
