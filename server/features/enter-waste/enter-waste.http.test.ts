import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Agent } from 'supertest';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addLocation, addSite } from '../../../tests/support/factories';
import { withOwnClock, type ClockedApp } from '../../../tests/support/other-app';
import { newOrganisation, newPerson, signedInAs, signIn, tokenOf, type Person } from '../../../tests/support/people';
import { addValue } from '../../../tests/support/scratch-organisation';
import { testApp } from '../../../tests/support/test-app';

const permissions = ['EDIT_TRANSACTIONS'] as const;
const noon = '2026-03-18T12:00:00Z';

let app: ClockedApp;
let organisationId: number;
let siteId: number;
let locationId: number;
let bread: number;
let reasonId: number;
let person: Person;
let agent: Agent;

beforeAll(async () => {
  app = withOwnClock(await testApp());
});

/** One kitchen in New York whose bread costs 2 dollars a kilogram. */
beforeEach(async () => {
  app.clock.set(noon);
  organisationId = await newOrganisation(app, { unitId: 12 });
  siteId = await addSite(app, { organisationId, name: 'Harbour School' });
  locationId = await addLocation(app, { organisationId, siteId, name: 'Kitchen' });
  bread = await addValue(app.db, organisationId, { element: 'WASTEITEM', name: 'Bread' });
  reasonId = await addValue(app.db, organisationId, { element: 'WASTEREASON', name: 'Overproduction' });
  await app.db
    .insertInto('cost_rule')
    .values({
      organisation_id: organisationId,
      ref_item_id: bread,
      amount_per_kg: 2,
      currency_code: 'USD',
      valid_from: '2020-01-01',
      priority: 0,
    })
    .execute();
  person = await newPerson(app, { organisationId, permissions });
  agent = await signIn(app, person.login);
});

type Form = Record<string, string | number>;

const hidden = (html: string, name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? '';

/** The form of the page, as it is sent without touching anything else. */
async function formOf(query = '', who = agent): Promise<Form> {
  const { text } = await who.get(`/enter-waste${query}`);
  return {
    _csrf: tokenOf(text),
    clientEventUuid: hidden(text, 'clientEventUuid'),
    locationId: hidden(text, 'locationId'),
    unit: 'kg',
    wasteStageId: 8,
    itemId: bread,
    itemName: '',
    reasonId: '',
    localDate: '',
    localTime: '',
  };
}

const send = (form: Form, who = agent) => who.post('/enter-waste').type('form').send(form);

/** @returns the address of the page that follows */
async function save(weight: string, more: Form = {}): Promise<string> {
  const answer = await send({ ...(await formOf(`?locationId=${more.locationId ?? locationId}`)), weight, ...more });
  expect(answer.status).toBe(303);
  return answer.headers.location ?? '';
}

const savedId = (address: string) => Number(new URL(address, 'http://x').searchParams.get('saved'));

const wordsOf = (html: string) =>
  html
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('\u202f', ' ')
    .replace(/\s+/g, ' ');
const page = async (address = '/enter-waste', who = agent) => wordsOf((await who.get(address)).text);
const events = () =>
  app.db.selectFrom('waste_event').selectAll().where('organisation_id', '=', organisationId).orderBy('id').execute();

async function undo(id: number, form: Form = {}) {
  const { text } = await agent.get('/enter-waste');
  return agent
    .post(`/enter-waste/${id}/undo`)
    .type('form')
    .send({ _csrf: tokenOf(text), ...form });
}

describe('who may', () => {
  it('shows page and button to who may enter events, and to nobody else', async () => {
    expect((await agent.get('/home')).text).toContain('href="/enter-waste"');
    const viewer = await signedInAs(app, { organisationId, permissions: ['VIEW_BASE_LPO_PAGE'] });
    expect((await viewer.get('/home')).text).not.toContain('href="/enter-waste"');
    expect((await viewer.get('/enter-waste')).headers.location).toBe('/home');
    const posted = await send(
      { ...(await formOf()), _csrf: tokenOf((await viewer.get('/home')).text), weight: '1' },
      viewer,
    );
    expect(posted.headers.location).toBe('/home');
    expect(await events()).toHaveLength(0);
  });

  it('offers only the locations that somebody may see, and takes no other', async () => {
    const cellar = await addLocation(app, {
      organisationId,
      siteId: await addSite(app, { organisationId }),
      name: 'Hidden cellar',
    });
    const limited = await signedInAs(app, { organisationId, permissions, locations: [locationId] });
    expect(await page('/enter-waste?choose=location', limited)).not.toContain('Hidden cellar');
    expect((await limited.get(`/enter-waste?locationId=${cellar}`)).text).not.toContain('Hidden cellar');
    const answer = await send({ ...(await formOf('', limited)), locationId: cellar, weight: '1' }, limited);
    expect(answer.status).toBe(422);
    expect(wordsOf(answer.text)).toContain('Location not found in this organization.');
    expect(await events()).toHaveLength(0);
  });

  it('says why there is nothing to choose', async () => {
    const nowhere = await signedInAs(app, { organisationId, permissions, restricted: true });
    expect(await page('/enter-waste', nowhere)).toContain('None of the locations you can see are open.');
    expect(
      await page('/enter-waste', await signedInAs(app, { organisationId: await newOrganisation(app), permissions })),
    ).toContain('Your organization has no open locations yet.');
  });
});

describe('the location', () => {
  it('is not asked where there is one that is open', async () => {
    await addLocation(app, { organisationId, siteId, name: 'Closed', status: 'I' });
    expect((await agent.get('/enter-waste')).text).toContain(`name="locationId" value="${locationId}"`);
    expect(await page()).not.toContain('Change location');
  });

  it('is asked once where there are several, and then kept', async () => {
    const other = await addLocation(app, { organisationId, siteId, name: 'Canteen' });
    expect(await page()).toMatch(/Where are you weighing\?.*Canteen.*Kitchen/);
    expect(await page(`/enter-waste?locationId=${other}`)).toContain('Today at Canteen');
    expect(savedId(await save('1', { locationId: other }))).toBeGreaterThan(0);
    expect(await page()).toContain('Today at Canteen');
    expect(await page('/enter-waste?choose=location')).toContain('Where are you weighing?');
  });

  it('is searched for where there are many', async () => {
    await sql`insert into location (organisation_id, site_id, name) select ${organisationId}, ${siteId}, 'Point ' || n from generate_series(1, 60) n`.execute(
      app.db,
    );
    expect(await page()).toContain('20 of 61 locations.');
    expect(await page('/enter-waste?choose=location&find=point+37')).toMatch(/Point 37/);
    expect(await page('/enter-waste?choose=location&find=nothing')).toContain('No locations match “nothing”.');
  });
});

describe('saving', () => {
  it('takes the event as every other, keeps what was chosen and tells cost and sum', async () => {
    const address = await save('1,2', { reasonId, wasteStageId: 9, unit: 'kg' });
    expect(address).toBe(
      `/enter-waste?locationId=${locationId}&itemId=${bread}&reasonId=${reasonId}&wasteStageId=9&unit=kg&saved=${savedId(address)}`,
    );
    const [event] = await events();
    expect(event).toMatchObject({
      location_id: locationId,
      item_id: bread,
      reason_id: reasonId,
      stage_id: 9,
      origin: 'WEB',
      created_by: person.userId,
      entered_unit: 'kg',
      cost_currency: 'USD',
      local_date: '2026-03-18',
    });
    expect([
      Number(event?.net_g),
      Number(event?.entered_value),
      Number(event?.cost_amount),
      event?.occurred_at,
    ]).toEqual([1200, 1.2, 2.4, new Date(noon)]);
    const audit = await sql<{
      action: string;
    }>`select action from audit_log where organisation_id = ${organisationId} and entity_id = ${String(event?.id)}`.execute(
      app.db,
    );
    expect(audit.rows).toEqual([{ action: 'wasteEvent.enter' }]);

    const html = (await agent.get(address)).text;
    expect(wordsOf(html)).toContain('Saved 1.2 kg Bread, $2.40. Today: 1.20 kg, $2.40.');
    expect(html).toMatch(new RegExp(`<input type="radio" name="itemId" checked="" value="${bread}"`));
    expect(html).toMatch(new RegExp(`<option value="${reasonId}" selected`));
    expect(html).toMatch(/<option value="9" selected/);
    expect(html).toMatch(/<input id="enter-weight"[^>]*autofocus[^>]*value=""/i);
  });

  it('is done once, however often the form is sent, also a while later', async () => {
    const form: Form = { ...(await formOf()), weight: '1' };
    const first = await send(form);
    app.clock.set('2026-03-18T12:03:00Z');
    const second = await send(form);
    expect([second.status, second.headers.location]).toEqual([303, first.headers.location]);
    const [one, two] = await Promise.all([send({ ...form, clientEventUuid: randomUUID() }), send(form)]);
    expect([one.status, two.status]).toEqual([303, 303]);
    expect(await events()).toHaveLength(2);
  });

  it('does not take another weight under an earlier form', async () => {
    const form: Form = { ...(await formOf()), weight: '1' };
    await send(form);
    const again = await send({ ...form, weight: '2' });
    expect(again.status).toBe(409);
    expect(wordsOf(again.text)).toContain('This form was already saved with different values.');
    expect(hidden(again.text, 'clientEventUuid')).not.toBe(form.clientEventUuid);
    expect(await events()).toHaveLength(1);
  });

  it.each<[string, Form, string]>([
    ['no weight', { weight: '' }, 'Enter the weight.'],
    ['a word', { weight: 'much' }, 'Enter the weight as a number, such as 1.2.'],
    ['a weight in two ways', { weight: '1,234' }, 'This could mean 1234 or 1.234.'],
    ['a weight beyond all scales', { weight: '999999999' }, 'The weight must be a number from 0 to 100000 kg.'],
    ['no item', { weight: '1', itemId: '' }, 'Choose an item.'],
    ['a foreign item', { weight: '1', itemId: 1 }, 'Value not found in this organization.'],
    ['an unknown stage', { weight: '1', wasteStageId: 7 }, 'The stage must be 8'],
    [
      'a day to come',
      { weight: '1', localDate: '2026-03-19', localTime: '10:00' },
      'The event is dated in the future.',
    ],
    ['a day without a time', { weight: '1', localDate: '2026-03-17' }, 'Enter a time for this date.'],
    ['a time that does not exist', { weight: '1', localTime: '25:00' }, 'This date or time does not exist.'],
    ['an unknown unit', { weight: '1', unit: 'stone' }, 'Choose one of the options.'],
  ])('shows the form again for %s', async (_name, more, words) => {
    const answer = await send({ ...(await formOf()), reasonId, ...more });
    expect(answer.status).toBe(422);
    const html = answer.text;
    expect(wordsOf(html)).toContain('Nothing was saved. Check the highlighted fields.');
    expect(wordsOf(html)).toContain(words);
    expect(html).toContain(`value="${more.weight}"`);
    expect(html).toMatch(new RegExp(`<option value="${reasonId}" selected`));
    expect(await events()).toHaveLength(0);
  });

  it('asks about an implausible weight in words, keeps what was typed, and saves just that after a yes', async () => {
    await save('2.5');
    const asked = await send({ ...(await formOf()), weight: '99999', reasonId });
    const html = asked.text;
    expect(asked.status).toBe(409);
    expect(wordsOf(html)).toContain(
      '99,999 kg is 40,000 times the heaviest weighing at this location. Save it anyway?',
    );
    expect(wordsOf(html)).not.toContain('Nothing was saved');
    expect(html).toMatch(/<div[^>]*role="group"[^>]*autofocus/i);
    expect(html).not.toMatch(/<input id="enter-weight"[^>]*autofocus/i);
    expect(html).toMatch(/<input id="enter-weight"[^>]*value="99999"/);
    expect(html).toMatch(new RegExp(`<option value="${reasonId}" selected`));
    expect(await events()).toHaveLength(1);

    const [question = ''] = /<form[^>]*>(?:(?!<\/form>).)*name="confirm".*?<\/form>/s.exec(html) ?? [];
    const yes = Object.fromEntries(
      [...question.matchAll(/type="hidden" name="([^"]+)" value="([^"]*)"/g)].map(([, name, value]) => [name, value]),
    ) as Form;
    const saved = await send(yes);
    expect(saved.status).toBe(303);
    expect((await events()).map(({ net_g, reason_id }) => [Number(net_g), reason_id])).toEqual([
      [2_500, null],
      [99_999_000, reasonId],
    ]);
  });

  it('asks what 0 kg is to say, which is no weighing', async () => {
    const asked = await send({ ...(await formOf()), weight: '0' });
    expect(asked.status).toBe(409);
    expect(wordsOf(asked.text)).toContain('0 kg records a day without waste and does not count as a weighing.');
    await save('0', { confirm: 'zero' });
    expect(await page()).toContain('0 weighings counted as waste');
  });

  it('is at the time that was typed, by the clock of the location; a time alone is of today', async () => {
    await save('1', { localDate: '2026-03-16', localTime: '12:30' });
    await save('1', { localTime: '06:15' });
    expect((await events()).map(({ occurred_at }) => occurred_at)).toEqual([
      new Date('2026-03-16T16:30:00Z'),
      new Date('2026-03-18T10:15:00Z'),
    ]);
    expect(await page(`/enter-waste?saved=${(await events())[0]?.id}`)).toContain(
      'Saved 1 kg Bread, $2.00 for Mar 16, 2026. Today: 1.00 kg, $2.00.',
    );
  });

  it('names the zone where the clocks of the locations differ', async () => {
    expect(await page()).not.toContain('America/New_York');
    await addLocation(app, {
      organisationId,
      siteId: await addSite(app, { organisationId, timeZone: 'Europe/Berlin' }),
      name: 'Berlin',
    });
    expect(await page(`/enter-waste?locationId=${locationId}`)).toContain('08:00 America/New_York');
  });
});

describe('items', () => {
  const addItems = (count: number) =>
    sql`
    insert into ref_value (organisation_id, hierarchy_id, element_code, name)
    select ${organisationId}, (select id from hierarchy where organisation_id = ${organisationId} and element_code = 'WASTEITEM' limit 1), 'WASTEITEM', 'Item ' || lpad(n::text, 5, '0') from generate_series(1, ${count}) n`.execute(
      app.db,
    );
  const buttons = (html: string) =>
    [...html.matchAll(/type="radio" name="itemId"[^>]*value="(\w+)"/g)].map(([, value]) => value);

  it('have a button each while they are few', async () => {
    await addItems(3);
    const html = (await agent.get('/enter-waste')).text;
    expect(buttons(html)).toHaveLength(5);
    expect(buttons(html).at(-1)).toBe('proposed');
  });

  it('are the most used ones of the location where they are many, and the others are named', async () => {
    await addItems(10_000);
    const rare = await app.db
      .selectFrom('ref_value')
      .select('id')
      .where('organisation_id', '=', organisationId)
      .where('name', '=', 'Item 07777')
      .executeTakeFirstOrThrow();
    await save('1', { itemId: rare.id });
    await save('1', { itemId: rare.id });
    await app.runJobs();
    const html = (await agent.get('/enter-waste')).text;
    expect(buttons(html)).toHaveLength(10);
    expect(buttons(html)[0]).toBe(String(rare.id));
    expect(html.length).toBeLessThan(60_000);

    const named = await send({ ...(await formOf()), weight: '1', itemId: 'other', itemName: 'ITEM 00042' });
    expect(named.status).toBe(303);
    const chosen = await app.db
      .selectFrom('ref_value')
      .select('name')
      .where('id', '=', Number(new URL(named.headers.location ?? '', 'http://x').searchParams.get('itemId')))
      .executeTakeFirstOrThrow();
    expect(chosen.name).toBe('Item 00042');
    expect(buttons((await agent.get(named.headers.location ?? '')).text)).toHaveLength(11);

    const unclear = await send({ ...(await formOf()), weight: '1', itemId: 'other', itemName: 'item 0004' });
    expect(unclear.status).toBe(422);
    expect(wordsOf(unclear.text)).toContain('More than one item matches “item 0004”.');
    expect(wordsOf(unclear.text)).toContain('Item 00041');
    expect(
      wordsOf((await send({ ...(await formOf()), weight: '1', itemId: 'other', itemName: 'Caviar' })).text),
    ).toContain('No items match “Caviar”.');
    expect(await events()).toHaveLength(3);
  });

  it('that is not listed is proposed: the event is saved without one, and says under which name', async () => {
    const address = await save('1', { itemId: 'proposed', itemName: ' Jackfruit ' });
    expect(await events()).toMatchObject([{ item_id: null, net_g: 1000 }]);
    const words = await page(address);
    expect(words).toContain('Saved 1 kg Jackfruit');
    expect(words).toContain('Jackfruit (proposed)');
    await save('2', { itemId: 'proposed', itemName: 'jackfruit' });
    const proposals = await app.db
      .selectFrom('item_proposal')
      .select(['name', 'state'])
      .where('organisation_id', '=', organisationId)
      .execute();
    expect(proposals).toEqual([{ name: 'Jackfruit', state: 'OPEN' }]);
  });

  it('that is listed after all is taken, and a proposal without a name is none', async () => {
    await save('1', { itemId: 'proposed', itemName: 'BREAD' });
    expect(await events()).toMatchObject([{ item_id: bread }]);
    const refused = await send({ ...(await formOf()), weight: '1', itemId: 'proposed', itemName: '' });
    expect(refused.status).toBe(422);
    expect(wordsOf(refused.text)).toContain('Enter the item name, or choose one above.');
    expect(
      await app.db.selectFrom('item_proposal').select('id').where('organisation_id', '=', organisationId).execute(),
    ).toEqual([]);
  });

  it('may be missing where the organization has none', async () => {
    await app.db.updateTable('ref_value').set({ status: 'I' }).where('organisation_id', '=', organisationId).execute();
    await save('1', { itemId: '' });
    expect(await page()).toContain('No item');
  });
});

describe('today', () => {
  it('adds up what counts at the location, each currency by itself, whoever weighed it', async () => {
    await save('1');
    const stock = await addValue(app.db, organisationId, {
      element: 'WASTESINK',
      name: 'Back to stock',
      counts_as_waste: false,
    });
    const colleague = await signedInAs(app, { organisationId, permissions });
    const enter = (more: object) =>
      colleague.post('/rest/v1/waste-events/manual').send({
        clientEventUuid: randomUUID(),
        locationId,
        wasteStageId: 8,
        unit: 'kg',
        itemId: bread,
        localDate: '2026-03-18',
        localTime: '07:00',
        ...more,
      });
    expect((await enter({ grossWeight: 2 })).status).toBe(200);
    expect((await enter({ grossWeight: 5, sinkId: stock })).status).toBe(200);
    expect((await enter({ grossWeight: 7, localDate: '2026-03-17' })).status).toBe(200);
    expect(await page()).toContain('3.00 kg $6.00 2 weighings counted as waste');
    await sql`update waste_event set cost_currency = 'EUR' where organisation_id = ${organisationId} and net_g = 1000`.execute(
      app.db,
    );
    expect(await page()).toContain('3.00 kg $4.00 €2.00');
  });

  it('lists the last ten of this person alone', async () => {
    for (let weight = 1; weight <= 11; weight += 1) await save(String(weight));
    const html = (await agent.get('/enter-waste')).text;
    expect([...html.matchAll(/\/enter-waste\/\d+\/undo/g)]).toHaveLength(10);
    expect(wordsOf(html)).toMatch(/11 kg Bread 08:00 .* 2 kg Bread 08:00/);
    expect(await page('/enter-waste', await signedInAs(app, { organisationId, permissions }))).toContain(
      'You have not entered anything today.',
    );
    app.clock.set('2026-03-19T12:00:00Z');
    expect(await page('/enter-waste', await signIn(app, person.login))).toContain(
      'You have not entered anything today.',
    );
  });
});

describe('undoing', () => {
  it('voids the event with a reason and says so', async () => {
    const id = savedId(await save('1.2'));
    const answer = await undo(id, { locationId, itemId: bread, unit: 'kg' });
    expect([answer.status, answer.headers.location]).toEqual([
      303,
      `/enter-waste?locationId=${locationId}&itemId=${bread}&unit=kg&undone=${id}`,
    ]);
    expect(await events()).toMatchObject([
      { id, void_reason: 'Undone right after manual entry', voided_by: person.userId },
    ]);
    expect(await page(answer.headers.location)).toContain(
      'Undone: 1.2 kg Bread. This weighing no longer counts. Today: 0.00 kg.',
    );
    expect(await page(`/enter-waste?saved=${id}`)).not.toContain('Saved');
  });

  it('says of the second time that nothing was changed', async () => {
    const id = savedId(await save('1'));
    await undo(id);
    const before = await events();
    const answer = await undo(id);
    expect(answer.status).toBe(409);
    expect(wordsOf(answer.text)).toContain('This entry was already undone. Nothing was changed.');
    expect(await events()).toEqual(before);
  });

  it('finds no event of elsewhere', async () => {
    const foreign = await newOrganisation(app);
    const stranger = await signedInAs(app, { organisationId: foreign, permissions });
    const id = savedId(await save('1'));
    const _csrf = tokenOf((await stranger.get('/enter-waste')).text);
    const answer = await stranger.post(`/enter-waste/${id}/undo`).type('form').send({ _csrf });
    expect(answer.status).toBe(404);
    expect((await events())[0]?.voided_at).toBeNull();
    expect(await page(`/enter-waste?saved=${id}`, stranger)).not.toContain('Bread');
  });
});
