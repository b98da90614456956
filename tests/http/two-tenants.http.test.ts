import { randomUUID } from 'node:crypto';
import type { Response } from 'supertest';
import { beforeAll, describe, expect, it } from 'vitest';
import { permissions } from '../../server/permission-matrix';
import { declaredRoutes, isWalked, nameOf, walksAll, type DeclaredRoute } from '../support/declared-routes';
import { addEvents, addLocation, weeksOfEvents } from '../support/factories';
import { addressIn, fullOrganisation, fullPlace, pathIn, type FullPlace } from '../support/full-organisation';
import { newOrganisation, signedInAs } from '../support/people';
import { senderOf, type Sender } from '../support/steps';
import { canary, elsewhere, plain } from '../support/strangers';
import { testApp, type TestApp } from '../support/test-app';

let app: TestApp;
let routes: DeclaredRoute[];

beforeAll(async () => {
  app = await testApp();
  routes = declaredRoutes(app).filter(({ access }) => access !== 'public' && access !== 'vendor');
});

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
}

/** What is only read is made once. */
const first = once(() => fullOrganisation(app, { mark: canary }));
/** By people: what a device or a directory reads is what its key or secret was made for. */
const readable = () =>
  routes.filter(
    ({ method, owner, access }) => method === 'get' && access !== 'tenant' && access !== 'device' && isWalked(owner),
  );
/** A number of routes that is found where all are walked. */
const many = (number: number) => (walksAll ? number : 0);
const get = ({ agent }: Sender, url: string) => agent.get(url) as unknown as Promise<Response>;

describe('what is asked for', () => {
  it('is answered to its owner, with its names', async () => {
    const full = await first();
    const owner = await senderOf(await signedInAs(app, { organisationId: full.organisationId, permissions }));
    let named = 0;
    for (const route of readable()) {
      const answer = await get(owner, addressIn(full, route));
      expect([nameOf(route), answer.status < 400 || answer.text]).toEqual([nameOf(route), true]);
      if (answer.text?.includes(canary)) named += 1;
    }
    expect(named).toBeGreaterThan(many(25));
  });
});

/** Of another organization, whose account stands below that of the first: nobody is nearer to it, and sees nothing of it. */
const stranger = once(async () => {
  const { organisationId: parentId } = await first();
  return senderOf(await signedInAs(app, { organisationId: await newOrganisation(app, { parentId }), permissions }));
});

describe('the second organisation, with every permission', () => {
  // ASVS V8.2.1–3, V8.4.1
  // Attack: IDOR across tenants
  it('never reads a name of the first, whatever ids it asks for', async () => {
    const full = await first();
    const intruder = await stranger();
    const named: string[] = [];
    for (const route of readable())
      if ((await get(intruder, addressIn(full, route))).text?.includes(canary)) named.push(nameOf(route));
    expect(named).toEqual([]);
  });

  // ASVS V8.2.1–3, V8.4.1
  it('cannot tell their ids from ids that nobody has', async () => {
    const full = await first();
    const intruder = await stranger();
    for (const route of routes.filter((one) => one.kind === 'call' && one.path.includes(':') && isWalked(one.owner))) {
      const send = async (place: FullPlace) =>
        plain((await intruder.agent[route.method](pathIn(place, route))) as unknown as Response);
      expect([nameOf(route), await send(full)]).toEqual([nameOf(route), await send(elsewhere(full))]);
    }
  });

  // ASVS V8.2.1–3, V8.4.1
  it('acts in the place of the first by no call of the published client, as if there were no such tenant', async () => {
    const full = await first();
    const { agent } = await stranger();
    const { id } = await app.db
      .selectFrom('identity.tenant')
      .select('id')
      .where('number', '=', full.organisationId)
      .executeTakeFirstOrThrow();
    const calls = routes.filter(
      ({ owner, kind, surface }) => owner === 'identity' && kind === 'call' && surface === 'identity',
    );
    expect(calls.length).toBeGreaterThan(many(150));
    for (const route of calls.filter(({ owner }) => isWalked(owner))) {
      const send = async (place: FullPlace, tenant: string) => {
        const request = agent[route.method](pathIn(place, route)).set('frontegg-scoped-tenant', tenant);
        return plain((await request) as unknown as Response);
      };
      const name = nameOf(route);
      expect([name, await send(full, id)]).toEqual([name, await send(elsewhere(full), randomUUID())]);
    }
  });
});

/** A site that somebody is limited to, and one out of their sight. */
async function twoSites() {
  const own = await fullOrganisation(app, { mark: 'OPEN-5b1e', organisationMark: 'Shared' });
  const { organisationId } = own;
  const theirs = await fullPlace(app, { organisationId, mark: canary, organisationMark: 'Shared too' });
  const limited = await signedInAs(app, { organisationId, permissions, sites: [own.siteId] });
  const bereft = await signedInAs(app, { organisationId, permissions, sites: [own.siteId] });
  await app.db.deleteFrom('secured_site').where('user_id', '=', bereft.person.userId).execute();
  return { own, theirs, limited: await senderOf(limited), bereft: await senderOf(bereft) };
}

/** The same, with somebody who has limited themselves and somebody who sees all of it. */
async function twoSitesAndAll() {
  const sites = await twoSites();
  const { organisationId, siteId } = sites.own;
  const selfLimited = await signedInAs(app, { organisationId, permissions });
  expect(
    (await selfLimited.put('/rest/v1/user/secured-items').send({ siteIds: [siteId], locationIds: [] })).status,
  ).toBe(204);
  return {
    ...sites,
    selfLimited: await senderOf(selfLimited),
    unlimited: await senderOf(await signedInAs(app, { organisationId, permissions })),
  };
}

/** What is only read is made once; whoever changes it comes last. */
const sites = once(twoSitesAndAll);

/** Whoever has limited themselves is offered all that others let them see, or they could never choose anew. */
const isOffer = ({ path }: DeclaredRoute) => path === '/user/secured-items/choices';

describe('somebody restricted, with every permission', () => {
  it.each(['limited', 'bereft', 'selfLimited'] as const)(
    'reads nothing of what they may not see, whether they ask for it or not: %s',
    async (who) => {
      const { own, theirs, ...people } = await sites();
      const unseen = who === 'bereft' ? [canary, own.mark] : [canary];
      for (const route of readable().filter((one) => who !== 'selfLimited' || !isOffer(one))) {
        // What one's own ids bring along is the same for all three.
        for (const full of who === 'limited' ? [own, theirs] : [theirs]) {
          const { text = '' } = await get(people[who], addressIn(full, route));
          expect([nameOf(route), full.mark, unseen.filter((mark) => text.includes(mark))]).toEqual([
            nameOf(route),
            full.mark,
            [],
          ]);
        }
      }
    },
  );

  it('asks for what others of the organization do read', async () => {
    const { own, theirs, unlimited } = await sites();
    let [asked, unasked] = [0, 0];
    for (const route of readable()) {
      if ((await get(unlimited, addressIn(theirs, route))).text?.includes(canary)) asked += 1;
      if ((await get(unlimited, addressIn(own, route))).text?.includes(canary)) unasked += 1;
      // They are enough to show that the marks of the tests above can be found.
      if (walksAll && asked > 30 && unasked > 10) break;
    }
    expect([asked > many(12), unasked > many(5)]).toEqual([true, true]);
  });

  it('is told counts and sums that do not move with what happens out of their sight', async () => {
    // Who has limited themselves sees by the same reach as whom others have limited.
    const { own, theirs, limited, unlimited } = await sites();
    const calls = readable().filter((route) => route.kind === 'call' && !isOffer(route));
    const answers = async (sender: Sender) => {
      const said = new Map<string, string>();
      // A refusal names its request, which is another each time.
      for (const route of calls) {
        const { status, text = '' } = await get(sender, addressIn(own, route));
        said.set(nameOf(route), status < 400 ? text : String(status));
      }
      return said;
    };
    const people = { limited, unlimited };
    const before = new Map(
      await Promise.all(Object.entries(people).map(async ([name, sender]) => [name, await answers(sender)] as const)),
    );
    const { organisationId, locationId, siteId } = theirs;
    await addEvents(app, {
      organisationId,
      locationId,
      events: weeksOfEvents({ weekStart: '2026-01-05', gramsOfWeeks: [4000, 500, 7000, 4000, 200, 100] }),
    });
    await addEvents(app, {
      organisationId,
      locationId: await addLocation(app, { organisationId, siteId, name: `${canary} Bakery`, stages: [8] }),
      events: [{ day: '2026-01-06', grams: 123 }],
    });
    await app.runJobs();
    const moved = async (name: keyof typeof people) => {
      const [was, is] = [before.get(name), await answers(people[name])];
      return [...is].filter(([route, text]) => was?.get(route) !== text).map(([route]) => route);
    };
    if (walksAll) expect((await moved('unlimited')).length).toBeGreaterThan(4);
    expect(await moved('limited')).toEqual([]);
  });
});
