import { beforeAll, describe, expect, it } from 'vitest';
import { addEvents, addLocation, addSite, weeksOfEvents } from '../../../tests/support/factories';
import { newOrganisation, signedInAs } from '../../../tests/support/people';
import { addValue } from '../../../tests/support/scratch-organisation';
import { testApp, type TestApp } from '../../../tests/support/test-app';
import type { Permission } from '../../platform/permissions';
import type { EventsAnswer } from './events.contract';

const rights: Permission[] = ['VIEW_BASE_LPO_PAGE', 'VIEW_PERFORMANCE_DASHBOARD', 'VIEW_ENGAGEMENT_SCORE'];
const dashboard = '/performanceDashboard?range=custom&startDate=2026-01-05&endDate=2026-02-15&wasteStageId=8';

let app: TestApp;
let organisationId: number;
let mill: number;
let quay: number;
let alder: number;

/** Three weeks of baseline from 5 January, two weeks of events a day on 7 open days each, then reduction; Cedar pays in euros, and a part of Birch is estimated. */
beforeAll(async () => {
  app = await testApp();
  organisationId = await newOrganisation(app, { unitId: 12 });
  mill = await addSite(app, { organisationId, name: 'Mill', region: 'North' });
  quay = await addSite(app, { organisationId, name: 'Quay', countryCode: 'DE', currencyCode: 'EUR' });
  alder = await addLocation(app, { organisationId, siteId: mill, name: 'Alder', stages: [8] });
  const birch = await addLocation(app, { organisationId, siteId: mill, name: 'Birch', stages: [8] });
  const cedar = await addLocation(app, { organisationId, siteId: quay, name: 'Cedar', stages: [8] });
  const add = (locationId: number, gramsOfWeeks: number[], more: object = {}) =>
    addEvents(app, {
      organisationId,
      locationId,
      events: weeksOfEvents({ weekStart: '2026-01-05', gramsOfWeeks, ...more }),
    });
  await add(alder, [1000.5, 1000.25, 1000, 800.75, 600, 700], { cost: 1.25 });
  await add(birch, [500, 500, 500, 600, 610.01, 620], { estimated: true });
  await add(cedar, [2000, 2000, 2000, 1500, 1500, 1500], { cost: 0.3333 });
  await app.runJobs();
});

type Agent = Awaited<ReturnType<typeof signedInAs>>;

const plain = (html: string) => html.replace(/<[^>]*>/g, '').replaceAll('&#x27;', "'");

interface Link {
  href: string;
  text: string;
}

/** The figures of a page, each once. */
async function figuresOn(agent: Agent, page: string): Promise<Link[]> {
  const { text, status } = await agent.get(page);
  expect([page, status]).toEqual([page, 200]);
  const links = [...text.matchAll(/<a href="(\/events\?figure=[^"]+)"[^>]*>(.*?)<\/a>/g)].map(
    ([, href = '', inner = '']) => ({ href: href.replaceAll('&amp;', '&'), text: plain(inner) }),
  );
  return [...new Map(links.map((link) => [link.href, link])).values()];
}

async function eventsOf(agent: Agent, href: string): Promise<EventsAnswer> {
  const { body, status } = await agent.get(`/rest/v1${href}`);
  expect([href, status]).toEqual([href, 200]);
  return body;
}

/** Whole grams and ten-thousandths of money of the raw events, read by themselves. */
async function raw(wish: { locationIds: number[]; from: string; to: string }) {
  const rows = await app.db
    .selectFrom('waste_event')
    .select(['net_g', 'cost_amount', 'cost_currency'])
    .where('organisation_id', '=', organisationId)
    .where('location_id', 'in', wish.locationIds)
    .where('local_date', '>=', wish.from)
    .where('local_date', '<=', wish.to)
    .where('voided_at', 'is', null)
    .execute();
  return { events: rows.length, grams: Math.round(rows.reduce((sum, row) => sum + row.net_g * 100, 0)) / 100 };
}

const last = (text: string) => /= ([^=]+)$/.exec(text)?.[1]?.trim();

describe.each([
  ['unrestricted', () => ({}), 3],
  ['restricted to a site', () => ({ sites: [mill] }), 2],
] as const)('what somebody %s opens', (_who, limits, locations) => {
  let agent: Agent;
  beforeAll(async () => {
    agent = await signedInAs(app, { organisationId, permissions: rights, ...limits() });
  });

  it('says on its page what the figure says', async () => {
    const links = [
      ...(await figuresOn(agent, dashboard)),
      ...(await figuresOn(agent, `${dashboard}&viewType=sites`)),
      ...(await figuresOn(agent, '/home')),
    ];
    expect(new Set(links.map(({ href }) => /figure=(\w+)/.exec(href)?.[1]))).toEqual(
      new Set(['value', 'weight', 'transactions', 'tracking', 'compliance', 'total']),
    );
    for (const { href, text } of links.filter((one) => !/figure=total|&week=/.test(one.href) && /\d/.test(one.text))) {
      const { text: html, status } = await agent.get(href);
      expect([href, status]).toEqual([href, 200]);
      const formula = plain(
        /id="reckoning".*?<p class="[^"]*">((?:(?!<\/p>).)*(?:÷)(?:(?!<\/p>).)*)<\/p>/.exec(html)?.[1] ?? '',
      );
      const [compliant, scored] = text.split(' / ').map(Number);
      const expected =
        scored === undefined ? /[−+]?[\d.]+%/.exec(text)?.[0] : `${Math.round(((compliant ?? 0) / scored) * 100)}%`;
      expect([href, formula, last(formula)]).toEqual([href, formula, expected]);
    }
  });

  it('adds up to the grams of both halves of a change', async () => {
    const { body } = await agent.get(
      '/rest/v1/performance/locationSummary?startDate=2026-01-05&endDate=2026-02-15&wasteStageId=8',
    );
    expect(body.performances).toHaveLength(locations);
    for (const row of body.performances) {
      const href = `/events?figure=weight.l${row.locationId}.8.2026-01-05.6`;
      const [range, before] = [await eventsOf(agent, href), await eventsOf(agent, `${href}&half=baseline`)];
      expect(range.sums).toMatchObject(
        await raw({ locationIds: [row.locationId], from: '2026-01-26', to: '2026-02-15' }),
      );
      expect(before.sums).toMatchObject(
        await raw({ locationIds: [row.locationId], from: '2026-01-05', to: '2026-01-25' }),
      );
      expect((range.sums?.grams ?? 0) / (before.sums?.grams ?? 1) - 1).toBeCloseTo(row.weightVsBaseline, 6);
      expect(range.total).toBe(range.sums?.events);
    }
    const all = await eventsOf(agent, '/events?figure=weight.all.8.2026-01-05.6');
    const allBefore = await eventsOf(agent, '/events?figure=weight.all.8.2026-01-05.6&half=baseline');
    expect((all.sums?.grams ?? 0) / (allBefore.sums?.grams ?? 1) - 1).toBeCloseTo(body.overallWeightChange, 6);
    expect(all.sums?.costs.map(({ currency }) => currency)).toEqual(locations === 3 ? ['EUR', 'USD'] : ['USD']);
  });

  it('adds up to the total of the week', async () => {
    const [total] = (await figuresOn(agent, '/home')).filter(({ href }) => href.includes('figure=total'));
    const { sums } = await eventsOf(agent, total?.href ?? '');
    expect(sums?.grams).toBe(14 * (700 + 620 + (locations === 3 ? 1500 : 0)));
    expect(total?.text).toBe(((sums?.grams ?? 0) / 1000).toFixed(1));
    expect(sums?.costs).toEqual([
      ...(locations === 3 ? [{ currency: 'EUR', amount: 4.6662, derived: 0 }] : []),
      { currency: 'USD', amount: 17.5, derived: 0 },
    ]);
  });

  it('shows no event of another site', async () => {
    const { events, total } = await eventsOf(agent, '/events?counts=all&state=all&limit=200');
    expect(total).toBe(84 * locations);
    expect([...new Set(events.map((event) => event.siteName))].sort()).toEqual(
      locations === 3 ? ['Mill', 'Quay'] : ['Mill'],
    );
    expect((await eventsOf(agent, `/events?siteId=${quay}`)).total).toBe(locations === 3 ? 84 : 0);
  });
});

describe('filters', () => {
  let agent: Agent;
  beforeAll(async () => {
    agent = await signedInAs(app, { organisationId, permissions: rights });
  });

  it.each([
    ['startDate=2026-01-07&endDate=2026-02-11', 36 * 2 * 3],
    ['startDate=2026-02-03&endDate=2026-02-03', 6],
    ['endDate=2026-01-06', 12],
    ['countryCode=DE', 84],
    ['regionName=North', 168],
    ['estimated=yes', 84],
    ['estimated=no', 168],
    ['costFrom=none', 84],
    ['costFrom=reported', 168],
    ['costFrom=rule', 0],
    ['currency=EUR', 84],
    ['itemId=none', 252],
    ['itemId=none&reasonId=none&startDate=2026-02-09', 42],
    ['counts=no', 0],
    ['state=voided', 0],
    ['importBatchId=1', 0],
    ['wasteStageId=9', 0],
    ['siteId=&locationId=&startDate=&itemId=&currency=', 252],
    ['recordedFrom=2026-03-18&recordedTo=2026-03-18', 252],
    ['recordedTo=2026-03-17', 0],
  ])('%s', async (query, count) => {
    const { sums, total, recorded } = await eventsOf(agent, `/events?${query}`);
    expect([total, sums?.events, recorded]).toEqual([count, count, count > 0]);
  });

  it('give the same sums from the roll-ups and from the events', async () => {
    for (const days of [
      '',
      '&startDate=2026-01-07&endDate=2026-02-11',
      '&startDate=2026-01-12&endDate=2026-01-25',
      '&startDate=2026-02-04&endDate=2026-02-05',
    ]) {
      const fromRollups = await eventsOf(agent, `/events?wasteStageId=8${days}`);
      // Everything counts, so that the events themselves are asked.
      const fromEvents = await eventsOf(agent, `/events?wasteStageId=8&counts=all${days}`);
      expect(fromRollups.sums).toEqual(fromEvents.sums);
      expect(fromRollups.sums?.events).toBeGreaterThan(0);
    }
  });

  it.each([
    'endDate=9999-12-31',
    'startDate=9999-12-31',
    'figure=nothing',
    'figure=weight.l1.8.2026-01-06.2',
    'startDate=yesterday',
    'startDate=2026-02-02&endDate=2026-02-01',
    'siteId=-1',
    'counts=perhaps',
    'text=note',
    'half=both',
    'currency=euro',
    'figure=weightStep.l1.8.2026-01-05.2',
    'figure=valueStep.all.8.2026-01-05.1',
    'week=2026-01-05',
    'figure=weight.all.8.2026-01-05.6&week=2026-01-06',
    'figure=tracking.all.8.2026-01-05.6&week=2026-01-05',
    'figure=weight.all.8.2026-01-05.6&week=2026-01-05&weeks=0',
  ])('refuses %s', async (query) => {
    expect((await agent.get(`/rest/v1/events?${query}`)).status).toBe(400);
  });

  it('knows no baseline that is not seen', async () => {
    const { id } = await app.db
      .selectFrom('baseline')
      .select('id')
      .where('organisation_id', '=', organisationId)
      .where('location_id', '=', alder)
      .executeTakeFirstOrThrow();
    const { sums } = await eventsOf(agent, `/events?baselineId=${id}`);
    expect(sums).toMatchObject(await raw({ locationIds: [alder], from: '2026-01-05', to: '2026-01-25' }));
    const other = await signedInAs(app, { organisationId, permissions: rights, sites: [quay] });
    expect((await other.get(`/rest/v1/events?baselineId=${id}`)).status).toBe(404);
    const dashboardOnly = await signedInAs(app, { organisationId, permissions: ['VIEW_PERFORMANCE_DASHBOARD'] });
    expect((await dashboardOnly.get(`/rest/v1/events?baselineId=${id}`)).status).toBe(404);
    const manager = await signedInAs(app, { organisationId, permissions: ['EDIT_BASELINES'] });
    expect((await manager.get(`/rest/v1/events?figure=total&baselineId=${id}`)).status).toBe(200);
  });

  it('keep the baseline when others are applied, and cut its weeks to their days', async () => {
    const { id } = await app.db
      .selectFrom('baseline')
      .select('id')
      .where('organisation_id', '=', organisationId)
      .where('location_id', '=', alder)
      .executeTakeFirstOrThrow();
    const { text } = await agent.get(`/events?baselineId=${id}`);
    expect(text).toMatch(new RegExp(`<select[^>]* name="baselineId".*?<option value="${id}" selected=""`, 's'));
    for (const [from, to] of [
      ['2026-01-07', '2026-01-20'],
      ['2026-01-12', '2026-02-15'],
      ['2026-01-12', '2026-01-18'],
    ] as const) {
      const { sums, total } = await eventsOf(agent, `/events?baselineId=${id}&startDate=${from}&endDate=${to}`);
      const found = await raw({ locationIds: [alder], from, to: to < '2026-01-25' ? to : '2026-01-25' });
      expect([sums, total]).toEqual([expect.objectContaining(found), found.events]);
    }
    expect(await eventsOf(agent, `/events?baselineId=${id}&startDate=2026-02-02`)).toMatchObject({
      total: 0,
      sums: { events: 0 },
      recorded: false,
    });
  });
});

describe('who reads them', () => {
  it('nobody without a permission of a screen with figures', async () => {
    const agent = await signedInAs(app, { organisationId, permissions: ['EDIT_SITES'] });
    expect((await agent.get('/rest/v1/events')).status).toBe(403);
    expect((await agent.get('/events')).headers.location).toBe('/home');
  });

  it('nobody sees a figure of a screen that is not theirs', async () => {
    const agent = await signedInAs(app, { organisationId, permissions: ['VIEW_BASE_LPO_PAGE'] });
    expect((await agent.get('/rest/v1/events?figure=compliance.all.8.2026-01-05.6')).status).toBe(404);
    expect((await agent.get('/rest/v1/events?figure=weight.all.8.2026-01-05.6')).status).toBe(200);
  });

  it('nobody reads notes or names here, on the page, in the call or in the file', async () => {
    await app.db
      .updateTable('waste_event')
      .set({ note: 'Secret-note', void_reason: 'Secret-reason' })
      .where('organisation_id', '=', organisationId)
      .execute();
    const agent = await signedInAs(app, { organisationId, permissions: rights });
    for (const address of ['/events', '/rest/v1/events', '/rest/v1/events/export']) {
      const { text } = await agent.get(`${address}?wasteStageId=8`);
      expect(text).toContain('Alder');
      expect(text).not.toMatch(/Secret-|createdBy|fullName/);
    }
  });

  it('gives the file of what is shown', async () => {
    const agent = await signedInAs(app, { organisationId, permissions: rights });
    const { text, headers } = await agent.get('/rest/v1/events/export?figure=weight.all.8.2026-01-05.6&half=baseline');
    expect(headers['content-disposition']).toContain('Events.csv');
    expect(text.trim().split('\r\n')).toHaveLength(1 + 126);
  });

  it.each([
    'startDate=2026-03-01&endDate=2026-03-07',
    'figure=weight.all.8.2026-03-02.1',
    'figure=total&startDate=2026-03-02&endDate=2026-03-08',
  ])('says alike on the page, in the call and in the file where no day was recorded: %s', async (query) => {
    const agent = await signedInAs(app, { organisationId, permissions: rights });
    const { text } = await agent.get(`/events?${query}`);
    expect(plain(text)).toContain('No events');
    expect(text).not.toContain('id="events"');
    expect(await eventsOf(agent, `/events?${query}`)).toMatchObject({
      recorded: false,
      total: 0,
      events: [],
      sums: { events: 0, grams: 0, costs: [] },
    });
    expect((await agent.get(`/rest/v1/events/export?${query}`)).text.trim().split('\r\n')).toHaveLength(1);
  });
});

describe('long lists of filters', () => {
  let agent: Agent;
  let ids: { first: number; last: number; item: number };

  /** More sites, locations and items than a page sends, in an organisation of their own. */
  beforeAll(async () => {
    const many = await newOrganisation(app, { unitId: 12 });
    const siteId = await addSite(app, { organisationId: many, name: 'Aarhus' });
    const locations: number[] = [];
    for (let at = 0; at < 70; at += 1)
      locations.push(
        await addLocation(app, {
          organisationId: many,
          siteId,
          name: `Kitchen ${String(at).padStart(2, '0')}`,
          stages: [8],
        }),
      );
    for (let at = 0; at < 60; at += 1)
      await addValue(app.db, many, { element: 'WASTEITEM', name: `Item ${String(at).padStart(2, '0')}` });
    const item = await addValue(app.db, many, { element: 'WASTEITEM', name: 'Zucchini' });
    ids = { first: locations[0] ?? 0, last: locations[69] ?? 0, item };
    agent = await signedInAs(app, { organisationId: many, permissions: rights });
  });

  const optionsOf = (html: string, name: string) => {
    const [, select = ''] = new RegExp(`<select[^>]* name="${name}"[^>]*>(.*?)</select>`, 's').exec(html) ?? [];
    return [...select.matchAll(/<option value="([^"]*)"( selected="")?>(.*?)<\/option>/g)].map(
      ([, value, selected, label]) => ({ value, label, selected: Boolean(selected) }),
    );
  };

  it('are sent to their fiftieth entry, with the chosen one by its name', async () => {
    const { text } = await agent.get(`/events?locationId=${ids.last}&itemId=${ids.item}`);
    for (const [name, value, label] of [
      ['locationId', ids.last, 'Kitchen 69'],
      ['itemId', ids.item, 'Zucchini'],
    ] as const) {
      const options = optionsOf(text, name);
      expect([name, options.filter((one) => one.selected)]).toEqual([
        name,
        [{ value: String(value), label, selected: true }],
      ]);
      expect(options.length).toBeLessThanOrEqual(20 + 3);
    }
    expect(text).not.toContain('Item 55');
  });

  it('name the location of a figure', async () => {
    const { text } = await agent.get(`/events?figure=tracking.l${ids.last}.8.2026-01-05.6`);
    expect(optionsOf(text, 'locationId').find((one) => one.selected)).toEqual({
      value: String(ids.last),
      label: 'Kitchen 69',
      selected: true,
    });
  });

  it('are searched, with a script and without', async () => {
    const { body } = await agent.get('/rest/v1/events/choices?field=itemId&text=zuc');
    expect(body).toEqual({ options: [{ value: String(ids.item), label: 'Zucchini' }], more: false });
    expect(optionsOf((await agent.get('/events?find=zuc')).text, 'itemId').map(({ label }) => label)).toContain(
      'Zucchini',
    );
    expect((await agent.get('/rest/v1/events/choices?field=deviceId')).status).toBe(400);
    const nobody = await signedInAs(app, { organisationId, permissions: ['EDIT_SITES'] });
    expect((await nobody.get('/rest/v1/events/choices?field=itemId')).status).toBe(403);
  });

  it('hold only what somebody sees', async () => {
    const one = await signedInAs(app, { organisationId, permissions: rights, sites: [mill] });
    const { body } = await one.get('/rest/v1/events/choices?field=locationId');
    expect(body.options.map(({ label }: { label: string }) => label)).toEqual(['Alder', 'Birch']);
  });
});
