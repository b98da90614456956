import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { addEvents, addLocation, addSite } from '../../../tests/support/factories';
import { browser, newOrganisation, signedInAs, tokenOf } from '../../../tests/support/people';
import { addValue } from '../../../tests/support/scratch-organisation';
import { testApp, type TestApp } from '../../../tests/support/test-app';
import type { Permission } from '../../platform/permissions';
import { addDays } from '../../platform/time';

const path = '/post-consumer';
const rights: Permission[] = ['VIEW_POST_CONSUMER_REPORTS', 'EDIT_VOLUMES', 'EDIT_CAMPAIGNS'];

type Agent = Awaited<ReturnType<typeof signedInAs>>;
let app: TestApp;
let organisationId: number;
let agent: Agent;
let [kitchen, canteen, stranger] = [0, 0, 0];
let lines: number[];

/** The test's Wednesday is 18 March 2026. Twelve weeks of two stages up to yesterday; guests of the canteen are known on some days. */
beforeAll(async () => {
  app = await testApp();
  organisationId = await newOrganisation(app, { unitId: 12 });
  const siteId = await addSite(app, { organisationId, name: 'Mill' });
  kitchen = await addLocation(app, { organisationId, siteId, name: 'Kitchen', stages: [9, 23] });
  canteen = await addLocation(app, { organisationId, siteId, name: 'Canteen', stages: [23] });
  const elsewhere = await newOrganisation(app);
  stranger = await addLocation(app, {
    organisationId: elsewhere,
    siteId: await addSite(app, { organisationId: elsewhere }),
    stages: [9],
  });
  const value = (element: string, name: string) => addValue(app.db, organisationId, { element, name });
  lines = [await value('WASTESOURCE', 'Grill <b>'), await value('WASTESOURCE', '=Wok')];
  const [lunch, rice] = [await value('DAYPART', 'Lunch'), await value('WASTEITEM', 'Rice')];
  const first = '2025-12-22';
  for (const [locationId, stages] of [
    [kitchen, [9, 23, 8]],
    [canteen, [23]],
  ] as const)
    await addEvents(app, {
      organisationId,
      locationId,
      events: Array.from({ length: 86 }, (_, at) =>
        stages.map((stageId, part) => ({
          day: addDays(first, at),
          grams: 900.37 + ((at * 37 + part * 11) % 200) + (locationId === kitchen && at < 58 ? 400 : 0),
          stageId,
          estimated: at % 9 === 0,
          values: {
            ...(at % 4 === 0 ? {} : { sourceId: lines[at % 2] ?? 0 }),
            ...(at % 3 === 0 ? { daypartId: lunch } : {}),
            ...(part === 0 ? { itemId: rice } : {}),
          },
        })),
      ).flat(),
    });
  await sql`
    insert into volume (organisation_id, location_id, kind, period, local_date, currency, value, estimated, origin, updated_at)
    select ${organisationId}, l, 'COVERS', 'DAY', d, '', 80.5 + extract(day from d), d = '2026-03-12', 'API', now()
    from unnest(${[kitchen, canteen]}::bigint[]) l, generate_series(${first}::date, '2026-03-17'::date, '1 day') d
    where l = ${kitchen} or extract(isodow from d) < 5`.execute(app.db);
  await app.runJobs();
  agent = await signedInAs(app, { organisationId, permissions: rights });
});

const shown = (html: string) =>
  html
    .slice(html.indexOf('<main'), html.indexOf('</main>'))
    .replace(/<[^>]*>/g, ' ')
    .replace(/[\u202f\s]+/g, ' ');

/** The rows of the file, by what they are of. */
async function fileOf(query: string, who = agent) {
  const { text } = await who.get(`/rest/v1${path}/export?${query}`).expect(200);
  return text
    .split('\r\n')
    .slice(1, -1)
    .map((line) => line.split(','));
}

async function post(address: string, form: Record<string, string | string[]>, who = agent) {
  const page = await who.get(path);
  return who
    .post(`${path}/${address}`)
    .type('form')
    .send({ ...form, _csrf: tokenOf(page.text) });
}

interface Raw {
  location_id: number;
  local_date: string;
  source_id: number | null;
  daypart_id: number | null;
  item_id: number | null;
  net_g: number;
}

/** Recomputed from the weighings and the guests as they were entered, in hundredths. */
async function recompute(start: string, end: string, stages: number[], places = [kitchen, canteen]) {
  const { rows: events } = await sql<Raw>`
    select location_id, local_date, source_id, daypart_id, item_id, net_g from waste_event
    where organisation_id = ${organisationId} and stage_id = any(${stages}::int[]) and location_id = any(${places}::bigint[])
      and local_date between ${start} and ${end} and voided_at is null`.execute(app.db);
  const { rows: covers } = await sql<{ location_id: number; local_date: string; value: number }>`
    select location_id, local_date, value from volume where organisation_id = ${organisationId} and kind = 'COVERS'`.execute(
    app.db,
  );
  const guests = new Map(
    covers.map((one) => [`${one.location_id} ${one.local_date}`, Math.round(Number(one.value) * 100)]),
  );
  const tracked = new Set(events.map((one) => `${one.location_id} ${one.local_date}`));
  const known = [...tracked].filter((key) => guests.has(key));
  const grams = (some: Raw[]) => some.reduce((sum, one) => sum + Math.round(Number(one.net_g) * 100), 0);
  const isKnown = (one: Raw) => guests.has(`${one.location_id} ${one.local_date}`);
  const of = known.reduce((sum, key) => sum + (guests.get(key) ?? 0), 0);
  const enough = known.length >= tracked.size * 0.8;
  return {
    total: grams(events),
    guests: of,
    perGuest: enough ? grams(events.filter(isKnown)) / of : null,
    by: (key: 'source_id' | 'daypart_id' | 'item_id', id: number | null) =>
      grams(events.filter((one) => isKnown(one) && one[key] === id)) / of,
  };
}

const close = (value: number | null) => (value === null ? '' : expect.closeTo(value, 4));
const number = (text: string | undefined) => (text === '' || text === undefined ? '' : Number(text));

describe('grams a guest', () => {
  it.each([
    ['7 days, both stages', '2026-03-11', '2026-03-17', [9, 23], () => ''],
    ['plate waste alone', '2026-03-11', '2026-03-17', [23], () => '&wasteStageId=23'],
    ['the kitchen over weeks', '2025-12-22', '2026-03-17', [9, 23], () => `&locationId=${kitchen}`],
    ['the canteen, of too few days', '2026-03-11', '2026-03-17', [9, 23], () => `&locationId=${canteen}`],
  ])('differ by nothing from the raw weighings: %s', async (_, start, end, stages, more) => {
    const query = more();
    const places = query.includes('locationId') ? [Number(/locationId=(\d+)/.exec(query)?.[1])] : [kitchen, canteen];
    const rows = await fileOf(`startDate=${start}&endDate=${end}${query}`);
    const raw = await recompute(start, end, stages, places);
    const total = rows.find(([of]) => of === 'Total');
    expect([number(total?.[3]), number(total?.[5]), number(total?.[6])]).toEqual([
      raw.total / 100,
      raw.guests / 100,
      close(raw.perGuest),
    ]);
    for (const [id, name] of [
      [lines[0], 'Grill <b>'],
      [lines[1], "'=Wok"],
      [null, 'Not specified'],
    ] as const) {
      const line = rows.find(([of, value]) => of === 'Serving line' && value === name);
      expect(number(line?.[6])).toEqual(raw.perGuest === null ? '' : close(raw.by('source_id', id ?? null)));
    }
    const sum = (of: string) => rows.filter(([one]) => one === of).reduce((all, row) => all + Number(row[6]), 0);
    for (const of of ['Serving line', 'Daypart', 'Menu item']) expect(sum(of)).toBeCloseTo(raw.perGuest ?? 0, 2);
    for (const period of rows.filter(([of]) => of === 'Period start').slice(0, 8)) {
      const day = period[1] ?? '';
      if (end > addDays(start, 31)) continue;
      expect([day, number(period[6])]).toEqual([day, close((await recompute(day, day, stages, places)).perGuest)]);
    }
  });

  it('stand large on the page beside the days before, and open their weighings and guests', async () => {
    const { text } = await agent.get(`${path}?locationId=${kitchen}`).expect(200);
    const [now, before] = [
      await recompute('2026-03-11', '2026-03-17', [9, 23], [kitchen]),
      await recompute('2026-03-04', '2026-03-10', [9, 23], [kitchen]),
    ];
    expect(shown(text)).toContain(`Waste per guest ${now.perGuest?.toFixed(1)} g`);
    expect(shown(text)).toContain(`( ${before.perGuest?.toFixed(1)} g )`);
    const [, href = ''] = /href="(\/events\?figure=total&amp;startDate=2026-03-11[^"]*)"/.exec(text) ?? [];
    expect(href).toContain('wasteStageId=guests');
    const { body } = await agent
      .get(`/rest/v1${href.replaceAll('&amp;', '&').replace('figure=total&', '')}`)
      .expect(200);
    expect((body as { sums: { grams: number } }).sums.grams).toBe(now.total / 100);
    expect(text).toContain('name="guests0"');
    expect(text).not.toContain('Grill <b>');
  });

  it('are not shown of too few days, with a way to enter the guests', async () => {
    const { text } = await agent.get(`${path}?locationId=${canteen}`).expect(200);
    expect(shown(text)).toContain(
      'There are guest counts for 4 of 7 tracked days. At least 80% are needed. Enter guest counts',
    );
  });

  it('of bad days are refused, of none are said to be none', async () => {
    expect((await agent.get(`${path}?range=custom&startDate=2026-03-20&endDate=2026-03-01`)).status).toBe(422);
    await agent.get(`/rest/v1${path}/export?startDate=x&endDate=2026-03-01`).expect(400);
    await agent.get(`/rest/v1${path}/export?startDate=2026-03-01&endDate=2026-03-02&wasteStageId=8`).expect(400);
    const { text } = await agent.get(`${path}?range=custom&startDate=2025-01-06&endDate=2025-01-12`).expect(200);
    expect(shown(text)).toContain('No data');
  });
});

describe('guests', () => {
  const days = { from: '2026-03-14', to: '2026-03-15' };

  it('are typed by day, once, and the figure follows', async () => {
    const form = { locationId: String(canteen), ...days };
    const saved = await post('guests', { ...form, guests0: '1,250', estimated0: 'on', guests1: '0' });
    expect([saved.status, saved.headers.location]).toEqual([
      303,
      `${path}?locationId=${canteen}&done=saved&count=2#guests`,
    ]);
    const { rows } = await sql`
      select value::float as value, estimated from volume where location_id = ${canteen} and local_date between '2026-03-14' and '2026-03-15' order by local_date`.execute(
      app.db,
    );
    expect(rows).toEqual([
      { value: 1250, estimated: true },
      { value: 0, estimated: false },
    ]);
    const { text } = await agent.get(`${path}?locationId=${canteen}`);
    const raw = await recompute('2026-03-11', '2026-03-17', [23], [canteen]);
    expect(shown(text)).toContain(`Waste per guest ${raw.perGuest?.toFixed(1)} g`);
    expect(
      (await post('guests', { ...form, guests0: '1250', estimated0: 'on', guests1: '0' })).headers.location,
    ).toContain('done=same');
    await post('guests', { ...form, guests0: '', guests1: '' });
    const gone = await sql`select 1 from volume where location_id = ${canteen} and local_date = '2026-03-14'`.execute(
      app.db,
    );
    expect(gone.rows).toEqual([]);
  });

  it.each([
    ['negative', { guests0: '-3' }, 'The figure cannot be negative.'],
    ['no number', { guests0: 'many' }, 'Enter a number.'],
    ['with a unit', { guests0: '12 guests' }, 'Enter only a number'],
    ['beyond belief', { guests1: '99999999' }, 'The figure is too high.'],
  ])('that are %s are refused beside their day', async (_, cells, says) => {
    const refused = await post('guests', { locationId: String(canteen), ...days, ...cells });
    expect(refused.status).toBe(422);
    expect(shown(refused.text)).toContain(says);
    expect(shown(refused.text)).toContain('Nothing was saved.');
  });

  it('of one day twice, of another organization, of a stale page and of a locked month are refused', async () => {
    const form = { locationId: String(canteen), ...days };
    expect((await post('guests', { ...form, guests0: ['5', '6'] })).status).toBe(422);
    expect((await post('guests', { ...form, locationId: String(stranger), guests0: '5' })).status).toBe(404);
    expect((await post('guests', { ...form, mark: 'stale', guests0: '5' })).status).toBe(409);
    expect((await post('guests', { ...form, from: '2026-01-01', guests0: '5' })).status).toBe(422);
    await sql`insert into volume_lock (organisation_id, month, site_id, reason, locked_at) values (${organisationId}, '2026-02-01', 0, 'closed', now())`.execute(
      app.db,
    );
    const locked = await post('guests', {
      locationId: String(canteen),
      from: '2026-02-27',
      to: '2026-02-28',
      guests0: '5',
    });
    expect([locked.status, shown(locked.text).includes('Nothing was saved.')]).toEqual([422, true]);
    expect(
      (await agent.get(`${path}?locationId=${kitchen}&range=custom&startDate=2026-02-01&endDate=2026-02-20`)).text,
    ).toContain('The month is locked');
    await sql`delete from volume_lock where organisation_id = ${organisationId}`.execute(app.db);
  });

  it('are read, and not written, without the permission', async () => {
    const reader = await signedInAs(app, { organisationId, permissions: ['VIEW_POST_CONSUMER_REPORTS'] });
    const { text } = await reader.get(`${path}?locationId=${kitchen}`);
    expect(text).not.toContain('name="guests0"');
    expect((await post('guests', { locationId: String(kitchen), ...days, guests0: '5' }, reader)).status).toBe(302);
    const { rows } =
      await sql`select value::float as value from volume where location_id = ${kitchen} and local_date = '2026-03-14'`.execute(
        app.db,
      );
    expect(rows).toEqual([{ value: 94.5 }]);
  });
});

describe('campaigns', () => {
  const terms = { name: 'Ladle', kind: 'portion', startsOn: '2026-02-18', note: 'Smaller' };
  const only = async () => {
    const { rows } = await sql<{ id: number; version: number }>`
      select id, version from guest_campaign where organisation_id = ${organisationId} order by id desc limit 1`.execute(
      app.db,
    );
    return rows[0] ?? { id: 0, version: 0 };
  };

  it('are marked, and before and after differ by nothing from the raw weighings', async () => {
    expect((await post('campaigns', { ...terms, locationId: String(kitchen) })).status).toBe(303);
    const { id } = await only();
    const { text } = await agent.get(`${path}/campaigns/${id}`).expect(200);
    const [before, after] = [
      await recompute('2026-01-21', '2026-02-17', [9, 23], [kitchen]),
      await recompute('2026-02-18', '2026-03-17', [9, 23], [kitchen]),
    ];
    expect(shown(text)).toContain(`${before.perGuest?.toFixed(1)} g before, ${after.perGuest?.toFixed(1)} g after (`);
    expect(shown(text)).toContain('Based on 28 days before and after.');
    expect(shown(text)).toContain('95% interval');
    const dashboard = await agent.get(`${path}?range=last4Weeks&locationId=${kitchen}`);
    expect(dashboard.text).toContain('Ladle, from Feb 18, 2026');
    const short = await agent.get(`${path}?range=last7Days&locationId=${canteen}`);
    expect(short.text).not.toContain('Ladle');
  });

  it('of one serving line count that line alone', async () => {
    await post('campaigns', { ...terms, name: 'Wok', locationId: String(kitchen), sourceId: String(lines[1]) });
    const { id } = await only();
    const { text } = await agent.get(`${path}/campaigns/${id}`);
    const after = (await recompute('2026-02-18', '2026-03-17', [9, 23], [kitchen])).by('source_id', lines[1] ?? 0);
    expect(shown(text)).toContain(`${after.toFixed(1)} g after (`);
  });

  it('follow a line that is merged into another', async () => {
    const counter = await addValue(app.db, organisationId, { element: 'WASTESOURCE', name: 'Counter' });
    const merged = { organisation_id: organisationId, old_id: lines[1] ?? 0, new_id: counter };
    const now = app.clock.now();
    await app.db
      .insertInto('ref_merge')
      .values({ ...merged, merged_at: now, alive_at: now, by_login: 'x', state: 'DONE', events_expected: 0 })
      .execute();
    const { text } = await agent.get(`${path}/campaigns/${(await only()).id}`);
    expect(shown(text)).toContain('Serving line Counter');
    await app.db.deleteFrom('ref_merge').where('organisation_id', '=', organisationId).execute();
  });

  it('are changed, ended and deleted by their version, and each is audited', async () => {
    const { id } = await only();
    const edited = { ...terms, locationId: [String(kitchen), String(canteen)], version: '1' };
    expect((await post(`campaigns/${id}/edit`, edited)).headers.location).toContain('done=changed');
    expect((await post(`campaigns/${id}/edit`, edited)).status).toBe(409);
    expect((await post(`campaigns/${id}/end`, { version: '2' })).headers.location).toContain('done=ended');
    expect((await post(`campaigns/${id}/end`, { version: '3' })).status).toBe(422);
    expect((await post(`campaigns/${id}/delete`, { version: '3' })).headers.location).toContain('done=deleted');
    expect((await agent.get(`${path}/campaigns/${id}`)).status).toBe(404);
    const { rows } = await sql<{ action: string }>`
      select action from audit_log where organisation_id = ${organisationId} and entity = 'guestCampaign' and entity_id = ${String(id)} order by id`.execute(
      app.db,
    );
    expect(rows.map(({ action }) => action)).toEqual([
      'guestCampaign.create',
      'guestCampaign.change',
      'guestCampaign.end',
      'guestCampaign.delete',
    ]);
  });

  it.each([
    ['no location', {}, 'Choose at least one location.'],
    ['a foreign location', { locationId: () => String(stranger) }, 'Location not found.'],
    [
      'an end before its start',
      { locationId: () => String(kitchen), endsOn: () => '2026-02-01' },
      'end date cannot be before',
    ],
    ['no name', { locationId: () => String(kitchen), name: () => ' ' }, 'Fill in this field.'],
    [
      'a foreign line',
      { locationId: () => String(kitchen), sourceId: () => '999999999' },
      'organization’s serving lines',
    ],
  ])('with %s are refused', async (_, changes: Record<string, () => string>, says) => {
    const form = { ...terms, ...Object.fromEntries(Object.entries(changes).map(([name, value]) => [name, value()])) };
    const refused = await post('campaigns', form);
    expect(refused.status).toBe(422);
    expect(shown(refused.text)).toContain(says);
  });
});

describe('a sign', () => {
  const stored = () =>
    app.db.selectFrom('guest_sign').selectAll().where('organisation_id', '=', organisationId).execute();

  it('is read by its link alone, in its language, with one figure and nothing else, until it is revoked', async () => {
    const made = await post('signs', { locationId: String(kitchen), locale: 'de_DE', sentence: '<i>Nachschlag' });
    expect(made.status, made.text).toBe(200);
    const [, token = ''] = /\/post-consumer\/sign\/([\w-]{43})/.exec(made.text) ?? [];
    const [row] = await stored();
    expect(JSON.stringify(row)).not.toContain(token);
    expect((await agent.get(`${path}/signs`)).text).not.toContain(token);

    const guest = browser(app);
    const read = await guest.get(`${path}/sign/${token}`);
    const raw = await recompute('2026-03-17', '2026-03-17', [9, 23], [kitchen]);
    expect(read.status).toBe(200);
    expect(read.headers).toMatchObject({
      refresh: '300',
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex, nofollow',
    });
    expect(shown(read.text).replace('.', ',')).toContain(`${raw.perGuest?.toFixed(1).replace('.', ',')} g`);
    expect(read.text).toContain('lang="de-DE"');
    expect(read.text).toContain('&lt;i&gt;Nachschlag');
    for (const secret of ['Kitchen', 'Mill', '/events', 'guests0']) expect(read.text).not.toContain(secret);

    const poster = await agent.get(`${path}/signs/${row?.id}/poster`);
    expect(shown(poster.text)).toContain('&lt;i&gt;Nachschlag');

    const plain = ({ status, text }: { status: number; text: string }) => [
      status,
      (/<main[^]*<\/main>/.exec(text)?.[0] ?? '').replace(/="[^"]*"/g, ''),
    ];
    const gone = plain(await guest.get(`${path}/sign/${'x'.repeat(43)}`));
    expect(gone[0]).toBe(404);
    await sql`update location set status = 'I' where id = ${kitchen}`.execute(app.db);
    expect(plain(await guest.get(`${path}/sign/${token}`))).toEqual(gone);
    await sql`update location set status = 'A' where id = ${kitchen}`.execute(app.db);
    expect((await post(`signs/${row?.id}/revoke`, {})).headers.location).toBe(`${path}/signs?done=revoked`);
    expect(plain(await guest.get(`${path}/sign/${token}`))).toEqual(gone);
  });

  it('is made for a location of one’s own, by whoever may', async () => {
    expect((await post('signs', { locationId: String(stranger), locale: 'en_US' })).status).toBe(422);
    expect((await post('signs', { locationId: String(kitchen), locale: 'xx' })).status).toBe(422);
    expect(
      (await post('signs', { locationId: String(kitchen), locale: 'en_US', sentence: 'x'.repeat(141) })).status,
    ).toBe(422);
    expect(await stored()).toEqual([]);
  });
});
