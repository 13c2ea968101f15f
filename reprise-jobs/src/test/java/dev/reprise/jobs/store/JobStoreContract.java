package dev.reprise.jobs.store;

import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;

/**
 * What every store does. A store passes it by a subclass that gives an empty store and moves its clock.
 *
 * <p>One topic, one interface.
 */
public abstract class JobStoreContract
        implements StateTableContract,
                FenceContract,
                SpendingContract,
                KeyContract,
                KeyRaceContract,
                ClaimContract,
                BeatContract,
                ChildrenContract,
                CommandContract,
                SweepContract,
                ReclaimContract,
                RecordContract,
                HintContract {
    private final List<WorkerSession> sessions = new ArrayList<>();

    @Override
    public WorkerSession session(UUID worker) {
        WorkerSession session = store().openSession(worker);
        sessions.add(session);
        return session;
    }

    @AfterEach
    void closeSessions() {
        sessions.forEach(WorkerSession::close);
        sessions.clear();
    }
}
