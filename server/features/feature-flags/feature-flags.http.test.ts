import { beforeAll, describe, expect, it } from 'vitest';
import { auditedIn } from '../../../tests/support/acting';
import { addLocation, addSite } from '../../../tests/support/factories';
import { fullOrganisation } from '../../../tests/support/full-organisation';
import { otherApp } from '../../../tests/support/other-app';
import { newOrganisation, signedInAs, signIn, tokenOf, unique } from '../../../tests/support/people';
import { testApp, type TestApp } from '../../../tests/support/test-app';
import { permissions } from '../../permission-matrix';
import { internalOrganisation } from '../../platform/actor';
import type { Flag } from '../../platform/feature-flags.rules';
import { prepareDatabase } from '../../setup/prepare-database';
import { flags } from '../flags';

type Agent = Awaited<ReturnType<typeof signedInAs>>;

let app: TestApp;
let staff: Agent;

beforeAll(async () => {
  app = await testApp();
  staff = await signedInAs(app, {
    organisationId: internalOrganisation,
    permissions: ['EDIT_FEATURE_FLAGS', 'VIEW_CCM_TOOLS_TAB', 'EDIT_TRANSACTIONS', 'EDIT_SITES'],
  });
});

const put = (
  agent: Agent,
  { name, organisationId, enabled, ...over }: { name: string; organisationId: number; enabled: boolean; body?: object },
) =>
  agent
    .put(`/rest/v1/features/${name}/${organisationId}`)
    .send({ name, organizationId: organisationId, enabled, ...over.body });

const versionOf = async (organisationId: number) =>
  (
    await app.db
      .selectFrom('organisation')
      .select('data_version')
      .where('id', '=', organisationId)
      .executeTakeFirstOrThrow()
  ).data_version;

describe('the flags', () => {
  // Spec 2: Feature flags: the internal edit-feature-flags flag is hidden from the list
  // Spec 7: GET /features
  it('are those that the features declare, without the one of the tool itself, each with its words', async () => {
    const { body } = await staff.get('/rest/v1/features');
    const declared = Object.keys(flags);
    expect(declared).toEqual(
      expect.arrayContaining(['edit-feature-flags', 'enter-waste', 'figure-reckoning', 'sheet-imports']),
    );
    expect((body as { name: string }[]).map(({ name }) => name)).toEqual(
      declared.filter((name) => !flags[name]?.hidden).sort(),
    );
    for (const { name, description } of body as { name: string; description: string }[])
      expect([name, /^[A-Z].*\.$/.test(description)]).toEqual([name, true]);
  });

  // Spec 2: Feature flags: organisation id 1 is hidden from the organisation list
  // Spec 7: GET /features/{name}
  it('are listed with every organization but the internal one, each on until somebody switches it off', async () => {
    const organisationId = await newOrganisation(app);
    const { body } = await staff.get('/rest/v1/features/enter-waste');
    const rows = body as { name: string; organizationId: number; organizationName: string; enabled: boolean }[];
    expect(rows.find((row) => row.organizationId === organisationId)).toEqual({
      name: 'enter-waste',
      organizationId: organisationId,
      organizationName: expect.any(String) as string,
      enabled: true,
    });
    expect(rows.filter((row) => row.organizationId === internalOrganisation)).toEqual([]);
  });

  it('stay as they were switched when the server starts again, and one that no feature declares any more is hidden', async () => {
    const organisationId = await newOrganisation(app);
    await put(staff, { name: 'enter-waste', organisationId, enabled: false });
    await app.db.insertInto('feature').values({ name: 'gone-since', description: 'Of an earlier build.' }).execute();
    await prepareDatabase(app.db);
    const state = (
      (await staff.get('/rest/v1/features/enter-waste')).body as { organizationId: number; enabled: boolean }[]
    ).find((row) => row.organizationId === organisationId);
    expect(state?.enabled).toBe(false);
    expect((await staff.get('/rest/v1/features/gone-since')).status).toBe(404);
  });
});

describe('the page', () => {
  // Spec 2: Feature flags: a dropdown of flags, a table of organisations, each with an Enabled/Disabled toggle button
  it('offers the flags, shows each organization with how it stands, and turns it round with a button', async () => {
    const name = unique('Ümläut & "Söhne"');
    const organisationId = await newOrganisation(app, { name });
    const address = `/feature-flags?flag=sheet-imports&q=${organisationId}`;
    const page = await staff.get(address);
    expect(page.text).toMatch(/<option value="sheet-imports" selected="">/);
    expect(page.text).not.toContain('edit-feature-flags');
    expect(page.text).toMatch(/aria-pressed="true"[^>]*>.*?Enabled/s);
    const sent = await staff
      .post(`/feature-flags/sheet-imports/${organisationId}`)
      .type('form')
      .send({ _csrf: tokenOf(page.text), enabled: 'false', q: String(organisationId) });
    expect(sent.headers.location).toBe(`/feature-flags?flag=sheet-imports&q=${organisationId}&saved=${organisationId}`);
    const after = await staff.get(sent.headers.location as string);
    expect(after.text).toMatch(/aria-pressed="false"[^>]*>.*?Disabled/s);
    expect(after.text).toContain('Spreadsheet imports is disabled for');
    expect(await auditedIn(app.db, organisationId)).toEqual(['featureFlag.disable']);
  });

  it('names no organization of id 1, and the organization of a search that finds none says so', async () => {
    expect((await staff.get('/feature-flags?q=1')).text).not.toContain('/feature-flags/enter-waste/1"');
    expect((await staff.get('/feature-flags?q=no+such+organization')).text).toContain(
      'No organizations match this name or ID.',
    );
  });

  // Spec 2: feature-flags: EDIT_FEATURE_FLAGS, listed under CCM tools
  it('is an internal tool, in the menu of those who may use it', async () => {
    const home = await staff.get('/home');
    expect(home.text).toContain('href="/feature-flags"');
    expect((await staff.get('/feature-flags')).text).toContain('Internal tools');
  });
});

describe('switching', () => {
  // Spec 7: PUT /features/{name}/{organizationId} with the feature-organisation body
  it('is written down in the organization that it is for, makes its pages stale, and no other’s', async () => {
    const [first, second] = [await newOrganisation(app), await newOrganisation(app)];
    const before = [await versionOf(first), await versionOf(second)];
    const answer = await put(staff, { name: 'enter-waste', organisationId: first, enabled: false });
    expect(answer.body).toEqual({
      name: 'enter-waste',
      organizationId: first,
      organizationName: expect.any(String) as string,
      enabled: false,
    });
    expect([await versionOf(first), await versionOf(second)]).toEqual([(before[0] ?? 0) + 1, before[1]]);
    const [row] = await app.db
      .selectFrom('audit_log')
      .select(['action', 'before', 'after', 'actor', 'entity_id'])
      .where('organisation_id', '=', first)
      .execute();
    expect(row).toEqual({
      action: 'featureFlag.disable',
      before: { enabled: true },
      after: { enabled: false },
      actor: staff.person.login,
      entity_id: 'enter-waste',
    });
  });

  it('by two people at once loses nothing: they agree on one flag, and keep both of two', async () => {
    const organisationId = await newOrganisation(app);
    const other = await signedInAs(app, { organisationId: internalOrganisation, permissions: ['EDIT_FEATURE_FLAGS'] });
    const both = await Promise.all(
      [staff, other].map((agent) => put(agent, { name: 'enter-waste', organisationId, enabled: false })),
    );
    expect(both.map(({ status, body }) => [status, (body as { enabled: boolean }).enabled])).toEqual([
      [200, false],
      [200, false],
    ]);
    expect(await auditedIn(app.db, organisationId)).toEqual(['featureFlag.disable']);
    await Promise.all([
      put(staff, { name: 'sheet-imports', organisationId, enabled: false }),
      put(other, { name: 'figure-reckoning', organisationId, enabled: false }),
    ]);
    const off = await app.db
      .selectFrom('feature_organisation')
      .select('feature_name')
      .where('organisation_id', '=', organisationId)
      .where('enabled', '=', false)
      .orderBy('feature_name')
      .execute();
    expect(off.map((row) => row.feature_name)).toEqual(['enter-waste', 'figure-reckoning', 'sheet-imports']);
  });

  it.each([
    ['a flag that there is not', { name: 'nothing' }, 404],
    ['the flag of the tool itself', { name: 'edit-feature-flags' }, 404],
    ['an organization that there is not', { organisationId: 900_000_001 }, 404],
    ['the internal organization', { organisationId: internalOrganisation }, 404],
    ['another flag in the body than in the address', { body: { name: 'sheet-imports' } }, 400],
    ['another organization in the body than in the address', { body: { organizationId: 2_000_000 } }, 400],
    ['a state that is none', { body: { enabled: 'yes' } }, 400],
    ['more than it knows', { body: { everywhere: true } }, 400],
  ])('of %s is refused and changes nothing', async (_what, over, status) => {
    const organisationId = await newOrganisation(app);
    const answer = await put(staff, { name: 'enter-waste', organisationId, enabled: false, ...over });
    expect([answer.status, typeof (answer.body as { message: string }).message]).toEqual([status, 'string']);
    expect(
      await app.db
        .selectFrom('feature_organisation')
        .select('feature_name')
        .where('organisation_id', 'in', [organisationId, internalOrganisation])
        .execute(),
    ).toEqual([]);
  });

  it('is for whoever may in that organization, and is not there for others', async () => {
    const [own, other] = [await newOrganisation(app), await newOrganisation(app)];
    const customer = await signedInAs(app, { organisationId: own, permissions: ['EDIT_FEATURE_FLAGS'] });
    expect(
      ((await customer.get('/rest/v1/features/enter-waste')).body as { organizationId: number }[]).map(
        (row) => row.organizationId,
      ),
    ).toEqual([own]);
    expect((await put(customer, { name: 'enter-waste', organisationId: other, enabled: false })).status).toBe(404);
    const limited = await signedInAs(app, {
      organisationId: own,
      permissions: ['EDIT_FEATURE_FLAGS'],
      sites: [await addSite(app, { organisationId: own })],
    });
    expect((await put(limited, { name: 'enter-waste', organisationId: own, enabled: false })).status).toBe(403);
  });

  it('is not there for whoever sees only a part of that organization, whatever they see of their own', async () => {
    const other = await newOrganisation(app);
    const helper = await signedInAs(app, { organisationId: internalOrganisation, permissions: ['EDIT_FEATURE_FLAGS'] });
    await app.db
      .insertInto('secured_site')
      .values({
        organisation_id: other,
        user_id: helper.person.userId,
        site_id: await addSite(app, { organisationId: other }),
      })
      .execute();
    expect((await put(helper, { name: 'enter-waste', organisationId: other, enabled: false })).status).toBe(404);
    expect(
      ((await helper.get('/rest/v1/features/enter-waste')).body as { organizationId: number }[]).map(
        (row) => row.organizationId,
      ),
    ).not.toContain(other);
    expect(
      await app.db
        .selectFrom('feature_organisation')
        .select('feature_name')
        .where('organisation_id', '=', other)
        .execute(),
    ).toEqual([]);
  });
});

/** Somebody with every permission in an organisation with one of everything. */
async function inside() {
  const full = await fullOrganisation(app, { mark: unique('Flagged') });
  return { full, agent: await signedInAs(app, { organisationId: full.organisationId, permissions, locale: 'en_US' }) };
}

const set = (name: Flag, organisationId: number, enabled: boolean) => put(staff, { name, organisationId, enabled });

describe('a flag switches what people see', () => {
  it('enter-waste: the button and its page', async () => {
    const {
      full: { organisationId },
      agent,
    } = await inside();
    expect((await agent.get('/home')).text).toContain('href="/enter-waste"');
    await set('enter-waste', organisationId, false);
    expect((await agent.get('/home')).text).not.toContain('href="/enter-waste"');
    const page = await agent.get('/enter-waste');
    expect([page.status, page.headers.location]).toEqual([302, '/home']);
    expect((await agent.get('/home')).text).toContain('You do not have access to the page you requested');
    await set('enter-waste', organisationId, true);
    expect((await agent.get('/enter-waste')).status).toBe(200);
  });

  it('enter-waste: also for staff who act in the organization, and in their list of organizations', async () => {
    const {
      full: { organisationId },
    } = await inside();
    const link = `/enter-waste?organisationId=${organisationId}`;
    const list = async () => (await staff.get(`/home?q=${organisationId}`)).text;
    expect([(await staff.get(link)).status, (await list()).includes(link)]).toEqual([200, true]);
    await set('enter-waste', organisationId, false);
    expect([(await staff.get(link)).status, (await list()).includes(link)]).toEqual([404, false]);
    expect((await list()).includes(`/sites?organisationId=${organisationId}`)).toBe(true);
    expect((await staff.get('/enter-waste')).text).not.toContain(`<option value="${organisationId}"`);
  });

  it('sheet-imports: the menu entry, the pages and the calls', async () => {
    const {
      full: { organisationId },
      agent,
    } = await inside();
    expect((await agent.get('/home')).text).toContain('href="/imports"');
    expect((await agent.get('/rest/v1/imports')).status).toBe(200);
    await set('sheet-imports', organisationId, false);
    expect((await agent.get('/home')).text).not.toContain('href="/imports"');
    expect((await agent.get('/imports/new')).headers.location).toBe('/home');
    const call = await agent.get('/rest/v1/imports');
    expect([call.status, (call.body as { code: string }).code]).toEqual([404, 'notFound']);
  });

  it('figure-reckoning: the panel above the events behind a figure, and nothing else of them', async () => {
    const {
      full: { organisationId },
      agent,
    } = await inside();
    const address = '/events?figure=total&startDate=2026-01-05&endDate=2026-02-15&wasteStageId=8';
    const before = await agent.get(address);
    expect(before.text).toContain('id="reckoning"');
    await set('figure-reckoning', organisationId, false);
    const after = await agent.get(address);
    expect([after.status, after.text.includes('id="reckoning"'), after.text.includes('id="events"')]).toEqual([
      200,
      false,
      true,
    ]);
  });

  it('edit-feature-flags: the tool itself, by the operator alone', async () => {
    const organisationId = await newOrganisation(app);
    const agent = await signedInAs(app, { organisationId, permissions: ['EDIT_FEATURE_FLAGS'] });
    expect((await agent.get('/feature-flags')).status).toBe(200);
    await app.db
      .insertInto('feature_organisation')
      .values({ organisation_id: organisationId, feature_name: 'edit-feature-flags', enabled: false })
      .execute();
    expect([
      (await agent.get('/feature-flags')).headers.location,
      (await agent.get('/rest/v1/features')).status,
    ]).toEqual(['/home', 404]);
  });

  it('on every node with the next request, in what is kept for others, too', async () => {
    const organisationId = await newOrganisation(app);
    await addLocation(app, { organisationId, siteId: await addSite(app, { organisationId }) });
    const node = otherApp(app, {});
    const person = await signedInAs(app, { organisationId, permissions: ['VIEW_BASE_LPO_PAGE', 'EDIT_TRANSACTIONS'] });
    const there = await signIn(node, person.person.login);
    /** The first step of an organisation without data leads to where waste is entered. */
    const step = /<a[^>]*href="\/enter-waste"[^>]*>(?!<svg)/g;
    const links = async (agent: Pick<Agent, 'get'>) => (await agent.get('/home')).text.match(step)?.length ?? 0;
    const first = await there.get('/home');
    const on = [await links(person), await links(there)];
    expect(on[0]).toBeGreaterThan(0);
    await set('enter-waste', organisationId, false);
    const again = await there.get('/home').set('If-None-Match', first.headers.etag as string);
    expect([again.status, await links(person), await links(there)]).toEqual([200, 0, 0]);
    await set('enter-waste', organisationId, true);
    expect([await links(person), await links(there)]).toEqual(on);
  });
});
