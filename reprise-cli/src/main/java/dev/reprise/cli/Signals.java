package dev.reprise.cli;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;

/**
 * Handles signals of the process. The JDK's only API for it, {@code sun.misc.Signal}, cannot be compiled against without
 * a warning that nothing suppresses, hence the reflection; where it is missing, signals keep their usual effect.
 */
final class Signals {
    private Signals() {}

    /**
     * Runs an action each time a signal comes.
     *
     * @param name such as {@code INT}
     * @return puts the former handling back
     */
    static Runnable handle(String name, Runnable action) {
        try {
            Class<?> handlerType = Class.forName("sun.misc.SignalHandler");
            Object handler = Proxy.newProxyInstance(
                    Signals.class.getClassLoader(), new Class<?>[] {handlerType}, (proxy, method, arguments) -> {
                        if (method.getName().equals("handle")) {
                            action.run();
                        }
                        return null;
                    });
            Object former = install(name, handlerType, handler);
            return () -> {
                try {
                    install(name, handlerType, former);
                } catch (ReflectiveOperationException cannotBe) {
                    throw new IllegalStateException(cannotBe);
                }
            };
        } catch (ClassNotFoundException | InvocationTargetException notHere) {
            // Another system, or a JVM that was told to leave signals alone.
            return () -> {};
        } catch (ReflectiveOperationException changed) {
            throw new IllegalStateException(changed);
        }
    }

    private static Object install(String name, Class<?> handlerType, Object handler)
            throws ReflectiveOperationException {
        Class<?> signalType = Class.forName("sun.misc.Signal");
        Object signal = signalType.getConstructor(String.class).newInstance(name);
        return signalType.getMethod("handle", signalType, handlerType).invoke(null, signal, handler);
    }
}
