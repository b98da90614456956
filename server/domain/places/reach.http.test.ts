import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { declaredRoutes, nameOf, type DeclaredRoute } from '../../../tests/support/declared-routes';
import { examplesOf } from '../../../tests/support/examples';
import { addLocation, addSite } from '../../../tests/support/factories';
import { addressIn, fullOrganisation, type FullPlace } from '../../../tests/support/full-organisation';
import { joinOrganisation, newOrganisation, signedInAs, unique } from '../../../tests/support/people';
import { routeOf, sendStep, senderOf, walkSteps } from '../../../tests/support/steps';
import { testApp, type TestApp } from '../../../tests/support/test-app';
import { features } from '../../features';
import { permissions } from '../../permission-matrix';

type Agent = Awaited<ReturnType<typeof signedInAs>>;

let app: TestApp;
/** A parent with two children, one of which has a child. */
let parent: number;
let child: number;
let sibling: number;
let grandchild: number;

beforeAll(async () => {
  app = await testApp();
  parent = await newOrganisation(app);
  child = await newOrganisation(app, { parentId: parent });
  sibling = await newOrganisation(app, { parentId: parent });
  grandchild = await newOrganisation(app, { parentId: child });
});

async function offered(agent: Agent, permission = ''): Promise<number[]> {
  const { body, status } = await agent.get(
    `/rest/v1/participant/participants${permission && `?permission=${permission}`}`,
  );
  expect(status).toBe(200);
  return (body as { participantId: number }[]).map((one) => one.participantId);
}

const sitesOf = (agent: Agent, organisationId: number) => agent.get(`/rest/v1/sites?organisationId=${organisationId}`);
const overviewOf = (agent: Agent, organisationId: number) =>
  agent.get(`/rest/v1/sites/overview?organisationId=${organisationId}`);
const inOrder = (ids: number[]) => [...ids].sort((a, b) => a - b);

/** What is offered is what is answered, and nothing else is. */
async function expectReach(agent: Agent, reached: number[]): Promise<void> {
  expect(inOrder(await offered(agent))).toEqual(inOrder(reached));
  for (const id of [1, parent, child, sibling, grandchild])
    expect([id, (await sitesOf(agent, id)).status]).toEqual([id, reached.includes(id) ? 200 : 404]);
}

describe('the organisations that a person may choose', () => {
  it('are their own and all below', async () => {
    await expectReach(await signedInAs(app, { organisationId: parent }), [parent, child, sibling, grandchild]);
    await expectReach(await signedInAs(app, { organisationId: child }), [child, grandchild]);
  });

  it('are neither those above nor those beside', async () => {
    await expectReach(await signedInAs(app, { organisationId: grandchild }), [grandchild]);
    await expectReach(await signedInAs(app, { organisationId: sibling }), [sibling]);
  });

  it('are also those of a second membership, with what is below it', async () => {
    const agent = await signedInAs(app, { organisationId: sibling });
    await joinOrganisation(app, agent.person, { organisationId: child });
    await expectReach(agent, [sibling, child, grandchild]);
  });

  it('end with the membership and with the organisation', async () => {
    const agent = await signedInAs(app, { organisationId: sibling });
    await joinOrganisation(app, agent.person, { organisationId: child });
    await app.db
      .updateTable('identity.membership')
      .set({ status: 'I' })
      .where('user_id', '=', agent.person.userId)
      .where('tenant_number', '=', child)
      .execute();
    await expectReach(agent, [sibling]);
    const above = await newOrganisation(app);
    const suspended = await newOrganisation(app, { parentId: above });
    await app.db.updateTable('identity.tenant').set({ status: 'SUSPENDED' }).where('number', '=', suspended).execute();
    expect(await offered(await signedInAs(app, { organisationId: above }))).toEqual([above]);
  });

  it('are found where organisations stand below each other in a circle', async () => {
    const first = await newOrganisation(app);
    const second = await newOrganisation(app, { parentId: first });
    const third = await newOrganisation(app, { parentId: second });
    const own = await newOrganisation(app);
    const above = (organisationId: number, parentId: number) =>
      app.db
        .updateTable('identity.tenant')
        .set({ parent_number: parentId })
        .where('number', '=', organisationId)
        .execute();
    await above(first, third);
    await above(own, own);
    for (const id of [first, second, third]) {
      const agent = await signedInAs(app, { organisationId: id });
      expect(inOrder(await offered(agent))).toEqual([first, second, third]);
      expect((await sitesOf(agent, first)).status).toBe(200);
      expect((await sitesOf(agent, own)).status).toBe(404);
    }
    expect(await offered(await signedInAs(app, { organisationId: own }))).toEqual([own]);
  });

  it('never lead into the internal organisation, wherever that stands', async () => {
    const above = await newOrganisation(app);
    const agent = await signedInAs(app, { organisationId: above, permissions });
    await app.db.updateTable('identity.tenant').set({ parent_number: above }).where('number', '=', 1).execute();
    try {
      expect(await offered(agent)).toEqual([above]);
      expect((await sitesOf(agent, 1)).status).toBe(404);
    } finally {
      await app.db.updateTable('identity.tenant').set({ parent_number: null }).where('number', '=', 1).execute();
    }
  });

  it('are all for members of the internal organisation', async () => {
    const staff = await signedInAs(app, { organisationId: 1, permissions: ['EDIT_SITES'] });
    expect(await offered(staff, 'EDIT_SITES')).toEqual(expect.arrayContaining([1, parent, child, sibling, grandchild]));
    expect(await offered(staff, 'EDIT_BASELINES')).toEqual([]);
    expect((await overviewOf(staff, grandchild)).status).toBe(200);
    expect((await sitesOf(staff, 900_000_001)).status).toBe(404);
  });
});

describe('rights in another organisation', () => {
  it('come down from the membership above', async () => {
    const agent = await signedInAs(app, { organisationId: parent, permissions: ['EDIT_SITES'] });
    const siteName = unique('Made from above');
    const made = await agent.post('/rest/v1/sites').send({
      organisationId: grandchild,
      siteName,
      countryCode: 'US',
      timeZone: 'America/New_York',
      currencyCode: 'USD',
    });
    expect(made.status).toBe(200);
    expect(await app.db.selectFrom('site').select('organisation_id').where('name', '=', siteName).execute()).toEqual([
      { organisation_id: grandchild },
    ]);
    const audited = await app.db
      .selectFrom('audit_log')
      .select(['organisation_id', 'actor'])
      .where('entity', '=', 'site')
      .where('entity_id', '=', String(made.body.siteId))
      .execute();
    expect(audited).toEqual([{ organisation_id: grandchild, actor: agent.person.login }]);
  });

  it('are those of the membership there, which counts for more than one above', async () => {
    const agent = await signedInAs(app, { organisationId: parent, permissions: ['EDIT_SITES', 'EDIT_TRANSACTIONS'] });
    await joinOrganisation(app, agent.person, { organisationId: child, permissions: ['EDIT_TRANSACTIONS'] });
    expect(inOrder(await offered(agent, 'EDIT_SITES'))).toEqual(inOrder([parent, sibling]));
    expect(inOrder(await offered(agent, 'EDIT_TRANSACTIONS'))).toEqual(inOrder([parent, child, sibling, grandchild]));
    for (const id of [child, grandchild]) {
      expect((await overviewOf(agent, id)).status).toBe(404);
      expect((await agent.get(`/rest/v1/waste-events?organisationId=${id}`)).status).toBe(200);
    }
    expect((await overviewOf(agent, sibling)).status).toBe(200);
  });

  it('do not help where the own organisation gives none', async () => {
    const agent = await signedInAs(app, { organisationId: parent });
    await joinOrganisation(app, agent.person, { organisationId: child, permissions: ['EDIT_SITES'] });
    expect((await overviewOf(agent, child)).status).toBe(403);
  });
});

describe('limits to sites', () => {
  const namesIn = async (agent: Agent, organisationId: number) =>
    ((await sitesOf(agent, organisationId)).body as { siteId: number }[]).map((one) => one.siteId);

  it('keep whoever has them from what is below, unless they have some there too', async () => {
    const site = await addSite(app, { organisationId: parent });
    const open = await addSite(app, { organisationId: child });
    await addSite(app, { organisationId: child });
    const agent = await signedInAs(app, { organisationId: parent, sites: [site] });
    await expectReach(agent, [parent]);
    await app.db
      .insertInto('secured_site')
      .values({ organisation_id: child, user_id: agent.person.userId, site_id: open })
      .execute();
    await expectReach(agent, [parent, child]);
    expect(await namesIn(agent, child)).toEqual([open]);
  });

  it('stay when the last of them is gone, and open nothing', async () => {
    const [above, below] = [
      await addSite(app, { organisationId: parent }),
      await addSite(app, { organisationId: child }),
    ];
    const agent = await signedInAs(app, { organisationId: parent, sites: [above] });
    await app.db.deleteFrom('secured_site').where('user_id', '=', agent.person.userId).execute();
    await expectReach(agent, [parent]);
    expect(await namesIn(agent, parent)).toEqual([]);
    await joinOrganisation(app, agent.person, { organisationId: child, sites: [below] });
    await app.db.deleteFrom('secured_site').where('user_id', '=', agent.person.userId).execute();
    expect(await namesIn(agent, child)).toEqual([]);
  });

  it('hold in a second membership', async () => {
    const siteId = await addSite(app, { organisationId: grandchild });
    const other = await addSite(app, { organisationId: grandchild });
    const locationId = await addLocation(app, { organisationId: grandchild, siteId, stages: [8] });
    const agent = await signedInAs(app, { organisationId: sibling });
    await joinOrganisation(app, agent.person, { organisationId: grandchild, locations: [locationId] });
    expect(await namesIn(agent, grandchild)).toEqual([siteId]);
    expect((await agent.get(`/rest/v1/refdata/${other}/hiers?organisationId=${grandchild}`)).status).toBe(404);
  });
});

describe('every call that takes an organisation', () => {
  const fieldsOf = (schema: z.ZodType | undefined) =>
    schema
      ? Object.keys(
          (z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as { properties?: object }).properties ?? {},
        )
      : [];
  const names = ['organisationId', 'organizationId', 'orgId', 'participantId'];
  const named = (schema: z.ZodType | undefined) => fieldsOf(schema).find((field) => names.includes(field));
  /** What internal staff alone are asked is closed to everybody here, whichever organisation it names. */
  const isForStaff = ({ owner, condition }: DeclaredRoute) =>
    condition !== undefined && examplesOf(owner).some(({ visitor }) => visitor?.internal);
  let all: DeclaredRoute[];
  let full: FullPlace;
  beforeAll(async () => {
    full = await fullOrganisation(app, { mark: 'Reached' });
    all = declaredRoutes(app).filter(
      (route) => route.access !== 'device' && !isForStaff(route) && features.some(({ name }) => name === route.owner),
    );
  });
  /** The address of a route for things of `full`, in another organisation. */
  const addressFor = (route: DeclaredRoute, organisationId: number) =>
    addressIn(full, route, Object.fromEntries(names.map((name) => [name, organisationId])));

  // ASVS V8.2.1–3, V8.4.1
  it('answers 404 to a reading person who does not reach it', async () => {
    const asking = all.filter(
      (route) =>
        route.kind === 'call' &&
        route.method === 'get' &&
        (named(route.query) !== undefined || named(route.params) !== undefined),
    );
    expect(asking.length).toBeGreaterThan(9);
    const agent = await signedInAs(app, { organisationId: child, permissions });
    let below = 0;
    for (const route of asking) {
      expect([route.path, (await agent.get(addressFor(route, sibling))).body.code]).toEqual([route.path, 'notFound']);
      // Of what is below, only the thing that the address names may be missing, or the consent that it gives by itself.
      const answer = await agent.get(addressFor(route, grandchild));
      const reached = [200, 404].includes(answer.status) || answer.body.code === 'machineVision.noConsent';
      expect([route.path, reached || answer.text]).toEqual([route.path, true]);
      below += Number(answer.status === 200);
    }
    expect(below).toBeGreaterThan(asking.length / 2);
  });

  it('shows no page of it', async () => {
    const asking = all.filter(
      (route) => route.kind === 'page' && route.method === 'get' && named(route.query) !== undefined,
    );
    expect(asking.map(({ path }) => path)).toContain('/enter-waste');
    const agent = await signedInAs(app, { organisationId: child, permissions });
    for (const { path, query } of asking) {
      const open = (organisationId: number) => agent.get(`${path}?${named(query)}=${organisationId}`);
      expect([path, (await open(sibling)).status]).toEqual([path, 404]);
      expect([path, (await open(grandchild)).status]).toEqual([path, 200]);
    }
  });

  it('answers 404 to a changing one', async () => {
    const asking = all.filter(
      (route) =>
        route.kind === 'call' &&
        route.method !== 'get' &&
        (named(route.body) !== undefined || named(route.params) !== undefined),
    );
    expect(asking.length).toBeGreaterThan(25);
    const bodies = new Map<string, object>();
    const sender = await senderOf(
      await signedInAs(app, { organisationId: full.organisationId, permissions }),
      full.deviceKey,
    );
    const owners = new Set(asking.map(({ owner }) => owner));
    for (const owner of owners) {
      await walkSteps(app, {
        full,
        owner,
        send(step) {
          bodies.set(step.route, Array.isArray(step.body) ? step.body : { ...step.body });
          return sendStep(app, { sender, full, route: routeOf(declaredRoutes(app), step), step });
        },
      });
    }
    const agent = await signedInAs(app, { organisationId: child, permissions });
    for (const route of asking) {
      const { method, body } = route;
      const sent = bodies.get(nameOf(route));
      if (body) expect([nameOf(route), sent !== undefined]).toEqual([nameOf(route), true]);
      const field = named(body);
      const answer = await agent[method](addressFor(route, sibling)).send(field ? { ...sent, [field]: sibling } : sent);
      expect([nameOf(route), answer.status, answer.body.code]).toEqual([nameOf(route), 404, 'notFound']);
    }
  });
});
