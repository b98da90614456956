import { migrations } from 'tare:migrations';
import { seedReferenceData } from '../domain/catalogue';
import { seedFlags } from '../domain/places';
import { flags } from '../features/flags';
import { seedRoles } from '../identity';
import { builtInRoles, permissions } from '../permission-matrix';
import { internalOrganisation } from '../platform/actor';
import type { Db, Trx } from '../platform/db/database';
import { aloneOn, migrate, type Migrating } from '../platform/db/migrate';
import { openOrganisation } from './open-organisation';

export { migrations };

/**
 * Brings a database, empty or not, to what this build needs: schema, reference data, roles and the internal organisation.
 * One node at a time: the next finds it done.
 * @returns the names of the migrations that ran.
 * @throws NewerSchema; TableInUse
 */
export function prepareDatabase(db: Db, migrating: Migrating = {}): Promise<string[]> {
  return aloneOn(db, async (connection) => {
    const ran = await migrate(connection, migrations, migrating);
    await connection.transaction().execute(seed);
    return ran;
  });
}

async function seed(trx: Trx): Promise<void> {
  await seedReferenceData(trx);
  await seedFlags(trx, flags);
  await seedRoles(trx, { permissions, roles: builtInRoles });
  const internal = await trx
    .selectFrom('organisation')
    .select('id')
    .where('id', '=', internalOrganisation)
    .executeTakeFirst();
  if (!internal) {
    await openOrganisation(trx, {
      number: internalOrganisation,
      name: 'Tare',
      countryCode: 'US',
      currencyCode: 'USD',
      unitId: 11,
      timeZone: 'UTC',
    });
  }
}
