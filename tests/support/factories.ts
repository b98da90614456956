import { randomUUID } from 'node:crypto';
import { ingestEvents } from '../../server/domain/events/ingest.service';
import type { ReferenceField } from '../../server/domain/events/reference-fields.rules';
import { addDays, type LocalDate } from '../../server/platform/time';
import { unique } from './people';
import type { TestApp } from './test-app';

interface SiteWish {
  organisationId: number;
  name?: string;
  countryCode?: string;
  currencyCode?: string;
  timeZone?: string;
  /** Whose public holidays it has: 'GB-ENG'. */
  holidayArea?: string;
  status?: 'A' | 'I';
  /** Made when the organisation does not have it yet. */
  region?: string;
  segment?: string;
}

/** A site in the organisation's place, unless wished otherwise. @returns its id */
export async function addSite({ db }: TestApp, wish: SiteWish): Promise<number> {
  const { organisationId } = wish;
  const home = await db
    .selectFrom('organisation')
    .select(['country_code', 'currency_code', 'time_zone'])
    .where('id', '=', organisationId)
    .executeTakeFirstOrThrow();
  const site = await db
    .insertInto('site')
    .values({
      organisation_id: organisationId,
      name: wish.name ?? unique('Site'),
      country_code: wish.countryCode ?? home.country_code,
      currency_code: wish.currencyCode ?? home.currency_code,
      time_zone: wish.timeZone ?? home.time_zone,
      holiday_area: wish.holidayArea ?? null,
      status: wish.status ?? 'A',
      region_id: wish.region === undefined ? null : await named(db, 'region', organisationId, wish.region),
      segment_id: wish.segment === undefined ? null : await named(db, 'segment', organisationId, wish.segment),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return site.id;
}

async function named(
  db: TestApp['db'],
  table: 'region' | 'segment',
  organisationId: number,
  name: string,
): Promise<number> {
  await db
    .insertInto(table)
    .values({ organisation_id: organisationId, name })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return (
    await db
      .selectFrom(table)
      .select('id')
      .where('organisation_id', '=', organisationId)
      .where('name', '=', name)
      .executeTakeFirstOrThrow()
  ).id;
}

interface LocationWish {
  organisationId: number;
  siteId: number;
  name?: string;
  status?: 'A' | 'I';
  /** Stages that it is set up for before the first event. */
  stages?: readonly number[];
  /** Local date since which the stages wait for their first event. */
  setUpOn?: LocalDate;
  autoBaseline?: boolean;
  holidaysObserved?: boolean;
}

/** @returns its id */
export async function addLocation({ db }: TestApp, wish: LocationWish): Promise<number> {
  const location = await db
    .insertInto('location')
    .values({
      organisation_id: wish.organisationId,
      site_id: wish.siteId,
      name: wish.name ?? unique('Kitchen'),
      status: wish.status ?? 'A',
      auto_baseline_enabled: wish.autoBaseline ?? true,
      holidays_observed: wish.holidaysObserved ?? false,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  for (const stageId of wish.stages ?? []) {
    await db
      .insertInto('location_stage')
      .values({
        organisation_id: wish.organisationId,
        location_id: location.id,
        stage_id: stageId,
        entered_on: wish.setUpOn ?? '2026-01-05',
      })
      .execute();
  }
  return location.id;
}

export interface EventWish {
  day: LocalDate;
  /** Net. */
  grams: number;
  stageId?: number;
  /** In the site's currency, at most four decimals. */
  cost?: number;
  /** Its weight was worked out from servings. */
  estimated?: boolean;
  /** Ids of what it names. */
  values?: Partial<Record<ReferenceField, number>>;
}

/** Weight and values are those of each event. */
interface WeekWish extends Omit<EventWish, 'day'> {
  /** A Monday. */
  weekStart: LocalDate;
  /** Weighed from Monday on; the other days have no event. */
  days?: number;
  eventsPerDay?: number;
}

/** The events of one week, for `addEvents`: 7 days with 2 events each unless wished otherwise. */
export function weekOfEvents({ weekStart, days = 7, eventsPerDay = 2, ...event }: WeekWish): EventWish[] {
  return Array.from({ length: days * eventsPerDay }, (_, at) => ({
    ...event,
    day: addDays(weekStart, Math.floor(at / eventsPerDay)),
  }));
}

/** Several weeks in a row, one for each weight. */
export function weeksOfEvents({
  gramsOfWeeks,
  weekStart,
  ...week
}: Omit<WeekWish, 'grams'> & { gramsOfWeeks: readonly number[] }): EventWish[] {
  return gramsOfWeeks.flatMap((grams, at) => weekOfEvents({ ...week, grams, weekStart: addDays(weekStart, at * 7) }));
}

/**
 * Takes events in as every event comes in. `app.runJobs()` then brings roll-ups, periods and baselines up to date.
 * @throws when one is refused
 */
export async function addEvents(
  { db, clock, resources }: TestApp,
  { organisationId, locationId, events }: { organisationId: number; locationId: number; events: readonly EventWish[] },
): Promise<void> {
  const { currency_code: currency } = await db
    .selectFrom('location')
    .innerJoin('site', 'site.id', 'location.site_id')
    .select('site.currency_code')
    .where('location.id', '=', locationId)
    .executeTakeFirstOrThrow();
  const candidates = events.map(({ day, grams, stageId = 8, cost, estimated = false, values = {} }) => ({
    clientEventUuid: randomUUID(),
    locationId,
    occurredAt: undefined,
    localDate: day,
    stageId,
    grossGrams: grams,
    tareGrams: 0,
    enteredValue: grams,
    enteredUnit: 'g',
    estimated,
    ...values,
    ...(cost === undefined ? {} : { costAmount: String(cost), costCurrency: currency }),
  }));
  for (let from = 0; from < candidates.length; from += 1_000) {
    const { refused } = await db
      .transaction()
      .execute((trx) =>
        ingestEvents(
          trx,
          { organisationId, origin: 'API', clock, domain: resources.domain },
          candidates.slice(from, from + 1_000),
        ),
      );
    if (refused[0]) throw new Error(`an event was refused: ${JSON.stringify(refused[0])}`);
  }
}
