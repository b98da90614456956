import { beforeAll, describe, expect, it } from 'vitest';
import { addLocation, addSite } from '../../../tests/support/factories';
import { newOrganisation, signedInAs } from '../../../tests/support/people';
import { testApp, type TestApp } from '../../../tests/support/test-app';
import { internalOrganisation } from '../../platform/actor';

let app: TestApp;
let staff: Awaited<ReturnType<typeof signedInAs>>;
const ids: number[] = [];

/** More than a page of them. */
beforeAll(async () => {
  app = await testApp();
  for (let nth = 1; nth <= 60; nth += 1)
    ids.push(await newOrganisation(app, { name: `Customer ${String(nth).padStart(3, '0')} of the list` }));
  staff = await signedInAs(app, {
    organisationId: internalOrganisation,
    permissions: ['EDIT_SITES', 'EDIT_BASELINES'],
  });
});

const namesAt = async (address: string) =>
  [...(await staff.get(address).expect(200)).text.matchAll(/>(Customer \d{3})/g)].map(([, name]) => name);

describe('the list of organisations for internal staff', () => {
  it('is found by a part of the name or by the whole id', async () => {
    expect(new Set(await namesAt('/home?q=customer+017'))).toEqual(new Set(['Customer 017']));
    expect(await namesAt(`/home?q=${ids[4]}`)).toContain('Customer 005');
    expect(await namesAt(`/home?q=${ids[4]}0000`)).toEqual([]);
    expect((await staff.get('/home?q=nobody-is-called-so')).text).toContain('No organizations match.');
  });

  it('is ordered and turned over by its address, whatever stands in it', async () => {
    const first = await namesAt('/home?q=of+the+list');
    expect([first[0], new Set(first).size]).toEqual(['Customer 001', 50]);
    expect((await namesAt('/home?q=of+the+list&sort=-name'))[0]).toBe('Customer 060');
    expect(new Set(await namesAt('/home?q=of+the+list&page=2')).size).toBe(10);
    expect((await namesAt('/home?q=of+the+list&sort=password&page=-1'))[0]).toBe('Customer 001');
  });

  it('tells staff who are narrowed how many of the active locations they see', async () => {
    const organisationId = await newOrganisation(app, { name: 'Partly seen' });
    const [own, other] = [await addSite(app, { organisationId }), await addSite(app, { organisationId })];
    for (const siteId of [own, other, other]) await addLocation(app, { organisationId, siteId });
    const narrowed = await signedInAs(app, {
      organisationId: internalOrganisation,
      permissions: ['EDIT_SITES', 'VIEW_CCM_DATA_SECURITY'],
    });
    const count = async () =>
      />(\d+(?: of \d+)?)<\/td>/.exec(
        (await narrowed.get('/home?q=partly+seen')).text.split(`>${organisationId}<`)[1] ?? '',
      )?.[1];
    expect(await count()).toBe('3');
    await narrowed
      .put('/rest/v1/user/secured-items')
      .send({ siteIds: [own], locationIds: [] })
      .expect(204);
    expect(await count()).toBe('1 of 3');
  });

  it('leads whoever may enter waste to its events and to the entry of new ones', async () => {
    const enters = await signedInAs(app, { organisationId: internalOrganisation, permissions: ['EDIT_TRANSACTIONS'] });
    const { text } = await enters.get('/home?q=customer+017').expect(200);
    const links = [...text.slice(text.indexOf('<tbody')).matchAll(/href="([^"]*organisationId=\d+)"/g)].map(
      ([, href]) => href,
    );
    expect(new Set(links)).toEqual(
      new Set([`/waste-events?organisationId=${ids[16]}`, `/enter-waste?organisationId=${ids[16]}`]),
    );
    await enters.get(`/enter-waste?organisationId=${ids[16]}`).expect(200);
  });

  it('leads into an organisation only where the person may act', async () => {
    const { text } = await staff.get('/home?q=customer+017').expect(200);
    const links = [...text.slice(text.indexOf('<tbody')).matchAll(/href="([^"]*organisationId=\d+)"/g)].map(
      ([, href]) => href,
    );
    expect(new Set(links)).toEqual(
      new Set([`/sites?organisationId=${ids[16]}`, `/manage-baselines?organisationId=${ids[16]}`]),
    );
    for (const href of links) await staff.get(href ?? '').expect(200);
    const sites = await staff.get(`/rest/v1/sites/overview?organisationId=${ids[16]}`).expect(200);
    expect(sites.body).toMatchObject({ total: 0 });
  });
});
