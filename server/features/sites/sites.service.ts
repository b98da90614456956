import { findSubdivision, guessSubdivision, keepClosed, moveHolidays } from '../../domain/calendar';
import { countryIsKnown, currencyIsKnown } from '../../domain/catalogue';
import { siteHasEvents } from '../../domain/events';
import { openStages } from '../../domain/measures';
import {
  closeLocations,
  insertLocation,
  insertSite,
  locationNameIsTaken,
  lockLocation,
  lockSite,
  siteNameIsTaken,
  updateLocation,
  updateSite,
  type StoredLocation,
  type StoredSite,
} from '../../domain/places';
import type { LocationEdit, NewLocation, SiteEdit, SiteFields } from '../../domain/places/sites.contract';
import { markLocationsDirty, rollupJob } from '../../domain/weeks';
import { userIdOf, type Acting } from '../../platform/acting';
import { defineActions } from '../../platform/audit';
import type { Trx } from '../../platform/db/database';
import { lockOrganisation } from '../../platform/db/organisation-lock';
import { fail } from '../../platform/errors';
import { seesAll } from '../../platform/restriction.rules';
import { addDays, localDateOf, type LocalDate } from '../../platform/time';

const siteActions = defineActions('site', { create: {}, change: {} });
const locationActions = defineActions('location', { create: {}, change: {} });

const refuse = (code: Parameters<typeof fail.unprocessable>[0], field: string) =>
  fail.unprocessable(code, { fields: [{ field, code }] });

const stageIds = new Set([8, 9, 23]);

/**
 * @returns the new site's id
 * @throws 422 limitedToSites for somebody who sees only some sites, nameTaken, unknownCountry, unknownCurrency, unknownSubdivision
 */
export async function createSite(acting: Acting, fields: SiteFields): Promise<number> {
  const { organisationId } = acting.scope;
  if (!seesAll(acting.scope)) throw fail.unprocessable('sites.limitedToSites');
  return acting.db.transaction().execute(async (trx) => {
    await lockOrganisation(trx, organisationId);
    await checkSite(trx, organisationId, { fields });
    const settled = { ...fields, holidayArea: holidayAreaOf(fields) };
    const siteId = await insertSite(trx, organisationId, { fields: settled, now: acting.now });
    await acting.audit(trx, { action: siteActions.create, entity: 'site', entityId: siteId, after: settled });
    await acting.touch(trx);
    return siteId;
  });
}

/**
 * Closing a site closes its locations, today or on the last day that is given; opened again, each of them is opened by itself.
 * @throws 404 unknownSite, 409 currencyFixed, timeZoneFixed, 422 lastDayAhead and as `createSite`
 */
export async function changeSite(
  acting: Acting,
  { siteId, fields }: { siteId: number; fields: SiteEdit },
): Promise<void> {
  const { organisationId } = acting.scope;
  await acting.db.transaction().execute(async (trx) => {
    await lockOrganisation(trx, organisationId);
    const before = await lockSite(trx, acting.scope, siteId);
    if (!before) throw fail.notFound('sites.unknownSite');
    await checkSite(trx, organisationId, { fields, exceptId: siteId });
    await checkFixed(trx, organisationId, { before, fields });
    const lastDay = lastDayOf(acting, { timeZone: fields.timeZone, closedOn: fields.closedOn });
    const settled = { ...fields, holidayArea: holidayAreaOf(fields, before) };
    await updateSite(trx, organisationId, { siteId, fields: settled, now: acting.now });
    const closed =
      fields.siteStatus === 'I' ? await closeLocations(trx, organisationId, { siteId, lastDay, now: acting.now }) : [];
    if (closed.length > 0) await recomputeOpenDays(trx, acting, { locationIds: closed, from: lastDay });
    await moveHolidays(trx, acting.jobs, {
      organisationId,
      siteId,
      before: before.holidayArea ?? before.countryCode,
      after: settled.holidayArea,
    });
    await acting.audit(trx, {
      action: siteActions.change,
      entity: 'site',
      entityId: siteId,
      before,
      after: { ...settled, closedLocations: closed },
    });
    await acting.touch(trx);
  });
}

/** Events have days that were counted in the zone, and costs in the currency: neither can become another one's. */
async function checkFixed(
  trx: Trx,
  organisationId: number,
  { before, fields }: { before: StoredSite; fields: SiteEdit },
): Promise<void> {
  const changed = [
    ...(before.timeZone === fields.timeZone ? [] : [{ field: 'timeZone', code: 'sites.timeZoneFixed' } as const]),
    ...(before.currencyCode === fields.currencyCode
      ? []
      : [{ field: 'currencyCode', code: 'sites.currencyFixed' } as const]),
  ];
  const [first] = changed;
  if (first && (await siteHasEvents(trx, organisationId, before.id)))
    throw fail.conflict(first.code, { fields: changed });
}

async function recomputeOpenDays(
  trx: Trx,
  { scope, jobs }: Acting,
  days: { locationIds: readonly number[]; from?: LocalDate },
): Promise<void> {
  await markLocationsDirty(trx, { organisationId: scope.organisationId, ...days });
  await jobs.send(trx, rollupJob);
}

async function checkSite(
  trx: Trx,
  organisationId: number,
  { fields, exceptId }: { fields: SiteFields; exceptId?: number },
): Promise<void> {
  if (await siteNameIsTaken(trx, organisationId, { name: fields.siteName, exceptId }))
    throw refuse('sites.nameTaken', 'siteName');
  if (!(await countryIsKnown(trx, fields.countryCode))) throw refuse('sites.unknownCountry', 'countryCode');
  if (!(await currencyIsKnown(trx, fields.currencyCode))) throw refuse('sites.unknownCurrency', 'currencyCode');
}

/** Whose holidays the site has, as `siteFields` of the contract says. */
function holidayAreaOf(fields: SiteFields, before?: StoredSite): string {
  const { countryCode, regionName, subdivisionCode } = fields;
  if (subdivisionCode === null) return countryCode;
  if (subdivisionCode !== undefined) {
    const known = subdivisionCode.startsWith(`${countryCode}-`) && findSubdivision('en_US', subdivisionCode);
    if (!known) throw refuse('sites.unknownSubdivision', 'subdivisionCode');
    return subdivisionCode;
  }
  const kept = before?.countryCode === countryCode ? before.holidayArea : null;
  const guessed = kept === null || before?.regionName !== regionName ? guessSubdivision(countryCode, regionName) : null;
  return guessed ?? kept ?? countryCode;
}

/**
 * @returns the new location's id
 * @throws 404 unknownSite, 422 nameTaken, siteClosed, unknownStage
 */
export function createLocation(acting: Acting, fields: NewLocation): Promise<number> {
  const { organisationId } = acting.scope;
  return acting.db.transaction().execute(async (trx) => {
    await lockOrganisation(trx, organisationId);
    const site = await lockSite(trx, acting.scope, fields.siteId);
    if (!site) throw fail.notFound('sites.unknownSite');
    if (site.status === 'I') throw fail.unprocessable('sites.siteClosed');
    if (fields.wasteStageIds.some((id) => !stageIds.has(id))) throw refuse('sites.unknownStage', 'wasteStageIds');
    if (await locationNameIsTaken(trx, organisationId, { siteId: site.id, name: fields.locationName }))
      throw refuse('sites.locationNameTaken', 'locationName');
    const locationId = await insertLocation(trx, organisationId, { fields, now: acting.now });
    await openStages(trx, organisationId, { locationId, stageIds: fields.wasteStageIds, now: acting.now });
    await acting.audit(trx, {
      action: locationActions.create,
      entity: 'location',
      entityId: locationId,
      after: fields,
    });
    await acting.touch(trx);
    return locationId;
  });
}

/**
 * A location that is closed has no open day after its last one. Opened again, the days between stay closed.
 * @throws 404 unknownLocation, 422 nameTaken, siteClosed, lastDayAhead
 */
export async function changeLocation(
  acting: Acting,
  { locationId, fields }: { locationId: number; fields: LocationEdit },
): Promise<void> {
  const { organisationId } = acting.scope;
  await acting.db.transaction().execute(async (trx) => {
    await lockOrganisation(trx, organisationId);
    const before = await lockLocation(trx, acting.scope, locationId);
    if (!before) throw fail.notFound('sites.unknownLocation');
    if (fields.locationStatus === 'A' && before.siteStatus === 'I') throw refuse('sites.siteClosed', 'locationStatus');
    if (
      await locationNameIsTaken(trx, organisationId, {
        siteId: before.siteId,
        name: fields.locationName,
        exceptId: locationId,
      })
    ) {
      throw refuse('sites.locationNameTaken', 'locationName');
    }
    const closedOn =
      fields.locationStatus === 'A'
        ? null
        : lastDayOf(acting, { timeZone: before.timeZone, closedOn: fields.closedOn ?? before.closedOn });
    await updateLocation(trx, organisationId, { locationId, fields, closedOn, now: acting.now });
    if (before.holidaysObserved !== fields.holidaysObserved)
      await recomputeOpenDays(trx, acting, { locationIds: [locationId] });
    if (before.closedOn !== closedOn) await moveLastDay(trx, acting, { before, closedOn });
    await acting.audit(trx, {
      action: locationActions.change,
      entity: 'location',
      entityId: locationId,
      before,
      after: { ...fields, closedOn },
    });
    await acting.touch(trx);
  });
}

function lastDayOf(
  { now }: Acting,
  { timeZone, closedOn }: { timeZone: string; closedOn?: LocalDate | null | undefined },
): LocalDate {
  const today = localDateOf(now, timeZone);
  if (closedOn && closedOn > today) throw refuse('sites.lastDayAhead', 'closedOn');
  return closedOn ?? today;
}

async function moveLastDay(
  trx: Trx,
  acting: Acting,
  { before, closedOn }: { before: StoredLocation; closedOn: LocalDate | null },
): Promise<void> {
  if (before.closedOn !== null && closedOn === null) {
    const days = {
      fromDate: addDays(before.closedOn, 1),
      toDate: addDays(localDateOf(acting.now, before.timeZone), -1),
    };
    await keepClosed(trx, acting.scope.organisationId, {
      locationId: before.id,
      ...days,
      at: acting.now,
      userId: userIdOf(acting),
    });
  }
  const [from] = [before.closedOn, closedOn].filter((day) => day !== null).sort();
  await recomputeOpenDays(trx, acting, { locationIds: [before.id], from });
}
