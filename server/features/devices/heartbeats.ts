import type { Db } from '../../platform/db/database';
import type { Log } from '../../platform/log';
import { keepHeartbeats, type ReceivedHeartbeat } from './heartbeats.store';

/** For how long a heartbeat waits for others to be written with it. */
const gatherMs = 1_000;
const mostAtOnce = 500;

/** Gathers what devices say, so that ten thousand of them cost a write a second and not one each. A process that dies loses a second of it. */
class Gathering {
  private waiting = new Map<string, ReceivedHeartbeat>();
  private timer: NodeJS.Timeout | null = null;
  private writing: Promise<void> = Promise.resolve();

  constructor(
    private readonly db: Db,
    private readonly log: Pick<Log, 'error'>,
  ) {}

  add(beat: ReceivedHeartbeat): void {
    this.waiting.set(`${beat.organisationId} ${beat.deviceId}`, beat);
    if (this.waiting.size >= mostAtOnce) void this.flush();
    else this.timer ??= setTimeout(() => void this.flush(), gatherMs).unref();
  }

  /** One batch after the other, so that no two lock the same rows in another order. */
  flush(): Promise<void> {
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
    const beats = [...this.waiting.values()];
    this.waiting = new Map();
    this.writing = this.writing.then(() =>
      keepHeartbeats(this.db, beats).catch((error: unknown) => {
        // The next ones come within a minute.
        this.log.error({ err: error, heartbeats: beats.length }, 'heartbeats lost');
      }),
    );
    return this.writing;
  }
}

const gatherings = new WeakMap<Db, Gathering>();

function gatheringOf(db: Db, log: Pick<Log, 'error'>): Gathering {
  const known = gatherings.get(db);
  if (known) return known;
  const made = new Gathering(db, log);
  gatherings.set(db, made);
  return made;
}

export const noteHeartbeat = (db: Db, log: Pick<Log, 'error'>, beat: ReceivedHeartbeat): void =>
  gatheringOf(db, log).add(beat);

/** Writes down at once what waits. */
export const settleHeartbeats = (db: Db): Promise<void> => gatherings.get(db)?.flush() ?? Promise.resolve();
