import { documentOf } from '../../../views/generate-reports/documents';
import { listUnits } from '../../domain/catalogue';
import { listPlaces } from '../../domain/places';
import type { ReachedPerson } from '../../platform/acting';
import type { Locale, Scope, Viewer, WeightUnit } from '../../platform/actor';
import type { Db } from '../../platform/db/database';
import type { DocumentLogo, ReportDocument } from '../../platform/document/document.contract';
import { renderDocument } from '../../platform/document/render-document';
import { translator } from '../../platform/i18n/messages';
import type { Permission } from '../../platform/permissions';
import { pictureShape, printedPicture } from '../../platform/pictures/pictures';
import type { Resources } from '../../platform/resources';
import { localDateOf } from '../../platform/time';
import type { ReportParameters } from './generate-reports.contract';
import { TooManyEvents } from './raw-export.service';
import { deliverToRecipients } from './report-delivery.service';
import type { ReportFigures } from './report-figures.contract';
import { loadFigures } from './report-figures.service';
import { mayMake } from './report-kinds.rules';
import { endRun, finishRun, listSeen, lockRun, noteStep, type RunKey } from './report-runs.store';
import { findReportSettings } from './report-schedules.store';

/** Makes a report with what whoever asked for it sees now. Nothing is kept of one that was cancelled meanwhile. */
export async function runReport(resources: Resources, key: RunKey): Promise<void> {
  const { database, clock, log, reach, config } = resources;
  const { db } = database;
  const run = await db.transaction().execute((trx) => lockRun(trx, key));
  if (!run || !(await noteStep(db, key, { step: 1, now: clock.now() }))) return;
  const found = await reach.ofPerson(db, { userId: run.requestedBy, organisationId: key.organisationId });
  if (!found || !mayMake(run.kind, found.actor.permissions)) {
    await endRun(db, key, { state: 'failed', failure: 'reports.failure.noAccess', now: clock.now() });
    return;
  }
  try {
    const { document, figures, rawRows, locationIds } = await makeDocument(resources, found, {
      parameters: run.parameters,
      now: clock.now(),
    });
    if (!(await noteStep(db, key, { step: 2, now: clock.now() }))) return;
    const pdf = await renderDocument({ document, format: 'pdf', publicUrl: config.publicUrl });
    await db.transaction().execute(async (trx) => {
      const now = clock.now();
      const current = await lockRun(trx, key);
      if (current?.state !== 'running') return;
      await finishRun(trx, key, { document, figures, rawRows, pdf, locationIds, now });
      if (run.scheduleId !== null) await deliverToRecipients(trx, resources, { run: current, key, now });
    });
  } catch (error) {
    const tooMany = error instanceof TooManyEvents;
    if (!tooMany) log.error({ err: error, ...key }, 'a report was not made');
    const failure = tooMany ? 'reports.failure.tooManyEvents' : 'reports.failure.other';
    await endRun(db, key, { state: 'failed', failure, now: clock.now() });
  }
}

/** @throws where the organization, its unit or the place is gone */
async function makeDocument(
  { database: { db }, tenants, log }: Resources,
  { actor, scope, forms }: ReachedPerson,
  { parameters, now }: { parameters: ReportParameters; now: Date },
): Promise<{ document: ReportDocument; figures: ReportFigures; rawRows: Buffer | null; locationIds: number[] }> {
  const organisation = await findReportSettings(db, scope.organisationId);
  const unit = await unitOf(db, parameters.unitId);
  if (!organisation || !unit) throw new Error('the organization or its unit is gone');
  const locale = parameters.locale as Locale;
  const t = translator(locale);
  const viewer: Viewer = {
    locale,
    unit,
    permissions: actor.permissions as ReadonlySet<Permission>,
    scope,
    today: localDateOf(now, organisation.timeZone),
    quarter: null,
    organisation: { ...organisation, id: scope.organisationId, ...unused },
  };
  const [{ figures, rawRows }, locationIds, place, picture] = await Promise.all([
    loadFigures(db, { viewer, parameters, t, now }),
    listSeen(db, scope, parameters),
    placeName(db, scope, parameters),
    parameters.logo === 'organization' ? tenants.logoOf(db, scope.organisationId) : null,
  ]);
  // A logo that cannot be read is no reason to have no report.
  const logo =
    picture &&
    (await printedLogo(picture).catch((error: unknown) => {
      log.warn({ err: error, organisationId: scope.organisationId }, 'a logo was not read');
      return null;
    }));
  const document = documentOf({
    t,
    settings: { locale, unit, timeZone: organisation.timeZone, forms },
    parameters,
    figures,
    organisation,
    logo,
    place,
    restricted: scope.restriction !== null,
    now,
  });
  return { document, figures, rawRows, locationIds };
}

/** Twice as large as it is shown, for paper. */
const logoSize = { width: 384, height: 128 };

async function printedLogo(given: Buffer): Promise<Omit<DocumentLogo, 'alt'>> {
  const picture = await printedPicture(given, logoSize);
  const { width, height } = await pictureShape(picture);
  return { url: `data:image/png;base64,${picture.toString('base64')}`, width, height };
}

/** What a viewer has of an organization, and no figure of a report asks for. */
const unused = { currency: '', countryCode: '', exclusionThreshold: 0, dataVersion: 0, switchedOff: [] };

async function unitOf(db: Db, unitId: number): Promise<WeightUnit | undefined> {
  const unit = (await listUnits(db)).find((one) => one.unitId === unitId);
  return unit && { id: unit.unitId, abbr: unit.unitAbrv, gramsPerUnit: unit.gramsPerUnit };
}

/** @throws where it is seen no more; null without one */
async function placeName(db: Db, scope: Scope, { siteId, locationId }: ReportParameters): Promise<string | null> {
  if (siteId === null && locationId === null) return null;
  for (const site of await listPlaces(db, scope)) {
    if (locationId === null && site.siteId === siteId) return site.siteName;
    const location = site.locations.find((one) => one.locationId === locationId);
    if (location) return `${location.locationName}, ${site.siteName}`;
  }
  throw new Error('the place of the report is gone');
}
