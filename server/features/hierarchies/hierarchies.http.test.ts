import { beforeAll, describe, expect, it } from 'vitest';
import { addLocation, addSite } from '../../../tests/support/factories';
import { newOrganisation, signedInAs, unique } from '../../../tests/support/people';
import { testApp, type TestApp } from '../../../tests/support/test-app';
import type { TreeValue, ValueTree } from '../../domain/catalogue/hierarchies.contract';

let app: TestApp;
let organisationId: number;
let agent: Awaited<ReturnType<typeof signedInAs>>;
let stranger: Awaited<ReturnType<typeof signedInAs>>;

beforeAll(async () => {
  app = await testApp();
  organisationId = await newOrganisation(app);
  agent = await signedInAs(app, { organisationId, permissions: ['EDIT_HIERARCHIES'] });
  stranger = await signedInAs(app, { organisationId: await newOrganisation(app), permissions: ['EDIT_HIERARCHIES'] });
});

const treeOf = async (element: string) => (await agent.get(`/rest/v1/hierarchies/${element}`)).body as ValueTree;
const newList = async (element: string) =>
  (await agent.post('/rest/v1/hierarchies').send({ elementCode: element, hierarchyName: unique('List') })).body
    .hierarchyId as number;
const post = (body: object) => agent.post('/rest/v1/hierarchy-values').send(body);
const add = async (body: object) => (await post({ name: unique('Value'), ...body })).body.valueId as number;
const put = (valueId: number, body: object) => agent.put(`/rest/v1/hierarchy-values/${valueId}`).send(body);
const find = async (element: string, valueId: number) =>
  (await treeOf(element)).values.find((one) => one.valueId === valueId) as TreeValue;

describe('the tree', () => {
  // Spec 7: GET /refdata/participant/{orgId}/{elementCode}/hier/{hierId} shows what hierarchies makes
  it('grows: a category and an item below it, with names in other languages and the part of the food', async () => {
    const hierarchyId = await newList('WASTEITEM');
    const [category, item] = [unique('Grains'), unique('Rice')];
    const parentId = await add({ hierarchyId, name: category });
    const valueId = await add({
      hierarchyId,
      parentId,
      name: item,
      translations: { de_DE: `${item} auf Deutsch` },
      material: 'FOOD',
    });
    expect(await find('WASTEITEM', valueId)).toMatchObject({
      name: item,
      parentId,
      hierarchyId,
      translations: { de_DE: `${item} auf Deutsch` },
      material: 'FOOD',
      status: 'A',
      version: 1,
    });
    const german = await signedInAs(app, { organisationId, locale: 'de_DE' });
    expect(
      (await german.get(`/rest/v1/refdata/participant/${organisationId}/WASTEITEM/hier/${hierarchyId}`)).body,
    ).toEqual(
      expect.arrayContaining([expect.objectContaining({ refId: valueId, refName: `${item} auf Deutsch`, parentId })]),
    );
  });

  it('keeps the tare in grams, from the unit that it was typed in, and what nobody touched', async () => {
    const valueId = await add({ hierarchyId: await newList('CONTAINER'), tare: { weight: 1.5, unit: 'lb' } });
    expect(await find('CONTAINER', valueId)).toMatchObject({ tareGrams: 680.39 });
    expect((await put(valueId, { version: 1, name: unique('Bowl') })).status).toBe(204);
    expect(await find('CONTAINER', valueId)).toMatchObject({ tareGrams: 680.39, version: 2 });
    expect((await put(valueId, { version: 2, tare: null })).status).toBe(204);
    expect(await find('CONTAINER', valueId)).toMatchObject({ tareGrams: null });
  });

  it('says of a destination whether it counts as waste and where it leads', async () => {
    const valueId = await add({
      hierarchyId: await newList('WASTESINK'),
      countsAsWaste: false,
      flwDestination: 'ANIMAL_FEED',
    });
    expect(await find('WASTESINK', valueId)).toMatchObject({ countsAsWaste: false, flwDestination: 'ANIMAL_FEED' });
    // A donation is none of the standard's destinations.
    const refused = await put(valueId, { version: 1, donation: true });
    expect([refused.status, refused.body.fields[0].code]).toEqual([422, 'hierarchies.donationLeadsNowhere']);
    expect((await put(valueId, { version: 1, donation: true, flwDestination: null })).status).toBe(204);
    expect(await find('WASTESINK', valueId)).toMatchObject({ donation: true, flwDestination: null });
  });

  it('renames a hierarchy, whose name is its own', async () => {
    const [one, other] = [await newList('DAYPART'), await newList('DAYPART')];
    const name = unique('Mealtimes');
    expect((await agent.put(`/rest/v1/hierarchies/lists/${one}`).send({ hierarchyName: name })).status).toBe(204);
    expect(
      (await agent.put(`/rest/v1/hierarchies/lists/${other}`).send({ hierarchyName: name.toUpperCase() })).body.fields,
    ).toMatchObject([{ field: 'hierarchyName', code: 'hierarchies.listTaken' }]);
    expect((await treeOf('DAYPART')).hierarchies).toEqual(
      expect.arrayContaining([{ hierarchyId: one, hierarchyName: name }]),
    );
  });

  // Spec 9: Waste stages 8, 9 and 23 are fixed
  it('shows the three stages, which nobody changes', async () => {
    const tree = await treeOf('WASTESTAGE');
    expect([tree.fixed, tree.values.map((one) => one.valueId)]).toEqual([true, [8, 9, 23]]);
    expect(
      (await agent.post('/rest/v1/hierarchies').send({ elementCode: 'WASTESTAGE', hierarchyName: 'More' })).body.code,
    ).toBe('hierarchies.fixed');
  });
});

describe('a name', () => {
  it('means one value of its element, in whatever language', async () => {
    const hierarchyId = await newList('WASTEREASON');
    const [expired, spoiled] = [unique('Expired'), unique('Spoiled')];
    await add({ hierarchyId, name: expired, translations: { de_DE: `${expired} DE` } });
    const valueId = await add({ hierarchyId, name: spoiled, translations: { fr_FR: `${spoiled} FR` } });
    for (const body of [{ name: expired.toUpperCase() }, { name: `${expired} de` }])
      expect((await post({ hierarchyId, ...body })).body).toMatchObject({
        code: 'hierarchies.nameTaken',
        fields: [{ field: 'name' }],
      });
    const answer = await put(valueId, { version: 1, translations: { es_ES: expired, fr_FR: `${expired} DE` } });
    expect([answer.status, answer.body.fields.map((one: { field: string }) => one.field)]).toEqual([
      422,
      ['translations.es_ES', 'translations.fr_FR'],
    ]);
    // Its own names are no obstacle, and another element's are not either.
    expect((await put(valueId, { version: 1, name: `${spoiled} FR`, translations: { fr_FR: null } })).status).toBe(204);
    expect((await post({ hierarchyId: await newList('WASTESOURCE'), name: expired })).status).toBe(200);
  });
});

describe('moving, retiring and bringing back', () => {
  it('takes along what lies in a value, and never puts it into itself', async () => {
    const [here, there] = [await newList('WASTEITEM'), await newList('WASTEITEM')];
    const top = await add({ hierarchyId: here });
    const middle = await add({ hierarchyId: here, parentId: top });
    const leaf = await add({ hierarchyId: here, parentId: middle });
    const move = (valueId: number, body: object) => agent.put(`/rest/v1/hierarchy-values/${valueId}/place`).send(body);
    expect((await move(top, { version: 1, hierarchyId: here, parentId: leaf })).body.fields).toMatchObject([
      { field: 'parentId', code: 'hierarchies.belowItself' },
    ]);
    expect((await move(middle, { version: 1, hierarchyId: there, parentId: top })).body.code).toBe(
      'hierarchies.unknownParent',
    );
    expect((await move(middle, { version: 1, hierarchyId: there, parentId: null })).status).toBe(204);
    expect(await find('WASTEITEM', middle)).toMatchObject({ hierarchyId: there, parentId: null });
    expect(await find('WASTEITEM', leaf)).toMatchObject({ hierarchyId: there, parentId: middle });
    expect((await put(middle, { version: 2, valueStatus: 'I' })).status).toBe(204);
    expect([(await find('WASTEITEM', middle)).status, (await find('WASTEITEM', leaf)).status]).toEqual(['I', 'I']);
    const back = await find('WASTEITEM', leaf);
    expect((await put(leaf, { version: back.version, valueStatus: 'A' })).body.code).toBe('hierarchies.parentRetired');
    expect((await put(middle, { version: 3, valueStatus: 'A' })).status).toBe(204);
    expect((await put(leaf, { version: back.version, valueStatus: 'A' })).status).toBe(204);
  });

  it('refuses more levels than there can be', async () => {
    const hierarchyId = await newList('WASTEITEM');
    let parentId: number | null = null;
    for (let level = 1; level <= 8; level += 1) parentId = await add({ hierarchyId, parentId });
    expect((await post({ hierarchyId, parentId, name: unique('Ninth') })).body.code).toBe('hierarchies.tooDeep');
  });
});

describe('two editors', () => {
  it('the later one is told, and nothing of the earlier one’s is lost', async () => {
    const valueId = await add({ hierarchyId: await newList('WASTEREASON') });
    const name = unique('First');
    expect((await put(valueId, { version: 1, name })).status).toBe(204);
    const late = await put(valueId, { version: 1, name: unique('Second') });
    expect([late.status, late.body.code]).toEqual([409, 'hierarchies.changedMeanwhile']);
    expect(await find('WASTEREASON', valueId)).toMatchObject({ name, version: 2 });
  });
});

describe('bad input', () => {
  it.each([
    ['no name', { name: '  ' }, 400, 'name'],
    ['a name of 201 characters', { name: 'x'.repeat(201) }, 400, 'name'],
    ['a control character', { name: 'a\u0000b' }, 400, 'name'],
    ['a tare below zero', { name: 'Pot', tare: { weight: -1, unit: 'kg' } }, 400, 'tare.weight'],
    ['a tare in words', { name: 'Pot', tare: { weight: 'heavy', unit: 'kg' } }, 400, 'tare.weight'],
    ['a destination of another element', { name: 'Pot', flwDestination: 'LANDFILL' }, 422, 'flwDestination'],
    ['a donation of another element', { name: 'Pot', donation: true }, 422, 'donation'],
    ['a destination that is none', { name: 'Pot', flwDestination: 'SPACE' }, 400, 'flwDestination'],
    ['a language that is none', { name: 'Pot', translations: { it_IT: 'Pentola' } }, 400, 'translations'],
  ])('with %s is refused', async (_, body, status, field) => {
    const answer = await post({ hierarchyId: await newList('CONTAINER'), ...body });
    expect([answer.status, answer.body.fields[0].field]).toEqual([status, expect.stringContaining(field)]);
    expect((await treeOf('CONTAINER')).values.filter((one) => one.name === 'Pot')).toEqual([]);
  });

  it('an element that is none is not there', async () => {
    expect((await agent.get('/rest/v1/hierarchies/COLOUR')).status).toBe(404);
  });
});

describe('who may', () => {
  it('another organisation’s values are not there', async () => {
    const hierarchyId = await newList('WASTEITEM');
    const [valueId, intoId] = [await add({ hierarchyId }), await add({ hierarchyId })];
    expect((await stranger.put(`/rest/v1/hierarchy-values/${valueId}`).send({ version: 1, name: 'Mine' })).status).toBe(
      404,
    );
    expect(
      (await stranger.put(`/rest/v1/hierarchies/lists/${hierarchyId}`).send({ hierarchyName: 'Mine' })).status,
    ).toBe(404);
    expect((await stranger.get(`/rest/v1/hierarchy-values/${valueId}/merge`).query({ intoId })).status).toBe(404);
    expect(
      (await stranger.post(`/rest/v1/hierarchy-values/${valueId}/merge`).send({ version: 1, intoId })).status,
    ).toBe(404);
    expect(
      (await stranger.post('/rest/v1/hierarchy-values').send({ hierarchyId, name: 'Mine' })).body.fields,
    ).toMatchObject([{ field: 'hierarchyId' }]);
    expect((await stranger.get('/rest/v1/hierarchies/WASTEITEM').query({ organisationId })).status).toBe(404);
  });

  it('somebody who sees only some sites reads them and changes none', async () => {
    const siteId = await addSite(app, { organisationId });
    await addLocation(app, { organisationId, siteId });
    const limited = await signedInAs(app, { organisationId, permissions: ['EDIT_HIERARCHIES'], sites: [siteId] });
    expect((await limited.get('/rest/v1/hierarchies/WASTEITEM')).status).toBe(200);
    const hierarchyId = await newList('WASTEITEM');
    expect(
      (await limited.post('/rest/v1/hierarchy-values').send({ hierarchyId, name: unique('Value') })).body.code,
    ).toBe('hierarchies.limitedToSites');
  });

  it('needs the right', async () => {
    const viewer = await signedInAs(app, { organisationId, permissions: ['EDIT_SITES'] });
    expect((await viewer.get('/rest/v1/hierarchies/WASTEITEM')).status).toBe(403);
  });
});
