import { ensureHolidays } from '../../domain/calendar';
import { processDirtyWeeks } from '../../domain/measures';
import type { Db } from '../../platform/db/database';
import type { Resources } from '../../platform/resources';
import type { LocalDate } from '../../platform/time';
import { actingInDemo } from './demo-acting';
import { addDemoAlerts } from './demo-alerts';
import { addDemoDonations } from './demo-donations';
import { addDemoGuests } from './demo-guests';
import { addDemoCategories } from './demo-impact';
import { addDemoMenus } from './demo-menus';
import { addDemoOnboarding } from './demo-onboarding';
import { addDemoPictures } from './demo-pictures';
import { insertCatalogue } from './simulation/catalogue.store';
import { sites } from './simulation/places.rules';
import { insertPlaces } from './simulation/places.store';
import { planSimulation, type SimulationPlan } from './simulation/plan.rules';
import { simulate } from './simulation/simulation.rules';
import { createWriter } from './simulation/writer';

export interface CatererOptions {
  organisationId: number;
  /** User ids by login; `site@caterer.test` is limited to the first site. */
  users: Map<string, number>;
  events: number;
  /** The same seed, day and number give the same events. */
  seed?: number;
  say(line: string): void;
}

const sayEvery = 2_500;
const restricted = 'site@caterer.test';
const administrator = 'admin@caterer.test';
const pricesFrom = '2020-01-01';

/** Fills an empty organisation with a simulated caterer, through the same checks that real events pass, and rolls it up. */
export async function loadCaterer(
  resources: Resources,
  { organisationId, users, events, seed = 1, say }: CatererOptions,
): Promise<void> {
  const {
    database: { db },
    clock,
    domain,
  } = resources;
  const holidays = await holidaysAround(db, clock.now());
  const plan = planSimulation({
    seed,
    events,
    now: clock.now(),
    holidaysOf: (area, year) => holidays.get(`${area} ${year}`) ?? [],
  });
  const rows = await db.transaction().execute(async (trx) => {
    const catalogue = await insertCatalogue(trx, organisationId, pricesFrom);
    const places = await insertPlaces(trx, organisationId, plan);
    const limited = users.get(restricted);
    if (limited !== undefined) {
      await trx
        .insertInto('secured_site')
        .values({ organisation_id: organisationId, user_id: limited, site_id: places.sites[0] as number })
        .execute();
    }
    return { organisationId, catalogue, places };
  });

  const started = performance.now();
  const writer = createWriter({ db, domain }, rows);
  const progress = everySoOften(say);
  for (const day of simulate(plan)) {
    const written = await writer.add(day);
    progress(
      () =>
        `Simulated caterer: ${count(written)} of ${count(events)} events up to ${day.day} (${rate(written, started)}).`,
    );
  }
  const written = await writer.end();
  say(`Simulated caterer: ${count(written)} events in ${seconds(started)} (${rate(written, started)}).`);

  const rolling = performance.now();
  const { weeks } = await processDirtyWeeks(db, {
    clock,
    domain,
    organisationId,
    limit: weeksInOneTransaction(written, plan),
    onBatch: (done) => progress(() => `Simulated caterer: ${count(done)} location weeks rolled up.`),
  });
  say(`Simulated caterer: ${count(weeks)} location weeks rolled up in ${seconds(rolling)}.`);
  // After the events: those of years are not told of one by one.
  const userId = users.get(administrator);
  if (userId === undefined) return;
  const acting = await actingInDemo(resources, { organisationId, userId });
  if (!acting) return;
  await addDemoAlerts(acting);
  await addDemoDonations(acting);
  await addDemoGuests(acting);
  await addDemoCategories(acting);
  await addDemoMenus(acting);
  await addDemoPictures(acting);
  await addDemoOnboarding(acting);
}

/** The days by area and year, for as long as a history and its calendar can be. */
async function holidaysAround(db: Db, now: Date): Promise<Map<string, LocalDate[]>> {
  const years = [-3, -2, -1, 0, 1].map((more) => now.getUTCFullYear() + more);
  const rows = await db.transaction().execute(async (trx) => {
    const areas = [...new Set(sites.map((site) => site.holidayArea))];
    await ensureHolidays(trx, areas, years);
    return trx.selectFrom('area_holiday').select(['area', 'day']).where('area', 'in', areas).execute();
  });
  const found = new Map<string, LocalDate[]>();
  for (const { area, day } of rows) {
    const key = `${area} ${Number(day.slice(0, 4))}`;
    found.set(key, [...(found.get(key) ?? []), day]);
  }
  return found;
}

/** So many that a batch holds some ten thousand events, whatever their number. */
function weeksInOneTransaction(events: number, { locations, days }: SimulationPlan): number {
  const eventsInWeek = (events * 7) / (locations.length * days.length);
  return Math.max(20, Math.min(400, Math.round(40_000 / eventsInWeek)));
}

const figures = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
const count = (value: number) => figures.format(value);
const seconds = (since: number) => `${((performance.now() - since) / 1000).toFixed(1)} s`;
const rate = (rows: number, since: number) =>
  `${count((rows * 1000) / Math.max(1, performance.now() - since))} a second`;

function everySoOften(say: (line: string) => void): (line: () => string) => void {
  let last = performance.now();
  return (line) => {
    if (performance.now() - last < sayEvery) return;
    last = performance.now();
    say(line());
  };
}
