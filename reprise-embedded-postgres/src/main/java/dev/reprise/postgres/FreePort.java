package dev.reprise.postgres;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/** Looks for a free port below those that systems give to outgoing connections, so that a restart finds it free. */
final class FreePort {
    private static final int LOWEST = 15_000;
    private static final int HIGHEST = 32_000;
    private static final int TRIES = 100;

    private FreePort() {}

    static int find() {
        for (int i = 0; i < TRIES; i++) {
            int port = ThreadLocalRandom.current().nextInt(LOWEST, HIGHEST);
            if (isFree(port)) {
                return port;
            }
        }
        throw new IllegalStateException("no free port from " + LOWEST + " to " + HIGHEST + " in " + TRIES + " tries");
    }

    private static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket()) {
            socket.bind(new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), port));
            return true;
        } catch (IOException e) {
            return false;
        }
    }
}
