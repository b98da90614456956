import { actingAsSystem } from '../../platform/acting';
import { defineActions } from '../../platform/audit';
import type { Trx } from '../../platform/db/database';
import { lockOrganisation } from '../../platform/db/organisation-lock';
import type { JobSender } from '../../platform/jobs/job-handle';
import type { Resources } from '../../platform/resources';
import { setHolidayArea } from '../places';
import { markDirty, rollupJob } from '../weeks';
import {
  listUnsettledOrganisations,
  listWeeksOfOtherHolidays,
  listYearsOfSite,
  lockUnsettledSites,
} from './holiday-areas.store';
import { ensureHolidays } from './holidays';
import { guessSubdivision } from './subdivisions';

const actions = defineActions('calendar', { settleHolidays: {} });

interface Moved {
  siteId: number;
  /** Areas of `area_holiday`. */
  before: string;
  after: string;
}

/**
 * Makes the figures stale that rest on days which are a holiday in one of the two areas alone, and asks for their new ones.
 * Belongs into the transaction that changes the site, under the organisation's lock. Days that a person marked stay as marked.
 */
export async function moveHolidays(
  trx: Trx,
  jobs: JobSender,
  { organisationId, siteId, before, after }: Moved & { organisationId: number },
): Promise<void> {
  if (before === after) return;
  await ensureHolidays(trx, [before, after], await listYearsOfSite(trx, organisationId, siteId));
  const weeks = await listWeeksOfOtherHolidays(trx, organisationId, { siteId, areas: [before, after] });
  if (weeks.length === 0) return;
  await markDirty(trx, organisationId, weeks);
  await jobs.send(trx, rollupJob);
}

type Dependencies = Pick<Resources, 'database' | 'clock' | 'jobs' | 'domain'>;

/**
 * Gives sites that were there before holidays of parts of a country, or that came in with data, the part that their region
 * names; those whose region names none keep the holidays of their whole country. Sites that were settled stay as they are.
 */
export async function settleHolidayAreas(means: Dependencies): Promise<void> {
  const { db } = means.database;
  for (const organisationId of await listUnsettledOrganisations(db)) {
    await db.transaction().execute(async (trx) => {
      await lockOrganisation(trx, organisationId);
      const found: Moved[] = [];
      for (const { siteId, countryCode, regionName } of await lockUnsettledSites(trx, organisationId)) {
        const after = guessSubdivision(countryCode, regionName) ?? countryCode;
        await setHolidayArea(trx, { organisationId, siteId, area: after });
        if (after !== countryCode) found.push({ siteId, before: countryCode, after });
      }
      for (const moved of found) await moveHolidays(trx, means.jobs, { organisationId, ...moved });
      if (found.length === 0) return;
      const acting = actingAsSystem(means, { organisationId, name: 'calendar' });
      await acting.audit(trx, {
        action: actions.settleHolidays,
        entity: 'calendar',
        entityId: 'many',
        after: { sites: found },
      });
      await acting.touch(trx);
    });
  }
}
