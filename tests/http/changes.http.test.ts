import type { Response } from 'supertest';
import { beforeAll, describe, expect, it } from 'vitest';
import { features } from '../../server/features';
import { permissions } from '../../server/permission-matrix';
import { declaredRoutes, isWalked, nameOf, type DeclaredRoute } from '../support/declared-routes';
import type { Step } from '../support/example';
import { examplesOf, fileOf, unshownTables } from '../support/examples';
import { rowsAround, tablesOf } from '../support/fingerprint';
import { addressIn, fullOrganisation, fullPlace, type FullPlace } from '../support/full-organisation';
import { otherApp } from '../support/other-app';
import { newOrganisation, signedInAs } from '../support/people';
import { watched } from '../support/statements';
import { changing, routeOf, senderOf, sendStep, walkSteps, type Sender } from '../support/steps';
import { canary, elsewhere, isRefusal, moved, plain } from '../support/strangers';
import { testApp, type TestApp } from '../support/test-app';

/** The same walk has been made on PostgreSQL: strangers are refused before the database is asked. */
const again = process.env.TARE_TEST_AGAIN === '1';

let app: TestApp;
let routes: DeclaredRoute[];
/** Those that ask who somebody is. */
let asking: DeclaredRoute[];
let readByKept: ReadonlySet<string>;
let intruder: Sender;

beforeAll(async () => {
  app = await testApp();
  routes = declaredRoutes(app);
  asking = routes.filter(({ access }) => access !== 'public' && access !== 'vendor');
  intruder = await senderOf(await signedInAs(app, { organisationId: await newOrganisation(app), permissions }));
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

/** The tables that something differs in, of the rows of the organisation or of a site, or of what pages show of anybody. */
const differing = (before: State, after: State, part: 'all' | 'atSite' = 'all') =>
  [...after.rows].filter(([name, rows]) => before.rows.get(name)?.[part] !== rows[part]).map(([name]) => name);
const ownedOf = (names: readonly string[], { rows }: State) => names.filter((name) => rows.get(name)?.owned);
const shownOf = (names: readonly string[]) => names.filter((name) => !(name in unshownTables));

interface State {
  rows: Awaited<ReturnType<typeof rowsAround>>;
  version: number;
}

const stateAround = async (place: FullPlace): Promise<State> => ({
  rows: await rowsAround(app, { ...place, isShared: (name) => !(name in unshownTables) }),
  version: await versionOf(place.organisationId),
});

const versionOf = async (organisationId: number) =>
  (
    await app.db
      .selectFrom('organisation')
      .select('data_version')
      .where('id', '=', organisationId)
      .executeTakeFirstOrThrow()
  ).data_version;

/** A site, and two people of its organization who may do all, but not there: one at another site, and one nowhere. */
async function placeOf(owner: string) {
  const own = await fullOrganisation(app, { mark: 'OPEN-5b1e', organisationMark: 'Shared', of: [] });
  const { organisationId } = own;
  const place = await fullPlace(app, { organisationId, mark: canary, organisationMark: 'Shared too', of: [owner] });
  const limited = await signedInAs(app, { organisationId, permissions, sites: [own.siteId] });
  const bereft = await signedInAs(app, { organisationId, permissions, sites: [own.siteId] });
  await app.db.deleteFrom('secured_site').where('user_id', '=', bereft.person.userId).execute();
  const everybody = await signedInAs(app, { organisationId, permissions });
  return {
    place,
    sender: await senderOf(everybody, place.deviceKey),
    restricted: [await senderOf(bereft), await senderOf(limited)],
  };
}

/** A file that is no text is looked into as it is. */
const saidIn = ({ text, body }: Response): string =>
  (text as string | undefined) ?? (Buffer.isBuffer(body) ? body.toString('latin1') : JSON.stringify(body));

/** From the second organisation, which names the first one too where that can be. */
async function intrude(full: FullPlace, step: Step): Promise<void> {
  const route = routeOf(asking, step);
  const named =
    route.organisationIn === 'body' ? [{ ...step, body: { ...step.body, organisationId: full.organisationId } }] : [];
  for (const one of [step, ...named]) {
    const answer = await sendStep(app, { sender: intruder, full, route, step: one });
    expect([one, answer.status < 500, saidIn(answer).includes(canary)]).toEqual([one, true, false]);
    if (route.path.includes(':') || one !== step)
      expect([one, isRefusal(answer) || answer.status]).toEqual([one, true]);
    if (route.path.includes(':') && route.kind === 'call') {
      const none = await sendStep(app, {
        sender: intruder,
        full: elsewhere(full),
        route,
        step: { ...one, values: moved({ ...one.values }) },
      });
      expect([one, plain(answer)]).toEqual([one, plain(none)]);
    }
  }
}

/** From another site of the same organisation, or from none. What is of the whole organisation they may be able to change. */
async function overstep(sender: Sender, full: FullPlace, step: Step): Promise<Response> {
  const route = routeOf(asking, step);
  const answer = await sendStep(app, { sender, full, route, step });
  expect([step, answer.status < 500, saidIn(answer).includes(canary)]).toEqual([step, true, false]);
  if (route.path.includes(':')) expect([step, isRefusal(answer) || answer.status]).toEqual([step, true]);
  return answer;
}

/** Others send each change in vain before somebody of the site sends it. */
describe('every change', () => {
  // ASVS V8.2.1–3, V8.4.1
  it.each(['identity', 'app', ...features.map(({ name }) => name)].filter(isWalked))(
    'is made by nobody of another organization or site, and raises the data version where pages show it: %s',
    async (owner) => {
      const own = routes.filter((route) => route.owner === owner && changing(route)).map(nameOf);
      if (own.length === 0) return;
      const silent = examplesOf(owner).flatMap((example) => Object.keys(example.silent ?? {}));
      const walked = new Set(silent);
      const { place, sender, restricted } = await placeOf(owner);
      await sweep(silent, { place, restricted });
      if (own.some((name) => !walked.has(name))) await walk(owner, { place, sender, restricted, walked });
      expect(
        own.filter((name) => !walked.has(name)),
        `of ${fileOf(owner)}: neither sent by \`changes\` nor named in \`silent\``,
      ).toEqual([]);
    },
  );

  interface Trial {
    place: FullPlace;
    restricted: readonly Sender[];
  }

  /** Everybody else sends the changes that no page shows, with nothing in them. */
  async function sweep(silent: readonly string[], { place, restricted }: Trial): Promise<void> {
    if (again) return;
    const before = await stateAround(place);
    for (const route of silent) await intrude(place, { route });
    const intruded = await stateAround(place);
    expect(ownedOf(differing(before, intruded), intruded)).toEqual([]);
    for (const route of silent) for (const person of restricted) await overstep(person, place, { route });
    expect(differing(intruded, await stateAround(place), 'atSite')).toEqual([]);
  }

  /** @returns how things stand before and after somebody restricted has tried, and the answer where they may make the change */
  async function tryInVain({ place, restricted }: Trial, step: Step) {
    const begun = await stateAround(place);
    if (again) return { done: null, before: begun, after: begun };
    await intrude(place, step);
    const before = await stateAround(place);
    expect([step, ownedOf(differing(begun, before), before)]).toEqual([step, []]);
    let done: Response | null = null;
    for (const person of restricted) {
      const answer = await overstep(person, place, step);
      if (isRefusal(answer)) continue;
      done = answer;
      break;
    }
    const after = await stateAround(place);
    expect([step, differing(before, after, 'atSite')]).toEqual([step, []]);
    return { done, before, after };
  }

  interface Walk extends Trial {
    sender: Sender;
    walked: Set<string>;
  }

  /** A change of what kept answers read raises it immediately; one of what is read anew each time may leave that to the jobs. */
  async function walk(owner: string, { place, sender, restricted, walked }: Walk): Promise<void> {
    await walkSteps(app, {
      full: place,
      owner,
      async send(step) {
        const { route: name, shown = true } = step;
        const { done, before, after: tried } = await tryInVain({ place, restricted }, step);
        const answer = done ?? (await sendStep(app, { sender, full: place, route: routeOf(routes, step), step }));
        expect([name, answer.status < 400 ? 'done' : `${answer.status} ${answer.text.slice(0, 300)}`]).toEqual([
          name,
          'done',
        ]);
        const sent = done ? tried : await stateAround(place);
        await app.runJobs();
        const after = await stateAround(place);
        const changed = (from: State, to: State) => shownOf(differing(from, to));
        const stale = changed(before, sent).filter((table) => readByKept.has(table));
        const [byJobs, all] = [changed(sent, after), changed(before, after)];
        if (stale.length > 0) expect([name, stale, sent.version > before.version]).toEqual([name, stale, true]);
        if (byJobs.length > 0) expect([name, byJobs, after.version > sent.version]).toEqual([name, byJobs, true]);
        expect([name, all.length > 0]).toEqual([name, shown]);
        if (all.length > 0) expect([name, all, after.version > before.version]).toEqual([name, all, true]);
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

it('compares many tables of an organization', async () => {
  const { place } = await placeOf('app');
  const { rows } = await stateAround(place);
  expect([...rows.values()].filter(({ owned }) => owned).length).toBeGreaterThan(30);
});

it('no example names a table that is not there', async () => {
  const names = new Set((await tablesOf(app)).map(({ name }) => name));
  expect(Object.keys(unshownTables).filter((table) => !names.has(table))).toEqual([]);
});
