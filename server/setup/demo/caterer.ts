import sharp from 'sharp';
import { ensureHolidays } from '../../domain/calendar';
import { listTreeValues } from '../../domain/catalogue';
import { assignImage, changeImage, uploadImage } from '../../domain/images';
import { processDirtyWeeks } from '../../domain/measures';
import { listSiteBeginnings } from '../../domain/places';
import { categorize, suggestCategory } from '../../features/impact';
import { changeStep, startOnboarding } from '../../features/onboarding';
import type { ActingPersonally } from '../../platform/acting';
import type { Db } from '../../platform/db/database';
import type { Resources } from '../../platform/resources';
import { addDays, localDateOf, type LocalDate } from '../../platform/time';
import { actingInDemo } from './demo-acting';
import { addDemoAlerts } from './demo-alerts';
import { addDemoDonations } from './demo-donations';
import { addDemoGuests } from './demo-guests';
import { addDemoMenus } from './demo-menus';
import { drawings, spare } from './drawings';
import { drawingSize, pixelsOf, type Drawing } from './drawings.rules';
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

/** The categories that the items' names speak for; dishes have none, as nobody knows what is in them. */
async function addDemoCategories(acting: ActingPersonally): Promise<void> {
  const { db } = acting;
  const { organisationId } = acting.scope;
  const items = await listTreeValues(db, organisationId, 'WASTEITEM');
  const changes = items.flatMap(({ valueId: itemId, name }) => {
    const category = suggestCategory(name);
    return category === null ? [] : [{ itemId, category }];
  });
  await categorize(acting, changes);
}

/** Between the agreement and the first weighing. */
const daysBefore = 21;
const trained = [6, 4, 9];
const blocker = 'The kitchen manager is on leave until the end of the month.';

/** The sites of the simulated caterer that began last, on their way to the first review; one of them is held up. */
async function addDemoOnboarding(acting: ActingPersonally): Promise<void> {
  const { db } = acting;
  const { userId } = acting.actor;
  const begun = (await listSiteBeginnings(db, acting.scope)).flatMap(({ siteId, timeZone, locations }) => {
    const days = locations.flatMap(({ firstDay }) => firstDay ?? []).sort();
    return days[0] === undefined ? [] : [{ siteId, timeZone, firstDay: days[0] as LocalDate }];
  });
  const newest = begun.sort((one, other) => other.firstDay.localeCompare(one.firstDay)).slice(0, trained.length);
  for (const [nth, { siteId, timeZone, firstDay }] of newest.entries()) {
    const startedOn = addDays(firstDay, -daysBefore);
    await startOnboarding(acting, { siteId, startedOn, templateId: null });
    await changeStep(acting, { siteId, step: 'agreement', version: 1 }, { doneOn: startedOn, doneBy: userId });
    await changeStep(
      acting,
      { siteId, step: 'training', version: 2 },
      { doneOn: addDays(firstDay, -1), people: trained[nth] ?? null, doneBy: userId, ownerId: userId },
    );
    if (nth === 0)
      await changeStep(
        acting,
        { siteId, step: 'goal', version: 3 },
        { blocker, blockedOn: localDateOf(acting.now, timeZone), ownerId: userId },
      );
  }
}

const fileOf = (drawing: Drawing): Promise<Buffer> =>
  sharp(pixelsOf(drawing), { raw: { ...drawingSize, channels: 3 } })
    .png()
    .toBuffer();

const facts = { license: 'CC0 1.0', source: 'Drawn for the demonstration' };

/** Pictures of what the simulated caterer weighs most, described as the values are called in each language. */
async function addDemoPictures(acting: ActingPersonally): Promise<void> {
  const { db, scope } = acting;
  for (const [element, tags] of [
    ['WASTEITEM', ['food']],
    ['CONTAINER', ['container']],
  ] as const)
    for (const { valueId, name, translations } of await listTreeValues(db, scope.organisationId, element)) {
      const drawing = drawings[name];
      if (!drawing) continue;
      const { imageId } = await uploadImage(acting, { file: await fileOf(drawing), name, ...facts });
      const alts = { en_US: name, ...translations };
      await changeImage(acting, { imageId, version: 1, name, ...facts, tags: [...tags], alts });
      await assignImage(acting, { imageId, valueIds: [valueId] });
    }
  await uploadImage(acting, { file: await fileOf(spare.drawing), name: spare.name, ...facts });
}
