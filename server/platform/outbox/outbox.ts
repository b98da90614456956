import { afterCommit } from '../db/after-commit';
import type { Database } from '../db/database';
import type { Log } from '../log';
import type { Channel, Outbox, OutboxCheck, Resources } from '../resources';
import { createDispatcher, type Dispatcher } from './dispatcher';
import { insertItem, selectParked, unpark } from './outbox.store';

interface OutboxOptions {
  database: Database;
  log: Log;
  channels: readonly Channel[];
  checks: readonly OutboxCheck[];
}

/** Outgoing items, kept in the database until they are delivered. */
export function createOutbox({ database: { db }, log, channels, checks }: OutboxOptions): Outbox {
  const dispatchers = new Map<string, Dispatcher>();
  const wake = (name: string) => dispatchers.get(name)?.wake();

  const openChannels = (resources: Resources) =>
    channels.filter((channel) => channel.isOpen?.(resources.config) ?? true);
  const dispatcherOf = (channel: Channel, resources: Resources) =>
    createDispatcher({ channel, checks, db, log, resources });

  return {
    async post(trx, { name, payload: schema, targetOf, expiresAfterMs }, { key, payload: given, organisationId, now }) {
      const payload = schema.parse(given);
      const expiresAt = expiresAfterMs === undefined ? null : new Date(now.getTime() + expiresAfterMs);
      const isNew = await insertItem(trx, {
        channel: name,
        key,
        organisationId: organisationId ?? null,
        target: targetOf(payload),
        payload,
        expiresAt,
        now,
      });
      if (isNew) afterCommit(trx, () => wake(name));
      return isNew;
    },

    work(resources) {
      for (const channel of openChannels(resources)) {
        const dispatcher = dispatcherOf(channel, resources);
        dispatchers.set(channel.name, dispatcher);
        dispatcher.start();
      }
    },

    async runDue(resources) {
      let tries = 0;
      for (const channel of openChannels(resources)) tries += await dispatcherOf(channel, resources).drain();
      return tries;
    },

    async listParked(limit) {
      const rows = await selectParked(db, limit);
      return rows.map((row) => ({
        id: row.id,
        name: `outbox.${row.channel}`,
        tries: row.attempts,
        failedAt: row.parked_at ?? row.created_at,
        reason: row.last_error ?? '',
      }));
    },

    async retryParked(trx, id, now) {
      const channel = await unpark(trx, id, now);
      if (channel) afterCommit(trx, () => wake(channel));
      return channel;
    },

    pause() {
      for (const dispatcher of dispatchers.values()) dispatcher.pause();
    },

    async stop(withinMs = 10_000) {
      await Promise.all([...dispatchers.values()].map((dispatcher) => dispatcher.stop(withinMs)));
    },
  };
}
