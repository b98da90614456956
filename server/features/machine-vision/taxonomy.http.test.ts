import { beforeAll, expect, it } from 'vitest';
import { fullOrganisation } from '../../../tests/support/full-organisation';
import { signedInAs, tokenOf } from '../../../tests/support/people';
import { addValue } from '../../../tests/support/scratch-organisation';
import { testApp, type TestApp } from '../../../tests/support/test-app';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});

it('keeps versions of the items, and follows those that are gone into suggestions and the training file', async () => {
  const { organisationId, siteId } = await fullOrganisation(app, { mark: 'Taxonomy', of: ['machine-vision'] });
  for (const table of ['taxonomy_mapping', 'taxonomy_version'] as const)
    await app.db.deleteFrom(table).where('organisation_id', '=', organisationId).execute();
  const permissions = ['MACHINE_VISION_EDIT_WASTE_EVENT_CLASSIFICATION', 'VIEW_BASE_LPO_PAGE'] as const;
  const agent = await signedInAs(app, { organisationId, permissions, locale: 'en_US' });
  const limited = await signedInAs(app, { organisationId, permissions, sites: [siteId], locale: 'en_US' });
  const path = `/machine-vision/${organisationId}/taxonomy`;
  const post = async (form: Record<string, string>, { to = path, as = agent } = {}) => {
    const token = tokenOf((await as.get('/home')).text);
    return as
      .post(to)
      .type('form')
      .send({ _csrf: token, ...form });
  };
  const today = async () => {
    const [head = '', line = ''] = (await agent.get('/rest/v1/machine-vision/labels/export')).text.split('\r\n');
    const cells = line.split(',');
    return ['item', 'taxonomy_version', 'current_item'].map((name) => cells[head.split(',').indexOf(name)]);
  };

  expect((await agent.get(path)).text).toContain('Open the first version to record');
  expect((await post({ number: '0' }, { as: limited })).status).toBe(422);
  expect((await post({ number: '0' })).headers.location).toBe(`${path}?done=versionOpened`);
  expect((await post({ number: '0' })).status).toBe(409);
  expect((await post({ number: '1' })).text).toContain('The items have not changed');
  expect(await today()).toEqual(['Taxonomy plate', '', 'Taxonomy plate']);

  await addValue(app.db, organisationId, { element: 'WASTEITEM', name: 'Stew' });
  const { id: gone } = await app.db
    .updateTable('ref_value')
    .set({ status: 'I' })
    .where('organisation_id', '=', organisationId)
    .where('name', '=', 'Taxonomy plate')
    .returning('id')
    .executeTakeFirstOrThrow();
  expect((await agent.get(path)).text).toMatch(/Added: Stew.*No longer in use: Taxonomy plate/s);
  expect((await post({ number: '1' })).status).toBe(303);
  expect(await today()).toEqual(['Taxonomy plate', '', '']);

  const mapping = { to: `${path}/1` };
  const itemId = String(gone);
  expect((await post({ itemId, to: 'Nothing known' }, mapping)).status).toBe(422);
  expect((await post({ itemId: '900000001', to: 'Stew' }, mapping)).status).toBe(404);
  expect((await post({ itemId, to: 'Stew' }, { ...mapping, as: limited })).status).toBe(422);
  expect((await post({ itemId, to: 'stew' }, mapping)).status).toBe(303);
  expect(await today()).toEqual(['Taxonomy plate', '', 'Stew']);
  expect((await agent.get(path)).text).toMatch(/Taxonomy plate.*Last used in version 1.*→ Stew/s);
});
