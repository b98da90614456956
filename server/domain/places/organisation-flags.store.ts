import { sql } from 'kysely';
import type { Scope } from '../../platform/actor';
import type { Db, Trx } from '../../platform/db/database';
import type { FlagDeclarations } from '../../platform/feature-flags.rules';
import { translator, sentence, defaultLocale, type MessageKey } from '../../platform/i18n/messages';

/** Writes the flags that this build declares. One that it no longer knows switches nothing, so it is hidden and kept for the build before. */
export async function seedFlags(trx: Trx, declared: FlagDeclarations): Promise<void> {
  const t = translator(defaultLocale);
  const rows = Object.entries(declared).map(([name, { hidden = false }]) => ({
    name,
    description: sentence(t, `featureFlags.descriptions.${name}` as MessageKey),
    hidden,
  }));
  for (const row of rows)
    await trx
      .insertInto('feature')
      .values(row)
      .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
      .execute();
  await trx
    .updateTable('feature')
    .set({ hidden: true })
    .where(
      'name',
      'not in',
      rows.map(({ name }) => name),
    )
    .where('hidden', '=', false)
    .execute();
}

/** The names of those that may be switched, in alphabetical order. */
export async function listFlagNames(db: Db): Promise<string[]> {
  return (await db.selectFrom('feature').select('name').where('hidden', '=', false).orderBy('name').execute()).map(
    ({ name }) => name,
  );
}

/** @returns false for one that is hidden or unknown */
export async function isFlag(db: Db | Trx, name: string): Promise<boolean> {
  return (
    (await db
      .selectFrom('feature')
      .select('name')
      .where('name', '=', name)
      .where('hidden', '=', false)
      .executeTakeFirst()) !== undefined
  );
}

/** Switches the flag for the organisation of the scope. Its row is to be locked by the caller. @returns what it was before */
export async function switchFlag(
  trx: Trx,
  { organisationId }: Scope,
  { name, enabled }: { name: string; enabled: boolean },
): Promise<boolean> {
  const before = await trx
    .selectFrom('feature_organisation')
    .select('enabled')
    .where('organisation_id', '=', organisationId)
    .where('feature_name', '=', name)
    .executeTakeFirst();
  await sql`
    insert into feature_organisation (organisation_id, feature_name, enabled) values (${organisationId}, ${name}, ${enabled})
    on conflict (organisation_id, feature_name) do update set enabled = excluded.enabled`.execute(trx);
  return before?.enabled ?? true;
}
