import { beforeAll, describe, expect, it } from 'vitest';
import { addEvents, addLocation, addSite } from '../../../tests/support/factories';
import { newOrganisation, signedInAs } from '../../../tests/support/people';
import { testApp, type TestApp } from '../../../tests/support/test-app';

let app: TestApp;
let organisationId: number;
const site = { berlin: 0, boston: 0 };
const place = { bar: 0, canteen: 0 };

/** Weighed at noon by the clock of each place: Berlin's twelve o'clock is six hours before Boston's. */
beforeAll(async () => {
  app = await testApp();
  organisationId = await newOrganisation(app, { unitId: 12 });
  site.berlin = await addSite(app, { organisationId, name: 'Berlin Mitte', timeZone: 'Europe/Berlin' });
  site.boston = await addSite(app, { organisationId, name: 'Boston Common', timeZone: 'America/New_York' });
  place.bar = await addLocation(app, { organisationId, siteId: site.berlin, name: 'Bar', stages: [8] });
  place.canteen = await addLocation(app, { organisationId, siteId: site.boston, name: 'Canteen', stages: [8] });
  for (const locationId of [place.bar, place.canteen])
    await addEvents(app, {
      organisationId,
      locationId,
      events: [
        { day: '2026-02-03', grams: 100 },
        { day: '2026-02-04', grams: 300 },
      ],
    });
  await app.runJobs();
});

async function eventsOf(query: string, locale: 'en_US' | 'de_DE' = 'en_US') {
  const agent = await signedInAs(app, { organisationId, permissions: ['VIEW_BASE_LPO_PAGE'], locale });
  const { text, status } = await agent.get(`/events${query}`);
  expect(status).toBe(200);
  const html = text.slice(text.indexOf('<main'), text.indexOf('</main>'));
  const plain = (part: string) =>
    part
      .replace(/<[^>]*>/g, ' ')
      .replace(/\s+/g, ' ')
      .replaceAll('&#x27;', "'")
      .trim();
  const rows = html.slice(html.indexOf('<tbody'), html.indexOf('</tbody>')).split('<tr').slice(1).map(plain);
  const chips = [...(/data-filter-chips="".*?<\/ul>/s.exec(html)?.[0] ?? '').matchAll(/<li>(.*?)<\/li>/gs)].map(
    ([, chip = '']) => plain(chip),
  );
  const [, select = ''] = /<select[^>]* name="locationId"[^>]*>(.*?)<\/select>/s.exec(html) ?? [];
  const locations = [...select.matchAll(/<option[^>]*>(.*?)<\/option>/g)].map(([, label]) => label);
  return { words: plain(html), rows, chips, locations, agent };
}

const differ = 'Times are local to each location and show their time zone.';
const order = 'Events are in the order they happened, so local times may appear out of order';

describe('events of several zones', () => {
  it('show each time with its zone, in the order in which they happened', async () => {
    const { words, rows } = await eventsOf('');
    expect(rows.map((row) => /12:00 PM (\S+) (Berlin|Boston)/.exec(row)?.slice(1))).toEqual([
      ['EST', 'Boston'],
      ['GMT+1', 'Berlin'],
      ['EST', 'Boston'],
      ['GMT+1', 'Berlin'],
    ]);
    expect([words.includes(differ), words.includes(order)]).toEqual([true, true]);
  });

  it('say nothing of the order where it is another one', async () => {
    const { words } = await eventsOf('?sort=-netGrams');
    expect([words.includes(differ), words.includes(order)]).toEqual([true, false]);
  });

  it('of one zone alone show none', async () => {
    const { words, rows } = await eventsOf(`?siteId=${site.boston}`);
    expect(rows).toHaveLength(2);
    expect([words.includes(differ), words.includes('EST')]).toEqual([false, false]);
  });

  it('name their zone in the last column of the file', async () => {
    const { agent } = await eventsOf('');
    const [head, first] = (await agent.get('/rest/v1/events/export')).text.trim().split('\r\n');
    expect([head?.split(',').at(-1), first?.split(',').at(-1)]).toEqual(['Time zone', 'America/New_York']);
  });
});

it.each([
  ['en_US', ['From: Feb 3, 2026', 'To: Feb 4, 2026', 'Recorded from: Mar 1, 2026', 'Recorded to: Mar 31, 2026']],
  ['de_DE', ['Von: 3. Feb. 2026', 'Bis: 4. Feb. 2026', 'Erfasst ab: 1. März 2026', 'Erfasst bis: 31. März 2026']],
] as const)('the chips of %s write days as the reader does', async (locale, expected) => {
  const { chips } = await eventsOf(
    '?startDate=2026-02-03&endDate=2026-02-04&recordedFrom=2026-03-01&recordedTo=2026-03-31',
    locale,
  );
  expect(chips.slice(0, 4)).toEqual(expected);
});

describe('a site and a location', () => {
  it('that fit: the locations of the site are offered', async () => {
    const { locations, rows } = await eventsOf(`?siteId=${site.berlin}&locationId=${place.bar}`);
    expect([locations, rows.length]).toEqual([['All', 'Bar'], 2]);
  });

  it('that do not fit are told by their names, and nothing is listed', async () => {
    const { words, rows, chips, locations } = await eventsOf(`?siteId=${site.berlin}&locationId=${place.canteen}`);
    expect([rows, chips.slice(0, 2), locations]).toEqual([[], ['Berlin Mitte', 'Canteen'], ['All', 'Bar', 'Canteen']]);
    expect(words).toContain('Canteen belongs to Boston Common, not to Berlin Mitte.');
    expect((await eventsOf(`?siteId=${site.berlin}&startDate=2026-03-02`)).words).not.toContain('belongs to');
  });

  it('are searched together', async () => {
    const { agent } = await eventsOf('');
    const found = async (query: object) =>
      (
        (await agent.get('/rest/v1/events/choices').query({ field: 'locationId', ...query })).body.options as {
          label: string;
        }[]
      ).map(({ label }) => label);
    expect(await found({ text: 'a' })).toEqual(['Bar', 'Canteen']);
    expect(await found({ text: 'a', siteId: site.boston })).toEqual(['Canteen']);
  });
});
