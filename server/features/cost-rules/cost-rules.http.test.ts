import { beforeAll, describe, expect, it } from 'vitest';
import { addSite } from '../../../tests/support/factories';
import { newOrganisation, signedInAs, unique } from '../../../tests/support/people';
import { addValue } from '../../../tests/support/scratch-organisation';
import { testApp, type TestApp } from '../../../tests/support/test-app';
import type { RuleDetail, RuleList, TestAnswer } from '../../domain/catalogue/cost-rules.contract';

let app: TestApp;
let organisationId: number;
let siteId: number;
let agent: Awaited<ReturnType<typeof signedInAs>>;

beforeAll(async () => {
  app = await testApp();
  organisationId = await newOrganisation(app);
  siteId = await addSite(app, { organisationId });
  agent = await signedInAs(app, { organisationId, permissions: ['VIEW_COST_RULES', 'EDIT_COST_RULES'] });
});

const item = (parent?: number) =>
  addValue(app.db, organisationId, { element: 'WASTEITEM', name: unique('Item') }).then(async (id) => {
    if (parent)
      await app.db
        .updateTable('ref_value')
        .set({ parent_id: parent })
        .where('organisation_id', '=', organisationId)
        .where('id', '=', id)
        .execute();
    return id;
  });
const rule = (more: object = {}) => ({ amountPerKg: '4.5', currency: 'USD', validFrom: '2026-01-01', ...more });
const post = (more: object = {}) => agent.post('/rest/v1/cost-rules').send(rule(more));
const make = async (more: object = {}) => (await post(more)).body.ruleId as number;
const put = (ruleId: number, more: object) => agent.put(`/rest/v1/cost-rules/${ruleId}`).send(rule(more));
const detail = async (ruleId: number) => (await agent.get(`/rest/v1/cost-rules/${ruleId}`)).body as RuleDetail;
const list = async (query: object) => (await agent.get('/rest/v1/cost-rules').query(query)).body as RuleList;
const test = (query: object) =>
  agent.get('/rest/v1/cost-rules/test').query({ siteId, weight: 2, unit: 'kg', day: '2026-02-01', ...query });

describe('the list', () => {
  it('is searched, sorted and paged, with the state of each price today', async () => {
    const mark = unique('note');
    await make({ note: mark, amountPerKg: '10', validFrom: '2026-04-01' });
    await make({ note: mark, amountPerKg: '9', validTo: '2026-03-01' });
    await make({ note: mark, amountPerKg: '2', validTo: '2026-03-18' });
    const by = async (query: object) =>
      (await list({ text: mark.toUpperCase(), ...query })).rules.map((one) => [Number(one.amountPerKg), one.state]);
    expect(await by({ sort: 'amountPerKg' })).toEqual([
      [2, 'CURRENT'],
      [9, 'ENDED'],
      [10, 'COMING'],
    ]);
    expect(await by({ sort: '-amountPerKg', limit: 1, page: 2 })).toEqual([[9, 'ENDED']]);
    expect(await by({ state: 'COMING' })).toEqual([[10, 'COMING']]);
    expect(await list({ text: mark, limit: 1 })).toMatchObject({ total: 3, page: 1, limit: 1 });
    // Without a last day comes last in both directions.
    await make({ note: mark, amountPerKg: '1' });
    expect((await by({ sort: 'validTo' })).at(-1)).toEqual([1, 'CURRENT']);
    expect(await by({ sort: '-validTo' })).toHaveLength(4);
  });

  it('names an item that is a category', async () => {
    const category = await item();
    await item(category);
    const ruleId = await make({ itemId: category, siteId });
    expect((await detail(ruleId)).rule).toMatchObject({
      itemId: category,
      isCategory: true,
      siteId,
      siteName: expect.any(String),
    });
  });
});

describe('a price', () => {
  it('that is changed is kept, and a new version stands for it', async () => {
    const itemId = await item();
    const first = await make({ itemId, amountPerKg: '3' });
    const second = (await put(first, { itemId, amountPerKg: '3.25', note: 'dearer' })).body.ruleId as number;
    const third = (await agent.post(`/rest/v1/cost-rules/${second}/end`).send({ validTo: '2026-06-30' })).body
      .ruleId as number;
    const { rule: now, versions } = await detail(third);
    expect(now).toMatchObject({ version: 3, amountPerKg: '3.2500', validTo: '2026-06-30', note: 'dearer' });
    expect(versions.map((one) => [one.ruleId, one.version, Number(one.amountPerKg), one.validTo])).toEqual([
      [third, 3, 3.25, '2026-06-30'],
      [second, 2, 3.25, null],
      [first, 1, 3, null],
    ]);
    expect((await agent.get(`/rest/v1/cost-rules/${first}`)).status).toBe(404);
    const audit = await app.db
      .selectFrom('audit_log')
      .select('action')
      .where('organisation_id', '=', organisationId)
      .where('entity', '=', 'costRule')
      .where('entity_id', 'in', [first, second, third].map(String))
      .orderBy('id')
      .execute();
    expect(audit.map((row) => row.action)).toEqual(['costRule.create', 'costRule.change', 'costRule.end']);
  });

  it('changed by two editors: the later one is told', async () => {
    const ruleId = await make({ itemId: await item() });
    expect((await put(ruleId, { amountPerKg: '5' })).status).toBe(200);
    const late = await put(ruleId, { amountPerKg: '6' });
    expect([late.status, late.body.code]).toEqual([409, 'costRules.changedMeanwhile']);
  });

  it('says which one gives the cost where two overlap', async () => {
    const itemId = await item();
    const old = await make({ itemId, amountPerKg: '1' });
    const newer = await make({ itemId, amountPerKg: '2', validFrom: '2026-02-01' });
    const first = await make({ itemId, amountPerKg: '3', validTo: '2026-01-15', priority: 5 });
    await make({ itemId, amountPerKg: '4', validFrom: '2027-01-01', validTo: '2027-02-01', siteId });
    expect((await detail(old)).overlapping.map(({ rule: other, wins, by }) => [other.ruleId, wins, by])).toEqual([
      [first, true, 'priority'],
      [newer, true, 'validFrom'],
    ]);
    expect((await detail(newer)).overlapping.map(({ rule: other, wins, by }) => [other.ruleId, wins, by])).toEqual([
      [old, false, 'validFrom'],
    ]);
    const tried = (await test({ itemId, day: '2026-01-10' })).body as TestAnswer;
    expect([tried.cost, ...tried.rules.slice(0, 2).map(({ rule: one, by }) => [one.ruleId, by])]).toEqual([
      '6.0000',
      [first, null],
      [old, 'priority'],
    ]);
  });

  it.each([
    ['a price below zero', { amountPerKg: '-1' }, 400, 'amountPerKg'],
    ['a price in words', { amountPerKg: 'much' }, 400, 'amountPerKg'],
    ['five decimals', { amountPerKg: '1.23456' }, 400, 'amountPerKg'],
    ['a number instead of text', { amountPerKg: 4 }, 400, 'amountPerKg'],
    ['a day that is none', { validFrom: '2026-02-30' }, 400, 'validFrom'],
    ['an end before its start', { validTo: '2025-12-31' }, 422, 'validTo'],
    ['a currency that is none', { currency: 'QQQ' }, 422, 'currency'],
    ['another currency than its site', { currency: 'EUR', siteId: 0 }, 422, 'currency'],
    ['an item that is none', { itemId: 99_999_999 }, 422, 'itemId'],
    ['a site that is none', { siteId: 99_999_999 }, 422, 'siteId'],
    ['a note of 501 characters', { note: 'x'.repeat(501) }, 400, 'note'],
  ])('with %s is refused', async (_, more, status, field) => {
    const before = (await list({})).total;
    const answer = await post('siteId' in more && more.siteId === 0 ? { ...more, siteId } : more);
    expect([answer.status, answer.body.fields[0].field]).toEqual([status, field]);
    expect(answer.body.fields[0].message).toMatch(/^[A-Z].*\.$/);
    expect((await list({})).total).toBe(before);
  });
});

describe('a weight', () => {
  it('is tried with the function that prices events: item, category, site, every item', async () => {
    const own = await newOrganisation(app);
    const person = await signedInAs(app, { organisationId: own, permissions: ['VIEW_COST_RULES', 'EDIT_COST_RULES'] });
    const ownSite = await addSite(app, { organisationId: own });
    const add = (name: string) => addValue(app.db, own, { element: 'WASTEITEM', name });
    const [category, rice, beans] = [await add('Grains'), await add('Rice'), await add('Beans')];
    await app.db
      .updateTable('ref_value')
      .set({ parent_id: category })
      .where('organisation_id', '=', own)
      .where('id', '=', rice)
      .execute();
    const price = (more: object) => person.post('/rest/v1/cost-rules').send(rule(more));
    const tried = async (more: object): Promise<TestAnswer> =>
      (
        await person
          .get('/rest/v1/cost-rules/test')
          .query({ siteId: ownSite, weight: 2, unit: 'kg', day: '2026-02-01', ...more })
      ).body;
    expect(await tried({ itemId: rice })).toEqual({ netGrams: 2_000, currency: 'USD', cost: null, rules: [] });
    await price({ amountPerKg: '1' });
    await price({ amountPerKg: '2', siteId: ownSite });
    await price({ amountPerKg: '3', itemId: category });
    await price({ amountPerKg: '9', itemId: rice, validFrom: '2026-02-02' });
    expect((await tried({ itemId: rice })).cost).toBe('6.0000');
    expect((await tried({ itemId: beans })).cost).toBe('4.0000');
    expect((await tried({})).cost).toBe('4.0000');
    expect(
      (await tried({ itemId: rice, day: '2026-02-02' })).rules.map(({ rule: one, by }) => [
        Number(one.amountPerKg),
        by,
      ]),
    ).toEqual([
      [9, null],
      [3, 'item'],
      [2, 'item'],
      [1, 'site'],
    ]);
    expect(await tried({ itemId: rice, weight: 1, unit: 'lb' })).toMatchObject({ netGrams: 453.59, cost: '1.3608' });
  });

  it.each([
    [{ weight: -1 }, 400],
    [{ weight: 'heavy' }, 400],
    [{ unit: 'stone' }, 400],
    [{ day: 'today' }, 400],
    [{ siteId: 99_999_999 }, 404],
    [{ itemId: 99_999_999 }, 404],
  ])('%j is refused', async (query, status) => {
    expect((await test(query)).status).toBe(status);
  });
});

describe('who may', () => {
  // Spec 2: cost-rules opens with VIEW_COST_RULES
  it('opens with one right and changes with the other', async () => {
    const viewer = await signedInAs(app, { organisationId, permissions: ['VIEW_COST_RULES'] });
    const ruleId = await make();
    expect((await viewer.get(`/rest/v1/cost-rules/${ruleId}`)).status).toBe(200);
    for (const answer of [
      await viewer.post('/rest/v1/cost-rules').send(rule()),
      await viewer.put(`/rest/v1/cost-rules/${ruleId}`).send(rule()),
    ])
      expect(answer.status).toBe(403);
  });

  it('another organisation’s prices are not there', async () => {
    const stranger = await signedInAs(app, {
      organisationId: await newOrganisation(app),
      permissions: ['VIEW_COST_RULES', 'EDIT_COST_RULES'],
    });
    const ruleId = await make();
    expect((await stranger.get(`/rest/v1/cost-rules/${ruleId}`)).status).toBe(404);
    expect((await stranger.put(`/rest/v1/cost-rules/${ruleId}`).send(rule())).status).toBe(404);
    expect((await stranger.post(`/rest/v1/cost-rules/${ruleId}/end`).send({ validTo: '2026-06-30' })).status).toBe(404);
    expect((await stranger.post('/rest/v1/cost-rules').send(rule({ itemId: await item() }))).body.fields).toMatchObject(
      [{ field: 'itemId' }],
    );
    expect((await stranger.post('/rest/v1/cost-rules').send(rule({ siteId }))).body.fields).toMatchObject([
      { field: 'siteId' },
    ]);
    expect(
      (await stranger.get('/rest/v1/cost-rules/test').query({ siteId, weight: 1, unit: 'kg', day: '2026-02-01' }))
        .status,
    ).toBe(404);
  });

  it('somebody who sees one site sees its prices and those of all, and changes none', async () => {
    const other = await addSite(app, { organisationId });
    const [here, there] = [await make({ siteId }), await make({ siteId: other })];
    const limited = await signedInAs(app, {
      organisationId,
      permissions: ['VIEW_COST_RULES', 'EDIT_COST_RULES'],
      sites: [siteId],
    });
    expect([
      (await limited.get(`/rest/v1/cost-rules/${here}`)).status,
      (await limited.get(`/rest/v1/cost-rules/${there}`)).status,
    ]).toEqual([200, 404]);
    expect(
      (await limited.get('/rest/v1/cost-rules').query({ limit: 200 })).body.rules.map(
        (one: { siteId: number }) => one.siteId,
      ),
    ).not.toContain(other);
    expect((await limited.put(`/rest/v1/cost-rules/${here}`).send(rule())).body.code).toBe('costRules.limitedToSites');
    expect((await limited.get('/rest/v1/recosts')).body).toEqual({ recosts: [] });
  });
});
