import { beforeAll, describe, expect, it } from 'vitest';
import { addEvents, addLocation, addSite, weekOfEvents, weeksOfEvents } from '../../../tests/support/factories';
import { newOrganisation, signedInAs } from '../../../tests/support/people';
import { testApp, type TestApp } from '../../../tests/support/test-app';
import heroes from '../../../views/layout/hero-figure.module.css';
import type { Permission } from '../../platform/permissions';

const rights: Permission[] = ['VIEW_BASE_LPO_PAGE', 'VIEW_PERFORMANCE_DASHBOARD'];
const start = '2026-02-09';

let app: TestApp;
let organisationId: number;
let north: number;
let south: number;

/**
 * Three weeks of baseline from 9 February, then the weeks of 2 and 9 March; the test's Wednesday is 18 March. Alder below, Birch
 * above, Even at its baseline, which is no whole number a day. Cedar and Dogwood are silent in the last week, Dogwood and Hazel have
 * no baseline, Elm no event. Hazel began this week; it weighed another stage before. Fir is closed, and so is Gorse with
 * its whole site.
 */
async function openKitchens(): Promise<void> {
  organisationId = await newOrganisation(app, { unitId: 12 });
  north = await addSite(app, { organisationId, name: 'North' });
  south = await addSite(app, { organisationId, name: 'South' });
  const shut = await addSite(app, { organisationId, name: 'Shut' });
  const location = (siteId: number, name: string, stages = [8]) =>
    addLocation(app, { organisationId, siteId, name, stages });
  const add = (locationId: number, events: Parameters<typeof addEvents>[1]['events']) =>
    addEvents(app, { organisationId, locationId, events });
  const weeks = (gramsOfWeeks: number[], days = 7) => weeksOfEvents({ weekStart: start, gramsOfWeeks, days });
  await add(await location(north, 'Alder'), weeks([1000, 1000, 1000, 900, 800]));
  await add(await location(north, 'Birch'), weeks([1000, 1000, 1000, 1100, 1200]));
  await add(await location(north, 'Even'), weeks([1000, 1000, 1000, 1000, 1000], 6));
  await add(await location(south, 'Cedar'), weeks([1000, 1000, 1000, 1000]));
  await add(await location(south, 'Dogwood'), weekOfEvents({ weekStart: start, grams: 100 }));
  await location(south, 'Elm');
  const hazel = await location(south, 'Hazel', [8, 9]);
  await add(hazel, weekOfEvents({ weekStart: '2026-03-09', grams: 100, stageId: 9 }));
  await add(hazel, [{ day: '2026-03-17', grams: 100 }]);
  const fir = await location(south, 'Fir');
  await add(fir, weeks([1000, 1000, 1000, 1000]));
  const gorse = await location(shut, 'Gorse');
  await add(gorse, weeks([1000, 1000, 1000, 1000, 1500]));
  await app.runJobs();
  await app.db.updateTable('location').set({ status: 'I' }).where('id', 'in', [fir, gorse]).execute();
  await app.db.updateTable('site').set({ status: 'I' }).where('id', '=', shut).execute();
}

beforeAll(async () => {
  app = await testApp();
  await openKitchens();
});

const plain = (html: string) => html.replace(/<[^>]*>/g, '');

interface Item {
  count: number;
  text: string;
  href: string | null;
}

/** What wants a look, as the page says it. */
function attentionOf(html: string): Item[] {
  const list = html.slice(html.indexOf('id="home-attention"'), html.indexOf('id="home-trend"'));
  return [...list.matchAll(/<li[^>]*><span[^>]*>(\d+)<\/span><span[^>]*>(.*?)<\/span>(?:<a[^>]*href="([^"]*)")?/g)].map(
    ([, count, text = '', href]) => ({ count: Number(count), text, href: href?.replaceAll('&amp;', '&') ?? null }),
  );
}

/** The rows of a table, each as its cells by their heads. */
function rowsOf(html: string, id: string): Record<string, string>[] {
  const from = html.slice(html.indexOf(`id="${id}"`));
  const rows = from.slice(from.indexOf('<tbody'), from.indexOf('</tbody>')).split('<tr').slice(1);
  return rows.map((row) =>
    Object.fromEntries(
      [...row.matchAll(/data-label="([^"]*)">(.*?)<\/td>/g)].map(([, label = '', cell = '']) => [label, plain(cell)]),
    ),
  );
}

const active = (rows: Record<string, string>[]) => rows.filter((row) => row.Status === 'Active');
const namesOf = (rows: Record<string, string>[]) =>
  rows.map((row) =>
    (row.Location ?? '').replace(/(North|South)(Rising|Not enough tracked days|Probably stopped tracking)?$/, ''),
  );

type Agent = Awaited<ReturnType<typeof signedInAs>>;

async function homeOf(agent: Agent): Promise<{ html: string; items: Item[] }> {
  const { text, status } = await agent.get('/home');
  expect(status).toBe(200);
  const html = text.slice(text.indexOf('<main'), text.indexOf('</main>'));
  return { html, items: attentionOf(html) };
}

/** The page that an item leads to. */
async function linked(agent: Agent, item: Item | undefined): Promise<string> {
  const { text, status } = await agent.get((item?.href ?? '').split('#')[0] ?? '');
  expect([item?.href, status]).toEqual([item?.href, 200]);
  expect(text).toContain(`id="${item?.href?.split('#')[1] ?? 'performance'}"`);
  return text;
}

const week = 'range=custom&startDate=2026-03-09&endDate=2026-03-15&wasteStageId=8';

describe('home', () => {
  it('says how the last full week went, as the dashboard says it of the same week', async () => {
    const agent = await signedInAs(app, { organisationId, permissions: rights });
    const { html } = await homeOf(agent);
    expect(html).toContain('How the week of Mar 9 – 15, 2026 went');
    // Alder 11.2 + Birch 16.8 + Even 12 + Gorse 21 kg.
    expect(plain(html)).toContain('Waste, Pre-consumer61.0kg');
    const { body } = await agent.get(`/rest/v1/performance/locationSummary?${week.replace('range=custom&', '')}`);
    expect(body.overallWeightChange).toBeCloseTo(61 / 82 - 1, 6);
    expect(plain(html)).toContain('Change in weight−25.61%');
    expect(plain((await agent.get(`/performanceDashboard?${week}`)).text)).toContain('Change in weight−25.61%');
    expect(plain(html)).toContain(`${Math.round(body.percentOfDaysTracking)}% of open days tracked`);
    expect(plain(html)).toContain('Less weight than the baseline in 0 of 1 week');
    expect(plain(html)).toMatch(/Mar 9 – 15, 2026: 61.kg, baseline 82.kg/);
    expect(html).not.toContain('newest weighing');
  });

  it('below the limit has no colour and says what it would be, and what it is without the kitchens that stopped', async () => {
    const { html } = await homeOf(await signedInAs(app, { organisationId, permissions: rights }));
    expect(html).not.toMatch(new RegExp(`class="[^"]*\\b(${heroes.less}|${heroes.more})\\b`));
    expect(plain(html)).toContain(
      'Not enough tracked days. It would be less than the baseline, Mar 9 – 15, 2026without kitchens that stopped: +12.96%',
    );
    expect(plain(html)).toContain('6 of 9 locations counted');
    expect(plain(html)).toContain('3 locations are not counted, because they have no baseline yet.');
  });

  it('takes its limit from the organisation', async () => {
    const limit = (value: number) =>
      app.db
        .updateTable('organisation')
        .set((eb) => ({ tracking_limit: value, data_version: eb('data_version', '+', 1) }))
        .where('id', '=', organisationId)
        .execute();
    await limit(0.5);
    try {
      const { html } = await homeOf(await signedInAs(app, { organisationId, permissions: rights }));
      expect(plain(html)).not.toContain('Not enough tracked days.');
    } finally {
      await limit(0.8);
    }
  });

  it('counts what wants a look and leads to exactly those', async () => {
    const agent = await signedInAs(app, { organisationId, permissions: rights });
    const { items } = await homeOf(agent);
    expect(items).toEqual([
      {
        count: 2,
        text: 'locations were open but recorded nothing in that week.',
        href: `/performanceDashboard?${week}&sort=tracking`,
      },
      {
        count: 1,
        text: 'location throws away more than its baseline.',
        href: `/performanceDashboard?${week}&sort=-look`,
      },
      {
        count: 2,
        text: 'locations record waste but have no baseline yet.',
        href: '/deployment-status?wasteStageId=8#period-baseline',
      },
      {
        count: 1,
        text: 'location is set up and waits for its first weighing.',
        href: '/deployment-status?wasteStageId=8#period-activation',
      },
    ]);
    const [silent, above, baseline, start] = items;
    const byTracking = active(rowsOf(await linked(agent, silent), 'performance'));
    expect(namesOf(byTracking.filter((row) => row['Days tracking'] === '0%'))).toEqual(['Cedar', 'Dogwood']);
    expect(namesOf(byTracking.slice(0, silent?.count))).toEqual(['Cedar', 'Dogwood']);
    const byWeight = active(rowsOf(await linked(agent, above), 'performance'));
    expect(namesOf(byWeight.filter((row) => row['Weight vs. baseline']?.startsWith('+')))).toEqual(['Birch']);
    expect(namesOf(byWeight.slice(0, above?.count))).toEqual(['Birch']);
    expect(namesOf(rowsOf(await linked(agent, baseline), 'locations-baseline'))).toEqual(['Dogwood', 'Hazel']);
    expect(namesOf(rowsOf(await linked(agent, start), 'locations-activation'))).toEqual(['Elm']);
  });

  it('shows a person with sites no more than those', async () => {
    const agent = await signedInAs(app, { organisationId, permissions: rights, sites: [south] });
    const { html, items } = await homeOf(agent);
    // Their newest full week is one in which Cedar still recorded.
    expect(html).toContain('How the week of Mar 2 – 8, 2026 went');
    expect(plain(html)).toContain('Waste, Pre-consumer28.0kg');
    expect(items.map(({ count }) => count)).toEqual([1, 2, 1]);
    const rows = active(rowsOf(await linked(agent, items[0]), 'performance'));
    expect(namesOf(rows.filter((row) => row['Days tracking'] === '0%'))).toEqual(['Dogwood']);
    expect(rows.map((row) => row.Site)).not.toContain('North');
    expect(namesOf(rowsOf(await linked(agent, items[1]), 'locations-baseline'))).toEqual(['Dogwood', 'Hazel']);
  });

  it('says so where nothing wants a look', async () => {
    const own = await quietKitchen();
    const { html } = await homeOf(await signedInAs(app, { organisationId: own, permissions: rights }));
    expect(plain(html)).toContain('Nothing needs attention: every location tracks, and none is above its baseline.');
  });

  it('names figures without links that the person may not open', async () => {
    const { items } = await homeOf(await signedInAs(app, { organisationId, permissions: ['VIEW_BASE_LPO_PAGE'] }));
    expect(items.map(({ count, href }) => [count, href])).toEqual([
      [2, null],
      [1, null],
      [2, '/deployment-status?wasteStageId=8#period-baseline'],
      [1, '/deployment-status?wasteStageId=8#period-activation'],
    ]);
  });

  it('welcomes those who may see no figures', async () => {
    for (const permissions of [[], ['VIEW_PERFORMANCE_DASHBOARD']] as Permission[][]) {
      const { html, items } = await homeOf(await signedInAs(app, { organisationId, permissions }));
      expect(html).toContain('Welcome to Tare');
      expect(items).toEqual([]);
      expect(html).not.toContain('61.0');
    }
  });

  it('speaks German', async () => {
    const { html } = await homeOf(await signedInAs(app, { organisationId, permissions: rights, locale: 'de_DE' }));
    expect(plain(html)).toContain('−25,61');
    expect(html).toContain('Standorte waren offen, haben in dieser Woche aber nichts erfasst.');
    expect(html).not.toMatch(/home\.[a-z]/);
  });
});

describe('before there is a full week', () => {
  const importers: Permission[] = [...rights, 'VIEW_DATA_MANAGER', 'EDIT_TRANSACTIONS'];

  it('an empty organisation is told so, and where to begin', async () => {
    const own = await newOrganisation(app);
    const agent = await signedInAs(app, { organisationId: own, permissions: importers });
    const { html, items } = await homeOf(agent);
    expect(html).toContain('No location is set up yet.');
    expect(items).toEqual([]);
    expect(html).toContain('href="/imports/new"');
    expect((await agent.get('/imports/new')).status).toBe(200);
    expect(plain(html)).toContain('An administrator of your organization can do this.');
    const reader = (await homeOf(await signedInAs(app, { organisationId: own, permissions: rights }))).html;
    expect(reader).not.toContain('href="/imports/new"');
    expect(plain(reader)).toContain('A manager or an administrator of your organization can do this.');
  });

  it('locations count once, whatever their stages, also while the first week runs', async () => {
    const own = await newOrganisation(app);
    const siteId = await addSite(app, { organisationId: own });
    const locationId = await addLocation(app, { organisationId: own, siteId, stages: [8] });
    await addLocation(app, { organisationId: own, siteId, stages: [9, 23] });
    await addLocation(app, { organisationId: own, siteId, status: 'I' });
    await addEvents(app, { organisationId: own, locationId, events: [{ day: '2026-03-17', grams: 100 }] });
    await app.runJobs();
    const { html } = await homeOf(await signedInAs(app, { organisationId: own, permissions: rights }));
    expect(plain(html)).toContain('2 of 4 are done.');
    expect(plain(html)).toContain('so far in the week of Mar 16');
    // To the week's end: where it is tomorrow already, the week has had more days than the organisation's zone.
    expect(html).toContain('startDate=2026-03-16&amp;endDate=2026-03-22');
    const waiting = await newOrganisation(app);
    const site = await addSite(app, { organisationId: waiting });
    for (const stages of [[8], [9, 23]]) await addLocation(app, { organisationId: waiting, siteId: site, stages });
    const { html: before } = await homeOf(await signedInAs(app, { organisationId: waiting, permissions: rights }));
    expect(before).toContain('2 locations are set up.');
    expect(plain(before)).toContain('1 of 4 are done.');
  });

  it('leads nobody to the imports who is limited to sites', async () => {
    const own = await newOrganisation(app);
    const siteId = await addSite(app, { organisationId: own });
    const { html } = await homeOf(
      await signedInAs(app, { organisationId: own, permissions: importers, sites: [siteId] }),
    );
    expect(html).not.toContain('href="/imports/new"');
  });
});

it('the first steps are over with the first baseline', async () => {
  const { html } = await homeOf(await signedInAs(app, { organisationId, permissions: rights }));
  expect(html).not.toContain('id="first-steps"');
});

it('shows the stage that has data where the usual one has none', async () => {
  const own = await newOrganisation(app, { unitId: 12 });
  const siteId = await addSite(app, { organisationId: own });
  await addLocation(app, { organisationId: own, siteId, stages: [8] });
  const locationId = await addLocation(app, { organisationId: own, siteId, stages: [9] });
  await addEvents(app, {
    organisationId: own,
    locationId,
    events: weekOfEvents({ weekStart: '2026-03-09', grams: 500, stageId: 9 }),
  });
  await app.runJobs();
  const agent = await signedInAs(app, { organisationId: own, permissions: rights });
  const { html, items } = await homeOf(agent);
  expect(plain(html)).toContain('Waste, Post-consumer7.0kg');
  expect(items).toEqual([
    {
      count: 1,
      text: 'location records waste but has no baseline yet.',
      href: '/deployment-status?wasteStageId=9#period-baseline',
    },
  ]);
  expect(rowsOf(await linked(agent, items[0]), 'locations-baseline')).toHaveLength(1);
});

it('says how old its figures are where nothing was weighed for more than ten days', async () => {
  const own = await newOrganisation(app);
  const siteId = await addSite(app, { organisationId: own });
  const locationId = await addLocation(app, { organisationId: own, siteId, stages: [8] });
  await addEvents(app, {
    organisationId: own,
    locationId,
    events: weeksOfEvents({ weekStart: '2025-03-03', gramsOfWeeks: [1000, 1000, 1000, 1000, 900], days: 7 }),
  });
  await app.runJobs();
  const { html } = await homeOf(await signedInAs(app, { organisationId: own, permissions: rights }));
  expect(plain(html)).toContain('The newest weighing is from Apr 6, 2025.');
  expect(plain(html)).toContain('−10.0% per open day from the week before.');
  expect(plain(html)).not.toMatch(/today/i);
});

/** @returns an organisation whose one location records what its baseline says. */
async function quietKitchen(): Promise<number> {
  const own = await newOrganisation(app);
  const siteId = await addSite(app, { organisationId: own });
  const locationId = await addLocation(app, { organisationId: own, siteId, stages: [8] });
  await addEvents(app, {
    organisationId: own,
    locationId,
    events: weeksOfEvents({ weekStart: start, gramsOfWeeks: [1000, 1000, 1000, 1000, 1000], days: 6 }),
  });
  await app.runJobs();
  return own;
}
