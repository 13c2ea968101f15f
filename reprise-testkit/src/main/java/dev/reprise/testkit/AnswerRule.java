package dev.reprise.testkit;

/** Choose the answer to a request. An {@link Answer} is the rule that always gives itself. */
@FunctionalInterface
public interface AnswerRule {
    /**
     * Choose the answer to one request; called on the thread of its connection, so that calls overlap.
     *
     * @param request the request, its body read
     * @return the answer
     * @throws RuntimeException to answer 500 with the exception's text, as an AssertionError does
     */
    Answer answer(Request request);
}
