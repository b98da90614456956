import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { features } from '../../server/features';
import { permissions } from '../../server/permission-matrix';
import { declaredRoutes, isWalked, nameOf, type DeclaredRoute } from '../support/declared-routes';
import { examplesOf, fileOf, unshownTables } from '../support/examples';
import { changedTables, fingerprint, tablesOf } from '../support/fingerprint';
import { addressIn, fullOrganisation } from '../support/full-organisation';
import { otherApp } from '../support/other-app';
import { signedInAs } from '../support/people';
import { watched } from '../support/statements';
import { changing, routeOf, senderOf, sendStep, walkSteps } from '../support/steps';
import { testApp, type TestApp } from '../support/test-app';

let app: TestApp;
let routes: DeclaredRoute[];
let readByKept: ReadonlySet<string>;

beforeAll(async () => {
  app = await testApp();
  routes = declaredRoutes(app);
  readByKept = await tablesOfKept();
});

/** The tables that stand in the statements of kept answers, by the words of their names. */
async function tablesOfKept(): Promise<ReadonlySet<string>> {
  const full = await fullOrganisation(app, { mark: 'Kept' });
  const { db, statements } = watched(app.resources.database);
  const node = otherApp(app, { database: { ...app.resources.database, db } });
  // A state that a menu tells is read for each page anew, and is no part of what is kept.
  const told = features.flatMap(({ menuStatus }) => (menuStatus ? [menuStatus.access] : []));
  const agent = await signedInAs(node, {
    organisationId: full.organisationId,
    permissions: permissions.filter((permission) => !told.includes(permission)),
  });
  statements.length = 0;
  for (const route of routes.filter(({ fresh }) => fresh)) {
    const answer = await agent.get(addressIn(full, route));
    expect([nameOf(route), answer.status < 400 || answer.text]).toEqual([nameOf(route), true]);
  }
  const words = new Set(statements.flatMap(({ text }) => text.match(/\w+/g) ?? []));
  return new Set((await tablesOf(app)).filter(({ table }) => words.has(table)).map(({ name }) => name));
}

/** What pages show of an organisation, or of everybody. */
const shownTo = (organisationId: number) =>
  fingerprint(app, {
    without: 'data_version',
    rowsOf: ({ name, columns }) =>
      name in unshownTables
        ? undefined
        : columns.has('organisation_id')
          ? sql`organisation_id = ${organisationId}`
          : sql`true`,
  });

const versionOf = async (organisationId: number) =>
  (
    await app.db
      .selectFrom('organisation')
      .select('data_version')
      .where('id', '=', organisationId)
      .executeTakeFirstOrThrow()
  ).data_version;

describe('every change of what pages show raises the data version of its organisation', () => {
  it.each(['identity', 'app', ...features.map(({ name }) => name)].filter(isWalked))(
    'by the routes of %s',
    async (owner) => {
      const own = routes.filter((route) => route.owner === owner && changing(route)).map(nameOf);
      const walked = new Set(examplesOf(owner).flatMap(({ silent }) => Object.keys(silent ?? {})));
      if (own.some((name) => !walked.has(name))) await walk(owner, walked);
      expect(
        own.filter((name) => !walked.has(name)),
        `of ${fileOf(owner)}: neither sent by \`changes\` nor named in \`silent\``,
      ).toEqual([]);
    },
  );

  /** A change of what kept answers read raises it at once; one of what is read anew each time may leave that to the jobs. */
  async function walk(owner: string, walked: Set<string>): Promise<void> {
    const full = await fullOrganisation(app, { mark: 'Fresh' });
    const { organisationId } = full;
    const sender = await senderOf(await signedInAs(app, { organisationId, permissions }), full.deviceKey);
    const state = async () => ({ rows: await shownTo(organisationId), version: await versionOf(organisationId) });
    let before = await state();
    await walkSteps(app, {
      full,
      owner,
      async send(step) {
        const { route: name, shown = true } = step;
        const answer = await sendStep(app, { sender, full, route: routeOf(routes, step), step });
        expect([name, answer.status < 400 ? 'done' : `${answer.status} ${answer.text.slice(0, 300)}`]).toEqual([
          name,
          'done',
        ]);
        const sent = await state();
        await app.runJobs();
        const after = await state();
        const stale = changedTables(before.rows, sent.rows).filter((table) => readByKept.has(table));
        const [byJobs, changed] = [changedTables(sent.rows, after.rows), changedTables(before.rows, after.rows)];
        if (stale.length > 0) expect([name, stale, sent.version > before.version]).toEqual([name, stale, true]);
        if (byJobs.length > 0) expect([name, byJobs, after.version > sent.version]).toEqual([name, byJobs, true]);
        expect([name, changed.length > 0]).toEqual([name, shown]);
        if (changed.length > 0) expect([name, changed, after.version > before.version]).toEqual([name, changed, true]);
        before = after;
        walked.add(name);
        return answer;
      },
    });
  }
});

it('kept answers read roll-ups, baselines, check weights and places, and no event by itself', () => {
  expect(
    ['rollup_week', 'location_week', 'location', 'site', 'baseline', 'check_weight', 'checkweight_note'].filter(
      (table) => !readByKept.has(table),
    ),
  ).toEqual([]);
  expect(['waste_event', 'device'].filter((table) => readByKept.has(table))).toEqual([]);
});

it('no example names a table that is not there', async () => {
  const names = new Set((await tablesOf(app)).map(({ name }) => name));
  expect(Object.keys(unshownTables).filter((table) => !names.has(table))).toEqual([]);
});
