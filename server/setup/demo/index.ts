import { addSessionSamples } from '../../identity';
import { internalOrganisation } from '../../platform/actor';
import { recordAudit } from '../../platform/audit';
import type { Trx } from '../../platform/db/database';
import { aloneOn } from '../../platform/db/migrate';
import { afterFilling } from '../../platform/lifecycle/maintenance';
import type { Resources } from '../../platform/resources';
import { openOrganisation } from '../open-organisation';
import { addDemoAccounts } from './accounts';
import { addSubAccounts } from './another-organisation';
import { demoActions, wasBrokenOff } from './broken-off';
import { loadCaterer } from './caterer';
import { addClassificationStates } from './classification.store';
import { actingInDemo } from './demo-acting';
import { addDemoPhotos } from './demo-photos';
import { loadFairfax } from './fairfax';
import { addDemoPeople } from './people';

export { demoAccounts, demoPasswordOf, opensDemoAccounts } from './accounts';
export { clearBrokenOff } from './broken-off';
export { addSimulatedOrganisation } from './another-organisation';

export interface DemoOptions {
  password: string;
  /** Of the simulated caterer; the same seed gives the same events. */
  seed?: number;
  /** Where the shipped data lies. */
  dataDir: string;
  /** Tells a person who watches what is going on. */
  say(line: string): void;
}

/**
 * Loads both demo organisations into a database that has no organisation but the internal one; otherwise does nothing. A second node
 * waits until the first has loaded them. @returns whether it did.
 */
export function loadDemo(resources: Resources, options: DemoOptions): Promise<boolean> {
  const load = () => loadIntoEmpty(resources, options);
  // The embedded database has one connection, which nothing else can have meanwhile.
  return resources.database.kind === 'postgres' ? aloneOn(resources.database.db, load) : load();
}

async function loadIntoEmpty(resources: Resources, { password, seed, dataDir, say }: DemoOptions): Promise<boolean> {
  const { database, clock, config } = resources;
  const { db } = database;
  const others = await db
    .selectFrom('organisation')
    .select('id')
    .where('id', '<>', internalOrganisation)
    .limit(1)
    .executeTakeFirst();
  if (others) {
    if (await wasBrokenOff(db))
      say(
        'The demo was broken off while it was loading and is not whole. Stop Tare, empty its database and start again to have all of it.',
      );
    return false;
  }

  say('Loading the demo: Fairfax County Public Schools (real data) and a simulated caterer.');
  const { organisations, users } = await db.transaction().execute(async (trx) => {
    const fairfax = await openOrganisation(trx, {
      name: 'Fairfax County Public Schools',
      countryCode: 'US',
      currencyCode: 'USD',
      unitId: 11,
      timeZone: 'America/New_York',
    });
    const caterer = await openOrganisation(trx, {
      name: 'Kettle & Crumb (simulated)',
      countryCode: 'GB',
      currencyCode: 'GBP',
      unitId: 12,
      timeZone: 'Europe/London',
      simulated: true,
    });
    await addSubAccounts(trx, caterer);
    const numbers = { internal: internalOrganisation, fairfax, caterer };
    await addSessionCounts(trx, { ...numbers, now: clock.now() });
    return {
      organisations: numbers,
      users: await addDemoAccounts(trx, { organisations: numbers, password, now: clock.now() }),
    };
  });
  await loadFairfax(resources, {
    organisationId: organisations.fairfax,
    createdBy: users.get('admin@fairfax.test') ?? null,
    dataDir,
    say,
  });
  await loadCaterer(resources, { organisationId: organisations.caterer, users, events: config.demoEvents, seed, say });
  // The caterer has events that wait, the school district none any more, the internal organisation none at all.
  await db.transaction().execute(async (trx) => {
    await addClassificationStates(trx, { organisationId: organisations.caterer, unclassified: 37, classified: 400 });
    await addClassificationStates(trx, { organisationId: organisations.fairfax, unclassified: 0, classified: 190 });
    await addDemoPeople(trx, {
      organisationId: organisations.caterer,
      now: clock.now(),
      members: resources.members,
      pins: resources.pins,
    });
  });
  const classifier = users.get('admin@caterer.test');
  const acting =
    classifier && (await actingInDemo(resources, { organisationId: organisations.caterer, userId: classifier }));
  if (acting) await addDemoPhotos(acting);
  await afterFilling(database);
  await db.transaction().execute((trx) =>
    recordAudit(trx, {
      organisationId: internalOrganisation,
      userId: null,
      actor: 'system',
      at: clock.now(),
      action: demoActions.load,
      entity: 'demo',
    }),
  );
  return true;
}

const quarterOfHour = 15 * 60_000;
const quarters = 2 * 96;

/** How many are signed in at an hour of the day: kitchens work early, offices later, nobody at night. */
const byHour = [0, 0, 0, 0, 0, 1, 3, 4, 4, 6, 7, 7, 5, 4, 5, 6, 5, 3, 2, 1, 1, 0, 0, 0];

/** Two days of counted sessions before `now`, so that the history has something to show: of the simulated caterer, and one of staff by day. */
function addSessionCounts(
  trx: Trx,
  { internal, caterer, now }: { internal: number; caterer: number; now: Date },
): Promise<void> {
  const last = Math.floor(now.getTime() / quarterOfHour) - 1;
  return addSessionSamples(
    trx,
    Array.from({ length: quarters }, (_, back) => {
      const instant = new Date((last - back) * quarterOfHour);
      const usual = byHour[instant.getUTCHours()] ?? 0;
      return {
        instant,
        counts: [
          { tenantNumber: caterer, count: usual === 0 ? 0 : usual },
          { tenantNumber: internal, count: usual > 2 ? 1 : 0 },
        ],
      };
    }),
  );
}
