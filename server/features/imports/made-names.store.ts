import { sql } from 'kysely';
import type { Db, Trx } from '../../platform/db/database';
import type { ImportKey } from './import.store';

/** Ids of what an import has made, each kind by itself. */
export interface MadeNames {
  sites: number[];
  locations: number[];
  values: number[];
}

export const isEmpty = ({ sites, locations, values }: MadeNames) =>
  sites.length + locations.length + values.length === 0;

const kinds = { site: 'sites', location: 'locations', value: 'values' } as const;
type Kind = keyof typeof kinds;

function sorted(rows: readonly { kind: Kind; id: number }[]): MadeNames {
  const made: MadeNames = { sites: [], locations: [], values: [] };
  for (const { kind, id } of rows) made[kinds[kind]].push(id);
  return made;
}

const listed = ({ sites, locations, values }: MadeNames) => {
  const rows = [
    ...sites.map((id) => ({ kind: 'site', id })),
    ...locations.map((id) => ({ kind: 'location', id })),
    ...values.map((id) => ({ kind: 'value', id })),
  ];
  return sql`unnest(${rows.map(({ kind }) => kind)}::text[], ${rows.map(({ id }) => id)}::bigint[]) as n (kind, id)`;
};

export async function noteMade(trx: Trx, { organisationId, id }: ImportKey, made: MadeNames): Promise<void> {
  if (isEmpty(made)) return;
  await sql`
    insert into import_made (organisation_id, batch_id, kind, made_id)
    select ${organisationId}, ${id}, n.kind, n.id from ${listed(made)} on conflict do nothing`.execute(trx);
}

/** What this import has made, and what earlier ones have made that were undone while it was in use. */
export async function listMade(trx: Trx, { organisationId, id }: ImportKey): Promise<MadeNames> {
  const { rows } = await sql<{ kind: Kind; id: number }>`
    select distinct m.kind, m.made_id as id from import_made m
    join import_batch b on b.organisation_id = m.organisation_id and b.id = m.batch_id
    where m.organisation_id = ${organisationId} and m.taken_back_at is null and (m.batch_id = ${id} or b.state = 'UNDONE')
    order by 1, 2`.execute(trx);
  return sorted(rows);
}

export async function noteTakenBack(
  trx: Trx,
  organisationId: number,
  { taken, now }: { taken: MadeNames; now: Date },
): Promise<void> {
  await sql`
    update import_made m set taken_back_at = ${now} from ${listed(taken)}
    where m.organisation_id = ${organisationId} and m.kind = n.kind and m.made_id = n.id`.execute(trx);
}

/** Those that were taken back, and that nobody has opened again since. */
export async function findTakenBack(db: Db | Trx, organisationId: number, among: MadeNames): Promise<MadeNames> {
  if (isEmpty(among)) return among;
  const { rows } = await sql<{ kind: Kind; id: number }>`
    select distinct n.kind, n.id from ${listed(among)}
    join import_made m on m.organisation_id = ${organisationId} and m.kind = n.kind and m.made_id = n.id and m.taken_back_at is not null
    where 'I' = case n.kind
      when 'site' then (select s.status from site s where s.organisation_id = ${organisationId} and s.id = n.id)
      when 'location' then (select l.status from location l where l.organisation_id = ${organisationId} and l.id = n.id)
      else (select v.status from ref_value v where v.organisation_id = ${organisationId} and v.id = n.id) end
    order by 1, 2`.execute(db);
  return sorted(rows);
}

export async function forgetTakenBack(trx: Trx, organisationId: number, names: MadeNames): Promise<void> {
  await sql`
    delete from import_made m using ${listed(names)}
    where m.organisation_id = ${organisationId} and m.kind = n.kind and m.made_id = n.id`.execute(trx);
}
