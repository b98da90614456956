import { existsSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { openDaysOf, openKitchen } from '../../../tests/support/calendar-kitchen';
import { addEvents, addLocation, addSite, weeksOfEvents } from '../../../tests/support/factories';
import { newOrganisation, signedInAs, tokenOf } from '../../../tests/support/people';
import { testApp, type TestApp } from '../../../tests/support/test-app';
import type { Permission } from '../../platform/permissions';

const rights: Permission[] = ['VIEW_BASE_LPO_PAGE', 'VIEW_CONFIGURATION_DROPDOWN'];
const calls = '/rest/v1/locationCalendar';
const page = '/locationCalendar';
const sheet =
  'start_date,end_date,kind,name\n2026-01-12,2026-01-13,strike,Greve\n2026-02-30,2026-03-01,strike,Never\n2026-02-01,2026-02-01,open,Fair\n';
const ics = [
  'BEGIN:VCALENDAR',
  'BEGIN:VEVENT',
  'DTSTART;VALUE=DATE:20260119',
  'DTEND;VALUE=DATE:20260121',
  'SUMMARY:Refit',
  'END:VEVENT',
  'END:VCALENDAR',
].join('\r\n');

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});

const exceptionsOf = (locationId: number) =>
  app.db
    .selectFrom('calendar_exception')
    .select(['from_date', 'to_date', 'open', 'reason'])
    .where('location_id', '=', locationId)
    .orderBy('id')
    .execute();

describe('the call', () => {
  it('shows what would happen and changes nothing with dryRun', async () => {
    const { organisationId, locationId } = await openKitchen(app);
    const me = await signedInAs(app, { organisationId, permissions: rights });
    const { body } = await me.post(`${calls}/${locationId}/import`).send({ text: sheet, dryRun: true }).expect(200);
    expect(body).toEqual({
      format: 'csv',
      known: 0,
      change: null,
      questions: [],
      openLines: 0,
      waitingLines: 0,
      ofMany: false,
      unknownKitchens: [],
      kitchens: [{ locationId, locationName: expect.any(String), siteName: expect.any(String), ranges: 2, known: 0 }],
      ranges: [
        { locationId, fromDate: '2026-01-12', toDate: '2026-01-13', open: false, reason: 'Greve (strike)' },
        { locationId, fromDate: '2026-02-01', toDate: '2026-02-01', open: true, reason: 'Fair' },
      ],
      refused: [
        {
          line: 3,
          code: 'notADate',
          message: 'This date does not exist.',
          raw: '2026-02-30 | 2026-03-01 | strike | Never',
        },
      ],
      refusedTotal: 1,
    });
    expect(await exceptionsOf(locationId)).toEqual([]);
  });

  it('applies the good lines in one change, and knows them the second time', async () => {
    const { organisationId, locationId } = await openKitchen(app);
    const me = await signedInAs(app, { organisationId, permissions: rights });
    const send = () =>
      me.post(`${calls}/${locationId}/import`).attach('file', Buffer.from(sheet), 'closures.csv').expect(200);
    const first = await send();
    expect(first.body.change).toMatchObject({
      locations: 1,
      affected: { weeks: 2, firstWeek: '2026-01-12', lastWeek: '2026-01-26', baselines: 1 },
    });
    await app.runJobs();
    expect(await openDaysOf(app, locationId)).toEqual([7, 5, 7, 7, 7, 7]);
    const again = await send();
    expect(again.body).toMatchObject({ ranges: [], known: 2, change: null });
    expect(await exceptionsOf(locationId)).toHaveLength(2);
    const audit = await app.db
      .selectFrom('audit_log')
      .select('action')
      .where('organisation_id', '=', organisationId)
      .where('entity', '=', 'calendar')
      .execute();
    expect(audit).toEqual([{ action: 'calendar.import' }]);
  });

  it('leaves a day alone that was marked by hand after the first import', async () => {
    const { organisationId, locationId } = await openKitchen(app);
    const me = await signedInAs(app, { organisationId, permissions: rights });
    await me.post(`${calls}/${locationId}/import`).send({ text: sheet }).expect(200);
    await me
      .post(`${calls}/${locationId}/exceptions`)
      .send({ fromDate: '2026-01-12', toDate: '2026-01-12', open: true, reason: 'Open after all' })
      .expect(201);
    await me.post(`${calls}/${locationId}/import`).send({ text: sheet }).expect(200);
    await app.runJobs();
    expect(await openDaysOf(app, locationId)).toEqual([7, 6, 7, 7, 7, 7]);
  });

  it('reads a calendar file', async () => {
    const { organisationId, locationId } = await openKitchen(app);
    const me = await signedInAs(app, { organisationId, permissions: rights });
    const { body } = await me
      .post(`${calls}/${locationId}/import`)
      .attach('file', Buffer.from(ics), 'school.ics')
      .expect(200);
    expect(body).toMatchObject({
      format: 'ics',
      ranges: [{ locationId, fromDate: '2026-01-19', toDate: '2026-01-20', open: false, reason: 'Refit' }],
    });
    await app.runJobs();
    expect(await openDaysOf(app, locationId)).toEqual([7, 7, 5, 7, 7, 7]);
  });

  it('names the first hundred problems and counts the others', async () => {
    const { organisationId, locationId } = await openKitchen(app);
    const me = await signedInAs(app, { organisationId, permissions: rights });
    const { body } = await me
      .post(`${calls}/${locationId}/import`)
      .attach('file', Buffer.from(`start_date\n${'x\n'.repeat(4_000)}`), 'x.csv')
      .expect(200);
    expect([body.refused.length, body.refusedTotal, body.change]).toEqual([100, 4_000, null]);
  });

  it('follows a repeating entry, on the clock of the site', async () => {
    const { organisationId, locationId } = await openKitchen(app);
    const me = await signedInAs(app, { organisationId, permissions: rights });
    const weekly = [
      'BEGIN:VCALENDAR',
      'BEGIN:VEVENT',
      'DTSTART;VALUE=DATE:20260105',
      'RRULE:FREQ=WEEKLY;COUNT=3',
      'EXDATE;VALUE=DATE:20260112',
      'SUMMARY:Deep clean',
      'END:VEVENT',
      'END:VCALENDAR',
    ].join('\r\n');
    const { body } = await me
      .post(`${calls}/${locationId}/import`)
      .attach('file', Buffer.from(weekly), 'week.ics')
      .expect(200);
    expect(body.ranges.map((range: { fromDate: string }) => range.fromDate)).toEqual(['2026-01-05', '2026-01-19']);
    expect(await exceptionsOf(locationId)).toHaveLength(2);
  });

  it.each([
    ['no file at all', undefined, 422, 'calendar.import.noFile'],
    ['a broken workbook called .csv', Buffer.from('PK\u0003\u0004\0\0\0\0'), 422, 'calendar.import.notAWorkbook'],
    [
      'a sheet that ends within a quote',
      Buffer.from('start_date,name\n2026-01-12,"stri'),
      422,
      'calendar.import.endsInTheMiddle',
    ],
    ['another sheet', Buffer.from('a,b\n1,2\n'), 422, 'calendar.import.noStartColumn'],
    [
      'a sheet of 30,000 short lines',
      Buffer.from(`start_date\n${'x\n'.repeat(30_000)}`),
      422,
      'calendar.import.tooManyEntries',
    ],
    [
      'a calendar of 30,000 short entries',
      Buffer.from(`BEGIN:VCALENDAR\n${'BEGIN:VEVENT\nEND:VEVENT\n'.repeat(30_000)}`),
      422,
      'calendar.import.tooManyEntries',
    ],
    ['more than a megabyte', Buffer.alloc(1_100_000, 'x'), 413, 'tooLarge'],
  ])('refuses %s', async (_name, bytes, status, code) => {
    const { organisationId, locationId } = await openKitchen(app);
    const me = await signedInAs(app, { organisationId, permissions: rights });
    const sent = me.post(`${calls}/${locationId}/import`);
    const { body } = await (bytes ? sent.attach('file', bytes, 'x.csv') : sent.send({})).expect(status);
    expect(body.code).toBe(code);
    expect(await exceptionsOf(locationId)).toEqual([]);
  });
});

describe('the pages', () => {
  async function preview(bytes: Buffer, name = 'closures.csv') {
    const kitchen = await openKitchen(app);
    const me = await signedInAs(app, { organisationId: kitchen.organisationId, permissions: rights });
    const home = await me.get(`${page}?location=${kitchen.locationId}&month=2026-01`).expect(200);
    const answer = await me
      .post(`${page}/import`)
      .field('_csrf', tokenOf(home.text))
      .field('location', kitchen.locationId)
      .field('month', '2026-01')
      .attach('file', bytes, name);
    return { ...kitchen, me, answer };
  }
  /** What the form of a preview that leads to an address would send. */
  function fieldsOf(html: string, action: string): [string, string][] {
    const form =
      html
        .split('<form')
        .find((one) => one.includes(`action="${action}"`))
        ?.split('</form>')[0] ?? '';
    return [...form.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)].map(
      ([, name = '', value = '']) => [
        name,
        value.replaceAll('&quot;', '"').replaceAll('&#x27;', "'").replaceAll('&amp;', '&'),
      ],
    );
  }
  const apply = `${page}/import/apply`;
  function send(
    me: Awaited<ReturnType<typeof preview>>['me'],
    address: string,
    fields: readonly (readonly [string, string])[],
  ) {
    const request = me.post(address);
    for (const [name, value] of fields) void request.field(name, value);
    return request;
  }

  it('show the preview first, then apply what it showed', async () => {
    const { me, answer, locationId } = await preview(Buffer.from(sheet), '<b>closures.csv');
    expect(answer.status).toBe(200);
    expect(answer.text).toContain('Add 2 exceptions');
    expect(answer.text).toContain('This date does not exist.');
    expect(answer.text).toContain('&lt;b&gt;closures.csv');
    expect(await exceptionsOf(locationId)).toEqual([]);

    const done = await send(me, apply, fieldsOf(answer.text, apply)).expect(303);
    expect(await exceptionsOf(locationId)).toHaveLength(2);
    const told = await me.get(done.headers.location ?? '').expect(200);
    expect(told.text).toContain('2 exceptions added.');
    expect(told.text).toContain('2 weeks are being recalculated');
    await app.runJobs();
    const later = await me.get(done.headers.location ?? '').expect(200);
    expect(later.text).toContain('2 weeks were recalculated');
    expect(later.text).toMatch(/The baseline for Pre-consumer has changed from/);
  });

  it('show the first hundred refused lines and how many more there are', async () => {
    const { answer } = await preview(Buffer.from(`start_date\n${'x\n'.repeat(300)}`));
    expect(answer.text).toContain('Rejected rows: 300');
    expect(answer.text).toContain('200 more rows are not shown.');
    expect(answer.text.match(/This date does not exist\./g)).toHaveLength(100);
  });

  it('say what is wrong with a file, beside the form', async () => {
    const { answer } = await preview(Buffer.from('a,b\n1,2\n'));
    expect(answer.status).toBe(422);
    expect(answer.text).toContain('No start date column found.');
    expect(answer.text).toContain('Check file');
  });

  it.each([
    ['no base64', { content: '!!' }],
    ['another file', { content: Buffer.from('a,b\n1,2\n').toString('base64') }],
    ['answers that are none', { means: '{"a":1}' }],
    ['another number than was looked at', { expectedRanges: '3' }],
    ['no number', { expectedRanges: '' }],
  ])('refuse what was changed on the way: %s', async (_name, changed: Record<string, string>) => {
    const { me, answer, locationId } = await preview(Buffer.from(sheet));
    const fields = new Map([...fieldsOf(answer.text, apply), ...Object.entries(changed)]);
    expect((await send(me, apply, [...fields])).status).toBe(422);
    expect(await exceptionsOf(locationId)).toEqual([]);
  });
});

const nantes = new URL('../../../../shared/data/nantes_closures_2010-2019.csv', import.meta.url);
const there = existsSync(nantes);
if (!there)
  console.log(
    'skipped: the Nantes closures, because ../shared/data/nantes_closures_2010-2019.csv is not beside the checkout',
  );

describe.skipIf(!there)('the closures of Nantes', () => {
  it('fill a calendar with one exception a line, and close days of the weeks that have figures', async () => {
    const organisationId = await newOrganisation(app, {
      countryCode: 'FR',
      currencyCode: 'EUR',
      timeZone: 'Europe/Paris',
    });
    const siteId = await addSite(app, { organisationId });
    const locationId = await addLocation(app, { organisationId, siteId });
    // 10 February to 6 April 2014: winter holidays from 22 February to 9 March, and three days of strikes.
    await addEvents(app, {
      organisationId,
      locationId,
      events: weeksOfEvents({ weekStart: '2014-02-10', gramsOfWeeks: Array.from({ length: 8 }, () => 500) }),
    });
    await app.runJobs();
    expect(await openDaysOf(app, locationId)).toEqual([7, 7, 7, 7, 7, 7, 7, 7]);

    const me = await signedInAs(app, { organisationId, permissions: rights });
    const { body } = await me
      .post(`${calls}/${locationId}/import`)
      .attach('file', readFileSync(nantes), 'nantes_closures_2010-2019.csv')
      .expect(200);
    expect(body.refused).toEqual([]);
    expect(body.ranges).toHaveLength(319);
    expect(await exceptionsOf(locationId)).toHaveLength(319);
    await app.runJobs();

    const closed = new Set<string>();
    for (const line of readFileSync(nantes, 'utf8').trim().split('\n').slice(1)) {
      const [from = '', to = ''] = line.split(',');
      for (let at = Date.parse(from); at <= Date.parse(to); at += 86_400_000)
        closed.add(new Date(at).toISOString().slice(0, 10));
    }
    const expected = Array.from(
      { length: 8 },
      (_, week) =>
        Array.from({ length: 7 }, (_unused, day) =>
          new Date(Date.parse('2014-02-10') + (week * 7 + day) * 86_400_000).toISOString().slice(0, 10),
        ).filter((day) => !closed.has(day)).length,
    );
    expect(await openDaysOf(app, locationId)).toEqual(expected);
    expect(expected.some((days) => days < 7)).toBe(true);
    expect(body.change.affected.weeks).toBe(expected.filter((days) => days < 7).length);

    const month = await me.get(`${calls}/${locationId}?month=2014-03`).expect(200);
    expect(month.body.days.find((one: { day: string }) => one.day === '2014-03-03')).toMatchObject({
      state: 'closedException',
      reason: "Vacances d'Hiver (school holiday)",
      flagged: true,
    });
  });
});
