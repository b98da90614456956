import { beforeAll, describe, expect, it } from 'vitest';
import { addEvents, addLocation, addSite, weekOfEvents, weeksOfEvents } from '../../../tests/support/factories';
import { newOrganisation, signedInAs } from '../../../tests/support/people';
import { addValue } from '../../../tests/support/scratch-organisation';
import { testApp, type TestApp } from '../../../tests/support/test-app';
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
  names: string;
}

/** What wants a look, as the page says it. */
function attentionOf(html: string): Item[] {
  const list = html.slice(html.indexOf('id="home-attention"'), html.indexOf('id="home-trend"'));
  const item =
    /<li[^>]*><span[^>]*>(\d+)<\/span><(?:a[^>]*href="([^"]*)"|span)>(.*?)<\/(?:a|span)>(?:<span[^>]*>(.*?)<\/span>)?/g;
  return [...list.matchAll(item)].map(([, count, href, text = '', names = '']) => ({
    count: Number(count),
    text,
    href: href?.replaceAll('&amp;', '&') ?? null,
    names,
  }));
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
    expect(html).toContain('Results for the week of Mar 9 – 15, 2026');
    // Alder 11.2 + Birch 16.8 + Even 12 + Gorse 21 kg.
    expect(plain(html)).toContain('Waste, Pre-consumer61.0kg');
    const { body } = await agent.get(`/rest/v1/performance/locationSummary?${week.replace('range=custom&', '')}`);
    expect(body.withoutStopped.overallWeightChange).toBeCloseTo(61 / 54 - 1, 6);
    for (const page of [html, (await agent.get(`/performanceDashboard?${week}`)).text]) {
      expect(plain(page)).toContain('Change in weight+12.96%more than the baseline, Mar 9 – 15, 2026');
      expect(plain(page)).toContain('96% of open days tracked, 4 of 9 locations counted');
    }
    expect(plain(html)).toContain('Weight below the baseline in 0 of 2 weeks');
    expect(plain(html)).toMatch(/Mar 9 – 15, 2026: 61.kg, baseline 54.kg/);
    expect(html).not.toContain('newest weighing');
  });

  it('leaves kitchens that stopped out of the large figure, and says in the details what it is with them', async () => {
    const agent = await signedInAs(app, { organisationId, permissions: rights });
    const { html } = await homeOf(agent);
    const details = html.slice(html.indexOf('<details'), html.indexOf('</details>'));
    expect(plain(details)).toContain('2 locations have probably stopped tracking and are excluded from the figures.');
    expect(plain(details)).toContain(
      'With kitchens that stopped tracking included, the change in weight would be −25.61%.',
    );
    expect(plain(details)).toContain('3 locations are not counted because they have no baseline yet.');
    for (const [, href = ''] of details.matchAll(/<a href="([^"]*)"/g))
      expect([href, (await agent.get(href.replaceAll('&amp;', '&'))).status]).toEqual([href, 200]);
  });

  it('takes its limit from the organisation', async () => {
    const limit = (value: number) =>
      app.db
        .updateTable('organisation')
        .set((eb) => ({ tracking_limit: value, data_version: eb('data_version', '+', 1) }))
        .where('id', '=', organisationId)
        .execute();
    const agent = await signedInAs(app, { organisationId, permissions: rights });
    // Dogwood was open both weeks and recorded nothing.
    expect(plain((await homeOf(agent)).html)).toMatch(
      /82\.0.kg in the previous week \(too few tracked days to compare\)/,
    );
    await limit(0.5);
    try {
      expect(plain((await homeOf(agent)).html)).toMatch(/\+13\.0% per open day vs. the previous week \(82\.0.kg\)/);
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
        text: 'locations were open but recorded nothing that week.',
        href: `/performanceDashboard?${week}&sort=tracking`,
        names: 'Cedar, South · Dogwood, South',
      },
      {
        count: 1,
        text: 'location is above its baseline.',
        href: `/performanceDashboard?${week}&sort=-look`,
        names: 'Birch, North',
      },
      {
        count: 2,
        text: 'locations record waste but have no baseline yet.',
        href: '/deployment-status?wasteStageId=8#period-baseline',
        names: '',
      },
      {
        count: 1,
        text: 'location is set up and waiting for its first weighing.',
        href: '/deployment-status?wasteStageId=8#period-activation',
        names: '',
      },
    ]);
    const [silent, above, baseline, start] = items;
    const byTracking = active(rowsOf(await linked(agent, silent), 'performance'));
    expect(namesOf(byTracking.filter((row) => row['Days tracked'] === '0%'))).toEqual(['Cedar', 'Dogwood']);
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
    expect(html).toContain('Results for the week of Mar 2 – 8, 2026');
    expect(plain(html)).toContain('Waste, Pre-consumer28.0kg');
    expect(items.map(({ count }) => count)).toEqual([1, 2, 1]);
    const rows = active(rowsOf(await linked(agent, items[0]), 'performance'));
    expect(namesOf(rows.filter((row) => row['Days tracked'] === '0%'))).toEqual(['Dogwood']);
    expect(rows.map((row) => row.Site)).not.toContain('North');
    expect(namesOf(rowsOf(await linked(agent, items[1]), 'locations-baseline'))).toEqual(['Dogwood', 'Hazel']);
  });

  it('says so where nothing wants a look', async () => {
    const own = await quietKitchen();
    const { html } = await homeOf(await signedInAs(app, { organisationId: own, permissions: rights }));
    expect(plain(html)).toContain(
      'Nothing needs attention: every location tracks its waste, and none are above their baseline.',
    );
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
    expect(plain(html)).toContain('+12,96');
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
    expect(html).toContain('No locations are set up yet.');
    expect(items).toEqual([]);
    expect(html).toContain('href="/imports/new"');
    expect((await agent.get('/imports/new')).status).toBe(200);
    expect(plain(html)).toContain('An administrator in your organization can do this.');
    const reader = (await homeOf(await signedInAs(app, { organisationId: own, permissions: rights }))).html;
    expect(reader).not.toContain('href="/imports/new"');
    expect(plain(reader)).toContain('A manager or administrator in your organization can do this.');
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
    expect(plain(html)).toContain('2 of 4 done.');
    expect(plain(html)).toContain('so far in the week of Mar 16');
    // To the week's end: where it is tomorrow already, the week has had more days than the organisation's zone.
    expect(html).toContain('startDate=2026-03-16&amp;endDate=2026-03-22');
    const waiting = await newOrganisation(app);
    const site = await addSite(app, { organisationId: waiting });
    for (const stages of [[8], [9, 23]]) await addLocation(app, { organisationId: waiting, siteId: site, stages });
    const { html: before } = await homeOf(await signedInAs(app, { organisationId: waiting, permissions: rights }));
    expect(before).toContain('2 locations are set up.');
    expect(plain(before)).toContain('1 of 4 done.');
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
      names: '',
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
  expect(plain(html)).toContain('The latest weighing is from Apr 6, 2025.');
  expect(plain(html)).toMatch(/−10\.0% per open day vs. the previous week \(30\.9.lb\)/);
  expect(plain(html)).not.toMatch(/today/i);
});

describe('what was thrown away', () => {
  let own: number;
  let lyon: number;
  let boston: number;

  /** Rice, bread and what nobody named, in euros and dollars, last week and this one; the week before had 7 kg. */
  beforeAll(async () => {
    own = await newOrganisation(app, { unitId: 12 });
    lyon = await addSite(app, { organisationId: own, name: 'Lyon', currencyCode: 'EUR' });
    boston = await addSite(app, { organisationId: own, name: 'Boston', currencyCode: 'USD' });
    const value = (element: 'WASTEITEM' | 'WASTEREASON', name: string) => addValue(app.db, own, { element, name });
    const [rice, bread] = [await value('WASTEITEM', 'Rice'), await value('WASTEITEM', 'Bread')];
    const spoiled = await value('WASTEREASON', 'Spoiled');
    const kitchens = [
      { siteId: lyon, weeks: [250, 300], cost: 1.5, item: rice, reason: spoiled },
      { siteId: boston, weeks: [250, 100], cost: 0.25, item: bread, reason: null },
    ];
    for (const { siteId, weeks, cost, item, reason } of kitchens) {
      const locationId = await addLocation(app, { organisationId: own, siteId, stages: [8] });
      const events = [
        ...weeksOfEvents({ weekStart: '2026-03-02', gramsOfWeeks: weeks, cost }),
        { day: '2026-03-16', grams: 700, cost },
        { day: '2026-03-18', grams: 50, cost },
      ];
      await addEvents(app, { organisationId: own, locationId, events });
      await app.db
        .updateTable('waste_event')
        .set({ item_id: item, reason_id: reason })
        .where('location_id', '=', locationId)
        .execute();
    }
    await app.runJobs();
  });

  const rowsIn = (html: string, id: string) => {
    const from = html.slice(html.indexOf(`id="${id}"`));
    return [...from.slice(0, from.indexOf('</section>')).matchAll(/<li[^>]*>(.*?)<\/li>/g)].map(([, row = '']) => ({
      said: row
        .replace(/<[^>]*>/g, ' ')
        .replace(/\s+/g, ' ')
        .trim(),
      href: (/href="([^"]*)"/.exec(row)?.[1] ?? '').replaceAll('&amp;', '&'),
    }));
  };

  it('is told by weight and in each currency, of what and why, beside the week before and this one', async () => {
    const agent = await signedInAs(app, { organisationId: own, permissions: rights });
    const { html } = await homeOf(agent);
    const said = plain(html).replaceAll('\u202f', ' ');
    // 14 × 300 g and 14 × 100 g; the week before 28 × 250 g.
    expect(said).toContain('Waste, Pre-consumer5.6kg€21 · $4−20.0% per open day vs. the previous week (7.0 kg)');
    expect(said).toContain('This week so far1.5kgincluding 0.1 kg today');
    const euros = /href="([^"]*currency=EUR)"/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? '';
    expect(plain((await agent.get(euros)).text)).toContain('Cost in EUR€21.00');
    const [items, reasons] = [rowsIn(html, 'home-items'), rowsIn(html, 'home-reasons')];
    expect(items.map((row) => row.said)).toEqual(['Rice 75% 4.2 kg · €21', 'Bread 25% 1.4 kg · $4']);
    expect(reasons.map((row) => row.said)).toEqual(['Spoiled 75% 4.2 kg · €21', 'Not specified 25% 1.4 kg · $4']);
    for (const [href, grams] of [
      [items[0]?.href, '4.20'],
      [items[1]?.href, '1.40'],
      [reasons[1]?.href, '1.40'],
    ] as const) {
      expect(href).toContain('startDate=2026-03-09&endDate=2026-03-15');
      expect(plain((await agent.get(href ?? '')).text)).toContain(`${grams}kg`);
    }
  });

  it('is of no site that somebody may not see', async () => {
    const { html } = await homeOf(await signedInAs(app, { organisationId: own, permissions: rights, sites: [boston] }));
    const said = plain(html).replaceAll('\u202f', ' ');
    expect(said).toContain('1.4kg$4−60.0% per open day vs. the previous week (3.5 kg)');
    expect(said).toContain('This week so far0.8kg');
    expect(rowsIn(html, 'home-items').map((row) => row.said)).toEqual(['Bread 100% 1.4 kg · $4']);
    expect(html).not.toMatch(/Rice|Spoiled|€/);
  });
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
