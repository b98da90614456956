import { beforeAll, describe, expect, it } from 'vitest';
import { addEvents } from '../../../tests/support/factories';
import { testApp, type TestApp } from '../../../tests/support/test-app';
import { BeforeTally } from './entered-before.rules';
import { importerOf, sheetOf } from './importer.fixtures';
import { plainMapping } from './imports.fixtures';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});

const lines = [
  '2026-03-02,Nord,Rice,1.5',
  '2026-03-02,Nord,Rice,1.5',
  '2026-03-03,Nord,Beans,1.25',
  '2026-03-04,Nord,,2',
];
/** Reads the same rows as others, so that they are not known. */
const otherwise = { ...plainMapping, name: 'Other', stage: { constant: 9 } };
const plain = (html: string) =>
  html
    .replace(/<!-- -->/g, '')
    .replace(/&amp;/g, '&')
    .replace(/\u202f/g, ' ');

describe('rows that came in another way before', () => {
  it('are counted before the run with their weight, and open where they stand; nothing is refused', async () => {
    const agent = await importerOf(app);
    const { id } = await agent.run({ content: sheetOf(...lines) });
    const checked = await agent.check({
      name: 'other.csv',
      mapping: otherwise,
      content: sheetOf(
        ...lines,
        '2026-03-04,Nord,Beans,2',
        '2026-03-05,Nord,Beans,1.25',
        '2026-03-03,Nord,Fish,1.25',
        '2026-03-03,Süd,Beans,1.25',
      ),
    });
    expect(checked).toMatchObject({ state: 'CHECKED', eventsTaken: 8, sameFile: null });
    expect(checked.enteredBefore).toEqual({
      events: 4,
      netGrams: 6250,
      atLeast: false,
      ways: [
        {
          importId: id,
          fileName: 'week.csv',
          events: 4,
          netGrams: 6250,
          firstDay: '2026-03-02',
          lastDay: '2026-03-04',
          locationId: expect.any(Number) as number,
          itemId: null,
        },
      ],
    });
    const page = plain((await agent.get(`/imports/${checked.id}`)).text);
    expect(page).toContain('4 of 8 events to import have the same location, day, item and weight');
    expect(page).toContain(`Import ${id}, week.csv: 4 events, 6.3 kg`);
    const href = new RegExp(`href="(/events\\?importBatchId=${id}&[^"]*)"`).exec(page)?.[1] ?? '';
    expect((await agent.get(`/rest/v1${href}`)).body).toMatchObject({ total: 4 });
    expect(await agent.step(checked.id, 'run')).toMatchObject({ state: 'DONE', eventsTaken: 8 });
    expect(plain((await agent.get(`/imports/${checked.id}`)).text)).not.toContain(
      'Have these events already been recorded?',
    );
  });

  it('are found where a person weighed them', async () => {
    const agent = await importerOf(app);
    await agent.run({ content: sheetOf('2026-03-01,Nord,Rice,9') });
    const { id: locationId } = await app.db
      .selectFrom('location')
      .select('id')
      .where('organisation_id', '=', agent.organisationId)
      .executeTakeFirstOrThrow();
    await addEvents(app, {
      organisationId: agent.organisationId,
      locationId,
      events: [
        { day: '2026-03-04', grams: 2000 },
        { day: '2026-03-04', grams: 2000 },
      ],
    });
    const { enteredBefore, id } = await agent.check({ content: sheetOf('2026-03-04,Nord,,2') });
    expect(enteredBefore).toMatchObject({
      events: 1,
      netGrams: 2000,
      ways: [{ importId: null, fileName: null, events: 1, locationId }],
    });
    expect(plain((await agent.get(`/imports/${id}`)).text)).toContain(
      'Manual entry, device or program: 1 event, 2.0 kg',
    );
  });

  it('are each held against one that is there, and not against lines of the sheet that are known', async () => {
    const agent = await importerOf(app);
    await agent.run({ content: sheetOf(lines[0]!) });
    expect(await agent.check({ content: sheetOf(lines[0]!, lines[0]!) })).toMatchObject({
      eventsTaken: 1,
      eventsKnown: 1,
      enteredBefore: null,
    });
    expect(
      (await agent.check({ content: sheetOf(lines[0]!, lines[0]!, lines[0]!), mapping: otherwise })).enteredBefore,
    ).toMatchObject({ events: 1, netGrams: 1500 });
  });

  it('are none once they are voided, and of no other organization', async () => {
    const [agent, other] = [await importerOf(app), await importerOf(app)];
    const { id } = await agent.run({ content: sheetOf(...lines) });
    await other.run({ content: sheetOf('2026-03-09,Nord,Rice,9') });
    expect(await other.check({ content: sheetOf(...lines), mapping: otherwise })).toMatchObject({
      eventsTaken: 4,
      enteredBefore: null,
    });
    await agent.post(`/rest/v1/imports/${id}/undo`).send({ reason: 'twice' }).expect(200);
    expect(await agent.check({ content: sheetOf(...lines), mapping: otherwise })).toMatchObject({
      eventsTaken: 4,
      enteredBefore: null,
    });
  });

  it('are told once where the file is the very same', async () => {
    const agent = await importerOf(app);
    await agent.run({ content: sheetOf(...lines) });
    const { id, enteredBefore } = await agent.check({ content: sheetOf(...lines), mapping: otherwise });
    expect(enteredBefore).toMatchObject({ events: 4 });
    const page = plain((await agent.get(`/imports/${id}`)).text);
    expect(page).toContain('If you import it now, 4 events will be recorded twice');
    expect(page).not.toContain('Have these events already been recorded?');
  });
});

describe('BeforeTally', () => {
  const one = {
    events: 60_000,
    grams: 10.1,
    firstDay: '2026-03-02',
    lastDay: '2026-03-02',
    locationId: 1,
    itemId: 2,
  } as const;

  it('joins what came in the same way, keeps the largest ways, and ends where more would say nothing else', () => {
    const tally = new BeforeTally();
    expect([tally.totals(), tally.isOpen]).toEqual([null, true]);
    tally.add({ read: 1, alike: [{ ...one, importBatchId: 7 }] });
    expect(tally.isOpen).toBe(true);
    tally.add({
      read: 1,
      alike: [{ ...one, importBatchId: 7, firstDay: '2026-03-01', lastDay: '2026-03-03', itemId: 3 }],
    });
    expect(tally.isOpen).toBe(false);
    expect(tally.totals()).toEqual({
      events: 120_000,
      grams: 20.2,
      atLeast: true,
      ways: [
        {
          importId: 7,
          events: 120_000,
          grams: 20.2,
          firstDay: '2026-03-01',
          lastDay: '2026-03-03',
          locationId: 1,
          itemId: null,
        },
      ],
    });
    tally.add({ read: 1, alike: [1, 2, 3, 4, 5].map((id) => ({ ...one, events: id, importBatchId: id })) });
    expect(tally.totals()?.ways.map(({ importId }) => importId)).toEqual([7, 5, 4, 3, 2]);
  });

  it('ends where very much was read', () => {
    const tally = new BeforeTally();
    tally.add({ read: 2_000_000, alike: [] });
    expect([tally.isOpen, tally.totals()]).toEqual([false, null]);
  });
});
