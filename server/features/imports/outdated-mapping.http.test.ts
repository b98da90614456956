import { beforeAll, describe, expect, it } from 'vitest';
import { tokenOf } from '../../../tests/support/people';
import { testApp, type TestApp } from '../../../tests/support/test-app';
import { importerOf, sheetOf, type Importer } from './importer.fixtures';
import { plainMapping } from './imports.fixtures';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});

/** As a release before took it: days that say no year, and no year. */
const yearless = { ...plainMapping, dates: { column: 'date', patterns: ['d.M.'] } };

async function outdate(agent: Importer, id: number): Promise<void> {
  await app.db
    .updateTable('import_batch')
    .set({ mapping: JSON.stringify(yearless) })
    .where('organisation_id', '=', agent.organisationId)
    .where('id', '=', id)
    .execute();
}

describe('an import whose mapping is not acceptable any more', () => {
  it.each(['check', 'run'] as const)(
    'ends with a sentence when it is asked for its %s, and goes on with another mapping',
    async (what) => {
      const agent = await importerOf(app);
      const { id } = await agent.check({ content: sheetOf('2026-03-02,Nord,Rice,1.5') });
      await outdate(agent, id);
      expect(await agent.step(id, what)).toMatchObject({
        state: 'FAILED',
        eventsTaken: 0,
        failure: { code: 'imports.mappingOutdated' },
      });
      const page = await agent.get(`/imports/${id}`);
      expect([
        page.status,
        page.text.includes('This import’s mapping is from an earlier version of Tare and cannot be used'),
      ]).toEqual([200, true]);
      expect((await agent.get(`/imports/${id}/mapping`)).status).toBe(200);
      await agent.put(`/rest/v1/imports/${id}/mapping`).send(plainMapping).expect(202);
      await agent.settle();
      expect(await agent.step(id, 'run')).toMatchObject({ state: 'DONE', eventsTaken: 1 });
    },
  );

  it('says so to whoever chooses for its lines, and changes nothing', async () => {
    const agent = await importerOf(app);
    const { id } = await agent.check({ content: sheetOf('2026-03-02,Nord,Rice,0') });
    await outdate(agent, id);
    const answer = await agent.post(`/rest/v1/imports/${id}/choices`).send({ zeroWeights: 'keep' });
    expect([answer.status, answer.body.code]).toEqual([422, 'imports.wrongMapping']);
    expect(await agent.view(id)).toMatchObject({ state: 'CHECKED', choices: { zeroWeights: 'leaveOut' } });
    const page = await agent.get(`/imports/${id}`);
    expect(
      (
        await agent
          .post(`/imports/${id}/choices`)
          .type('form')
          .send({ _csrf: tokenOf(page.text), zeroWeights: 'keep' })
      ).status,
    ).toBe(422);
  });
});

it.each([
  ['an empty cell', '', 201],
  ['a cell of two lines', 'a\nb', 201],
  ['a character that has no glyph', 'a\u0000b', 422],
])('a filter of %s', async (_what, value, status) => {
  const agent = await importerOf(app);
  const mapping = { ...plainMapping, filters: [{ column: 'item', values: [value] }] };
  const answer = await agent
    .post('/rest/v1/imports')
    .field('mapping', JSON.stringify(mapping))
    .attach('file', Buffer.from(sheetOf('2026-03-02,Nord,Rice,1.5')), 'week.csv');
  expect([answer.status, answer.body.code]).toEqual([status, status === 422 ? 'imports.wrongMapping' : undefined]);
});
