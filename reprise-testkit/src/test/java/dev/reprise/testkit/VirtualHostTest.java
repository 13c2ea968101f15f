package dev.reprise.testkit;

import static dev.reprise.testkit.Answer.ok;
import static dev.reprise.testkit.Answer.status;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.channels.ServerSocketChannel;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class VirtualHostTest {
    @Test
    void hundreds_of_hosts_differ_by_address_on_one_port_and_know_themselves() throws IOException {
        try (FaultServer server =
                FaultServer.start(FaultServerOptions.defaults().hosts(300))) {
            server.fallback(request -> ok("host " + request.host().index()));
            Set<String> addresses = new HashSet<>();
            for (VirtualHost host : server.hosts()) {
                assertThat(host.authority()).startsWith("127.0."); // loopback, never a public interface
                addresses.add(host.uri("/").getHost());
                try (RawClient client = new RawClient(host.uri("/"))) {
                    assertThat(client.get("/").readUntil("host " + host.index()))
                            .contains("200 OK");
                }
                assertThat(host.requests()).hasSize(1);
            }
            assertThat(addresses).hasSize(300).contains("127.0.0.1", "127.0.0.250", "127.0.1.1", "127.0.1.50");
            assertThat(server.requestCount()).isEqualTo(300);
            assertThat(server.connectionCount()).isEqualTo(300);
        }
    }

    @Test
    void a_host_whose_port_is_taken_gets_another() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            InetSocketAddress occupied = (InetSocketAddress) taken.getLocalSocketAddress();
            InetSocketAddress free = new InetSocketAddress(occupied.getAddress(), 0);
            try (ServerSocketChannel bound = Acceptor.bind(occupied, free)) {
                assertThat(bound.getLocalAddress()).isNotEqualTo(occupied);
            }
            assertThatThrownBy(() -> Acceptor.bind(occupied)).isInstanceOf(java.net.BindException.class);
        }
    }

    @Test
    void a_script_of_a_host_wins_over_the_servers_and_a_fallback_of_a_host_too() throws IOException {
        try (FaultServer server =
                FaultServer.start(FaultServerOptions.defaults().hosts(2))) {
            server.on("/both").answer(ok("server").closing());
            server.host(1).on("/both").answer(ok("host").closing());
            server.fallback(status(410).closing());
            server.host(1).fallback(status(418).closing());
            assertThat(RawClient.get(server.host(0).uri("/both")).body()).isEqualTo("server");
            assertThat(RawClient.get(server.host(1).uri("/both")).body()).isEqualTo("host");
            assertThat(RawClient.get(server.host(0).uri("/none")).text()).startsWith("HTTP/1.1 410 ");
            assertThat(RawClient.get(server.host(1).uri("/none")).text()).startsWith("HTTP/1.1 418 ");
            assertThat(server.host(1).requests("/both")).hasSize(1);
            assertThat(server.host(1).requestCount()).isEqualTo(2);
            assertThat(server.requests("/both")).hasSize(2);
        }
    }

    @Test
    void a_host_that_goes_down_resets_what_is_open_refuses_what_is_new_and_comes_back() throws Exception {
        try (FaultServer server =
                FaultServer.start(FaultServerOptions.defaults().hosts(2))) {
            server.fallback(ok("hello").closing());
            server.on("/stall").answer(Faults.stalled());
            VirtualHost host = server.host(0);
            try (RawClient idle = new RawClient(host.uri("/"));
                    RawClient stalled = new RawClient(host.uri("/")).get("/stall")) {
                server.awaitRequests(1, java.time.Duration.ofSeconds(10));
                host.down();
                host.down();
                assertThat(idle.readToEnd().end()).isEqualTo(RawClient.End.RESET);
                assertThat(stalled.readToEnd().end()).isEqualTo(RawClient.End.RESET);
            }
            assertThatThrownBy(() -> RawClient.get(host.uri("/"))).isInstanceOf(ConnectException.class);
            assertThat(RawClient.get(server.host(1).uri("/")).body()).isEqualTo("hello");
            host.up();
            host.up();
            assertThat(RawClient.get(host.uri("/")).body()).isEqualTo("hello");
        }
    }
}
