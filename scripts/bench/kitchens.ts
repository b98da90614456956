import express from 'express';
import { readConfig } from '../../server/config';
import { createLog } from '../../server/platform/log';
import type { Permission } from '../../server/platform/permissions';
import { addDays, localDateOf, weekStartOf, type LocalDate } from '../../server/platform/time';
import { assembleResources, openDatabase } from '../../server/resources';
import { prepareDatabase } from '../../server/setup/prepare-database';
import { addEvents, addLocation, addSite, weeksOfEvents } from '../../tests/support/factories';
import { newOrganisation, newPerson, type Person } from '../../tests/support/people';
import type { TestApp } from '../../tests/support/test-app';

/** What a benchmark prepares a database with: the product's own functions, without a server. */
export interface Bench extends Pick<TestApp, 'db' | 'resources' | 'clock' | 'runJobs'> {
  close(): Promise<void>;
}

export async function openBench(env: Record<string, string>): Promise<Bench & TestApp> {
  const config = readConfig({ NODE_ENV: 'test', DEMO: '0', LOG_LEVEL: 'silent', ...env });
  const log = createLog('silent');
  const database = await openDatabase(config, log);
  await prepareDatabase(database.db);
  const resources = assembleResources({ config, log, database, build: 'bench' });
  await resources.jobs.open();
  return {
    db: database.db,
    resources,
    clock: resources.clock,
    // Nothing listens here: a benchmark asks a server of its own.
    app: express(),
    async runJobs() {
      await resources.jobs.runWaiting(resources);
    },
    async close() {
      await resources.jobs.stop();
      await database.close();
    },
  };
}

/** Sees every part of the dashboards, so that nothing is left out of a measure. */
export const permissionsOfViewer: readonly Permission[] = [
  'VIEW_PERFORMANCE_DASHBOARD',
  'VIEW_BASE_LPO_PAGE',
  'VIEW_EXCLUSION_THRESHOLD_PERFORMANCE_DASHBOARD',
  'VIEW_ENGAGEMENT_SCORE',
  'VIEW_CONFIGURATION_DROPDOWN',
];
const sitesOf = 4;

export interface Kitchens {
  organisationId: number;
  viewer: Person;
  /** The first and last day of the last whole weeks. */
  start: LocalDate;
  end: LocalDate;
}

/** An organisation whose locations have all been weighing for 13 weeks since their baseline. */
export async function addKitchens(
  bench: TestApp,
  {
    locations,
    weeks = 13,
    permissions = permissionsOfViewer,
  }: { locations: number; weeks?: number; permissions?: readonly Permission[] },
): Promise<Kitchens> {
  const organisationId = await newOrganisation(bench, { name: `Kitchens ${locations}`, timeZone: 'UTC' });
  const today = localDateOf(new Date(), 'UTC');
  const thisMonday = weekStartOf(today);
  const first = addDays(thisMonday, -7 * (weeks + 4));
  let siteId = 0;
  for (let at = 0; at < locations; at += 1) {
    if (at % sitesOf === 0)
      siteId = await addSite(bench, {
        organisationId,
        name: `Site ${String(at / sitesOf).padStart(3, '0')}`,
        region: `Region ${at % 5}`,
        segment: `Segment ${at % 3}`,
      });
    const locationId = await addLocation(bench, {
      organisationId,
      siteId,
      name: `Kitchen number ${String(at).padStart(3, '0')}`,
    });
    const gramsOfWeeks = Array.from({ length: weeks + 4 }, (_, week) => 900 + ((at * 37 + week * 53) % 200));
    await addEvents(bench, {
      organisationId,
      locationId,
      events: weeksOfEvents({ weekStart: first, gramsOfWeeks, cost: 2.5 }),
    });
  }
  await bench.runJobs();
  const viewer = await newPerson(bench, { organisationId, permissions });
  return { organisationId, viewer, start: addDays(thisMonday, -7 * weeks), end: addDays(thisMonday, -1) };
}
