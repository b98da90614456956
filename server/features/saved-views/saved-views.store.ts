import { sql } from 'kysely';
import type { Db, Trx } from '../../platform/db/database';
import type { PersonalData } from '../../platform/personal-data';
import type { SavedView } from './saved-views.contract';
import type { ViewAddress } from './saved-views.rules';

/** Whose, in which organization. */
export interface Keeper {
  organisationId: number;
  userId: number;
}

/** By report, then by name. */
export function listSavedViews(db: Db, { organisationId, userId }: Keeper): Promise<SavedView[]> {
  return db
    .selectFrom('saved_view')
    .select(['id', 'name', 'path', 'query'])
    .where('organisation_id', '=', organisationId)
    .where('user_id', '=', userId)
    .orderBy('path')
    .orderBy(sql`lower(name)`)
    .orderBy('id')
    .execute();
}

/** One of the same name and report is replaced. @returns its id */
export async function putSavedView(
  trx: Trx,
  { organisationId, userId }: Keeper,
  { name, path, query, now }: ViewAddress & { name: string; now: Date },
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into saved_view (organisation_id, user_id, name, path, query, created_at)
    values (${organisationId}, ${userId}, ${name}, ${path}, ${query}, ${now})
    on conflict (organisation_id, user_id, path, lower(name)) do update set name = excluded.name, query = excluded.query
    returning id`.execute(trx);
  return rows[0]!.id;
}

export async function countSavedViews(trx: Trx, { organisationId, userId }: Keeper): Promise<number> {
  const { count } = await trx
    .selectFrom('saved_view')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('organisation_id', '=', organisationId)
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** @returns undefined where the person has none of this id */
export function deleteSavedView(
  trx: Trx,
  { organisationId, userId }: Keeper,
  id: number,
): Promise<Pick<SavedView, 'name' | 'path' | 'query'> | undefined> {
  return trx
    .deleteFrom('saved_view')
    .where('organisation_id', '=', organisationId)
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returning(['name', 'path', 'query'])
    .executeTakeFirst();
}

/** The reports that a person has saved with their filters. */
export const savedViewsOfPerson: PersonalData = async (db, { userId, organisationIds }) => ({
  savedViews: (
    await sql<object>`
      select v.organisation_id as "organizationId", v.name, v.path || v.query as address, v.created_at as "createdAt" from saved_view v
      where v.organisation_id = any(${[...organisationIds]}::bigint[]) and v.user_id = ${userId} order by v.created_at, v.id`.execute(
      db,
    )
  ).rows,
});
