import { beforeAll, describe, expect, it } from 'vitest';
import { openDaysOf } from '../../../tests/support/calendar-kitchen';
import { addEvents, addLocation, addSite, weekOfEvents, weeksOfEvents } from '../../../tests/support/factories';
import { newOrganisation, signedInAs, tokenOf } from '../../../tests/support/people';
import { testApp, type TestApp } from '../../../tests/support/test-app';
import type { Permission } from '../../platform/permissions';

const readers: Permission[] = ['VIEW_BASE_LPO_PAGE', 'VIEW_PERFORMANCE_DASHBOARD'];
const rights: Permission[] = [...readers, 'VIEW_CONFIGURATION_DROPDOWN'];
const page = '/locationCalendar';
const unconfirmed = 'Open days not confirmed';
/** What is read; the sentences of windows that are not open stand in scripts. */
const plain = (html: string) =>
  html
    .replace(/<script.*?<\/script>/gs, ' ')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ');

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});

/** Three weeks from Monday 23 February to the Sunday before the test's Wednesday, 18 March. */
const workdays = weeksOfEvents({ weekStart: '2026-02-23', gramsOfWeeks: [1000, 1000, 1000], days: 5 });
const everyDay = weeksOfEvents({ weekStart: '2026-02-23', gramsOfWeeks: [1000, 1000, 1000] });
const noMondays = everyDay.filter(({ day }) => !['2026-02-23', '2026-03-02', '2026-03-09'].includes(day));

async function openKitchens(kitchens: Record<string, Parameters<typeof addEvents>[1]['events']>) {
  const organisationId = await newOrganisation(app, { unitId: 12 });
  const siteId = await addSite(app, { organisationId, name: 'Mill' });
  const ids: Record<string, number> = {};
  for (const [name, events] of Object.entries(kitchens)) {
    const locationId = await addLocation(app, { organisationId, siteId, name, stages: [8] });
    await addEvents(app, { organisationId, locationId, events });
    ids[name] = locationId;
  }
  await app.runJobs();
  return { organisationId, siteId, ids };
}

/** What the page asks of a location, each answer as the fields that its form sends. */
function askedOn(html: string): { words: string; answers: Map<string, Record<string, string>> } | null {
  const from = html.indexOf('aria-labelledby="learned-days"');
  if (from < 0) return null;
  const part = html.slice(from, html.indexOf('<fieldset', from));
  const forms = [...part.matchAll(/<form[^>]*action="\/locationCalendar\/pattern"[^>]*>(.*?)<\/form>/gs)];
  const answers = forms.map(([, form = '']): [string, Record<string, string>] => [
    plain(form).trim(),
    Object.fromEntries(
      [...form.matchAll(/name="([^"]*)" value="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value]),
    ),
  ]);
  return { words: plain(part), answers: new Map(answers) };
}

describe('the open days that weighings show', () => {
  it('are asked for once, and hold from the first event on', async () => {
    const { organisationId, ids } = await openKitchens({ Alder: workdays });
    const me = await signedInAs(app, { organisationId, permissions: rights });
    const { text } = await me.get(`${page}?location=${ids.Alder}`).expect(200);
    const asked = askedOn(text);
    expect(asked?.words).toContain('In 3 of 3 weeks, weighings were recorded only on these days: Mon–Fri.');
    expect(asked?.words).toContain('from the first weighing on Feb 23, 2026');
    expect([...(asked?.answers.keys() ?? [])]).toEqual(['Use Mon–Fri', 'No, open every day']);
    const done = await me
      .post(`${page}/pattern`)
      .type('form')
      .send({ ...asked?.answers.get('Use Mon–Fri'), _csrf: tokenOf(text) })
      .expect(303);
    await app.runJobs();
    expect(await openDaysOf(app, ids.Alder ?? 0)).toEqual([5, 5, 5]);
    const after = await me.get(done.headers.location ?? '').expect(200);
    expect(plain(after.text)).toContain('Since Feb 23, 2026: open Mon–Fri');
    expect(askedOn(after.text)).toBeNull();
  });

  it('are not asked for again after a no', async () => {
    const { organisationId, ids } = await openKitchens({ Alder: workdays });
    const me = await signedInAs(app, { organisationId, permissions: rights });
    const { text } = await me.get(`${page}?location=${ids.Alder}`).expect(200);
    await me
      .post(`${page}/pattern`)
      .type('form')
      .send({ ...askedOn(text)?.answers.get('No, open every day'), _csrf: tokenOf(text) })
      .expect(303);
    await app.runJobs();
    expect(await openDaysOf(app, ids.Alder ?? 0)).toEqual([7, 7, 7]);
    expect(askedOn((await me.get(page).expect(200)).text)).toBeNull();
    expect((await me.get('/home')).text).not.toContain('unconfirmed open days');
  });

  it('of many that show the same are confirmed in one go, with their number', async () => {
    const later = weeksOfEvents({ weekStart: '2026-03-02', gramsOfWeeks: [1000, 1000], days: 5 });
    const { organisationId, ids } = await openKitchens({
      Alder: later,
      Birch: workdays,
      Cedar: noMondays,
      Dogwood: everyDay,
      Elm: weekOfEvents({ weekStart: '2026-03-09', grams: 1000, days: 5 }),
    });
    const me = await signedInAs(app, { organisationId, permissions: rights });
    const { text } = await me.get(`${page}?location=${ids.Alder}`).expect(200);
    const all = askedOn(text)?.answers.get('Use for all 2 kitchens with the same days');
    expect(all).toMatchObject({ scope: 'learned', validFrom: '2026-02-23' });
    const form = { ...all, _csrf: tokenOf(text) };
    const confirm = await me.post(`${page}/pattern`).type('form').send(form).expect(200);
    expect(confirm.text).toContain('Change 2 locations?');
    expect(confirm.text).toContain('and whose open days are not confirmed');
    const done = await me
      .post(`${page}/pattern`)
      .type('form')
      .send({ ...form, expectedLocations: '2' })
      .expect(303);
    await app.runJobs();
    const found = await Promise.all(Object.values(ids).map((id) => openDaysOf(app, id)));
    expect(found).toEqual([[5, 5], [5, 5, 5], [6, 7, 7], [7, 7, 7], [7]]);
    const after = await me.get(done.headers.location ?? '').expect(200);
    expect(after.text).toContain('2 locations changed.');
    // Cedar began on a Tuesday, so two whole weeks of it are known.
    expect(plain(after.text)).toContain('The open days of 1 other kitchen are not confirmed: Cedar, Mill');
    expect(after.text).toContain(`href="${page}?location=${ids.Cedar}&amp;month=2026-03#pattern"`);
    await me.post(`${page}/pattern`).type('form').send(form).expect(404);
  });

  it('are asked of nobody who may not configure, and show nothing of places that are not seen', async () => {
    const { organisationId, ids } = await openKitchens({ Alder: workdays });
    const reader = await signedInAs(app, { organisationId, permissions: readers });
    expect(askedOn((await reader.get(`${page}?location=${ids.Alder}`).expect(200)).text)).toBeNull();
    const elsewhere = await addSite(app, { organisationId, name: 'Quay' });
    await addLocation(app, { organisationId, siteId: elsewhere, name: 'Fir', stages: [8] });
    const limited = await signedInAs(app, { organisationId, permissions: rights, sites: [elsewhere] });
    const { text } = await limited.get(page).expect(200);
    expect(text).not.toContain('not confirmed');
    expect(text).not.toContain('Alder');
  });
});

describe('until they are confirmed', () => {
  const range = 'startDate=2026-01-19&endDate=2026-03-15&wasteStageId=8';
  const dashboard = `/performanceDashboard?range=custom&${range}`;
  const summary = `/rest/v1/performance/locationSummary?${range}`;
  /** Every day while it made its baseline, from Monday to Friday since. */
  const lately = [
    ...weeksOfEvents({ weekStart: '2025-12-15', gramsOfWeeks: [1000, 1000, 1000] }),
    ...weeksOfEvents({ weekStart: '2026-01-05', gramsOfWeeks: Array.from({ length: 10 }, () => 900), days: 5 }),
  ];

  it('pages say so and do not judge, while the calls answer as ever', async () => {
    const { organisationId, ids } = await openKitchens({ Alder: lately });
    const me = await signedInAs(app, { organisationId, permissions: rights });
    const href = `${page}?location=${ids.Alder}#pattern`;
    const [performance, home] = [(await me.get(dashboard)).text, (await me.get('/home')).text];
    expect(plain(performance)).toContain('Unknown: the open days are not confirmed.');
    expect(plain(performance)).toContain('1 location is excluded from the figures until its open days are confirmed.');
    for (const html of [performance, home]) {
      // How figures are calculated is explained below them, whatever they say.
      const said = html === home ? html : html.slice(0, html.lastIndexOf('How figures are calculated'));
      expect(plain(said)).toContain(unconfirmed);
      expect(plain(said)).not.toMatch(/probably stopped|not enough tracked days/i);
      expect(html).toContain(`href="${href}"`);
    }
    expect(plain(home)).toContain('1 location has unconfirmed open days. Alder, Mill');
    expect(plain(home)).toContain('not compared because open days are not confirmed');
    expect(plain(home)).not.toMatch(/too few|did not track enough/);
    const { body } = await me.get(summary).expect(200);
    expect(body.performances[0].unreliableReason).toBe('PROBABLY_STOPPED_TRACKING');
    expect(body.locations.probablyStopped).toBe(1);

    const detail = `/baselines/detail?locationId=${ids.Alder}&wasteStageId=8`;
    for (const address of [detail, '/deployment-status']) {
      const { text } = await me.get(address).expect(200);
      expect(text).toContain(`<a href="${href}">${unconfirmed}</a>`);
      expect(plain(text)).not.toMatch(/probably stopped|not enough tracked days/i);
    }
    const details = await me.get(`/rest/v1/baseline/details?locationId=${ids.Alder}&wasteStageId=8`).expect(200);
    expect(details.body.baselineData.unreliableReason).toBe('PROBABLY_STOPPED_TRACKING');
    expect((await me.get('/rest/v1/locationStatus/export').expect(200)).text).not.toContain(unconfirmed);

    const reader = await signedInAs(app, { organisationId, permissions: readers });
    for (const address of [dashboard, '/home', detail, '/deployment-status']) {
      const { text } = await reader.get(address).expect(200);
      expect(plain(text)).toContain(unconfirmed);
      expect(text).not.toContain(`href="${href}"`);
    }
  });

  it('and then they judge by the days that were confirmed', async () => {
    const { organisationId, ids } = await openKitchens({ Alder: lately });
    const me = await signedInAs(app, { organisationId, permissions: rights });
    const { text } = await me.get(`${page}?location=${ids.Alder}`).expect(200);
    expect(plain(text)).toContain('In 8 of 8 weeks');
    await me
      .post(`${page}/pattern`)
      .type('form')
      .send({ ...askedOn(text)?.answers.get('Use Mon–Fri'), _csrf: tokenOf(text) })
      .expect(303);
    await app.runJobs();
    for (const address of [dashboard, '/home']) {
      const html = plain((await me.get(address).expect(200)).text);
      expect(html).not.toContain('not confirmed');
      expect(html).toContain('100% of open days tracked');
    }
  });

  it('a kitchen that fell silent is silent, whatever its open days', async () => {
    const before = lately.filter(({ day }) => day < '2026-03-09');
    const { organisationId } = await openKitchens({ Alder: before, Birch: everyDay });
    const me = await signedInAs(app, { organisationId, permissions: rights });
    const week = 'range=custom&startDate=2026-03-09&endDate=2026-03-15&wasteStageId=8';
    const performance = plain((await me.get(`/performanceDashboard?${week}`).expect(200)).text);
    expect(performance).toContain('Alder Mill Probably stopped tracking');
    expect(performance).not.toContain(unconfirmed);
    const home = plain((await me.get('/home').expect(200)).text);
    expect(home).toContain('1 location was open but recorded nothing that week. Alder, Mill');
    expect(home).toContain('1 location has unconfirmed open days. Alder, Mill');
  });
});
