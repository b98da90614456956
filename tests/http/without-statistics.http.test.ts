import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { permissions } from '../../server/permission-matrix';
import { analyzeNew } from '../../server/platform/lifecycle/maintenance';
import { addSimulatedOrganisation } from '../../server/setup/demo';
import { declaredRoutes, signsOut } from '../support/declared-routes';
import { recordsAt } from '../support/examples';
import { addressIn, type FullPlace } from '../support/full-organisation';
import { password, signedInAs } from '../support/people';
import { databaseApart } from '../support/scratch-database';
import { appOver, testApp } from '../support/test-app';

/** With two years of them, a query that takes the square of its rows meets the limit of a statement, and others stay far below it. */
const events = 60_000;
const days = { startDate: '2024-01-01', endDate: '2026-03-15', from: '2026-03-09', to: '2026-03-15', month: '2026-02' };

it.runIf(process.env.TARE_TEST_DB === 'postgres')(
  'every page and call answers within the limit of a statement on tables that were never analyzed',
  async () => {
    // Of its own: in the workers' others have been analyzed.
    const { database, drop } = await databaseApart();
    const app = await appOver(database, (await testApp()).resources.config);
    await sql`
      do $$ declare t record; begin
        for t in select schemaname, tablename from pg_tables where schemaname in ('public', 'identity') loop
          execute format('alter table %I.%I set (autovacuum_enabled = false)', t.schemaname, t.tablename);
        end loop; end $$`.execute(app.db);
    const { organisationId } = await addSimulatedOrganisation(app.resources, {
      name: 'Fresh',
      events,
      seed: 1,
      password,
      say() {},
    });
    const {
      rows: [place],
    } = await sql<{ siteId: number; locationId: number; deviceId: number }>`
      select l.site_id as "siteId", l.id as "locationId", d.id as "deviceId" from location l
      join device d on d.organisation_id = l.organisation_id and d.location_id = l.id
      where l.organisation_id = ${organisationId} order by l.id limit 1`.execute(app.db);
    if (!place) throw new Error('the organisation has no device');
    const at = { ...place, organisationId, mark: 'Fresh', organisationMark: 'Fresh' };
    const full: FullPlace = { ...at, deviceKey: '', records: await recordsAt(app, at) };
    const person = await signedInAs(app, { organisationId, permissions });

    const answers: string[] = [];
    for (const route of declaredRoutes(app)) {
      if (route.method !== 'get' || route.access === 'public' || route.access === 'device' || signsOut(route)) continue;
      const address = addressIn(full, route, days);
      answers.push(`${(await person.get(address)).status} ${address}`);
    }
    expect(answers.filter((answer) => answer.startsWith('5'))).toEqual([]);
    expect(answers.filter((answer) => answer.startsWith('200')).length).toBeGreaterThan(answers.length / 2);

    expect(await analyzeNew(app.db)).toContain('waste_event');
    expect(await analyzeNew(app.db)).toEqual([]);
    await app.resources.jobs.stop(0);
    await drop();
  },
  300_000,
);
