import { beforeAll, describe, expect, it } from 'vitest';
import { openDaysOf, openKitchen } from '../../../tests/support/calendar-kitchen';
import { signedInAs, tokenOf } from '../../../tests/support/people';
import { testApp, type TestApp } from '../../../tests/support/test-app';
import type { Permission } from '../../platform/permissions';

const rights: Permission[] = ['VIEW_BASE_LPO_PAGE', 'VIEW_CONFIGURATION_DROPDOWN'];
const page = '/locationCalendar';
const flags = 'Datum,Schultag,Name\n2026-01-12,nein,Ferien\n2026-01-13,nein,Ferien\n2026-01-14,ja,\n';
const answers = [
  { column: 'Schultag', value: 'nein', means: 'closed' },
  { column: 'Schultag', value: 'ja', means: 'nothing' },
];

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});

async function opened() {
  const first = await openKitchen(app);
  const second = await openKitchen(app, first.organisationId);
  const nameOf = async (siteId: number) =>
    (await app.db.selectFrom('site').select('name').where('id', '=', siteId).executeTakeFirstOrThrow()).name;
  const [one, two] = [await nameOf(first.siteId), await nameOf(second.siteId)];
  const { organisationId } = first;
  const people = (wish: object = {}) => signedInAs(app, { organisationId, permissions: rights, ...wish });
  const exceptions = () =>
    app.db
      .selectFrom('calendar_exception')
      .select(['location_id', 'from_date', 'to_date', 'open', 'reason'])
      .where('organisation_id', '=', organisationId)
      .orderBy('id')
      .execute();
  const sheet = (...more: string[]) =>
    [
      'site,start_date,end_date,name',
      `${one},2026-01-12,2026-01-13,Refit`,
      `${two},2026-01-19,2026-01-19,Fair`,
      ...more,
    ].join('\n') + '\n';
  return {
    organisationId,
    first,
    second,
    one,
    two,
    people,
    exceptions,
    sheet,
    call: `/rest/v1${page}/${first.locationId}/import`,
  };
}

describe('a file with a column that decides', () => {
  it('is not applied before each value has an answer', async () => {
    const { call, people, exceptions } = await opened();
    const me = await people();
    const asked = await me.post(call).send({ text: flags, dryRun: true }).expect(200);
    expect(asked.body).toMatchObject({
      ranges: [],
      waitingLines: 3,
      questions: [
        {
          column: 'Schultag',
          values: [
            { value: 'nein', lines: 2, suggested: 'closed', means: null },
            { value: 'ja', lines: 1, suggested: 'nothing', means: null },
          ],
        },
      ],
    });
    for (const some of [[], answers.slice(0, 1)]) {
      const { body } = await me.post(call).send({ text: flags, answers: some }).expect(422);
      expect([body.code, body.message]).toEqual([
        'calendar.import.unanswered',
        'First choose which values mean closed: Schultag. Nothing was changed.',
      ]);
    }
    await me
      .post(call)
      .send({ text: flags, answers: [{ ...answers[0], means: 'perhaps' }] })
      .expect(400);
    expect(await exceptions()).toEqual([]);
  });

  it('closes what was answered, with answers in a form too', async () => {
    const { call, people, exceptions, first } = await opened();
    const { body } = await (
      await people()
    )
      .post(call)
      .attach('file', Buffer.from(flags), 'x.csv')
      .field('answers', JSON.stringify(answers))
      .expect(200);
    expect(body).toMatchObject({ openLines: 1, waitingLines: 0, change: { locations: 1 } });
    expect(await exceptions()).toEqual([
      { location_id: first.locationId, from_date: '2026-01-12', to_date: '2026-01-13', open: false, reason: 'Ferien' },
    ]);
  });
});

describe('a file that names kitchens', () => {
  it('serves all of them in one change, whose weeks and audit are one', async () => {
    const { call, people, sheet, first, second, organisationId } = await opened();
    const me = await people();
    const planned = await me.post(call).send({ text: sheet(), dryRun: true }).expect(200);
    expect(planned.body).toMatchObject({
      ofMany: true,
      kitchens: expect.arrayContaining([
        {
          locationId: first.locationId,
          siteName: expect.any(String),
          locationName: expect.any(String),
          ranges: 1,
          known: 0,
        },
      ]),
      change: null,
    });
    const { body } = await me.post(call).send({ text: sheet() }).expect(200);
    expect(body.change).toMatchObject({
      locations: 2,
      affected: { weeks: 2, firstWeek: '2026-01-12', lastWeek: '2026-01-19' },
    });
    await app.runJobs();
    expect([await openDaysOf(app, first.locationId), await openDaysOf(app, second.locationId)]).toEqual([
      [7, 5, 7, 7, 7, 7],
      [7, 7, 6, 7, 7, 7],
    ]);
    const audit = await app.db
      .selectFrom('audit_log')
      .select(['action', 'entity_id'])
      .where('organisation_id', '=', organisationId)
      .where('entity', '=', 'calendar')
      .execute();
    expect(audit).toEqual([{ action: 'calendar.import', entity_id: 'many' }]);
    expect((await me.post(call).send({ text: sheet() }).expect(200)).body).toMatchObject({
      ranges: [],
      known: 2,
      change: null,
    });
  });

  it('with a name that is none changes nothing until its lines are left out', async () => {
    const { call, people, sheet, exceptions } = await opened();
    const me = await people();
    const text = sheet('Nowhere,2026-01-26,2026-01-26,x', ',2026-01-27,2026-01-27,x');
    const { body } = await me.post(call).send({ text }).expect(422);
    expect([body.code, body.message]).toEqual([
      'calendar.import.unknownKitchens',
      'These names do not match any kitchen whose calendar you can edit: Nowhere, –. Nothing was changed.',
    ]);
    expect(await exceptions()).toEqual([]);
    const done = await me.post(call).send({ text, leaveOutUnknown: true }).expect(200);
    expect(done.body).toMatchObject({
      unknownKitchens: [
        { name: 'Nowhere', lines: 1 },
        { name: '', lines: 1 },
      ],
      change: { locations: 2 },
    });
    expect(await exceptions()).toHaveLength(2);
  });

  it('reaches a limited person’s own kitchens alone, and names of others look like names of nobody', async () => {
    const { call, people, sheet, exceptions, first, two } = await opened();
    const limited = await people({ sites: [first.siteId] });
    const { body } = await limited.post(call).send({ text: sheet(), dryRun: true }).expect(200);
    expect(body.unknownKitchens).toEqual([{ name: two, lines: 1 }]);
    await limited.post(call).send({ text: sheet() }).expect(422);
    await limited.post(call).send({ text: sheet(), leaveOutUnknown: true }).expect(200);
    expect((await exceptions()).map((one) => one.location_id)).toEqual([first.locationId]);
  });
});

describe('the pages', () => {
  const texts = (value: string) => value.replaceAll('&quot;', '"').replaceAll('&#x27;', "'").replaceAll('&amp;', '&');
  /** The hidden fields of the form that leads to an address, and what its selects suggest. */
  function fieldsOf(html: string, action: string): [string, string][] {
    const form =
      html
        .split('<form')
        .find((one) => one.includes(`action="${action}"`))
        ?.split('</form>')[0] ?? '';
    const hidden = [...form.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)].map(
      ([, name = '', value = '']): [string, string] => [name, texts(value)],
    );
    const chosen = [...form.matchAll(/<option value="([^"]+)" selected=""/g)].map(
      ([, value = '']): [string, string] => ['means', texts(value)],
    );
    return [...hidden, ...chosen];
  }

  it('ask, show what each kitchen gets, apply it, and take the whole upload back, for whoever made it alone', async () => {
    const { people, exceptions, first, second, one, two } = await opened();
    const me = await people();
    const home = await me.get(`${page}?location=${first.locationId}&month=2026-01`).expect(200);
    const file = `Schule;Datum;Schultag\n${one};12.01.2026;nein\n${one};13.01.2026;ja\n${two};12.01.2026;nein\nNowhere;12.01.2026;nein\n`;
    const send = (address: string, fields: readonly (readonly [string, string])[]) => {
      const request = me.post(address);
      for (const [name, value] of fields) void request.field(name, value);
      return request;
    };
    const asked = await me
      .post(`${page}/import`)
      .field('_csrf', tokenOf(home.text))
      .field('location', first.locationId)
      .field('month', '2026-01')
      .attach('file', Buffer.from(file), 'school.csv')
      .expect(200);
    expect(asked.text).toContain('Values in “Schultag”');
    expect(asked.text).toContain('1 name does not match any kitchen whose calendar you can edit');
    expect(fieldsOf(asked.text, `${page}/import/apply`)).toEqual([]);

    const fields = [...fieldsOf(asked.text, `${page}/import`), ['leaveOutUnknown', 'on'] as const];
    const shown = await send(`${page}/import`, fields).expect(200);
    expect(shown.text).toContain('Kitchens: 2');
    expect(shown.text).toContain('1 row is marked as open and will not change anything.');
    expect(shown.text).toContain('Add 2 exceptions');
    expect(await exceptions()).toEqual([]);

    const early = await send(`${page}/import/apply`, fieldsOf(asked.text, `${page}/import`)).expect(422);
    expect(early.text).toContain('These names do not match any kitchen whose calendar you can edit:');
    const done = await send(`${page}/import/apply`, fieldsOf(shown.text, `${page}/import/apply`)).expect(303);
    expect((await exceptions()).map((row) => [row.location_id, row.from_date])).toEqual([
      [first.locationId, '2026-01-12'],
      [second.locationId, '2026-01-12'],
    ]);
    await app.runJobs();
    expect(await openDaysOf(app, second.locationId)).toEqual([7, 6, 7, 7, 7, 7]);

    const told = await me.get(done.headers.location ?? '').expect(200);
    expect(told.text).toContain('2 locations changed.');
    const undo = /action="([^"]*\/undo)"/.exec(told.text)?.[1] ?? '';
    const place = { location: String(first.locationId), month: '2026-01' };
    const other = await people();
    const theirs = await other.get(`${page}?location=${first.locationId}`).expect(200);
    await other
      .post(undo)
      .type('form')
      .send({ ...place, _csrf: tokenOf(theirs.text) })
      .expect(404);
    const undone = await me
      .post(undo)
      .type('form')
      .send({ ...place, _csrf: tokenOf(told.text) })
      .expect(303);
    expect((await me.get(undone.headers.location ?? '').expect(200)).text).toContain('Import undone');
    expect(await exceptions()).toEqual([]);
    await app.runJobs();
    expect(await openDaysOf(app, second.locationId)).toEqual([7, 7, 7, 7, 7, 7]);
    await me
      .post(undo)
      .type('form')
      .send({ ...place, _csrf: tokenOf(told.text) })
      .expect(422);
  });

  it('do not take an upload back of which a part is gone', async () => {
    const { people, exceptions, first, call, sheet } = await opened();
    const me = await people();
    const { body } = await me.post(call).send({ text: sheet() }).expect(200);
    const [row] = await app.db
      .selectFrom('calendar_exception')
      .select('id')
      .where('location_id', '=', first.locationId)
      .execute();
    await me.delete(`/rest/v1${page}/${first.locationId}/exceptions/${row?.id}`).expect(200);
    const home = await me.get(`${page}?location=${first.locationId}&change=${body.change.changeId}`).expect(200);
    expect(home.text).not.toContain('/undo"');
    await me
      .post(`${page}/changes/${body.change.changeId}/undo`)
      .type('form')
      .send({ _csrf: tokenOf(home.text), location: String(first.locationId), month: '2026-01' })
      .expect(422);
    expect(await exceptions()).toHaveLength(1);
  });
});
