import { sql } from 'kysely';
import type { Locale } from '../../platform/actor';
import type { Db, Trx } from '../../platform/db/database';
import type { LocalDate } from '../../platform/time';

/** What the calendar and the baselines decide of a location. */
export async function setLocationFacts(
  trx: Trx,
  organisationId: number,
  { locationId, ...facts }: { locationId: number; holidaysObserved?: boolean; autoBaselineEnabled?: boolean },
): Promise<void> {
  await trx
    .updateTable('location')
    .set({
      ...(facts.holidaysObserved === undefined ? {} : { holidays_observed: facts.holidaysObserved }),
      ...(facts.autoBaselineEnabled === undefined ? {} : { auto_baseline_enabled: facts.autoBaselineEnabled }),
      updated_at: sql<Date>`now()`,
    })
    .where('organisation_id', '=', organisationId)
    .where('id', '=', locationId)
    .execute();
}

export async function setFirstEventDates(
  trx: Trx,
  organisationId: number,
  moved: readonly { locationId: number; firstDay: LocalDate | null }[],
): Promise<void> {
  if (moved.length === 0) return;
  await sql`
    update location l set first_event_date = m.first_day
    from unnest(${moved.map((one) => one.locationId)}::bigint[], ${moved.map((one) => one.firstDay)}::date[]) as m (id, first_day)
    where l.organisation_id = ${organisationId} and l.id = m.id`.execute(trx);
}

export async function setHolidayArea(
  trx: Trx,
  { organisationId, siteId, area }: { organisationId: number; siteId: number; area: string },
): Promise<void> {
  await trx
    .updateTable('site')
    .set({ holiday_area: area })
    .where('organisation_id', '=', organisationId)
    .where('id', '=', siteId)
    .execute();
}

/** Where an organisation is and how it counts; sites that say nothing else are the same. */
export interface OrganisationHome {
  countryCode: string;
  currencyCode: string;
  /** IANA name. */
  timeZone: string;
  locale: Locale;
}

export async function selectHome(db: Db | Trx, organisationId: number): Promise<OrganisationHome> {
  const home = await db
    .selectFrom('organisation')
    .select(['country_code as countryCode', 'currency_code as currencyCode', 'time_zone as timeZone', 'locale'])
    .where('id', '=', organisationId)
    .executeTakeFirstOrThrow();
  return { ...home, locale: home.locale as Locale };
}

export async function organisationExists(db: Db | Trx, organisationId: number): Promise<boolean> {
  const found = await db.selectFrom('organisation').select('id').where('id', '=', organisationId).executeTakeFirst();
  return found !== undefined;
}

interface FigureSettings {
  exclusionThreshold: number;
  trackingLimit: number;
}

/** What an organisation decides about its figures. @returns what it was before */
export async function replaceFigureSettings(
  trx: Trx,
  organisationId: number,
  { exclusionThreshold, trackingLimit }: FigureSettings,
): Promise<FigureSettings> {
  const before = await trx
    .selectFrom('organisation')
    .select(['exclusion_threshold as exclusionThreshold', 'tracking_limit as trackingLimit'])
    .where('id', '=', organisationId)
    .executeTakeFirstOrThrow();
  await trx
    .updateTable('organisation')
    .set({ exclusion_threshold: exclusionThreshold, tracking_limit: trackingLimit })
    .where('id', '=', organisationId)
    .execute();
  return before;
}
