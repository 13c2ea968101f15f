package dev.reprise.platform;

import dev.reprise.http.HttpResponses;
import dev.reprise.http.HttpStatusException;
import dev.reprise.policy.AttemptState;
import dev.reprise.policy.RetryClassifier;
import dev.reprise.policy.RetryClassifiers;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.net.ConnectException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.hc.client5.http.HttpResponseException;

/** Print what the classifiers say in this JVM, and what this JVM lacks. */
final class ClassifierProbe {
    private ClassifierProbe() {}

    public static void main(String[] args) throws Exception {
        RetryClassifier classifier =
                RetryClassifiers.compose(RetryClassifiers.serverHints(), RetryClassifiers.failureTaxonomy());
        AttemptState first = new AttemptState(1, 1, Instant.EPOCH, new Random(1));
        for (Throwable failure : new Throwable[] {
            new ConnectException(),
            new IOException(),
            new HttpStatusException(429, Map.of("Retry-After", List.of("7"))),
            new HttpResponseException(404, "gone")
        }) {
            System.out.println(classifier.classify(failure, first));
        }
        System.out.println("response of java.net.http: " + statusOfJdkResponse());
        System.out.println(
                "in a named module: " + RetryClassifiers.class.getModule().isNamed());
        System.out.println(
                "java.sql: " + ModuleLayer.boot().findModule("java.sql").isPresent());
        System.out.println("java.net.http: "
                + ModuleLayer.boot().findModule("java.net.http").isPresent());
    }

    /** Read a response of the JDK's client where there is one; the probe must load where there is none. */
    private static int statusOfJdkResponse() {
        try {
            Class<?> type = Class.forName("java.net.http.HttpResponse");
            return HttpResponses.status(Proxy.newProxyInstance(
                    ClassifierProbe.class.getClassLoader(), new Class<?>[] {type}, (self, method, args) -> 503));
        } catch (ClassNotFoundException absent) {
            return HttpResponses.status(absent);
        }
    }
}
