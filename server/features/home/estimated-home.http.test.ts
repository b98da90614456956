import { beforeAll, describe, expect, it } from 'vitest';
import { addEvents, addLocation, addSite, weeksOfEvents, type EventWish } from '../../../tests/support/factories';
import { newOrganisation, signedInAs } from '../../../tests/support/people';
import { testApp, type TestApp } from '../../../tests/support/test-app';
import heroes from '../../../views/layout/hero-figure.module.css';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});

/** Home of an organisation whose locations weighed these events; the test's Wednesday is 18 March. */
async function homeOf(...locations: EventWish[][]): Promise<{ html: string; words: string; trend: string }> {
  const organisationId = await newOrganisation(app);
  const siteId = await addSite(app, { organisationId });
  for (const events of locations)
    await addEvents(app, {
      organisationId,
      locationId: await addLocation(app, { organisationId, siteId, stages: [8] }),
      events,
    });
  await app.runJobs();
  const agent = await signedInAs(app, {
    organisationId,
    permissions: ['VIEW_BASE_LPO_PAGE', 'VIEW_PERFORMANCE_DASHBOARD'],
  });
  const { text } = await agent.get('/home');
  const html = text.slice(text.indexOf('<main'), text.indexOf('</main>'));
  const words = (part: string) => part.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ');
  return { html, words: words(html), trend: words(html.slice(html.indexOf('id="home-trend"'))) };
}

const marks = (html: string) => html.match(new RegExp(`class="${heroes.estimated}"`, 'g'))?.length ?? 0;
const fiveWeeks = { weekStart: '2026-02-09', gramsOfWeeks: [1000, 1000, 1000, 900, 900] };
const twoWeeks = { weekStart: '2026-03-02', gramsOfWeeks: [1000, 900] };

describe('what was estimated', () => {
  it('is told in the line of trust', async () => {
    const { words } = await homeOf(weeksOfEvents({ ...fiveWeeks, estimated: true }), weeksOfEvents(fiveWeeks));
    expect(words).toMatch(/locations counted · 50% estimated from servings/);
    expect((await homeOf(weeksOfEvents(fiveWeeks))).words).not.toContain('estimated');
  });

  it('is told of the week that runs', async () => {
    const weighed = { day: '2026-03-17', grams: 300 };
    const { html, words } = await homeOf([weighed, { day: '2026-03-17', grams: 100, estimated: true }]);
    expect([marks(html), words.includes('25% estimated from servings')]).toEqual([1, true]);
    expect(marks((await homeOf([weighed])).html)).toBe(0);
  });

  it('is told of the weeks before there is a baseline', async () => {
    expect((await homeOf(weeksOfEvents({ ...twoWeeks, estimated: true }))).trend).toContain(
      '100% estimated from servings',
    );
    expect((await homeOf(weeksOfEvents(twoWeeks))).trend).not.toContain('estimated');
  });
});

it('says no change from the week before where too few days were tracked', async () => {
  expect((await homeOf(weeksOfEvents(twoWeeks))).words).toContain('−10.0% per open day vs. the');
  expect((await homeOf(weeksOfEvents({ ...twoWeeks, days: 2 }))).words).toContain(
    'in the previous week (too few tracked days to compare)',
  );
});
