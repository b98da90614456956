import type { Db } from '../db/database';
import type { Log } from '../log';
import type { Channel, OutboxCheck, Resources } from '../resources';
import { Dropped } from './dropped';
import { claimItems, dropItem, giveBack, noteFailed, noteSent, type ClaimedItem } from './outbox.store';

/** Other nodes' items, and those of a node that died, are found by looking. */
const lookAgainMs = 15_000;
/** A lease outlives the longest try by this: the try's end must be noted within it. */
const noteMs = 30_000;

interface DispatcherOptions {
  channel: Channel;
  checks: readonly OutboxCheck[];
  db: Db;
  log: Log;
  resources: Resources;
}

interface UnderWay {
  target: string;
  abort: AbortController;
  ended: Promise<void>;
}

export interface Dispatcher {
  start(): void;
  /** Something may be due. */
  wake(): void;
  /** Tries what is due, and returns when every try has ended. @returns how many */
  drain(): Promise<number>;
  pause(): void;
  stop(withinMs: number): Promise<void>;
}

/** Delivers the items of one channel, as many at once as it may. */
export function createDispatcher({ channel, checks, db, log, resources }: DispatcherOptions): Dispatcher {
  const { clock } = resources;
  const underWay = new Map<string, UnderWay>();
  const timers = new Set<NodeJS.Timeout>();
  let tries = 0;
  let paused = false;
  let working = false;
  let filling: Promise<void> | undefined;
  let lookOnceMore = false;

  async function fill(): Promise<void> {
    while (!paused && underWay.size < channel.concurrency) {
      const claimed = await claimItems(db, {
        channel: channel.name,
        now: clock.now(),
        leaseMs: channel.timeoutMs + noteMs,
        free: channel.concurrency - underWay.size,
        perTarget: channel.perTarget,
        underWay: [...underWay.values()].map(({ target }) => target),
      });
      if (claimed.length === 0) return;
      if (paused)
        return giveBack(
          db,
          claimed.map(({ id }) => id),
          clock.now(),
        );
      for (const item of claimed) begin(item);
    }
  }

  async function look(): Promise<void> {
    try {
      while (lookOnceMore) {
        lookOnceMore = false;
        await fill();
      }
    } catch (error) {
      log.error({ err: error, channel: channel.name }, 'outbox');
    } finally {
      filling = undefined;
    }
  }

  /** One claim at a time: each counts what is under way before it. */
  function wake(): Promise<void> {
    lookOnceMore = true;
    return (filling ??= look());
  }

  function begin(item: ClaimedItem): void {
    tries += 1;
    const abort = new AbortController();
    const ended = tryOnce(item, abort)
      .catch((error: unknown) =>
        log.error({ err: error, channel: channel.name, itemId: item.id }, 'the end of a delivery could not be noted'),
      )
      .finally(() => {
        underWay.delete(item.id);
        if (working) void wake();
      });
    underWay.set(item.id, { target: item.target, abort, ended });
  }

  async function tryOnce(item: ClaimedItem, abort: AbortController): Promise<void> {
    const { id, attempts } = item;
    if (attempts > channel.maxAttempts)
      return noteFailed(db, {
        id,
        attempts,
        now: clock.now(),
        nextTryAt: null,
        error: 'the process ended during the last try',
      });
    try {
      await withinTime(deliver(item, abort.signal), abort);
    } catch (error) {
      if (!underWay.has(id)) return;
      if (error instanceof Dropped) return dropItem(db, id);
      log.warn({ err: error, channel: channel.name, itemId: id, attempts }, 'not delivered');
      const backOff = attempts < channel.maxAttempts ? channel.backOffMs(attempts) : null;
      const now = clock.now();
      await noteFailed(db, {
        id,
        attempts,
        now,
        nextTryAt: backOff === null ? null : new Date(now.getTime() + backOff),
        error: error instanceof Error ? error.message : String(error),
      });
      if (backOff !== null && backOff < lookAgainMs) later(backOff);
      return;
    }
    await noteSent(db, id, clock.now());
  }

  async function deliver(item: ClaimedItem, signal: AbortSignal): Promise<void> {
    const check = checks.find(({ prefix }) => item.key.startsWith(prefix));
    if (check && !(await check.stands(resources, item.key))) throw new Dropped('it does not stand any more');
    await channel.deliver(item, { resources, signal });
  }

  /** A channel that does not heed the signal is waited for no longer. */
  async function withinTime(delivery: Promise<void>, abort: AbortController): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_done, refuse) => {
      timer = setTimeout(() => {
        const error = new Error(`no answer within ${channel.timeoutMs / 1000} s`);
        abort.abort(error);
        refuse(error);
      }, channel.timeoutMs);
    });
    await Promise.race([delivery, late]).finally(() => clearTimeout(timer));
  }

  function later(ms: number): void {
    if (!working) return;
    const timer = setTimeout(() => {
      timers.delete(timer);
      void wake();
    }, ms).unref();
    timers.add(timer);
  }

  function pause(): void {
    paused = true;
    working = false;
    for (const timer of timers) clearInterval(timer);
  }

  return {
    start() {
      working = true;
      timers.add(setInterval(() => void wake(), lookAgainMs).unref());
      void wake();
    },
    wake: () => void wake(),
    async drain() {
      const before = tries;
      for (let seen = -1; seen !== tries;) {
        seen = tries;
        await wake();
        await Promise.all([...underWay.values()].map(({ ended }) => ended));
      }
      return tries - before;
    },
    pause,
    async stop(withinMs) {
      pause();
      await filling;
      const all = Promise.all([...underWay.values()].map(({ ended }) => ended));
      await Promise.race([
        all,
        new Promise((over) => {
          setTimeout(over, withinMs).unref();
        }),
      ]);
      const left = [...underWay];
      underWay.clear();
      for (const [, { abort }] of left) abort.abort(new Error('the process ends'));
      await giveBack(
        db,
        left.map(([id]) => id),
        clock.now(),
      );
    },
  };
}
