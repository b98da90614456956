import { beforeEach, describe, expect, it } from 'vitest';
import { addEvents, addLocation, addSite, weeksOfEvents } from '../../../tests/support/factories';
import { newOrganisation, signedInAs, tokenOf } from '../../../tests/support/people';
import { testApp, type TestApp } from '../../../tests/support/test-app';
import { internalOrganisation } from '../actor';

let app: TestApp;
let organisationId: number;
let siteId: number;

beforeEach(async () => {
  app = await testApp();
  organisationId = await newOrganisation(app);
  siteId = await addSite(app, { organisationId, name: 'Old Name School' });
  const locationId = await addLocation(app, { organisationId, siteId });
  await addEvents(app, {
    organisationId,
    locationId,
    events: weeksOfEvents({ weekStart: '2026-03-02', gramsOfWeeks: [1_000] }),
  });
  await app.runJobs();
});

const page = '/deployment-status?wasteStageId=all';
const reader = () => signedInAs(app, { organisationId, permissions: ['VIEW_BASE_LPO_PAGE'] });
/** As no use case may do it: the data version stays. */
const renameSilently = (name: string) =>
  app.db.updateTable('site').set({ name }).where('organisation_id', '=', organisationId).execute();

describe('the content of a page', () => {
  it('is kept for others with the same rights, each with their own name and token, until the data version grows', async () => {
    const [kim, sam] = [await reader(), await reader()];
    const first = await kim.get(page);
    expect(first.text).toContain('Old Name School');
    await renameSilently('New Name School');

    const second = await sam.get(page);
    expect(second.text).toContain('Old Name School');
    expect(second.text).toContain(sam.person.login);
    expect(second.text).not.toContain(kim.person.login);
    expect(second.headers.etag).not.toBe(first.headers.etag);
    expect(tokenOf(second.text)).not.toBe(tokenOf(first.text));

    await app.db
      .updateTable('organisation')
      .set((eb) => ({ data_version: eb('data_version', '+', 1) }))
      .where('id', '=', organisationId)
      .execute();
    expect((await sam.get(page)).text).toContain('New Name School');
  });

  it.each([
    ['other rights', { permissions: ['VIEW_BASE_LPO_PAGE', 'VIEW_PERFORMANCE_DASHBOARD'] as const }],
    ['another language', { permissions: ['VIEW_BASE_LPO_PAGE'] as const, locale: 'de_DE' as const }],
  ])('is rendered again for %s', async (_, wish) => {
    await (await reader()).get(page);
    await renameSilently('New Name School');
    expect((await (await signedInAs(app, { organisationId, ...wish })).get(page)).text).toContain('New Name School');
  });

  it('is rendered again for somebody limited to a site', async () => {
    await (await reader()).get(page);
    await renameSilently('New Name School');
    const limited = await signedInAs(app, { organisationId, permissions: ['VIEW_BASE_LPO_PAGE'], sites: [siteId] });
    expect((await limited.get(page)).text).toContain('New Name School');
    await app.db.deleteFrom('secured_site').where('user_id', '=', limited.person.userId).execute();
    expect((await limited.get(page)).text).not.toContain('Name School');
  });
});

describe('the home of internal staff, which lists every organization', () => {
  it('is neither kept nor answered 304', async () => {
    const staff = await signedInAs(app, { organisationId: internalOrganisation, permissions: ['VIEW_CONSOLE'] });
    // The list is as long as there are organizations, and shown a page at a time.
    const list = '/home?q=Opened+since';
    const first = await staff.get(list);
    expect(first.headers.etag).toBeUndefined();
    expect(first.headers['cache-control']).toBe('no-store');
    const another = await newOrganisation(app, { name: 'Opened since then' });
    expect((await staff.get(list)).text).toContain('Opened since then');
    expect(another).toBeGreaterThan(internalOrganisation);
  });
});
