import { beforeAll, describe, expect, it } from 'vitest';
import { addEvents, addLocation, addSite, weeksOfEvents } from '../../../tests/support/factories';
import { newOrganisation, signedInAs } from '../../../tests/support/people';
import { addValue } from '../../../tests/support/scratch-organisation';
import { testApp, type TestApp } from '../../../tests/support/test-app';
import { referenceFields } from '../../domain/events/reference-fields.rules';
import type { Permission } from '../../platform/permissions';

const path = '/food-waste-dashboard';
const rights: Permission[] = ['VIEW_NEW_FOOD_WASTE_DASHBOARD'];

let app: TestApp;
let organisationId: number;
let mill: number;
let quay: number;
let bar: number;
let kitchen: number;
let agent: Awaited<ReturnType<typeof signedInAs>>;
let ids: Record<'bread' | 'soup' | 'spoiled' | 'cooked' | 'lunch', number>;

/** The test's Wednesday is 18 March 2026. Three weeks of baseline from 9 February: 2,000 g and 2 USD on each open day. */
beforeAll(async () => {
  app = await testApp();
  organisationId = await newOrganisation(app, { unitId: 12 });
  mill = await addSite(app, { organisationId, name: 'Mill' });
  quay = await addSite(app, { organisationId, name: 'Quay', countryCode: 'DE', currencyCode: 'EUR' });
  kitchen = await addLocation(app, { organisationId, siteId: mill, name: 'Kitchen', stages: [8] });
  bar = await addLocation(app, { organisationId, siteId: quay, name: 'Bar', stages: [8] });
  const add = (element: Parameters<typeof addValue>[2]['element'], name: string) =>
    addValue(app.db, organisationId, { element, name });
  ids = {
    bread: await add('WASTEITEM', 'Bread <b>'),
    soup: await add('WASTEITEM', '=Soup'),
    spoiled: await add('WASTEREASON', 'Spoilage'),
    cooked: await add('WASTEREASON', 'Overproduction'),
    lunch: await add('DAYPART', 'Lunch'),
  };
  const { bread, soup, spoiled, cooked, lunch } = ids;
  await addEvents(app, {
    organisationId,
    locationId: kitchen,
    events: [
      ...weeksOfEvents({ weekStart: '2026-02-09', gramsOfWeeks: [1000, 1000, 1000, 900], cost: 1 }),
      ...['2026-03-11', '2026-03-12', '2026-03-13', '2026-03-14', '2026-03-15', '2026-03-16', '2026-03-17'].flatMap(
        (day) => [
          { day, grams: 800, cost: 1, values: { itemId: bread, reasonId: cooked } },
          { day, grams: 400, cost: 2, values: { itemId: bread, reasonId: spoiled, daypartId: lunch } },
          { day, grams: 300, cost: 0.5, values: { itemId: soup, reasonId: spoiled } },
        ],
      ),
    ],
  });
  await addEvents(app, {
    organisationId,
    locationId: bar,
    events: [
      { day: '2026-03-10', grams: 50 },
      { day: '2026-03-17', grams: 100, cost: 7, values: { itemId: soup } },
    ],
  });
  await app.runJobs();
  agent = await signedInAs(app, { organisationId, permissions: rights });
});

const shown = (html: string) =>
  html
    .slice(html.indexOf('<main'), html.indexOf('</main>'))
    .replace(/<(style|script)[^>]*>.*?<\/\1>/gs, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/[\u202f\s]+/g, ' ');

async function open(query = '') {
  const { text, status } = await agent.get(`${path}${query}`);
  return { status, html: text, text: shown(text) };
}

/** A list of the page: each name with its share. */
function listOf(html: string, field: string): string[] {
  const from = html.slice(html.indexOf(`id="food-waste-${field}"`));
  return from
    .slice(0, from.indexOf('</section>'))
    .split('<li')
    .slice(1)
    .map((row) =>
      shown(`<main><i ${row}</main>`)
        .trim()
        .replace(/ ([\d.,]+ kg.*)/, ''),
    );
}

describe('the last 7 days', () => {
  it('say how much was thrown away, at what cost, against the days before and the baseline', async () => {
    const { status, text } = await open();
    expect(status).toBe(200);
    expect(text).toContain('Waste, Pre-consumer 10.6 kg Cost by currency: €7 · $25');
    // 10,500 g of 14,000 g on 7 open days; the bar has no baseline.
    expect(text).toContain('25.0% less than the baseline: 10.5 kg instead of 14.0 kg');
    // From 10 March on the bar was open and untracked for 6 of its 8 days.
    expect(text).toContain('8 of 14 open days tracked');
  });

  it('show how the change came about, with the weighings of each location', async () => {
    const { html, text } = await open();
    expect(text).toContain('Kitchen, Mill 2.0 kg 7 14.0 kg 10.5 kg');
    expect(html).toMatch(
      /figure=total&amp;startDate=2026-03-11&amp;endDate=2026-03-17&amp;wasteStageId=8&amp;locationId=\d+"/,
    );
  });

  it('open the weighings of a location from the day on that is compared', async () => {
    const { html, text } = await open('?range=last4Weeks');
    // The baseline ends on 1 March: 12.6 kg in the week after it, and 7.5 kg on five days of the next.
    expect(text).toContain('Kitchen, Mill 2.0 kg 14 28.0 kg 20.1 kg');
    const [, href = ''] = /href="([^"]*startDate=2026-03-02&amp;endDate=2026-03-15[^"]*)"/.exec(html) ?? [];
    const { body } = await agent
      .get(`/rest/v1${href.replaceAll('&amp;', '&').replace('figure=total&', '')}`)
      .expect(200);
    expect((body as { sums: { grams: number } }).sums.grams).toBe(20_100);
  });

  it('name what was thrown away most and mainly why, with a way to the weighings', async () => {
    const { html, text } = await open();
    expect(text).toContain(
      'Most wasted item: Bread &lt;b&gt;, 8.4 kg (79%). Main reason for Bread &lt;b&gt;: Overproduction (67%).',
    );
    expect(html).toContain(`itemId=${ids.bread}&amp;reasonId=${ids.cooked}`);
  });

  it('say what a guest left, for whoever may see that and of all waste of the stage', async () => {
    const counter = await signedInAs(app, {
      organisationId,
      permissions: [...rights, 'VIEW_VAM_DASHBOARD', 'EDIT_VOLUMES'],
    });
    const covers = (day: string, value: number) => ({ locationId: kitchen, kind: 'COVERS', date: day, value });
    const days = ['2026-03-11', '2026-03-12', '2026-03-13', '2026-03-14', '2026-03-15', '2026-03-16', '2026-03-17'];
    const entered = await counter.post('/rest/v1/volumes').send({ volumes: days.map((day) => covers(day, 50)) });
    expect(entered.status, entered.text).toBe(200);
    const at = async (query: string) => shown((await counter.get(`${path}?${query}`)).text);
    // 10,500 g of the kitchen on seven days with 50 guests each.
    const perGuest = 'Waste per cover 30.0 g 10.5 kg · 350 covers';
    expect(await at(`locationId=${kitchen}`)).toContain(perGuest);
    expect(await at(`locationId=${kitchen}&itemId=${ids.bread}`)).not.toContain('Waste per cover');
    expect(await at(`locationId=${kitchen}&wasteStageId=all`)).not.toContain('Waste per cover');
    expect((await open(`?locationId=${kitchen}`)).text).not.toContain('Waste per cover');
    expect((await counter.get(`${path}?locationId=${kitchen}`)).text).toContain(
      `figure=total&amp;startDate=2026-03-11&amp;endDate=2026-03-17&amp;wasteStageId=8&amp;locationId=${kitchen}"`,
    );
  });

  it('rank every dimension by its share', async () => {
    const { html } = await open();
    expect(listOf(html, 'itemId')).toEqual(['Bread &lt;b&gt; 79%', '=Soup 21%']);
    expect(listOf(html, 'reasonId')).toEqual(['Overproduction 53%', 'Spoilage 46%', 'Not specified 1%']);
    expect(listOf(html, 'daypartId')).toEqual(['Lunch 26%', 'Not specified 74%']);
    expect(html).toContain('Not recorded for any weighings in this view.');
  });
});

describe('filters', () => {
  it.each([
    [
      'an item',
      () => `?itemId=${ids.soup}`,
      'Item: =Soup',
      '2.2 kg Cost by currency: €7 · $4',
      'remove the item, reason and other filters',
    ],
    [
      'what names none',
      () => '?reasonId=none',
      'Reason: Not specified',
      '0.1 kg Cost: €7',
      'remove the item, reason and other filters',
    ],
    [
      'two dimensions',
      () => `?itemId=${ids.bread}&reasonId=${ids.spoiled}`,
      'Reason: Spoilage',
      '2.8 kg Cost: $14',
      'remove the item',
    ],
    ['a site', () => `?siteId=${mill}`, '10.5 kg Cost: $25', '10.5 kg instead of 14.0 kg', 'Day by day'],
    ['a location', () => `?locationId=${bar}`, '0.1 kg Cost: €7', 'No location has both a baseline', 'Day by day'],
    [
      'all stages',
      () => '?wasteStageId=all',
      'Waste, all stages 10.6 kg',
      'Each stage has its own baseline',
      'Day by day',
    ],
    ['whole weeks', () => '?range=last4Weeks', '48.2 kg', 'Day by day', 'No item was recorded for 84% of the waste.'],
    // The days of the bar, which is paid in euros, do not count.
    ['a currency', () => '?measure=cost&currency=USD', '$25 10.6 kg', 'Value in USD', '7 of 7 open days tracked'],
  ])('narrow to %s, and the page says so', async (_, query, ...expected) => {
    const { status, text } = await open(query());
    expect(status).toBe(200);
    for (const one of expected) expect(text).toContain(one);
  });

  it('that no longer fit show the page as without them', async () => {
    const { status, text } = await open('?timeFrame=hour&measure=volume&itemId=-3&show=nothing&siteId=x');
    expect(status).toBe(200);
    expect(text).toContain('10.6 kg');
  });

  it.each([
    ['ends in the future', '?range=custom&startDate=2026-03-01&endDate=2026-03-19', 422, 'Check the dates'],
    ['ends before it starts', '?range=custom&startDate=2026-03-10&endDate=2026-03-09', 422, 'Check the dates'],
    ['names a stage that nobody has', '?wasteStageId=99', 200, 'No stage selected'],
    ['has no data', '?range=custom&startDate=2026-01-01&endDate=2026-01-02', 200, 'The latest weeks with data are'],
    ['names an item of nobody', '?itemId=999999999', 200, 'Try another date range or fewer filters.'],
  ])('a range that %s', async (_, query, status, sentence) => {
    const found = await open(query);
    expect(found.status).toBe(status);
    expect(found.text).toContain(sentence);
  });
});

describe('a comparison', () => {
  it('offers the three months before last month, and shows nothing until it is asked for', async () => {
    const { html, text } = await open('?reasonId=none');
    expect(html).toMatch(/name="compareStart"[^>]*value="2025-11-01"/);
    expect(html).toMatch(/name="compareEnd"[^>]*value="2026-01-31"/);
    expect(html).toMatch(/type="hidden" name="reasonId" value="none"/);
    expect(text).not.toContain('Per open day');
  });

  it.each([
    // 14,000 g on 7 open days, against 10,500 g on 7.
    [
      'other days',
      () => `?siteId=${mill}&compareStart=2026-02-09&compareEnd=2026-02-15`,
      'Per open day 1.50 kg 2.00 kg −25.0% less',
    ],
    [
      'another site',
      () => `?siteId=${mill}&compareStart=2026-03-11&compareEnd=2026-03-17&compareSiteId=${quay}`,
      '10.5 kg · $25 0.1 kg · €7',
    ],
    [
      'items per open day',
      () => `?siteId=${mill}&compareStart=2026-03-11&compareEnd=2026-03-12`,
      'Bread &lt;b&gt; 1.20 kg 1.20 kg 0.0%',
    ],
    [
      'days without waste',
      () => '?compareStart=2025-03-11&compareEnd=2025-03-12',
      'Nothing was recorded for Mar 11 – 12, 2025.',
    ],
    [
      'days that end before they start',
      () => '?compareStart=2026-03-11&compareEnd=2026-03-10',
      'The end date cannot be before the start date.',
    ],
    ['days without a start', () => '?compareStart=&compareEnd=2026-03-10', 'Check the dates'],
  ])('with %s', async (_, query, sentence) => {
    const { status, text } = await open(query());
    expect(status).toBe(200);
    expect(text).toContain(sentence);
  });
});

describe('who sees it', () => {
  it('nobody without the permission', async () => {
    const stranger = await signedInAs(app, { organisationId, permissions: ['VIEW_BASE_LPO_PAGE'] });
    expect((await stranger.get(path)).headers.location).toMatch(/^\/home/);
    expect((await stranger.get(`/rest/v1${path}/export?startDate=2026-03-11&endDate=2026-03-17`)).status).toBe(403);
  });
  it('somebody limited to a site sees that site alone', async () => {
    const limited = await signedInAs(app, { organisationId, permissions: rights, sites: [mill] });
    const text = shown((await limited.get(path)).text);
    expect(text).toContain('10.5 kg Cost: $25');
    expect(text).not.toContain('€');
  });
  it('another organisation nothing of it, whatever its address names', async () => {
    const other = await signedInAs(app, { organisationId: await newOrganisation(app), permissions: rights });
    const text = shown((await other.get(`${path}?itemId=${ids.bread}&siteId=${mill}`)).text);
    expect(text).not.toContain('Bread');
    expect(text).toContain('No data');
  });
});

it('every amount of a list leads to weighings that come to it', async () => {
  const { html } = await open();
  const link = /href="(\/events\?figure=total[^"]*(?:itemId|reasonId|daypartId)=[^"]*)"[^>]*>([\d.,]+)\u202fkg/g;
  const links = [...html.matchAll(link)].map(([, href = '', kilograms = '']) => ({
    href: href.replaceAll('&amp;', '&'),
    kilograms,
  }));
  expect(links.length).toBe(7);
  for (const { href, kilograms } of links) {
    const { body } = await agent.get(`/rest/v1${href.replace('figure=total&', '')}`).expect(200);
    expect(((body as { sums: { grams: number } }).sums.grams / 1000).toFixed(1), href).toBe(kilograms);
  }
});

describe('the file', () => {
  const file = (query: string) => agent.get(`/rest/v1${path}/export?${query}`);

  it('has every value of every dimension, and runs no formula', async () => {
    const { text, headers } = await file('startDate=2026-03-11&endDate=2026-03-17&wasteStageId=8').expect(200);
    expect(headers['content-disposition']).toContain('Food Waste.csv');
    const lines = text.replace('\ufeff', '').trim().split('\r\n');
    expect(lines[0]).toBe('Dimension,Name,Weighings,Weight (kg),Share of weight (%),Cost,Currency');
    expect(lines).toContain('Item,Bread <b>,14,8.4,79.25,21,USD');
    expect(lines).toContain("Item,'=Soup,7,2.1,19.81,3.5,USD");
    expect(lines).toContain("Item,'=Soup,1,0.1,0.94,7,EUR");
  });

  it.each([
    ['without dates', ''],
    ['that ends before it starts', 'startDate=2026-03-11&endDate=2026-03-01'],
    ['of a stage that is no number', 'startDate=2026-03-01&endDate=2026-03-02&wasteStageId=all'],
    ['with an unknown parameter', 'startDate=2026-03-01&endDate=2026-03-02&colour=red'],
  ])('%s is refused', async (_, query) => {
    expect((await file(query)).status).toBe(400);
  });

  it('comes to what the raw events do, in every dimension and on any days', async () => {
    let seed = 7;
    const random = (below: number) => (seed = (seed * 16_807) % 2_147_483_647) % below;
    const other = await newOrganisation(app, { unitId: 12 });
    const siteId = await addSite(app, { organisationId: other, name: 'Random' });
    const locationId = await addLocation(app, { organisationId: other, siteId, stages: [8, 9] });
    const values = new Map<string, number[]>();
    for (const [field, element] of referenceFields) {
      const all = [];
      for (const name of ['a', 'b', 'c'])
        all.push(await addValue(app.db, other, { element, name: `${field} ${name}` }));
      values.set(field, all);
    }
    const events = Array.from({ length: 300 }, () => ({
      day: `2026-0${1 + random(2)}-${String(1 + random(28)).padStart(2, '0')}`,
      grams: (1 + random(500_000)) / 100,
      stageId: 8 + random(2),
      values: Object.fromEntries(
        referenceFields.flatMap(([field]) => {
          const id = values.get(field)?.[random(4)];
          return id === undefined ? [] : [[field, id]];
        }),
      ),
    }));
    await addEvents(app, { organisationId: other, locationId, events });
    await app.runJobs();
    const reader = await signedInAs(app, { organisationId: other, permissions: rights });
    const [item] = values.get('itemId') ?? [];
    for (const [asked, holds] of [
      ['', () => true],
      ['&wasteStageId=9', (one: (typeof events)[number]) => one.stageId === 9],
      [`&itemId=${item}`, (one: (typeof events)[number]) => one.values.itemId === item],
      [
        '&reasonId=none&wasteStageId=8',
        (one: (typeof events)[number]) => one.values.reasonId === undefined && one.stageId === 8,
      ],
    ] as const) {
      const { text } = await reader
        .get(`/rest/v1${path}/export?startDate=2026-01-10&endDate=2026-02-17${asked}`)
        .expect(200);
      const found = text
        .trim()
        .split('\r\n')
        .slice(1)
        .map((line) => line.split(',').slice(0, 4).join())
        .sort();
      const within = events.filter((one) => one.day >= '2026-01-10' && one.day <= '2026-02-17' && holds(one));
      const expected = new Map<string, { txn: number; centigrams: number }>();
      for (const [field] of referenceFields) {
        if (asked.includes(field)) continue;
        const label = {
          itemId: 'Item',
          reasonId: 'Reason',
          sourceId: 'Source',
          sinkId: 'Destination',
          daypartId: 'Daypart',
          containerId: 'Container',
        }[field];
        for (const one of within) {
          const at = values.get(field)?.indexOf(one.values[field] ?? -1) ?? -1;
          const key = `${label},${at < 0 ? 'Not specified' : `${field} ${'abc'[at]}`}`;
          const sum = expected.get(key) ?? { txn: 0, centigrams: 0 };
          expected.set(key, { txn: sum.txn + 1, centigrams: sum.centigrams + Math.round(one.grams * 100) });
        }
      }
      const lines = [...expected].map(
        ([key, { txn, centigrams }]) => `${key},${txn},${Number((centigrams / 100_000).toFixed(3))}`,
      );
      expect(found).toEqual(lines.sort());
    }
  });
});
