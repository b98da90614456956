import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { addLocation, addSite } from '../../../tests/support/factories';
import { somebodyWaits } from '../../../tests/support/one-connection';
import { browser, newOrganisation, signedInAs, tokenOf, unique } from '../../../tests/support/people';
import { brokenInvariants } from '../../../tests/support/rollup-invariants';
import { addValue } from '../../../tests/support/scratch-organisation';
import { testApp, type TestApp } from '../../../tests/support/test-app';
import { internalOrganisation } from '../../platform/actor';
import { lockOrganisation } from '../../platform/db/organisation-lock';
import { purgePhotosJob } from './index';

const permission = 'MACHINE_VISION_EDIT_WASTE_EVENT_CLASSIFICATION';
const rights = [permission, 'VIEW_BASE_LPO_PAGE', 'EDIT_TRANSACTIONS'] as const;
type Agent = Awaited<ReturnType<typeof signedInAs>>;
let app: TestApp;

beforeAll(async () => {
  app = await testApp();
});

/** A plate with a blob; the shade tells plates apart. */
const plate = (shade: number) => {
  const [width, height] = [64, 48];
  const raw = Buffer.alloc(width * height * 3, 230);
  for (let y = 8; y < 40; y += 1)
    for (let x = 8 + shade; x < 40; x += 1) raw.fill(shade * 8, (y * width + x) * 3, (y * width + x) * 3 + 3);
  return sharp(raw, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer();
};

/** A kitchen in each of two sites, a scale in the first, and somebody who classifies. */
async function kitchens() {
  const organisationId = await newOrganisation(app, { unitId: 12 });
  const [here, there] = [await addSite(app, { organisationId }), await addSite(app, { organisationId })];
  const kitchen = await addLocation(app, { organisationId, siteId: here, name: 'Kitchen', stages: [8] });
  const bar = await addLocation(app, { organisationId, siteId: there, name: 'Bar', stages: [8] });
  const [bread, soup] = [
    await addValue(app.db, organisationId, { element: 'WASTEITEM', name: 'Bread' }),
    await addValue(app.db, organisationId, { element: 'WASTEITEM', name: 'Soup' }),
  ];
  const manager = await signedInAs(app, { organisationId, permissions: ['VIEW_DEVICE_MANAGER', 'EDIT_SITES'] });
  const { deviceId } = (
    await manager.post('/rest/v1/devices').send({ serial: unique('SN'), deviceName: 'Scale', locationId: kitchen })
  ).body as { deviceId: number };
  const { key } = (await manager.post(`/rest/v1/devices/${deviceId}/key`).send({})).body as { key: string };
  const letDevices = (allowed: boolean) =>
    app.db
      .insertInto('photo_setting')
      .values({
        organisation_id: organisationId,
        retention_days: 365,
        training_consent: false,
        device_photos: allowed,
        changed_at: app.clock.now(),
      })
      .onConflict((conflict) => conflict.column('organisation_id').doUpdateSet({ device_photos: allowed }))
      .execute();
  await letDevices(true);
  const agent = await signedInAs(app, { organisationId, permissions: rights, locale: 'en_US' });
  const asDevice = () => browser(app);
  const weighAll = async (weights: readonly number[], locationId = kitchen) => {
    const events = weights.map((grams) => ({
      clientEventUuid: randomUUID(),
      locationId,
      occurredAt: '2026-03-10T15:00:00Z',
      wasteStageId: 8,
      grossWeight: grams / 1_000,
      unit: 'kg',
    }));
    const sent = await asDevice().post('/rest/v1/waste-events').set('Authorization', `Bearer ${key}`).send({ events });
    const rows = (sent.body as { events: { eventId: number }[] }).events;
    return events.map(({ clientEventUuid: uuid }, at) => ({ uuid, eventId: rows[at]?.eventId as number }));
  };
  const weigh = async (grams: number, locationId = kitchen) => {
    const [one] = await weighAll([grams], locationId);
    return one as { uuid: string; eventId: number };
  };
  const photograph = (uuid: string, file: Buffer, name = 'plate.png') =>
    asDevice()
      .post(`/rest/v1/waste-events/${uuid}/photo`)
      .set('Authorization', `Bearer ${key}`)
      .field('takenAt', '2026-03-10T15:00:03Z')
      .attach('photo', file, name);
  const post = async (path: string, form: object, as: Agent = agent) => {
    const token = tokenOf((await as.get(`/machine-vision?organisationId=${organisationId}`)).text);
    return as
      .post(`/machine-vision/${organisationId}${path}`)
      .type('form')
      .send({ _csrf: token, ...form });
  };
  const answer = (eventId: number, form: object, as?: Agent) => post(`/events/${eventId}/answer`, form, as);
  return {
    organisationId,
    here,
    kitchen,
    bar,
    bread,
    soup,
    agent,
    weigh,
    weighAll,
    photograph,
    post,
    answer,
    letDevices,
  };
}
type Kitchens = Awaited<ReturnType<typeof kitchens>>;

const stored = async ({ organisationId }: Kitchens) =>
  (
    await sql<{
      id: number;
      item: number | null;
      g: number;
      state: string | null;
      voided: boolean;
      whole: number | null;
    }>`
      select id, item_id as item, net_g as g, classification_state as state, voided_at is not null as voided, split_from as whole
      from waste_event where organisation_id = ${organisationId} order by id`.execute(app.db)
  ).rows;

async function isRolledUp({ organisationId }: Kitchens): Promise<void> {
  await app.runJobs();
  const { rows } = await sql<{ raw: number; rolled: number }>`
    select (select coalesce(sum(net_g), 0) from waste_event where organisation_id = ${organisationId} and voided_at is null and counts_as_waste) as raw,
      (select coalesce(sum(g), 0) from rollup_week where organisation_id = ${organisationId}) as rolled`.execute(
    app.db,
  );
  expect(Number(rows[0]?.rolled)).toBe(Number(rows[0]?.raw));
  expect(await brokenInvariants(app.db, organisationId)).toEqual({});
}

const labelsIn = (html: string) => /name="labels" value="([\d,]+)"/.exec(html)?.[1] ?? '';
const shownEvent = (html: string) => Number(/\/events\/(\d+)\/answer"/.exec(html)?.[1]);

describe('a photo of waste', () => {
  it('comes only from the organization’s own devices, and only while it wants that', async () => {
    const { weigh, photograph, letDevices } = await kitchens();
    const { uuid } = await weigh(1_000);
    const stranger = await (await kitchens()).photograph(uuid, await plate(1));
    expect([stranger.status, stranger.body.code]).toEqual([404, 'wasteEvents.unknownEvent']);
    await letDevices(false);
    const refused = await photograph(uuid, await plate(1));
    expect([refused.status, refused.body.code]).toEqual([422, 'photos.notFromDevices']);
    await letDevices(true);
    expect((await photograph(uuid, await plate(1))).status).toBe(200);
  });

  it('goes from a device through the queue and a batch into its event, and back', async () => {
    const all = await kitchens();
    const { organisationId, agent, weigh, photograph, answer, post, bread, soup } = all;
    const events = [await weigh(1_000), await weigh(2_000), await weigh(500), await weigh(700)];
    const [first, second, third, fourth] = events.map(({ eventId }) => eventId) as [number, number, number, number];
    for (const [at, { uuid }] of events.entries()) expect((await photograph(uuid, await plate(at))).status).toBe(200);
    const again = await photograph(events[0]?.uuid ?? '', await plate(0));
    expect(again.body).toMatchObject({ known: true });
    expect((await agent.get('/rest/v1/machine-vision/unclassified-status')).body).toEqual({ count: 4 });

    const queue = await agent.get('/machine-vision');
    expect(shownEvent(queue.text)).toBe(first);
    expect(queue.text).toContain('No suggestions yet');
    const address = new RegExp(`/machine-vision/${organisationId}/photos/\\d+`).exec(queue.text)?.[0] ?? '';
    const photo = await agent.get(address);
    expect([photo.status, photo.type, photo.headers['cache-control']]).toEqual([200, 'image/webp', 'no-store']);
    expect(shownEvent((await agent.get(`/machine-vision?after=${first}`)).text)).toBe(second);

    expect((await answer(first, { answer: 'typed', itemName: 'Cake' })).status).toBe(422);
    const shares = { answer: 'split', partItem1: 'Bread', share1: '60', partItem2: 'Soup', share2: '30' };
    const off = await answer(second, shares);
    expect([off.status, off.text]).toEqual([422, expect.stringContaining('add up to 100%')]);
    expect(off.text).toContain('value="60"');
    const saved = await answer(first, { answer: 'typed', itemName: 'bread' });
    expect(saved.headers.location).toBe(
      `/machine-vision?organisationId=${organisationId}&after=${first}&last=${first}&done=labelled`,
    );
    await answer(second, { ...shares, share2: '40' });
    await answer(third, { answer: 'notFood' });
    await answer(fourth, { answer: 'unreadable' });
    // Answers change nothing by themselves.
    expect((await stored(all)).map(({ item, state }) => [item, state])).toEqual(
      Array.from({ length: 4 }, () => [null, 'UNCLASSIFIED']),
    );

    const preview = await agent.get(`/machine-vision/${organisationId}/publish`);
    expect(preview.text).toContain('4 events ready');
    expect(preview.text).toContain('3 events will change');
    const labels = labelsIn(preview.text);
    // An answer that was changed since the preview is not published unseen.
    await answer(first, { answer: `item:${soup}` });
    expect((await post('/publish', { labels })).status).toBe(409);
    await answer(first, { answer: `item:${bread}` });
    const current = labelsIn((await agent.get(`/machine-vision/${organisationId}/publish`)).text);
    expect((await post('/publish', { labels: current })).status).toBe(303);
    const after = await stored(all);
    expect(after.map(({ item, g, voided, state }) => [item, g, voided, state])).toEqual([
      [bread, 1_000, false, 'CLASSIFIED'],
      [null, 2_000, true, 'CLASSIFIED'],
      [null, 500, true, 'CLASSIFIED'],
      [null, 700, false, 'CLASSIFIED'],
      [bread, 1_200, false, null],
      [soup, 800, false, null],
    ]);
    await isRolledUp(all);
    expect((await agent.get('/rest/v1/machine-vision/unclassified-status')).body).toEqual({ count: 0 });

    // What was published suggests what is alike.
    const alike = await weigh(1_050);
    await photograph(alike.uuid, await plate(0));
    const suggested = await agent.get('/machine-vision');
    expect(shownEvent(suggested.text)).toBe(alike.eventId);
    expect(suggested.text).toContain(`value="item:${bread}"`);

    // Somebody corrects one before the batch is taken back.
    await agent.put(`/rest/v1/waste-events/${first}`).send({ reason: 'x', change: { note: 'mine' } });
    const batch = /batches\/(\d+)\/undo/.exec((await agent.get(`/machine-vision/${organisationId}/publish`)).text)?.[1];
    const undone = await post(`/batches/${batch}/undo`, {});
    expect(undone.headers.location).toContain('done=undonePartly');
    expect((await stored(all)).map(({ item, voided, state }) => [item, voided, state])).toEqual([
      [bread, false, 'CLASSIFIED'],
      [null, false, 'UNCLASSIFIED'],
      [null, false, 'UNCLASSIFIED'],
      [null, false, 'UNCLASSIFIED'],
      [bread, true, null],
      [soup, true, null],
      [null, false, 'UNCLASSIFIED'],
    ]);
    await isRolledUp(all);
    expect((await post(`/batches/${batch}/undo`, {})).status).toBe(409);
    expect((await agent.get(`/machine-vision/${organisationId}/publish`)).text).toContain('3 events ready');
    const audited = await app.db
      .selectFrom('audit_log')
      .select('action')
      .where('organisation_id', '=', organisationId)
      .where('action', 'like', 'classification.%')
      .execute();
    expect(new Set(audited.map(({ action }) => action))).toEqual(
      new Set(['classification.answer', 'classification.publish', 'classification.undo']),
    );
  });

  it('is refused where it is none, too many, of an unknown event, or of another device', async () => {
    const { weigh, photograph, organisationId } = await kitchens();
    const other = await kitchens();
    const { uuid } = await weigh(1_000);
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
    const refused = await photograph(uuid, svg, 'plate.png');
    expect([refused.status, refused.body.code]).toEqual([422, 'notAPicture']);
    expect((await photograph(randomUUID(), await plate(0))).status).toBe(404);
    expect((await other.photograph(uuid, await plate(0))).status).toBe(404);
    for (let at = 0; at < 5; at += 1) expect((await photograph(uuid, await plate(at))).status).toBe(200);
    expect((await photograph(uuid, await plate(9))).status).toBe(422);
    // One that is there already is not decoded again: this one could not be.
    const sent = Buffer.from('sent before');
    await sql`
      update photo set sha256 = sha256(${sent}) where organisation_id = ${organisationId} and id = (
        select max(id) from photo where organisation_id = ${organisationId})`.execute(app.db);
    expect((await photograph(uuid, sent)).body).toMatchObject({ known: true });
    // What is kept has nothing of the file but what it shows, and goes when its time is over.
    const rows = await app.db
      .selectFrom('photo')
      .select(['content', 'media_type'])
      .where('organisation_id', '=', organisationId)
      .execute();
    expect(rows).toHaveLength(5);
    expect((await sharp(rows[0]?.content as Buffer).metadata()).exif).toBeUndefined();
    await app.db
      .updateTable('photo')
      .set({ retention_until: app.clock.now() })
      .where('organisation_id', '=', organisationId)
      .execute();
    await purgePhotosJob.run({}, app.resources);
    expect(
      await app.db.selectFrom('photo').select('id').where('organisation_id', '=', organisationId).execute(),
    ).toEqual([]);
  });

  it('is added by people too, once each', async () => {
    const { organisationId, agent, weigh } = await kitchens();
    const { eventId } = await weigh(1_000);
    const at = `/machine-vision/${organisationId}/events/${eventId}`;
    const token = tokenOf((await agent.get(at)).text);
    const send = async () =>
      agent
        .post(`${at}/photo`)
        .field('_csrf', token)
        .attach('photo', await plate(2), 'a.png');
    for (const _ of [1, 2]) expect((await send()).headers.location).toBe(`${at}?done=photo`);
    expect((await agent.get(at)).text.match(/<img/g)).toHaveLength(1);
    const none = await agent.post(`${at}/photo`).field('_csrf', token).attach('photo', Buffer.from('x'), 'a.png');
    expect([none.status, none.text]).toEqual([422, expect.stringContaining('This picture cannot be used')]);
    const large = await agent
      .post(`${at}/photo`)
      .field('_csrf', token)
      .attach('photo', Buffer.alloc(5 * 1024 * 1024 + 1), 'a.png');
    expect([large.status, large.text.includes('id="vision-photo-problem"')]).toEqual([413, true]);
  });
});

describe('a photo that goes', () => {
  it('takes its event out of the queue, unless somebody has answered about it', async () => {
    const all = await kitchens();
    const { organisationId, agent, weigh, photograph, answer, post } = all;
    const events = [await weigh(1_000), await weigh(1_100), await weigh(1_200)];
    for (const [at, { uuid }] of events.entries()) await photograph(uuid, await plate(at));
    const [old, answered, deleted] = events.map(({ eventId }) => eventId) as [number, number, number];
    await answer(answered, { answer: 'typed', itemName: 'Bread' });
    await app.db
      .updateTable('photo')
      .set({ retention_until: app.clock.now() })
      .where('organisation_id', '=', organisationId)
      .where('event_id', 'in', [old, answered])
      .execute();
    await purgePhotosJob.run({}, app.resources);
    const states = async () => (await stored(all)).map(({ state }) => state);
    expect(await states()).toEqual([null, 'UNCLASSIFIED', 'UNCLASSIFIED']);

    const shown = (await agent.get(`/machine-vision/${organisationId}/events/${deleted}`)).text;
    const photo = /photos\/(\d+)\/delete/.exec(shown)?.[1];
    // It is another event's.
    expect((await post(`/events/${old}/photos/${photo}/delete`, {})).status).toBe(404);
    const gone = await post(`/events/${deleted}/photos/${photo}/delete`, {});
    expect(gone.headers.location).toBe(`/machine-vision/${organisationId}/events/${deleted}?done=photoDeleted`);
    expect(await states()).toEqual([null, 'UNCLASSIFIED', null]);
    const audited = await app.db
      .selectFrom('audit_log')
      .select('entity_id')
      .where('organisation_id', '=', organisationId)
      .where('action', '=', 'photo.delete')
      .execute();
    expect(audited.map(({ entity_id: id }) => String(id))).toEqual([photo]);
  });
});

describe('how long photos are kept', () => {
  const settings = '/photo-settings';
  const savedBy = async (agent: Agent, form: object) => {
    const token = tokenOf((await agent.get(settings)).text);
    return agent
      .post(settings)
      .type('form')
      .send({ _csrf: token, ...form });
  };

  it('becomes shorter only once somebody has agreed to what that deletes', async () => {
    const { organisationId, weigh, photograph } = await kitchens();
    const { uuid } = await weigh(1_000);
    for (const shade of [1, 2]) await photograph(uuid, await plate(shade));
    await sql`
      update photo set added_at = added_at - interval '40 days' where organisation_id = ${organisationId} and id = (
        select min(id) from photo where organisation_id = ${organisationId})`.execute(app.db);
    const admin = await signedInAs(app, {
      organisationId,
      permissions: ['EDIT_ORGANIZATION_SETTINGS'],
      locale: 'en_US',
    });
    const asked = await savedBy(admin, { retentionDays: '30' });
    expect([asked.status, asked.text]).toEqual([422, expect.stringContaining('Delete 1 photo older than 30 days')]);
    // What was agreed to was another number of photos.
    expect((await savedBy(admin, { retentionDays: '7', deletes: '30' })).status).toBe(422);
    expect((await savedBy(admin, { retentionDays: '60' })).status).toBe(303);
    expect((await savedBy(admin, { retentionDays: '30', deletes: '30' })).status).toBe(303);
    await purgePhotosJob.run({}, app.resources);
    const left = await app.db.selectFrom('photo').select('id').where('organisation_id', '=', organisationId).execute();
    expect(left).toHaveLength(1);
  });

  it.runIf(process.env.TARE_TEST_DB === 'postgres')('holds for a photo that is added meanwhile, too', async () => {
    const { organisationId, weigh, photograph } = await kitchens();
    const { uuid } = await weigh(1_000);
    const file = await plate(1);
    let added: Promise<unknown> = Promise.resolve();
    await app.db.transaction().execute(async (trx) => {
      await lockOrganisation(trx, organisationId);
      added = photograph(uuid, file).then(({ status }) => expect(status).toBe(200));
      await somebodyWaits(app.db);
      await trx
        .updateTable('photo_setting')
        .set({ retention_days: 30 })
        .where('organisation_id', '=', organisationId)
        .execute();
    });
    await added;
    const { rows } = await sql<{ days: number }>`
      select extract(day from retention_until - added_at)::int as days from photo where organisation_id = ${organisationId}`.execute(
      app.db,
    );
    expect(rows).toEqual([{ days: 30 }]);
  });
});

describe('a second opinion', () => {
  it('comes from somebody else, unseen, and decides whether an answer may be published', async () => {
    const all = await kitchens();
    const { organisationId, agent, weigh, photograph, answer } = all;
    const other = await signedInAs(app, { organisationId, permissions: rights, locale: 'en_US' });
    const [one, two] = [await weigh(1_000), await weigh(1_100)];
    for (const { uuid } of [one, two]) await photograph(uuid, await plate(3));
    for (const { eventId } of [one, two]) await answer(eventId, { answer: 'typed', itemName: 'Bread', second: 'on' });
    const own = await answer(one.eventId, { answer: 'typed', itemName: 'Bread' });
    expect([own.status, own.text]).toEqual([409, expect.stringContaining('Someone else must give the second opinion')]);
    const publishing = `/machine-vision/${organisationId}/publish`;
    expect((await agent.get(publishing)).text).toContain('Nothing to publish');
    expect((await agent.get('/machine-vision')).text).toContain('Nothing left for you to classify');

    const asked = await other.get('/machine-vision?show=second');
    expect(shownEvent(asked.text)).toBe(one.eventId);
    expect(asked.text).not.toContain('Answers so far');
    await answer(one.eventId, { answer: 'typed', itemName: 'Bread' }, other);
    await answer(two.eventId, { answer: 'typed', itemName: 'Soup' }, other);
    const page = (await agent.get('/machine-vision?show=disagreed')).text;
    expect(page).toContain('50%');
    expect(page).toContain('of 2 events classified by two people');
    expect(shownEvent(page)).toBe(two.eventId);
    expect(page).toContain('Answers so far');
    expect((await agent.get(publishing)).text).toContain('1 event ready');
    await answer(two.eventId, { answer: 'typed', itemName: 'Soup' });
    expect((await agent.get(publishing)).text).toContain('2 events ready');
    // Giving in later is no agreement.
    expect((await agent.get('/machine-vision')).text).toContain('50%');
  });
});

describe('answers that cannot be published', () => {
  it('do not stand in the way of others, however many they are', async () => {
    const { organisationId, agent, weigh, weighAll, answer } = await kitchens();
    const refused = await weighAll(Array.from({ length: 200 }, () => 500));
    const { eventId } = await weigh(1_000);
    await app.db
      .updateTable('waste_event')
      .set({ classification_state: 'UNCLASSIFIED' })
      .where('organisation_id', '=', organisationId)
      .execute();
    // Answers with an item that is there no more.
    await sql`
      insert into vision_label (organisation_id, event_id, user_id, kind, parts, answer, at)
      select ${organisationId}, id, 1, 'item', '[{ "itemId": 1, "share": 100 }]', '1=100', now()
      from unnest(${refused.map((one) => one.eventId)}::bigint[]) id`.execute(app.db);
    await answer(eventId, { answer: 'typed', itemName: 'Bread' });
    const page = (await agent.get(`/machine-vision/${organisationId}/publish`)).text;
    expect(page).toContain('1 event ready');
    expect(page).toContain('Cannot be published');
  });
});

describe('who sees what', () => {
  it('is told by their organization and sites', async () => {
    const all = await kitchens();
    const { organisationId, here, agent, weigh, photograph, answer, bar } = all;
    const [mine, far] = [await weigh(1_000), await weigh(1_000)];
    for (const { uuid } of [mine, far]) await photograph(uuid, await plate(1));
    await app.db
      .updateTable('waste_event')
      .set({ location_id: bar })
      .where('organisation_id', '=', organisationId)
      .where('id', '=', far.eventId)
      .execute();
    const photos = await sql<{ id: number }>`
      select id from photo where organisation_id = ${organisationId} order by event_id`.execute(app.db);
    const [near, hidden] = photos.rows.map(({ id }) => `/machine-vision/${organisationId}/photos/${id}`);
    const at = (eventId: number) => `/machine-vision/${organisationId}/events/${eventId}`;
    for (const { eventId } of [mine, far]) await answer(eventId, { answer: 'typed', itemName: 'Bread' });

    const limited = await signedInAs(app, { organisationId, permissions: rights, sites: [here], locale: 'en_US' });
    expect((await limited.get(near ?? '')).status).toBe(200);
    expect((await limited.get(hidden ?? '')).status).toBe(404);
    expect((await limited.get(at(far.eventId))).status).toBe(404);
    expect((await answer(far.eventId, { answer: 'notFood' }, limited)).status).toBe(404);
    expect((await limited.get(`/machine-vision/${organisationId}/publish`)).text).toContain('1 event ready');
    const labels = labelsIn((await agent.get(`/machine-vision/${organisationId}/publish`)).text);
    expect(labels.split(',')).toHaveLength(2);
    expect((await all.post('/publish', { labels }, limited)).status).toBe(409);

    const stranger = await signedInAs(app, { organisationId: await newOrganisation(app), permissions: rights });
    for (const path of [near ?? '', at(mine.eventId), `/machine-vision/${organisationId}/publish`])
      expect((await stranger.get(path)).status).toBe(404);
    const staff = await signedInAs(app, { organisationId: internalOrganisation, permissions: rights, locale: 'en_US' });
    expect((await staff.get(`/machine-vision/${organisationId}/publish`)).text).toContain('2 events ready');
  });

  it('decides who takes a batch back: whoever sees all of its events', async () => {
    const all = await kitchens();
    const { organisationId, here, bar, weigh, photograph, answer, post } = all;
    const limited = await signedInAs(app, { organisationId, permissions: rights, sites: [here], locale: 'en_US' });
    const publishing = `/machine-vision/${organisationId}/publish`;
    const events = [await weigh(1_000), await weigh(1_000)];
    for (const { uuid, eventId } of events) {
      await photograph(uuid, await plate(1));
      await answer(eventId, { answer: 'typed', itemName: 'Bread' }, limited);
    }
    await post('/publish', { labels: labelsIn((await limited.get(publishing)).text) }, limited);
    const moveTo = (locationId: number) =>
      app.db
        .updateTable('waste_event')
        .set({ location_id: locationId })
        .where('organisation_id', '=', organisationId)
        .where('id', '=', events[0]?.eventId ?? 0)
        .execute();
    await moveTo(bar);
    const undo = `${/batches\/\d+\/undo/.exec((await limited.get(publishing)).text)?.[0]}`;
    const refused = await post(`/${undo}`, {}, limited);
    expect([refused.status, refused.text]).toEqual([422, expect.stringContaining('at sites that you cannot see')]);
    expect((await stored(all)).map(({ state }) => state)).toEqual(['CLASSIFIED', 'CLASSIFIED']);
    await moveTo(all.kitchen);
    expect((await post(`/${undo}`, {}, limited)).headers.location).toContain('done=undone');
  });

  it('leaves for training only with the organization’s own consent', async () => {
    const all = await kitchens();
    const { organisationId, here, agent, weigh, photograph, answer, post, bread } = all;
    const { uuid, eventId } = await weigh(1_000);
    await photograph(uuid, await plate(1));
    await answer(eventId, { answer: 'typed', itemName: 'Bread' });
    const labels = labelsIn((await agent.get(`/machine-vision/${organisationId}/publish`)).text);
    await post('/publish', { labels });
    const file = () => agent.get('/rest/v1/machine-vision/labels/export');
    const refused = await file();
    expect([refused.status, refused.body.code]).toEqual([422, 'machineVision.noConsent']);

    const settings = '/photo-settings';
    expect((await agent.get(settings)).status).toBe(302);
    const consent = async (as: Agent, retentionDays: string) => {
      const token = tokenOf((await as.get(settings)).text);
      return as.post(settings).type('form').send({ _csrf: token, retentionDays, trainingConsent: 'on' });
    };
    const administrator = { organisationId, permissions: ['EDIT_ORGANIZATION_SETTINGS'], locale: 'en_US' } as const;
    expect((await consent(await signedInAs(app, { ...administrator, sites: [here] }), '30')).status).toBe(422);
    const admin = await signedInAs(app, administrator);
    expect((await consent(admin, '3')).text).toContain('from 7 to 3,650');
    expect((await consent(admin, '30')).headers.location).toBe(`${settings}?done=settings`);
    const [kept] = (
      await sql<{ days: number }>`
        select extract(day from retention_until - added_at)::int as days from photo where organisation_id = ${organisationId}`.execute(
        app.db,
      )
    ).rows;
    expect(kept).toEqual({ days: 30 });
    const csv = await file();
    expect(csv.status).toBe(200);
    const [head, line = '', ...rest] = csv.text.trim().split('\r\n');
    expect(head).toContain('photo_id,sha256,event_id');
    expect(line).toMatch(new RegExp(`^\\d+,[0-9a-f]{64},${eventId},\\d+,item,${bread},Bread,100,`));
    expect(rest).toEqual([]);
  });
});
