import { beforeAll, describe, expect, it } from 'vitest';
import { addLocation, addSite } from '../../../tests/support/factories';
import { joinOrganisation, newOrganisation, signedInAs } from '../../../tests/support/people';
import { addValue } from '../../../tests/support/scratch-organisation';
import { testApp, type TestApp } from '../../../tests/support/test-app';

let app: TestApp;
let organisationId: number;
let other: number;
let north: number;
let south: number;

beforeAll(async () => {
  app = await testApp();
  organisationId = await newOrganisation(app, { currencyCode: 'EUR' });
  other = await newOrganisation(app);
  north = await addSite(app, { organisationId, name: 'North' });
  south = await addSite(app, { organisationId, name: 'South' });
  await addSite(app, { organisationId, name: 'Closed', status: 'I' });
  await addLocation(app, { organisationId, siteId: north, name: 'Grill' });
  await addAlert({ name: 'Heavy bread', siteId: north });
  await addAlert({ name: 'Costly soup', siteId: south });
  await addAlert({ name: 'Any weighing', siteId: 0 });
  await addAlert({ name: 'Of the others', siteId: 0, of: other });
});

async function addAlert({
  name,
  siteId,
  of = organisationId,
}: {
  name: string;
  siteId: number;
  of?: number;
}): Promise<void> {
  const agent = await signedInAs(app, { organisationId: of, permissions: ['EDIT_NOTIFICATIONS'] });
  const answer = await agent.post(`/rest/v1/alert/participant/${of}/alert`).send({
    alertName: name,
    alertDesc: `${name} described`,
    siteId,
    locationId: 0,
    deviceId: 0,
    alertCompType: 'netWeightAmount',
    alertOperator: 'GE',
    alertCompValue: 2,
    alertUnitId: 12,
    refAttribs: [],
  });
  expect(answer.status).toBe(200);
}

const names = ['Heavy bread', 'Costly soup', 'Any weighing', 'Of the others'];
const shownOf = (html: string) => names.filter((name) => html.includes(`Email me about ${name}`));
const person = (permissions: Parameters<typeof signedInAs>[1]['permissions'] = [], more: object = {}) =>
  signedInAs(app, { organisationId, permissions, ...more });

describe('the alerts screen', () => {
  // Spec 2: Route alerts: no permission declared
  it('shows whoever is signed in the alerts of their organization, to view and not to change', async () => {
    const { text } = await (await person()).get('/alerts');
    expect(text).toContain('Configure food waste alerts');
    expect(shownOf(text)).toEqual(names.slice(0, 3));
    expect(text).toMatch(/>View<span class="visually-hidden">\s*Heavy bread/);
    expect(text).not.toMatch(/>(Edit|Users|Delete)<span|Add alert<\/button>|name="organisationId"/);
  });

  // Spec 2: Row buttons: View always; Edit, Users and Delete with EDIT_NOTIFICATIONS; Add alert with EDIT_NOTIFICATIONS
  it('offers editing, people, deleting and adding with EDIT_NOTIFICATIONS', async () => {
    const { text } = await (await person(['EDIT_NOTIFICATIONS'])).get('/alerts');
    for (const word of ['View', 'Edit', 'Users', 'Delete'])
      expect(text).toMatch(new RegExp(`>${word}<span class="visually-hidden">\\s*Heavy bread`));
    expect(text).toMatch(/Add alert<\/button>/);
  });

  // Spec 2: Alerts table: push notification checkbox only with VIEW_MOBILE_APP
  it('has a push column with VIEW_MOBILE_APP alone', async () => {
    const column = 'Send me push notifications about Heavy bread';
    expect((await (await person()).get('/alerts')).text).not.toContain(column);
    expect((await (await person(['VIEW_MOBILE_APP'])).get('/alerts')).text).toContain(column);
  });

  // Spec 2: Update and Cancel are enabled only after a checkbox change
  it('enables Update and Cancel only after a change', async () => {
    const { text } = await (await person()).get('/alerts');
    for (const word of ['Update', 'Cancel'])
      expect(text).toMatch(new RegExp(`<button[^>]*disabled=""[^>]*>${word}</button>`));
  });

  // Spec 2: Alerts screen: free-text search with a tooltip, alerts table
  it('lists active sites, narrows by one and searches, keeping a tooltip at the search', async () => {
    const agent = await person();
    const { text } = await agent.get('/alerts');
    expect(text).toMatch(/<option value="\d+">North<\/option>/);
    expect(text).not.toContain('>Closed</option>');
    expect(text).toMatch(/<input[^>]*type="search"[^>]*title="Searches the names/);
    expect(shownOf((await agent.get(`/alerts?siteId=${south}`)).text)).toEqual(['Costly soup', 'Any weighing']);
    expect(shownOf((await agent.get('/alerts?searchString=bread')).text)).toEqual(['Heavy bread']);
    expect((await agent.get('/alerts?searchString=nothing')).text).toContain('No alerts match your search.');
    expect(shownOf((await agent.get('/alerts?siteId=x&page=-1')).text)).toEqual(names.slice(0, 3));
  });

  // Spec 2: Alerts screen: site selector when more than one site
  it('has no site selector where there is one site', async () => {
    const agent = await person([], { sites: [north] });
    const { text } = await agent.get('/alerts');
    expect(text).not.toContain('name="siteId"');
    expect(shownOf(text)).toEqual(['Heavy bread', 'Any weighing']);
  });

  // Spec 2: Alerts screen: organisation selector only with EDIT_NOTIFICATIONS
  it('lets somebody with EDIT_NOTIFICATIONS choose another organization, and nobody else', async () => {
    const editor = await person(['EDIT_NOTIFICATIONS']);
    await joinOrganisation(app, editor.person, { organisationId: other, permissions: ['EDIT_NOTIFICATIONS'] });
    const there = await editor.get(`/alerts?organisationId=${other}`);
    expect(there.text).toContain('name="organisationId"');
    expect(shownOf(there.text)).toEqual(['Of the others']);
    const reader = await person();
    await joinOrganisation(app, reader.person, { organisationId: other });
    expect(shownOf((await reader.get(`/alerts?organisationId=${other}`)).text)).toEqual(names.slice(0, 3));
    expect((await editor.get('/alerts?organisationId=999999999')).status).toBe(404);
  });

  it('says why there is nothing, and what to do about it', async () => {
    const empty = await newOrganisation(app);
    const page = async (permissions: ['EDIT_NOTIFICATIONS'] | []) =>
      (await (await signedInAs(app, { organisationId: empty, permissions })).get('/alerts')).text;
    expect(await page(['EDIT_NOTIFICATIONS'])).toMatch(/No alerts yet[\s\S]*Add alert/);
    expect(await page([])).toContain('No alerts are set up for your organization');
  });

  it('begins an alert on what a report shows, of its own organization alone, for whoever may make one', async () => {
    const element = 'WASTEITEM';
    const rice = await addValue(app.db, organisationId, { element, name: 'Rice of the report' });
    const theirs = await addValue(app.db, other, { element, name: 'Rice of others' });
    const asked = (itemId: number) => `/alerts?new=weight&atSiteId=${north}&itemId=${itemId}`;
    const begun = (html: string) =>
      /"begun":(null|\{.*?"refAttribs":\[.*?\]\})[,}]/.exec(html.replaceAll('&quot;', '"'))?.[1];
    const editor = await person(['EDIT_NOTIFICATIONS']);
    expect(JSON.parse(begun((await editor.get(asked(rice))).text) ?? '')).toMatchObject({
      alertName: 'Rice of the report',
      siteId: north,
      locationId: 0,
      alertCompType: 'netWeightAmount',
      value: '',
    });
    expect(begun((await editor.get(asked(theirs))).text)).toContain('"refAttribs":[]');
    await addLocation(app, { organisationId, siteId: north, name: 'Of the stage', stages: [8] });
    expect((await editor.get(`${asked(rice)}&wasteStageId=8`)).text.replaceAll('&quot;', '"')).toContain(
      '"elementCode":"WASTESTAGE","values":[{"refId":8,"refName":"Pre-consumer"}]',
    );
    expect(begun((await editor.get('/alerts')).text)).toBe('null');
    expect(begun((await (await person()).get(asked(rice))).text)).toBe('null');
  });

  // Spec 2: html/manageAlerts.html goes to alerts
  it('is what the old address leads to', async () => {
    expect((await (await person()).get('/html/manageAlerts.html')).headers.location).toBe('/alerts');
  });

  // Spec 2: Prevention tools: /alerts
  it('stands in the menu of prevention tools', async () => {
    expect((await (await person(['VIEW_BASE_LPO_PAGE'])).get('/alerts')).text).toMatch(
      /Prevention tools[\s\S]*href="\/alerts"/,
    );
  });
});
