import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import content from '../../client/baselines/content.module.css';
import table from '../../client/ui/data-table.module.css';
import type { EventsAnswer } from '../../server/features/events/events.contract';
import { comparedMeasures, summedFigures } from '../../server/features/events/figure-address.rules';
import { plainMapping } from '../../server/features/imports/imports.fixtures';
import type { Permission } from '../../server/platform/permissions';
import today from '../../views/enter-waste/today.module.css';
import attention from '../../views/home/attention-list.module.css';
import bars from '../../views/layout/chart-bars.module.css';
import frame from '../../views/layout/chart-frame.module.css';
import hero from '../../views/layout/hero-figure.module.css';
import ranking from '../../views/performance/ranking.module.css';
import { addEvents, addLocation, addSite, weeksOfEvents } from '../support/factories';
import { newOrganisation, signedInAs } from '../support/people';
import { testApp, type TestApp } from '../support/test-app';

/**
 * Numbers that are no figures, by the words above them: how many rows or lines there are, what a sheet holds beside its events,
 * and dates. All others in a hero or among the figures of a table must lead to their events.
 */
const noFigures = {
  heroes: ['Total active locations', 'Consecutive weeks that meet the criteria'],
  columns: [
    'Weeks in period',
    'Locations',
    'Baseline start',
    'Weekly weight',
    'Rows',
    'Rejected',
    'Details',
    'In the sheet',
    'Already imported',
    'Skipped',
  ],
  counts: [/^\d+% of rows can be read$/, /^Imported: \d+$/, /locations? that counts? for the change\.$/],
};

const permissions: Permission[] = [
  'VIEW_BASE_LPO_PAGE',
  'VIEW_PERFORMANCE_DASHBOARD',
  'VIEW_ENGAGEMENT_SCORE',
  'VIEW_DATA_MANAGER',
  'EDIT_TRANSACTIONS',
  'VIEW_CONFIGURATION_DROPDOWN',
];
const thatDay = '2026-03-18';
/** Of each kind; a full run looks at more. */
const looked = process.env.TARE_TEST_FULL === '1' ? { figures: 12, bars: 8 } : { figures: 3, bars: 2 };

let app: TestApp;
let organisationId: number;
let mill: number;
let pages: string[];
let importPage: string;

/** Baselines, weeks since, weighings of today, an import that is in, in two currencies. */
beforeAll(async () => {
  app = await testApp();
  organisationId = await newOrganisation(app, { unitId: 12 });
  mill = await addSite(app, { organisationId, name: 'Mill' });
  const quay = await addSite(app, { organisationId, name: 'Quay', countryCode: 'DE', currencyCode: 'EUR' });
  const alder = await addLocation(app, { organisationId, siteId: mill, name: 'Alder', stages: [8] });
  const cedar = await addLocation(app, { organisationId, siteId: quay, name: 'Cedar', stages: [8] });
  const weeks = (gramsOfWeeks: number[], cost: number) =>
    weeksOfEvents({ weekStart: '2026-01-26', gramsOfWeeks, cost });
  await addEvents(app, {
    organisationId,
    locationId: alder,
    events: [...weeks([1000.5, 1000, 1000, 900.3, 800, 760, 710], 1.25), { day: thatDay, grams: 333, cost: 2 }],
  });
  await addEvents(app, {
    organisationId,
    locationId: cedar,
    events: weeks([2000, 2000, 2000, 1500, 1500.01, 1450, 1460], 0.3333),
  });
  await app.runJobs();
  importPage = `/imports/${await importSheet()}`;
  pages = [
    '/home',
    '/performanceDashboard?size=200',
    '/performanceDashboard?viewType=sites',
    '/deployment-status?wasteStageId=all',
    `/baselines/detail?locationId=${alder}&wasteStageId=8`,
    `/baselines/readiness?locationId=${alder}&wasteStageId=8`,
    `/locationCalendar?location=${alder}&month=2026-03`,
    `/enter-waste?locationId=${alder}`,
  ];
});

async function importSheet(): Promise<number> {
  const agent = await signedInAs(app, { organisationId, permissions });
  const {
    body: { id },
  } = await agent
    .post('/rest/v1/imports')
    .field('mapping', JSON.stringify(plainMapping))
    .attach(
      'file',
      Buffer.from('date,site,item,kg\n2026-03-02,Nord,Rice,1.5\n2026-03-03,Nord,Rice,2.25\n'),
      'march.csv',
    );
  for (const step of ['check', 'run']) {
    expect((await agent.post(`/rest/v1/imports/${id}/${step}`).send({})).status).toBe(202);
    await app.runJobs();
  }
  return id as number;
}

type Agent = Awaited<ReturnType<typeof signedInAs>>;

const plain = (html: string) =>
  html
    .replace(/<[^>]*>/g, '')
    .replace(/&[^;]*;/g, ' ')
    .trim();
const marked = /<a href="(\/events\?figure=[^"]+)"[^>]*>(.*?)<\/a>/gs;
/** Beside a figure stands its unit, which may say of how many. */
const withoutMarks = (html: string) =>
  plain(html.replace(marked, '').replace(new RegExp(`<span class="${hero.unit}">.*?</span>`, 'gs'), ''));

async function mainOf(agent: Agent, page: string): Promise<string> {
  const { text, status } = await agent.get(page);
  expect([page, status]).toEqual([page, 200]);
  return text.slice(text.indexOf('<main'), text.indexOf('</main>'));
}

interface Place {
  label: string;
  html: string;
}

/** Words below a figure have none above them. */
const beside = '';

const allOf = (html: string, pattern: RegExp) =>
  [...html.matchAll(pattern)].map(([, found = '']) => ({ label: beside, html: found }));

/** What stands large on a page, each with the words above it, and what stands with it. */
function heroesOf(html: string): Place[] {
  const places = [
    [hero.label, hero.figure],
    [content.label, content.figure],
    [today.title, today.figure],
  ].flatMap(([label, figure]) => {
    const pattern = new RegExp(
      `class="[^"]*\\b${label}\\b[^"]*"[^>]*>((?:(?!class="[^"]*\\b${label}\\b).)*?)<p class="[^"]*\\b${figure}\\b[^"]*">(.*?)</p>`,
      'gs',
    );
    return [...html.matchAll(pattern)].map(([, above = '', found = '']) => ({ label: plain(above), html: found }));
  });
  const below = allOf(
    html,
    new RegExp(
      `<p class="[^"]*\\b(?:${[hero.money, hero.trust, content.note, today.note, today.costs].join('|')})\\b[^"]*">(.*?)</p>`,
      'gs',
    ),
  );
  return [...places, ...below];
}

/** The cells that hold numbers, and the facts of a window, by the words at their head. */
function cellsOf(html: string): Place[] {
  const cells = [...html.matchAll(/<td [^>]*class="([^"]*)"[^>]*data-label="([^"]*)"[^>]*>(.*?)<\/td>/gs)];
  const facts = [...html.matchAll(new RegExp(`<dl class="${content.facts}">(.*?)</dl>`, 'gs'))].flatMap(
    ([, list = '']) => [...list.matchAll(/<dt>(.*?)<\/dt><dd>(.*?)<\/dd>/gs)],
  );
  return [
    ...cells
      .filter(([, classes = '']) => classes.split(' ').some((one) => one === table.numeric || one === content.numeric))
      .map(([, , label = '', found = '']) => ({ label: plain(label), html: found })),
    ...facts.map(([, label = '', found = '']) => ({ label: plain(label), html: found })),
  ];
}

/** The tables behind charts, the changes of a ranking, and how many want a look. */
function chartsOf(html: string): Place[] {
  const tables = allOf(html, new RegExp(`<details class="${frame.table}">(.*?)</details>`, 'gs'))
    .map((one) => one.html)
    .join('');
  const rows = allOf(tables, /<tr><th scope="row">(?:(?!<\/th>).)*<\/th><td>((?:(?!<\/td>).)*)<\/td><\/tr>/gs);
  const ranked = allOf(
    html,
    new RegExp(`<li class="${bars.row}">.*?<span class="${bars.value}">(.*?)</span><span class="${bars.note}">`, 'gs'),
  );
  const named = [...html.matchAll(new RegExp(`<ol class="${ranking.names}">(.*?)</ol>`, 'gs'))].flatMap(
    ([, list = '']) => allOf(list, /<li>.*?<\/span>((?:<a|<span class).*?)<\/li>/gs),
  );
  return [...rows, ...ranked, ...named];
}

/** A day or a range of days. */
const date = /[A-Z][a-z]{2} \d+( – ([A-Z][a-z]{2} )?\d+)?, \d{4}/g;
const isNumber = (place: Place) => /\d/.test(withoutMarks(place.html).replace(date, ''));

/** Numbers that lead nowhere and are not declared to be no figures. */
function unmarkedIn(html: string): string[] {
  return [
    ...heroesOf(html)
      .filter(isNumber)
      .filter(({ label }) => !noFigures.heroes.includes(label)),
    ...cellsOf(html)
      .filter(isNumber)
      .filter(({ label }) => !noFigures.columns.includes(label)),
    ...chartsOf(html).filter(isNumber),
  ]
    .map(({ label, html: found }) => (label === beside ? plain(found) : `${label}: ${plain(found)}`))
    .filter((words) => !noFigures.counts.some((count) => count.test(words)));
}

interface Found {
  href: string;
  text: string;
}

const figuresOf = (html: string): Found[] =>
  [...html.matchAll(marked)].map(([, href = '', inner = '']) => ({
    href: href.replaceAll('&amp;', '&'),
    text: plain(inner),
  }));

describe('every number in a hero, a table, a chart or a window', () => {
  it('leads to its events, or is declared to be no figure', async () => {
    const agent = await signedInAs(app, { organisationId, permissions });
    for (const page of [...pages, '/imports', importPage]) {
      expect([page, unmarkedIn(await mainOf(agent, page))]).toEqual([page, []]);
    }
  });

  type PlacesOf = (html: string) => Place[];
  const everywhere: PlacesOf[] = [heroesOf, cellsOf, chartsOf];

  // Each mark is taken from the page by itself, and must be missed.
  it.each<[string, () => string | undefined, PlacesOf[]]>([
    ['home', () => '/home', [heroesOf, chartsOf]],
    ['performance', () => '/performanceDashboard?size=200', everywhere],
    ['performance of sites', () => '/performanceDashboard?viewType=sites', everywhere],
    ['deployment status', () => '/deployment-status?wasteStageId=all', [cellsOf]],
    ['the window of a baseline', () => pages[4], [heroesOf, cellsOf]],
    ['the window of readiness', () => pages[5], [cellsOf]],
    ['the calendar', () => pages[6], [heroesOf]],
    ['entering waste', () => pages[7], [heroesOf]],
    ['imports', () => '/imports', [cellsOf]],
    ['an import', () => importPage, [cellsOf]],
  ])('is missed where its mark is: %s', async (_name, pageOf, kinds) => {
    const html = await mainOf(await signedInAs(app, { organisationId, permissions }), pageOf() ?? '');
    for (const placesOf of kinds) {
      const places = placesOf(html).filter((place) => figuresOf(place.html).some((figure) => /\d/.test(figure.text)));
      expect([placesOf.name, places.length > 0]).toEqual([placesOf.name, true]);
      for (const place of places) {
        const bare = html.replace(place.html, place.html.replace(marked, '$2'));
        expect([plain(place.html), unmarkedIn(bare).length > 0]).toEqual([plain(place.html), true]);
      }
    }
  });

  it('of what wants a look leads to where it is', async () => {
    const html = await mainOf(await signedInAs(app, { organisationId, permissions }), '/home');
    const items = allOf(html, new RegExp(`<li class="${attention.item}">(.*?)</li>`, 'gs'));
    expect(items.length).toBeGreaterThan(0);
    for (const item of items)
      expect(item.html).toMatch(
        new RegExp(`<span class="${attention.count}">\\d+</span>.*<a class="${attention.link}" href="/`, 's'),
      );
  });
});

/** Everything that a list of events holds, added up by itself. */
async function addUp(
  agent: Agent,
  href: string,
): Promise<{ events: number; grams: number; costs: { currency: string; amount: number }[] }> {
  const { body } = await agent.get(`/rest/v1${href}&limit=200`);
  const { events, total } = body as EventsAnswer;
  expect([href, total <= 200]).toEqual([href, true]);
  const costs = new Map<string, number>();
  for (const { costAmount, costCurrency } of events)
    if (costAmount !== null && costCurrency !== null)
      costs.set(costCurrency, (costs.get(costCurrency) ?? 0) + Math.round(Number(costAmount) * 10_000));
  return {
    events: events.length,
    grams: Math.round(events.reduce((sum, event) => sum + event.netGrams * 100, 0)) / 100,
    costs: [...costs]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([currency, amount]) => ({ currency, amount: amount / 10_000 })),
  };
}

const digits = (text: string) => Number(/[\d.,]+/.exec(text.replace(/^.*?: /, ''))?.[0].replaceAll(',', ''));
const decimalsIn = (text: string) => /\.(\d+)/.exec(text)?.[1]?.length ?? 0;

describe.each([
  ['unrestricted', () => ({})],
  ['restricted to a site', () => ({ sites: [mill] })],
] as const)('each kind of figure, for somebody %s', (_who, limits) => {
  it('opens at events whose sums are those at the head, and which the figure says', async () => {
    const agent = await signedInAs(app, { organisationId, permissions, ...limits() });
    const restricted = Object.keys(limits()).length > 0;
    const found: Found[] = [];
    for (const page of [...pages, ...(restricted ? [] : ['/imports', importPage])])
      found.push(...figuresOf(await mainOf(agent, page)));
    const kinds = new Map<string, Found[]>();
    for (const figure of found) {
      const kind = /figure=(\w+)/.exec(figure.href)?.[1] ?? '';
      kinds.set(kind, [...(kinds.get(kind) ?? []), figure]);
    }
    const all = [...comparedMeasures, ...summedFigures].filter((kind) => !restricted || kind !== 'imported');
    expect([...kinds.keys()].sort()).toEqual([...all].sort());
    for (const [kind, figures] of kinds) {
      const each = [...new Map(figures.map((figure) => [figure.href + figure.text, figure])).values()];
      const isBar = ({ href }: Found) => href.includes('&week=');
      for (const { href, text } of [
        ...each.filter((one) => !isBar(one)).slice(0, looked.figures),
        ...each.filter(isBar).slice(0, looked.bars),
      ]) {
        const { body, status } = await agent.get(`/rest/v1${href}`);
        expect([href, status]).toEqual([href, 200]);
        const { sums } = body as EventsAnswer;
        const raw = await addUp(agent, href);
        expect([
          href,
          sums?.events,
          sums?.grams,
          sums?.costs.map(({ currency, amount }) => ({ currency, amount })),
        ]).toEqual([href, raw.events, raw.grams, raw.costs]);
        const page = plain(await mainOf(agent, href));
        if (href.includes('&week=')) {
          const amount = kind === 'value' ? (raw.costs[0]?.amount ?? 0) : raw.grams / 1000;
          expect([href, digits(text)]).toEqual([href, Number(amount.toFixed(decimalsIn(text)))]);
          expect([href, page.includes(' recorded; ')]).toEqual([href, true]);
        } else if (['total', 'imported', 'dayTotal'].includes(kind)) {
          const said = [raw.grams / 1000, raw.events, ...raw.costs.map(({ amount }) => amount)].map((value) =>
            Number(value.toFixed(decimalsIn(text))),
          );
          expect([href, said]).toEqual([href, expect.arrayContaining([digits(text)])]);
        } else if (/%$/.test(text)) {
          expect([href, page.includes(`= ${text.replace(/^.*: /, '')}`)]).toEqual([href, true]);
        } else if (kind === 'days' || kind === 'openDays') {
          expect([
            href,
            page.includes(`= ${/[\d,]+/.exec(text)?.[0]} `) || page.includes(`= ${/\d+%/.exec(text)?.[0]}`),
          ]).toEqual([href, true]);
        }
      }
    }
  });
});

it('a restricted person finds no event of others behind any address', async () => {
  const [everyone, one] = [
    await signedInAs(app, { organisationId, permissions }),
    await signedInAs(app, { organisationId, permissions, sites: [mill] }),
  ];
  const links = figuresOf(await mainOf(everyone, '/performanceDashboard'));
  const {
    rows: [own],
  } = await sql<{ grams: number }>`
    select sum(e.net_g) as grams from waste_event e join location l on l.id = e.location_id where l.site_id = ${mill}`.execute(
    app.db,
  );
  for (const { href } of links) {
    const { body, status } = await one.get(`/rest/v1${href}`);
    expect([href, status]).toEqual([href, 200]);
    expect([href, (body as EventsAnswer).events.filter((event) => event.siteName !== 'Mill')]).toEqual([href, []]);
    expect((body as EventsAnswer).sums?.grams).toBeLessThanOrEqual(own?.grams ?? 0);
  }
});

it.each<[string, Permission[]]>([
  ['of deployment status and home alone', ['VIEW_BASE_LPO_PAGE']],
  ['of the dashboard alone', ['VIEW_PERFORMANCE_DASHBOARD']],
  ['of imports and of entering waste', ['VIEW_DATA_MANAGER', 'EDIT_TRANSACTIONS']],
  ['of entering waste alone', ['EDIT_TRANSACTIONS']],
])('every figure that a person %s is shown opens for them', async (_who, own) => {
  const agent = await signedInAs(app, { organisationId, permissions: own });
  let opened = 0;
  for (const page of [...pages, '/imports', importPage]) {
    const { text, status } = await agent.get(page);
    if (status !== 200) continue;
    const links = [...new Map(figuresOf(text).map((figure) => [/figure=\w+/.exec(figure.href)?.[0], figure])).values()];
    for (const { href } of links) {
      expect([page, href, (await agent.get(`/rest/v1${href}`)).status]).toEqual([page, href, 200]);
      opened += 1;
    }
  }
  expect(opened).toBeGreaterThan(0);
});
