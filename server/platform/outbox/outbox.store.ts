import { sql } from 'kysely';
import type { Db, Trx } from '../db/database';
import type { OutboxItem } from '../resources';

interface NewItem {
  channel: string;
  key: string;
  organisationId: number | null;
  target: string;
  payload: unknown;
  expiresAt: Date | null;
  now: Date;
}

/** @returns false where the channel has an item of this key */
export async function insertItem(
  trx: Trx,
  { channel, key, organisationId, target, payload, expiresAt, now }: NewItem,
): Promise<boolean> {
  const row = await trx
    .insertInto('outbox')
    .values({
      channel,
      key,
      organisation_id: organisationId,
      target,
      payload: JSON.stringify(payload),
      next_try_at: now,
      expires_at: expiresAt,
      created_at: now,
    })
    .onConflict((conflict) => conflict.columns(['channel', 'key']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export interface Claim {
  channel: string;
  now: Date;
  leaseMs: number;
  /** How many may be taken. */
  free: number;
  perTarget: number;
  /** Targets of what this process delivers at the moment, one for each delivery. */
  underWay: readonly string[];
}

export interface ClaimedItem extends OutboxItem<unknown> {
  key: string;
  /** With the one that begins. */
  attempts: number;
}

/** Of so many that are due longest; a target with more cannot hide the others for longer than one claim. */
const looked = 1_000;

/**
 * Takes items that are due, for the time of the lease: whoever dies with one gives it back by that. A try counts from its
 * beginning, so that an item that kills its process comes to an end as well.
 */
export async function claimItems(
  db: Db,
  { channel, now, leaseMs, free, perTarget, underWay }: Claim,
): Promise<ClaimedItem[]> {
  const { rows } = await sql<{
    id: string;
    key: string;
    target: string;
    payload: unknown;
    created_at: Date;
    attempts: number;
  }>`
    with busy as (
      select target, count(*) as items from unnest(${[...underWay]}::text[]) as u (target) group by target
    ), due as (
      select id, target, row_number() over (partition by target order by next_try_at, id) as nth from (
        select id, target, next_try_at from outbox o
        where channel = ${channel} and state = 'waiting' and next_try_at <= ${now} and (expires_at is null or expires_at > ${now})
          and not exists (select 1 from busy b where b.target = o.target and b.items >= ${perTarget}::int)
        order by next_try_at, id limit ${looked}) as longest
    ), taken as (
      select o.id from outbox o join due on due.id = o.id left join busy b on b.target = o.target
      where due.nth + coalesce(b.items, 0) <= ${perTarget}::int and o.state = 'waiting' and o.next_try_at <= ${now}
      order by o.next_try_at, o.id limit ${free} for update of o skip locked
    )
    update outbox o set attempts = o.attempts + 1, next_try_at = ${new Date(now.getTime() + leaseMs)}
    from taken where o.id = taken.id
    returning o.id, o.key, o.target, o.payload, o.created_at, o.attempts`.execute(db);
  return rows.map(({ created_at: createdAt, ...item }) => ({ ...item, createdAt }));
}

export async function noteSent(db: Db, id: string, now: Date): Promise<void> {
  await db
    .updateTable('outbox')
    .set({ state: 'sent', sent_at: now, parked_at: null, last_error: null })
    .where('id', '=', id)
    .execute();
}

/** Nobody else is to get it. */
export async function dropItem(db: Db, id: string): Promise<void> {
  await db.deleteFrom('outbox').where('id', '=', id).where('state', '=', 'waiting').execute();
}

interface FailedTry {
  id: string;
  /** Another process that has taken the item since then knows better. */
  attempts: number;
  error: string;
  now: Date;
  /** null: there is no further try. */
  nextTryAt: Date | null;
}

export async function noteFailed(db: Db, { id, attempts, error, now, nextTryAt }: FailedTry): Promise<void> {
  await db
    .updateTable('outbox')
    .set({
      last_error: error.slice(0, 500),
      ...(nextTryAt ? { next_try_at: nextTryAt } : { state: 'parked', parked_at: now }),
    })
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .where('state', '=', 'waiting')
    .execute();
}

/** Ends the lease of items that this process does not deliver any more. */
export async function giveBack(db: Db, ids: readonly string[], now: Date): Promise<void> {
  if (ids.length === 0) return;
  await db
    .updateTable('outbox')
    .set({ next_try_at: now })
    .where('id', 'in', ids)
    .where('state', '=', 'waiting')
    .execute();
}

export function selectParked(db: Db, limit: number) {
  return db
    .selectFrom('outbox')
    .select(['id', 'channel', 'attempts', 'parked_at', 'created_at', 'last_error'])
    .where('state', '=', 'parked')
    .orderBy('parked_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** A person who wants it out wants it out however old it is: given up, or old news before it could be sent. */
export async function unpark(trx: Trx, id: string, now: Date): Promise<string | undefined> {
  const row = await trx
    .updateTable('outbox')
    .set({ state: 'waiting', parked_at: null, attempts: 0, next_try_at: now, expires_at: null })
    .where('id', '=', id)
    .where((e) => e.or([e('state', '=', 'parked'), e.and([e('state', '=', 'waiting'), e('expires_at', '<=', now)])]))
    .returning('channel')
    .executeTakeFirst();
  return row?.channel;
}

const deletedAtOnce = 5_000;

/** Deletes what was sent, given up or never tried before then. @returns whether there may be more */
export async function deleteOld(
  db: Db,
  { sentBefore, leftBefore }: { sentBefore: Date; leftBefore: Date },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from outbox where id in (
      select id from outbox
      where created_at < ${leftBefore} and (
        (state = 'sent' and sent_at < ${sentBefore}) or (state = 'parked' and parked_at < ${leftBefore}) or (state = 'waiting' and expires_at < ${leftBefore}))
      limit ${deletedAtOnce})`.execute(db);
  return Number(numAffectedRows) === deletedAtOnce;
}

/** Which of these are still to be sent, or were given up, by one of their items. */
export async function listUnsent(
  trx: Trx,
  items: readonly { channel: string; key: string }[],
): Promise<{ channel: string; key: string }[]> {
  if (items.length === 0) return [];
  const { rows } = await sql<{ channel: string; key: string }>`
    select distinct w.channel, w.key from unnest(${items.map(({ channel }) => channel)}::text[], ${items.map(({ key }) => key)}::text[]) as w (channel, key)
    join outbox o on o.channel = w.channel and o.state <> 'sent' and (o.key = w.key or regexp_replace(o.key, '/[^/]*$', '') = w.key)`.execute(
    trx,
  );
  return rows;
}

/**
 * Takes back what was not sent, what was given up included; a delivery under way goes on. The key of several items posted as one is what stands before their
 * last slash. @returns what was taken back; the same key may be posted again
 */
export async function withdrawItems(
  trx: Trx,
  items: readonly { channel: string; key: string }[],
): Promise<{ channel: string; key: string }[]> {
  if (items.length === 0) return [];
  const wanted = sql`unnest(${items.map(({ channel }) => channel)}::text[], ${items.map(({ key }) => key)}::text[]) as w (channel, key)`;
  const { rows: single } = await sql<{ channel: string; key: string }>`
    delete from outbox o using ${wanted} where o.channel = w.channel and o.key = w.key and o.state <> 'sent' returning w.channel, w.key`.execute(
    trx,
  );
  const { rows: several } = await sql<{ channel: string; key: string }>`
    delete from outbox o using ${wanted}
    where o.channel = w.channel and regexp_replace(o.key, '/[^/]*$', '') = w.key and o.state <> 'sent' returning w.channel, w.key`.execute(
    trx,
  );
  return [...single, ...several];
}
