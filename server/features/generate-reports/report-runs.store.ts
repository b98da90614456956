import { sql } from 'kysely';
import { visibleLocations } from '../../domain/places';
import type { Scope } from '../../platform/actor';
import type { Db, Trx } from '../../platform/db/database';
import type { ReportDocument } from '../../platform/document/document.contract';
import { postedUnder } from '../../platform/outbox/posted';
import type { PersonalData } from '../../platform/personal-data';
import type { ReportKind, ReportParameters, StoredDelivery, StoredRun } from './generate-reports.contract';

const columns = sql`
  r.id as "runId", r.kind, r.parameters, r.state, r.step, r.failure, r.requested_by as "requestedBy", r.schedule_id as "scheduleId",
  r.created_at as "createdAt", r.finished_at as "finishedAt",
  (select p.full_name from identity.person p where p.id = r.requested_by) as "requestedByName"`;

/** Whoever sees all that a report is of; one that is still to be made is of what its author sees. */
const openTo = ({ scope, userId, hidden }: Reader) =>
  scope.restriction === null
    ? sql`r.kind <> all(${[...hidden]}::text[])`
    : sql`r.kind <> all(${[...hidden]}::text[]) and (r.requested_by = ${userId} and r.state <> 'done' or r.state = 'done' and not exists (
        select from unnest(r.location_ids) k (id) where not exists (
          select from location l where l.organisation_id = r.organisation_id and l.id = k.id and ${visibleLocations(scope)})))`;

export interface Reader {
  scope: Scope;
  userId: number;
  /** Kinds that they may not read. */
  hidden: readonly ReportKind[];
}

export async function listRuns(
  db: Db,
  reader: Reader,
  { limit, offset, kind = null }: { limit: number; offset: number; kind?: ReportKind | null },
): Promise<{ runs: StoredRun[]; total: number }> {
  const within = sql`r.organisation_id = ${reader.scope.organisationId} and (${kind}::text is null or r.kind = ${kind}) and ${openTo(reader)}`;
  const [{ rows }, counted] = await Promise.all([
    sql<StoredRun>`select ${columns} from report_run r where ${within} order by r.created_at desc, r.id desc limit ${limit} offset ${offset}`.execute(
      db,
    ),
    sql<{ total: number }>`select count(*)::int as total from report_run r where ${within}`.execute(db),
  ]);
  return { runs: rows, total: counted.rows[0]?.total ?? 0 };
}

/** Reports that are written and whose figures are, among others, of a location: they stay as they are. */
export async function countReportsOf(db: Db, { organisationId }: Scope, locationId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from report_run r
    where r.organisation_id = ${organisationId} and r.state = 'done' and ${locationId}::bigint = any(r.location_ids)`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

/** A page of them, or the last one where there are not so many. */
export async function listRunsPage(
  db: Db,
  reader: Reader,
  { page, inPage, kind = null }: { page: number; inPage: number; kind?: ReportKind | null },
): Promise<{ runs: StoredRun[]; total: number; page: number }> {
  const load = (at: number) => listRuns(db, reader, { kind, limit: inPage, offset: (at - 1) * inPage });
  const asked = await load(page);
  const last = Math.max(1, Math.ceil(asked.total / inPage));
  return page > last ? { ...(await load(last)), page: last } : { ...asked, page };
}

export async function findRun(
  db: Db | Trx,
  reader: Reader,
  runId: number,
): Promise<(StoredRun & { document: ReportDocument | null }) | undefined> {
  const { rows } = await sql<StoredRun & { document: ReportDocument | null }>`
    select ${columns}, r.document from report_run r
    where r.organisation_id = ${reader.scope.organisationId} and r.id = ${runId} and ${openTo(reader)}`.execute(db);
  return rows[0];
}

export interface RunKey {
  organisationId: number;
  id: number;
}

/** Whoever may see it, for work that nobody waits for. */
export async function lockRun(trx: Trx, { organisationId, id }: RunKey): Promise<StoredRun | undefined> {
  const { rows } = await sql<StoredRun>`
    select ${columns} from report_run r where r.organisation_id = ${organisationId} and r.id = ${id} for update of r`.execute(
    trx,
  );
  return rows[0];
}

interface NewRun {
  parameters: ReportParameters;
  fingerprint: string;
  requestedBy: number;
  scheduleId: number | null;
  now: Date;
}

/** @returns the report that is already being made, where the same person has asked for the same */
export async function insertRun(
  trx: Trx,
  organisationId: number,
  { parameters, fingerprint, requestedBy, scheduleId, now }: NewRun,
): Promise<{ runId: number; isNew: boolean }> {
  const { rows } = await sql<{ runId: number }>`
    insert into report_run (organisation_id, kind, parameters, fingerprint, requested_by, schedule_id, created_at, touched_at)
    values (${organisationId}, ${parameters.kind}, ${JSON.stringify(parameters)}::jsonb, ${fingerprint}, ${requestedBy}, ${scheduleId}, ${now}, ${now})
    on conflict (organisation_id, requested_by, fingerprint) where state in ('queued', 'running') do nothing
    returning id as "runId"`.execute(trx);
  if (rows[0]) return { runId: rows[0].runId, isNew: true };
  const known = await sql<{ runId: number }>`
    select id as "runId" from report_run
    where organisation_id = ${organisationId} and requested_by = ${requestedBy} and fingerprint = ${fingerprint} and state in ('queued', 'running')`.execute(
    trx,
  );
  const runId = known.rows[0]?.runId;
  if (runId === undefined)
    return insertRun(trx, organisationId, { parameters, fingerprint, requestedBy, scheduleId, now });
  return { runId, isNew: false };
}

/** @returns false where it is not being made any more */
export async function noteStep(
  trx: Db | Trx,
  { organisationId, id }: RunKey,
  { step, now }: { step: number; now: Date },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update report_run set state = 'running', step = ${step}, touched_at = ${now}
    where organisation_id = ${organisationId} and id = ${id} and state in ('queued', 'running')`.execute(trx);
  return numAffectedRows === 1n;
}

interface Made {
  document: ReportDocument;
  /** What the document says, as it was reckoned: it can be written again from them. */
  figures: object;
  /** Of a raw export. */
  rawRows: Uint8Array | null;
  pdf: Uint8Array;
  locationIds: number[];
  now: Date;
}

export async function finishRun(
  trx: Trx,
  { organisationId, id }: RunKey,
  { document, figures, rawRows, pdf, locationIds, now }: Made,
): Promise<void> {
  await sql`
    update report_run set state = 'done', document = ${JSON.stringify(document)}::jsonb, figures = ${JSON.stringify(figures)}::jsonb, pdf = ${Buffer.from(pdf)}, raw_rows = ${rawRows && Buffer.from(rawRows)}, location_ids = ${locationIds}::bigint[],
      finished_at = ${now}, touched_at = ${now}
    where organisation_id = ${organisationId} and id = ${id}`.execute(trx);
}

/** @returns false where it is not being made any more */
export async function endRun(
  trx: Db | Trx,
  { organisationId, id }: RunKey,
  { state, failure, now }: { state: 'failed' | 'cancelled'; failure: string | null; now: Date },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update report_run set state = ${state}, failure = ${failure}, finished_at = ${now}, touched_at = ${now}
    where organisation_id = ${organisationId} and id = ${id} and state in ('queued', 'running')`.execute(trx);
  return numAffectedRows === 1n;
}

export async function deleteRun(trx: Trx, { organisationId, id }: RunKey): Promise<void> {
  await sql`delete from report_run where organisation_id = ${organisationId} and id = ${id}`.execute(trx);
}

/**
 * Deletes some reports that were requested before, except those of these kinds and those that a link still leads to.
 * @returns how many
 */
export async function deleteRunsBefore(
  db: Db,
  before: Date,
  { kept, now, limit }: { kept: readonly ReportKind[]; now: Date; limit: number },
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from report_run where (organisation_id, id) in (
      select r.organisation_id, r.id from report_run r
      where r.created_at < ${before} and r.state not in ('queued', 'running') and r.kind <> all(${[...kept]}::text[]) and not exists (
        select from report_share s where s.organisation_id = r.organisation_id and s.run_id = r.id and s.expires_at > ${now})
      limit ${limit})`.execute(db);
  return Number(numAffectedRows ?? 0n);
}

export async function listSilentRuns(db: Db, silent: Date): Promise<RunKey[]> {
  const { rows } = await sql<RunKey>`
    select organisation_id as "organisationId", id from report_run where state in ('queued', 'running') and touched_at < ${silent}`.execute(
    db,
  );
  return rows;
}

/** The file, and what it is called; undefined where it is gone. */
export async function findPdf(
  db: Db,
  { organisationId, id }: RunKey,
): Promise<{ pdf: Buffer; title: string; document: ReportDocument } | undefined> {
  const { rows } = await sql<{ pdf: Buffer; title: string; document: ReportDocument }>`
    select pdf, document ->> 'title' as title, document from report_run
    where organisation_id = ${organisationId} and id = ${id} and pdf is not null`.execute(db);
  return rows[0];
}

/** The events of a raw export; undefined where it has none. */
export async function findRawRows(db: Db, { organisationId, id }: RunKey): Promise<Buffer | undefined> {
  const { rows } = await sql<{ rows: Buffer }>`
    select raw_rows as rows from report_run where organisation_id = ${organisationId} and id = ${id} and raw_rows is not null`.execute(
    db,
  );
  return rows[0]?.rows;
}

/** Those of some locations that somebody sees. */
export async function listSeen(db: Db | Trx, scope: Scope, of: { siteId: number | null; locationId: number | null }) {
  const { rows } = await sql<{ id: number }>`
    select l.id from location l where ${visibleLocations(scope)} and l.organisation_id = ${scope.organisationId}
      and (${of.siteId}::bigint is null or l.site_id = ${of.siteId}) and (${of.locationId}::bigint is null or l.id = ${of.locationId}) order by l.id`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

/** Whether somebody sees all that a report is of. */
export async function seesRun(db: Db | Trx, scope: Scope, runId: number): Promise<boolean> {
  if (scope.restriction === null) return true;
  const { rows } = await sql<{ hidden: number }>`
    select count(*)::int as hidden from report_run r cross join unnest(r.location_ids) k (id)
    where r.organisation_id = ${scope.organisationId} and r.id = ${runId} and not exists (
      select from location l where l.organisation_id = r.organisation_id and l.id = k.id and ${visibleLocations(scope)})`.execute(
    db,
  );
  return rows[0]?.hidden === 0;
}

export async function insertDelivery(
  trx: Trx,
  { organisationId, id }: RunKey,
  { userId, outboxKey, reason, now }: { userId: number; outboxKey: string | null; reason: string | null; now: Date },
): Promise<void> {
  await sql`
    insert into report_delivery (organisation_id, run_id, user_id, outbox_key, reason, created_at)
    values (${organisationId}, ${id}, ${userId}, ${outboxKey}, ${reason}, ${now})`.execute(trx);
}

/** The newest first. */
export async function listDeliveries(
  db: Db | Trx,
  { organisationId, id, now }: RunKey & { now: Date },
): Promise<StoredDelivery[]> {
  const { rows } = await sql<StoredDelivery>`
    select d.id as "deliveryId", d.user_id as "userId", p.full_name as name, p.email, d.reason, d.created_at as "createdAt", i.error,
      case when d.outbox_key is null then 'leftOut' when d.sent_at is not null then 'sent' when i.waiting > 0 then 'waiting' else 'failed' end as state
    from report_delivery d left join identity.person p on p.id = d.user_id
    left join lateral (${postedUnder({ channel: sql`'reportMail'`, key: sql`d.outbox_key`, createdAt: sql`d.created_at`, now })}) i on d.outbox_key is not null
    where d.organisation_id = ${organisationId} and d.run_id = ${id} order by d.created_at desc, d.id desc`.execute(db);
  return rows;
}

/** The outbox forgets what it has sent. */
export async function noteMailed(
  db: Db,
  { organisationId, id }: RunKey,
  { outboxKey, now }: { outboxKey: string; now: Date },
): Promise<void> {
  await sql`
    update report_delivery set sent_at = ${now}
    where organisation_id = ${organisationId} and run_id = ${id} and outbox_key = ${outboxKey} and sent_at is null`.execute(
    db,
  );
}

/** Of a report that is made, for whoever was handed a link to it; undefined where it is gone. */
export async function findRunDocument(db: Db, { organisationId, id }: RunKey): Promise<ReportDocument | undefined> {
  const { rows } = await sql<{ document: ReportDocument }>`
    select document from report_run where organisation_id = ${organisationId} and id = ${id} and document is not null`.execute(
    db,
  );
  return rows[0]?.document;
}

/** The reports that a person has asked for, and those that are mailed to them. */
export const reportsOfPerson: PersonalData = async (db, { userId, organisationIds }) => ({
  reportsRequested: (
    await sql<object>`
      select r.organisation_id as "organizationId", r.kind, r.state, r.created_at as "requestedAt"
      from report_run r where r.organisation_id = any(${[...organisationIds]}::bigint[]) and r.requested_by = ${userId} order by r.created_at desc limit 1000`.execute(
      db,
    )
  ).rows,
  reportSchedules: (
    await sql<object>`
      select s.organisation_id as "organizationId", s.kind, s.cadence, s.created_at as "createdAt", s.owner_id = ${userId} as owner
      from report_schedule s where s.organisation_id = any(${[...organisationIds]}::bigint[]) and (s.owner_id = ${userId}
        or exists (select 1 from report_recipient r where r.organisation_id = s.organisation_id and r.schedule_id = s.id and r.user_id = ${userId}))
      order by s.created_at`.execute(db)
  ).rows,
});
