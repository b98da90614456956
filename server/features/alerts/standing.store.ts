import { sql } from 'kysely';
import type { Trx } from '../../platform/db/database';
import { isTold } from './notification-channels.store';

/** Whether somebody still wants to be told of an alert, and is not muted. */
export async function isHeard(
  trx: Trx,
  organisationId: number,
  { alertId, userId }: { alertId: number; userId: number },
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from alert_notification n
    where n.organisation_id = ${organisationId} and n.alert_id = ${alertId} and n.user_id = ${userId} and n.muted_at is null and ${isTold()}`.execute(
    trx,
  );
  return rows.length > 0;
}

/** What a summary names. */
export async function listNamed(
  trx: Trx,
  organisationId: number,
  outboxKey: string,
): Promise<{ locationId: number; stands: boolean }[]> {
  const { rows } = await sql<{ locationId: number; stands: boolean }>`
    select distinct e.location_id as "locationId", f.withdrawn_at is null and e.voided_at is null and a.deleted_at is null as stands
    from alert_delivery d
    join alert_firing f on f.organisation_id = d.organisation_id and f.id = d.firing_id
    join alert a on a.organisation_id = f.organisation_id and a.id = f.alert_id
    join waste_event e on e.organisation_id = f.organisation_id and e.id = f.event_id
    where d.organisation_id = ${organisationId} and d.outbox_key = ${outboxKey}`.execute(trx);
  return rows;
}

/** How many firings of which alerts it names, by whatever channels, without those that were withdrawn from it. */
export async function listNamedAlerts(
  trx: Trx,
  organisationId: number,
  outboxKey: string,
): Promise<{ alertId: number; firings: number }[]> {
  const { rows } = await sql<{ alertId: number; firings: number }>`
    select f.alert_id as "alertId", count(distinct f.id)::int as firings
    from alert_delivery d join alert_firing f on f.organisation_id = d.organisation_id and f.id = d.firing_id
    where d.organisation_id = ${organisationId} and d.outbox_key = ${outboxKey} and d.state <> 'WITHDRAWN' group by f.alert_id`.execute(
    trx,
  );
  return rows;
}

/** Firings that were withdrawn with a telling and stand themselves wait again. @returns how many */
export async function putBack(trx: Trx, organisationId: number, outboxKey: string): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    update alert_firing f set pending = true
    where f.organisation_id = ${organisationId} and f.withdrawn_at is null
      and f.id in (select firing_id from alert_delivery where organisation_id = ${organisationId} and outbox_key = ${outboxKey} and state = 'WITHDRAWN')`.execute(
    trx,
  );
  return Number(numAffectedRows);
}

export async function withdrawTelling(
  trx: Trx,
  { organisationId, outboxKey, now }: { organisationId: number; outboxKey: string; now: Date },
): Promise<void> {
  await trx
    .updateTable('alert_delivery')
    .set({ state: 'WITHDRAWN', settled_at: now })
    .where('organisation_id', '=', organisationId)
    .where('outbox_key', '=', outboxKey)
    .where('state', 'in', ['WAITING', 'FAILED', 'EXPIRED'])
    .execute();
}
