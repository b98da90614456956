import { sql, type RawBuilder } from 'kysely';
import type { Trx } from '../../platform/db/database';
import { listUnsent, withdrawItems } from '../../platform/outbox/outbox.store';
import { tellsSeveral } from './outbox-keys.rules';

/** An event that raises an alert. */
export interface Raised {
  alertId: number;
  eventId: number;
  occurredAt: Date;
  /** To be told at once. */
  pending: boolean;
}

/**
 * Each alert and event once; what was withdrawn and matches again stands again.
 * @returns how many of them are to be told at once
 */
export async function insertFirings(
  trx: Trx,
  organisationId: number,
  { raised, now, heldUntil }: { raised: readonly Raised[]; now: Date; heldUntil: Date | null },
): Promise<number> {
  if (raised.length === 0) return 0;
  const { rows } = await sql<{ pending: boolean }>`
    insert into alert_firing (organisation_id, alert_id, event_id, occurred_at, fired_at, pending, held_until)
    select ${organisationId}, r.alert_id, r.event_id, r.occurred_at, ${now}, r.pending, ${heldUntil}::timestamptz
    from unnest(${`{${raised.map((one) => one.alertId).join()}}`}::bigint[], ${`{${raised.map((one) => one.eventId).join()}}`}::bigint[],
      ${`{${raised.map((one) => one.occurredAt.toISOString()).join()}}`}::timestamptz[], ${`{${raised.map((one) => one.pending).join()}}`}::boolean[])
      as r (alert_id, event_id, occurred_at, pending)
    on conflict (organisation_id, event_id, alert_id) do update set withdrawn_at = null, fired_at = excluded.fired_at, pending = excluded.pending, held_until = excluded.held_until
      where alert_firing.withdrawn_at is not null
    returning pending`.execute(trx);
  return rows.filter(({ pending }) => pending).length;
}

/** @returns how many had waited for others */
export async function releaseFirings(trx: Trx, organisationId: number): Promise<number> {
  const { numUpdatedRows } = await trx
    .updateTable('alert_firing')
    .set({ held_until: null })
    .where('organisation_id', '=', organisationId)
    .where('pending', '=', true)
    .where('held_until', 'is not', null)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Takes back what these events have fired and raise no longer; of deleted alerts it stays on record. */
export async function withdrawOthers(
  trx: Trx,
  organisationId: number,
  { eventIds, raised, now }: { eventIds: readonly number[]; raised: readonly Raised[]; now: Date },
): Promise<void> {
  await withdraw(trx, organisationId, {
    now,
    which: sql`
    f.event_id = any(${`{${eventIds.join()}}`}::bigint[])
    and exists (select 1 from alert a where a.organisation_id = f.organisation_id and a.id = f.alert_id and a.deleted_at is null)
    and not exists (select 1 from unnest(${raised.map((one) => one.alertId)}::bigint[], ${raised.map((one) => one.eventId)}::bigint[]) as r (alert_id, event_id)
      where r.alert_id = f.alert_id and r.event_id = f.event_id)`,
  });
}

/** Takes back what these events have fired. */
export const withdrawEvents = (
  trx: Trx,
  organisationId: number,
  { eventIds, now }: { eventIds: readonly number[]; now: Date },
) => withdraw(trx, organisationId, { now, which: sql`f.event_id = any(${`{${eventIds.join()}}`}::bigint[])` });

/** What an import has fired. */
export const withdrawImport = (
  trx: Trx,
  organisationId: number,
  { importBatchId, now }: { importBatchId: number; now: Date },
) =>
  withdraw(trx, organisationId, {
    now,
    which: sql`exists (
    select 1 from waste_event e where e.organisation_id = f.organisation_id and e.id = f.event_id and e.import_batch_id = ${importBatchId})`,
  });

/** What nobody has been told of yet is not told any more; a mail under way may arrive. */
async function withdraw(
  trx: Trx,
  organisationId: number,
  { which, now }: { which: RawBuilder<unknown>; now: Date },
): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    update alert_firing f set withdrawn_at = ${now}, pending = false
    where f.organisation_id = ${organisationId} and f.withdrawn_at is null and ${which} returning f.id`.execute(trx);
  if (rows.length === 0) return;
  const { rows: told } = await sql<{ id: number; channel: string; key: string }>`
    select id, outbox_channel as channel, outbox_key as key from alert_delivery
    where organisation_id = ${organisationId} and firing_id = any(${rows.map(({ id }) => id)}::bigint[]) and frequency = 'IMMEDIATE' and state in ('WAITING', 'FAILED', 'EXPIRED')`.execute(
    trx,
  );
  const withdrawn = [
    ...(await withdrawItems(
      trx,
      told.filter(({ key }) => !tellsSeveral(key)),
    )),
    // What else it tells still stands, and is told anew without this before it is tried.
    ...(await listUnsent(
      trx,
      told.filter(({ key }) => tellsSeveral(key)),
    )),
  ].map(({ channel, key }) => `${channel} ${key}`);
  const ids = told.filter(({ channel, key }) => withdrawn.includes(`${channel} ${key}`)).map(({ id }) => id);
  await sql`update alert_delivery set state = 'WITHDRAWN', settled_at = ${now} where organisation_id = ${organisationId} and id = any(${ids}::bigint[])`.execute(
    trx,
  );
}
