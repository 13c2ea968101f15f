package dev.reprise.testkit;

import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The scripts of one host, or of all hosts. */
final class Scripts {
    private final Map<String, Script> byTarget = new ConcurrentHashMap<>();
    private volatile @Nullable AnswerRule fallback;

    Script begin(String target) {
        Script script = new Script();
        byTarget.put(requireTarget(target), script);
        return script;
    }

    void fallback(AnswerRule rule) {
        fallback = Objects.requireNonNull(rule, "rule");
    }

    @Nullable
    AnswerRule fallback() {
        return fallback;
    }

    /** Finds the script of the whole target, else of its path. A script without answers is as good as none. */
    @Nullable
    Script find(String target) {
        if (byTarget.isEmpty()) {
            return null;
        }
        Script script = byTarget.get(target);
        if (script == null) {
            String path = Request.pathOf(target);
            script = path.length() == target.length() ? null : byTarget.get(path);
        }
        return script == null || script.isEmpty() ? null : script;
    }

    static String requireTarget(String target) {
        Objects.requireNonNull(target, "path");
        if (!target.startsWith("/")) {
            throw new IllegalArgumentException("path: \"" + target + "\"; allowed is a path that begins with /");
        }
        return target;
    }
}
