import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { databaseApart } from '../../../tests/support/scratch-database';
import { addTenant, addUser } from '../../identity';
import { aloneOn, migrate } from '../../platform/db/migrate';
import { migrations } from '../../setup/prepare-database';
import { seedReferenceData } from '../catalogue/reference-data.store';

it('who had a secured item before the fact was kept is restricted, and nobody else', async () => {
  const {
    database: { db },
    drop,
  } = await databaseApart();
  const keeping = migrations.findIndex(({ name }) => name.endsWith('_organisations_restricted-people'));
  await aloneOn(db, (connection) => migrate(connection, migrations.slice(0, keeping)));
  const [ofSite, ofLocation] = await db.transaction().execute(async (trx) => {
    await seedReferenceData(trx);
    const organisationId = await addTenant(trx, { name: 'Before' });
    await trx
      .insertInto('organisation')
      .values({ id: organisationId, country_code: 'US', currency_code: 'USD', unit_id: 11, time_zone: 'UTC' })
      .execute();
    const newUser = (login: string) =>
      addUser(trx, { login, email: `${login}@tare.test`, fullName: login, now: new Date('2026-03-02T12:00:00Z') });
    const userIds = [await newUser('site'), await newUser('location'), await newUser('free')] as const;
    await sql`
      with place as (insert into site (organisation_id, name, country_code, currency_code, time_zone) values (${organisationId}, 'Site', 'US', 'USD', 'UTC') returning organisation_id, id),
      room as (insert into location (organisation_id, site_id, name) select organisation_id, id, 'Kitchen' from place returning organisation_id, id),
      secured as (insert into secured_site (organisation_id, user_id, site_id) select organisation_id, ${userIds[0]}, id from place)
      insert into secured_location (organisation_id, user_id, location_id) select organisation_id, ${userIds[1]}, id from room`.execute(
      trx,
    );
    return userIds;
  });
  await aloneOn(db, (connection) => migrate(connection, migrations));
  expect(await db.selectFrom('restricted_person').select('user_id').orderBy('user_id').execute()).toEqual([
    { user_id: ofSite },
    { user_id: ofLocation },
  ]);
  await drop();
});
