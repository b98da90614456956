import sharp from 'sharp';
import { extractText, getDocumentProxy } from 'unpdf';
import { beforeAll, describe, expect, it } from 'vitest';
import { addEvents, addLocation, addSite, weeksOfEvents } from '../../../tests/support/factories';
import { withOwnClock, type ClockedApp } from '../../../tests/support/other-app';
import { browser, newOrganisation, signedInAs, tokenOf } from '../../../tests/support/people';
import { testApp, testNow } from '../../../tests/support/test-app';
import { documentOf } from '../../../views/generate-reports/documents';
import type { ReportDocument } from '../../platform/document/document.contract';
import { translator } from '../../platform/i18n/messages';
import type { Permission } from '../../platform/permissions';
import type { ImpactWork } from '../generate-reports/report-figures.contract';
import type { ImpactFigures } from '../impact/impact.contract';

let app: ClockedApp;
let organisationId: number;
let manager: Awaited<ReturnType<typeof signedInAs>>;
let items: { rice: number; stew: number };
const kitchens: number[] = [];

const rights: Permission[] = ['VIEW_IMPACT_UPDATE_REPORT', 'EDIT_IMPACT', 'VIEW_BASE_LPO_PAGE'];
const form = {
  kind: 'impactUpdate',
  place: '',
  wasteStageId: '8',
  locale: 'en_US',
  unitId: '12',
  currency: '',
  productionSet: 'sel2021',
  disposalSet: 'epa2026',
  period: 'custom',
  startDate: '2026-02-16',
  endDate: '2026-03-15',
};

async function addValue(elementCode: string, fields: { name: string; flw_destination?: string }): Promise<number> {
  const list = await app.db
    .insertInto('hierarchy')
    .values({ organisation_id: organisationId, element_code: elementCode, name: fields.name })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id } = await app.db
    .insertInto('ref_value')
    .values({ organisation_id: organisationId, hierarchy_id: list.id, element_code: elementCode, ...fields })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** The test's Wednesday is 18 March 2026; the first three weeks are both kitchens' baseline. */
beforeAll(async () => {
  app = withOwnClock(await testApp());
  organisationId = await newOrganisation(app, { unitId: 12 });
  items = { rice: await addValue('WASTEITEM', { name: 'Rice' }), stew: await addValue('WASTEITEM', { name: '=Stew' }) };
  const landfill = await addValue('WASTESINK', { name: 'Bin', flw_destination: 'LANDFILL' });
  for (const [site, grams, item] of [
    ['Less', 800, items.rice],
    ['More', 1_100, items.stew],
  ] as const) {
    const siteId = await addSite(app, { organisationId, name: site });
    const locationId = await addLocation(app, { organisationId, siteId, name: 'Kitchen', stages: [8] });
    kitchens.push(locationId);
    await addEvents(app, {
      organisationId,
      locationId,
      events: weeksOfEvents({
        weekStart: '2026-01-05',
        gramsOfWeeks: Array.from({ length: 10 }, (_, at) => (at < 6 ? 1_000 : grams)),
        cost: 2,
        values: { itemId: item, sinkId: landfill },
      }),
    });
  }
  await app.runJobs();
  manager = await signedInAs(app, { organisationId, permissions: rights });
});

async function make(more: object = {}, agent = manager): Promise<number> {
  const page = await agent.get('/impact-update');
  const made = await agent
    .post('/impact-update')
    .type('form')
    .send({ ...form, ...more, _csrf: tokenOf(page.text) });
  expect(made.status, made.text).toBe(303);
  await app.runJobs();
  return Number(/impact-update\/(\d+)$/.exec(made.headers.location as string)?.[1]);
}

const stored = (runId: number) =>
  app.db.selectFrom('report_run').selectAll().where('id', '=', runId).executeTakeFirstOrThrow();

async function share(runId: number, days = '7') {
  const page = await manager.get(`/impact-update/${runId}`);
  return manager
    .post(`/impact-update/${runId}/shares`)
    .type('form')
    .send({ days, _csrf: tokenOf(page.text) });
}
const tokenIn = (text: string) => /\/impact-update-report\/shared\/([\w-]+)/.exec(text)?.[1] ?? '';

describe('food categories', () => {
  it('are offered by name, saved by a person, and refused of another organization', async () => {
    const listed = await manager.get('/rest/v1/impact/items');
    const items_ = (listed.body as { items: { name: string; category: string | null; suggested: string | null }[] })
      .items;
    expect(items_.map(({ name, category, suggested }) => [name, category, suggested])).toEqual(
      expect.arrayContaining([
        ['Rice', null, 'rice'],
        ['=Stew', null, null],
      ]),
    );
    const put = (itemId: number) =>
      manager.put('/rest/v1/impact/items').send({ items: [{ itemId, category: 'rice' }] });
    expect((await put(999_999_999)).status).toBe(422);
    expect((await put(items.rice)).body).toEqual({ changed: 1 });
    expect((await put(items.rice)).body).toEqual({ changed: 0 });
  });
});

describe('an impact update', () => {
  it('says what the weighings and the sources come to, a rise among them, and what it does not know', async () => {
    const runId = await make();
    const row = await stored(runId);
    const { impact } = row.figures as unknown as { impact: ImpactFigures };
    const raw = await app.db
      .selectFrom('waste_event')
      .select(['item_id', 'net_g'])
      .where('organisation_id', '=', organisationId)
      .where('local_date', '>=', '2026-02-16')
      .execute();
    const grams = raw.reduce((sum, one) => sum + Number(one.net_g), 0);
    const rice = raw.filter((one) => one.item_id === items.rice).reduce((sum, one) => sum + Number(one.net_g), 0);
    // Four weeks of 14 weighings: 200 g less each at one site, 100 g more at the other. Open days are those of the baseline.
    expect(impact.sites.map(({ siteName, prevented }) => [siteName, prevented])).toEqual([
      ['Less', 4 * 14 * 200],
      ['More', -4 * 14 * 100],
    ]);
    expect(impact.prevented).toBe(4 * 14 * 100);
    expect(impact.categories).toEqual([
      { category: 'rice', grams: rice },
      { category: null, grams: grams - rice },
    ]);
    const kilograms = impact.prevented / 1_000;
    expect(impact.footprint).toMatchObject({
      production: expect.closeTo(kilograms * 2.19, 9),
      disposal: expect.closeTo(kilograms * 0.7496, 9),
      water: expect.closeTo(kilograms * 1_618, 9),
      unknownFood: expect.closeTo(1 - rice / grams, 9),
    });
    expect(impact.other.production).toBeCloseTo(kilograms * 4.45, 9);
    const page = (await manager.get(`/impact-update/${runId}`)).text.replaceAll('\u202f', ' ');
    // 5.6 kg × (2.19 + 0.7496), two digits.
    expect(page).toContain('16 kg CO₂e');
    expect(page).toContain('Both sources: 16 to 29 kg CO₂e');
    expect(page).toContain('SU-EATABLE LIFE 2021');
    const pdf = (await extractText(await getDocumentProxy(new Uint8Array(row.pdf as Buffer)), { mergePages: true }))
      .text;
    expect(pdf.replace(/\s+/g, ' ')).toContain('16 kg CO2e');
  });

  it('is written again from what was kept, to the letter', async () => {
    const row = await stored(await make({ locale: 'fr_FR' }));
    const document = row.document as unknown as ReportDocument;
    const again = documentOf({
      t: translator('fr_FR'),
      settings: { locale: 'fr_FR', timeZone: 'UTC', unit: { id: 12, abbr: 'kg', gramsPerUnit: 1_000 } },
      parameters: row.parameters as never,
      figures: row.figures as never,
      organisation: { name: document.subtitle[0] ?? '', simulated: false, trackingLimit: 0.8 },
      logo: null,
      place: null,
      restricted: false,
      now: app.clock.now(),
    });
    expect(JSON.parse(JSON.stringify(again.blocks))).toEqual(document.blocks);
  });

  it('carries the logo as it was then, unless none is wanted or it is no picture', async () => {
    const keep = (logo: string) =>
      app.db
        .insertInto('identity.tenant_settings')
        .values({ tenant_number: organisationId, logo, updated_at: app.clock.now() })
        .onConflict((conflict) => conflict.column('tenant_number').doUpdateSet({ logo }))
        .execute();
    const red = await sharp({ create: { width: 40, height: 20, channels: 3, background: 'red' } })
      .webp()
      .toBuffer();
    await keep(`data:image/webp;base64,${red.toString('base64')}`);
    const runId = await make({ locale: 'de_DE' });
    await keep('data:image/svg+xml;base64,PHN2Zy8+');
    const drawn = async (id: number) => {
      const { document, pdf } = await stored(id);
      const [page, print] = await Promise.all(
        [`/impact-update/${id}`, `/impact-update-report/${id}`].map((address) => manager.get(address)),
      );
      return {
        size: (document as unknown as ReportDocument).logo?.width ?? null,
        inPdf: (pdf as Buffer).includes('/Subtype /Image'),
        shown: [page, print].map((one) => one?.text.includes('src="data:image/png;base64,')),
      };
    };
    const none = { size: null, inPdf: false, shown: [false, false] };
    expect(await drawn(runId)).toEqual({ size: 40, inPdf: true, shown: [true, true] });
    expect(await drawn(await make({ locale: 'es_ES' }))).toEqual(none);
    await keep(`data:image/webp;base64,${red.toString('base64')}`);
    expect(await drawn(await make({ logo: 'none' }))).toEqual(none);
    await app.db.deleteFrom('identity.tenant_settings').where('tenant_number', '=', organisationId).execute();
  });

  it('is read by its link alone, without ways behind it, until that ends or is revoked', async () => {
    const runId = await make({ productionSet: 'pn2018' });
    const shared = await share(runId);
    const token = tokenIn(shared.text);
    const stranger = browser(app);
    const open = (text: string) => stranger.get(`/impact-update-report/shared/${text}`);
    const read = await open(token);
    expect([read.status, read.text.includes('/events?')]).toEqual([200, false]);
    expect(read.text).toContain('Poore &amp; Nemecek 2018');
    // Not shown again.
    expect((await manager.get(`/impact-update/${runId}`)).text).not.toContain(token);

    const plain = ({ text }: { text: string }) => (/<main[^]*<\/main>/.exec(text)?.[0] ?? '').replace(/="[^"]*"/g, '');
    const gone = plain(await open('x'.repeat(43)));
    expect((await open('x'.repeat(43))).status).toBe(404);
    app.clock.set('2026-03-25T12:00:01Z');
    expect(plain(await open(token))).toBe(gone);
    app.clock.set(testNow);
    const page = await manager.get(`/impact-update/${runId}`);
    const revoke = /action="(\/impact-update\/\d+\/shares\/\d+\/revoke)"/.exec(page.text)?.[1] ?? '';
    await manager
      .post(revoke)
      .type('form')
      .send({ _csrf: tokenOf(page.text) });
    expect(plain(await open(token))).toBe(gone);
    const other = tokenIn((await share(runId)).text);
    await manager
      .post(`/impact-update/${runId}/delete`)
      .type('form')
      .send({ _csrf: tokenOf(page.text) });
    expect(plain(await open(other))).toBe(gone);
  });

  it('says what was done about it: goals met, actions that worked, food that was donated', async () => {
    const setter = await signedInAs(app, { organisationId, permissions: [...rights, 'EDIT_GOALS'] });
    const goalOf = async (locationId: number | undefined, title: string) => {
      const answer = await setter.post('/rest/v1/goals').send({
        ...{ locationId, wasteStageId: 8, title, metric: 'weight', targetKind: 'percent', target: 0.1 },
        ...{ startDate: '2026-02-16', endDate: '2026-05-31' },
      });
      expect(answer.status, answer.text).toBe(201);
      const { goalId } = answer.body as { goalId: number };
      const logged = await setter
        .post(`/rest/v1/goals/${goalId}/actions`)
        .send({ title: `Half pans for ${title}`, startedOn: '2026-02-16' });
      expect(logged.status).toBe(201);
      return goalId;
    };
    const [kept, missed] = [await goalOf(kitchens[0], '=Less rice'), await goalOf(kitchens[1], 'Less stew')];
    const now = { created_at: app.clock.now(), updated_at: app.clock.now() };
    const partner = await app.db
      .insertInto('donation_partner')
      .values({ ...now, organisation_id: organisationId, name: 'Pantry', kind: 'foodBank' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const pickup = { ...now, organisation_id: organisationId, location_id: kitchens[0] ?? 0, partner_id: partner.id };
    const receipt = { receipt_no: 'R 1', received_on: '2026-02-27' };
    await app.db
      .insertInto('donation_pickup')
      .values([
        { ...pickup, state: 'pickedUp', pickup_day: '2026-02-20', g: 3_000 },
        { ...pickup, state: 'confirmed', pickup_day: '2026-02-27', g: 2_000, partner_g: 1_500, ...receipt },
        { ...pickup, state: 'pickedUp', pickup_day: '2026-02-15', g: 90_000 },
      ])
      .execute();

    const donor = await signedInAs(app, { organisationId, permissions: [...rights, 'VIEW_DONATION_DASHBOARD'] });
    const runId = await make({}, donor);
    const { work } = (await stored(runId)).figures as unknown as { work: ImpactWork };
    const named = { siteName: 'Less', locationName: 'Kitchen', title: '=Less rice', goalId: kept };
    // Four weeks after against six before, each the same: 800 g against 1,000 g, and nothing to draw but that.
    const effect = { change: expect.closeTo(-0.2, 9), low: expect.closeTo(-0.2, 9), high: expect.closeTo(-0.2, 9) };
    expect(work).toEqual({
      donated: { grams: 4_500, confirmedGrams: 1_500, pickups: 2, costs: [], cut: false },
      results: {
        judged: 2,
        reached: 1,
        goals: [{ ...named, standing: 'onTrack', change: expect.closeTo(-0.2, 9) }],
        actions: [{ ...named, action: 'Half pans for =Less rice', startedOn: '2026-02-16', ...effect }],
      },
      // Nobody has weighed the bins.
      capture: { accuracy: null, corrected: null, notCorrected: 'noCheckWeights' },
    });
    const page = (await donor.get(`/impact-update/${runId}`)).text;
    for (const said of ['Goals met or on track', '1 of 2', '>4.5', `/goals/${kept}`, 'Half pans for =Less rice'])
      expect(page).toContain(said);
    expect(page).not.toContain(`/goals/${missed}`);

    // Whoever may not see donations makes one without them.
    const { work: less } = (await stored(await make())).figures as unknown as { work: ImpactWork };
    expect([less.donated, less.results.reached]).toEqual([null, 1]);
  });

  it('without a baseline says so, and claims nothing', async () => {
    const bare = await newOrganisation(app, { unitId: 12 });
    const siteId = await addSite(app, { organisationId: bare, name: 'Bare' });
    await addLocation(app, { organisationId: bare, siteId, name: 'Kitchen', stages: [8] });
    const agent = await signedInAs(app, { organisationId: bare, permissions: rights });
    const runId = await make({}, agent);
    expect((await agent.get(`/impact-update/${runId}`)).text).toContain(
      'No sites have a result to compare with their baseline in this period.',
    );
  });

  it('writes days as the organization does', async () => {
    await app.db
      .insertInto('identity.tenant_settings')
      .values({ tenant_number: organisationId, date_format: 'DD.MM.YYYY', updated_at: app.clock.now() })
      .execute();
    const { subtitle } = (await stored(await make())).document as unknown as ReportDocument;
    expect(subtitle).toContain('16.02.2026 – 15.03.2026');
  });
});
