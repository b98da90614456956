import { sql, type RawBuilder } from 'kysely';
import type { Severity } from '../audit';
import type { Db } from '../db/database';
import { keysetSlices } from '../table/keyset';
import type { LoggedChange } from './audit-log.contract';

/** All that is given must hold. Texts may stand anywhere in what they are sought in. */
export interface AuditFilter {
  text?: string | undefined;
  /** Actions that the text stands in by their words: verbs of any noun but of some actions, and whole actions. */
  named?: { verbs: readonly string[]; actions: readonly string[]; except: readonly string[] } | undefined;
  actor?: string | undefined;
  action?: string | undefined;
  /** The noun of the action. */
  area?: string | undefined;
  severity?: Severity | undefined;
  ip?: string | undefined;
  userAgent?: string | undefined;
  from?: Date | undefined;
  /** Not included. */
  until?: Date | undefined;
}

const sorts = {
  at: sql`a.id`,
  actor: sql`a.actor`,
  action: sql`a.action`,
  severity: sql`array_position(array['info', 'warning', 'critical'], a.severity)`,
  ip: sql`a.ip`,
  userAgent: sql`a.user_agent`,
};
export type AuditSort = keyof typeof sorts;

export interface AuditPage {
  sort: { by: AuditSort; descending: boolean };
  limit: number;
  offset: number;
}

const columns = sql`a.id, a.at, a.actor, a.acting_person as behind, a.action, a.severity, a.entity, a.entity_id as "entityId", a.ip,
  a.user_agent as "userAgent", a.request_id as "requestId", a.before, a.after`;

function inWords(named: AuditFilter['named']): RawBuilder<unknown> {
  if (!named) return sql`false`;
  const { verbs, actions, except } = named;
  return sql`a.action = any(${[...actions]}::text[])
    or (split_part(a.action, '.', 2) = any(${[...verbs]}::text[]) and a.action <> all(${[...except]}::text[]))`;
}

function conditionOf(organisationId: number, filter: AuditFilter): RawBuilder<boolean> {
  const holds = (column: RawBuilder<unknown>, text: string) => sql`strpos(lower(${column}), lower(${text})) > 0`;
  const wanted = [sql`a.organisation_id = ${organisationId}`];
  const { text, named, actor, action, area, severity, ip, userAgent, from, until } = filter;
  if (text)
    wanted.push(
      sql`(${holds(sql`concat_ws(' ', a.actor, a.acting_person, a.action, a.entity, a.entity_id, a.ip)`, text)} or ${inWords(named)})`,
    );
  if (actor) wanted.push(holds(sql`concat_ws(' ', a.actor, a.acting_person)`, actor));
  if (action) wanted.push(holds(sql`a.action`, action));
  if (area) wanted.push(sql`split_part(a.action, '.', 1) = ${area}`);
  if (severity) wanted.push(sql`a.severity = ${severity}`);
  if (ip) wanted.push(holds(sql`coalesce(a.ip, '')`, ip));
  if (userAgent) wanted.push(holds(sql`coalesce(a.user_agent, '')`, userAgent));
  if (from) wanted.push(sql`a.at >= ${from}`);
  if (until) wanted.push(sql`a.at < ${until}`);
  return sql<boolean>`${sql.join(wanted, sql` and `)}`;
}

/** What happened in an organization. */
export async function listChanges(
  db: Db,
  organisationId: number,
  { filter, sort, limit, offset }: AuditPage & { filter: AuditFilter },
): Promise<{ changes: LoggedChange[]; total: number }> {
  const where = conditionOf(organisationId, filter);
  const way = sort.descending ? sql`desc` : sql`asc`;
  const { rows: counted } = await sql<{ total: number }>`
    select count(*)::int as total from audit_log a where ${where}`.execute(db);
  const { rows } = await sql<LoggedChange>`
    select ${columns} from audit_log a where ${where} order by ${sorts[sort.by]} ${way} nulls last, a.id ${way} limit ${limit} offset ${offset}`.execute(
    db,
  );
  return { changes: rows, total: counted[0]?.total ?? 0 };
}

export async function findChange(
  db: Db,
  { organisationId, id }: { organisationId: number; id: number },
): Promise<LoggedChange | null> {
  const { rows } = await sql<LoggedChange>`
    select ${columns} from audit_log a where a.organisation_id = ${organisationId} and a.id = ${id}`.execute(db);
  return rows[0] ?? null;
}

const rowsInSlice = 1000;

/** All of them in the order in which they were written, a bounded piece at a time. */
export async function* exportChanges(
  db: Db,
  organisationId: number,
  { filter, descending }: { filter: AuditFilter; descending: boolean },
): AsyncGenerator<LoggedChange> {
  const where = conditionOf(organisationId, filter);
  const [way, beyond] = descending ? [sql`desc`, sql`<`] : [sql`asc`, sql`>`];
  const slices = keysetSlices<LoggedChange, number>(async (after) => {
    const { rows } = await sql<LoggedChange>`
      select ${columns} from audit_log a where ${where} and ${after === null ? sql`true` : sql`a.id ${beyond} ${after}`}
      order by a.id ${way} limit ${rowsInSlice}`.execute(db);
    return { rows, next: rows.length < rowsInSlice ? null : (rows.at(-1)?.id ?? null) };
  });
  for await (const rows of slices) yield* rows;
}

/** Nouns of actions that an organization's log holds. */
export async function listAreas(db: Db, organisationId: number): Promise<string[]> {
  const { rows } = await sql<{ area: string }>`
    with recursive area as (
      (select split_part(action, '.', 1) as area from audit_log where organisation_id = ${organisationId} order by action limit 1)
      union all
      select (select split_part(a.action, '.', 1) from audit_log a where a.organisation_id = ${organisationId} and a.action >= area.area || '/' order by a.action limit 1)
      from area where area.area is not null)
    select area from area where area is not null`.execute(db);
  return rows.map(({ area }) => area);
}

export async function selectAuditStats(
  db: Db,
  organisationId: number,
  { dayStart, weekStart }: { dayStart: Date; weekStart: Date },
): Promise<{ totalToday: number; severeThisWeek: number }> {
  const { rows } = await sql<{ totalToday: number; severeThisWeek: number }>`
    select (count(*) filter (where a.at >= ${dayStart}))::int as "totalToday", (count(*) filter (where a.severity = 'critical'))::int as "severeThisWeek"
    from audit_log a where a.organisation_id = ${organisationId} and a.at >= least(${dayStart}::timestamptz, ${weekStart}::timestamptz)`.execute(
    db,
  );
  return rows[0] ?? { totalToday: 0, severeThisWeek: 0 };
}
