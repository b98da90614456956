import { beforeAll, describe, expect, it } from 'vitest';
import { newOrganisation, tokenOf } from '../../../tests/support/people';
import { testApp, type TestApp } from '../../../tests/support/test-app';
import { inChunks } from '../../platform/sheet/sheet.fixtures';
import { importerOf, sheetOf } from './importer.fixtures';
import { mappingWith, plainMapping } from './imports.fixtures';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});

const usual = ['2026-03-02,Nord,Rice,1.5', '2026-03-03,Nord,Rice,2'];
const content = sheetOf(...usual, '2026-03-04,Nord,Beans,1234.5', '2026-03-05,Nord,Soup,"2,250"');
const mapping = { ...plainMapping, decimal: '.' };

describe('weights that are implausible for one weighing', () => {
  it('are asked about before anything goes in', async () => {
    const agent = await importerOf(app);
    const checked = await agent.check({ content, mapping });
    expect(checked).toMatchObject({
      state: 'CHECKED',
      eventsTaken: 2,
      netGrams: 3_500,
      outliers: { limitGrams: 1_000_000, lines: 2, heaviestGrams: 2_250_000, answer: null },
      lines: { taken: 2, leftOut: 2, reasons: [{ reason: 'outlier', lines: 2 }] },
      sums: [{ leftOut: { value: '3484.5' } }],
    });
    const run = await agent.post(`/rest/v1/imports/${checked.id}/run`).send({});
    expect([run.status, (run.body as { code: string }).code]).toEqual([409, 'imports.outliersOpen']);
    const page = await agent.get(`/imports/${checked.id}`);
    expect(page.text).toContain('Are these weights correct?');
    expect(page.text).toContain('2026-03-04 | Nord | Beans | 1234.5');
    expect(page.text).not.toContain('Run import');
  });

  it.each([
    ['take', { eventsTaken: 4, netGrams: 3_488_000 }],
    ['leaveOut', { eventsTaken: 2, netGrams: 3_500 }],
    // 2,250 is two and a quarter with a decimal comma; 1234.5 is nothing else.
    ['otherSign', { eventsTaken: 3, netGrams: 5_750 }],
  ] as const)('go in as somebody answers: %s', async (outliers, expected) => {
    const agent = await importerOf(app);
    const { id } = await agent.check({ content, mapping });
    expect((await agent.post(`/rest/v1/imports/${id}/choices`).send({ outliers })).status).toBe(202);
    await agent.settle();
    expect(await agent.view(id)).toMatchObject({
      state: 'CHECKED',
      ...expected,
      outliers: { lines: 2, answer: outliers },
    });
    const done = await agent.step(id, 'run');
    expect(done).toMatchObject({ state: 'DONE', ...expected });
    expect(done.lines!.taken + done.lines!.leftOut).toBe(4);
  });

  it('are answered on the page without a script', async () => {
    const agent = await importerOf(app);
    const { id } = await agent.check({ content, mapping });
    const page = await agent.get(`/imports/${id}`);
    expect(
      (
        await agent
          .post(`/imports/${id}/choices`)
          .type('form')
          .send({ _csrf: tokenOf(page.text), outliers: 'leaveOut' })
      ).status,
    ).toBe(303);
    await agent.settle();
    const again = (await agent.get(`/imports/${id}`)).text;
    for (const words of ['Implausible weights are skipped', 'weighings', 'Import them unchanged'])
      expect(again).toContain(words);
  });

  it('are asked about anew by another mapping, and never where nothing is asked', async () => {
    const agent = await importerOf(app);
    const { id } = await agent.check({ content, mapping });
    await agent.post(`/rest/v1/imports/${id}/choices`).send({ outliers: 'take' });
    await agent.settle();
    await agent.put(`/rest/v1/imports/${id}/mapping`).send(mapping);
    await agent.settle();
    expect(await agent.view(id)).toMatchObject({ outliers: { answer: null } });
    const plain = await agent.check({ content: sheetOf(...usual) });
    expect(plain.outliers).toBeNull();
    expect((await agent.post(`/rest/v1/imports/${plain.id}/choices`).send({ outliers: 'take' })).status).toBe(409);
    expect((await agent.post(`/rest/v1/imports/${plain.id}/choices`).send({ outliers: 'perhaps' })).status).toBe(400);
  });

  it('are not asked about again once they are in', async () => {
    const agent = await importerOf(app);
    const { id } = await agent.check({ content, mapping });
    await agent.post(`/rest/v1/imports/${id}/choices`).send({ outliers: 'take' });
    await agent.settle();
    await agent.step(id, 'run');
    expect(await agent.check({ content: `${content}2026-03-06,Nord,Rice,1\n`, mapping })).toMatchObject({
      outliers: null,
      eventsTaken: 1,
      eventsKnown: 4,
    });
  });

  it('are nobody’s weighings where weights are reckoned from servings', async () => {
    const agent = await importerOf(app);
    const servings = {
      ...plainMapping,
      measures: [{ kind: 'servings', name: 'Left', column: 'kg', gramsPerServing: 500 }],
    };
    expect(
      await agent.check({ content: sheetOf(...usual, '2026-03-04,Nord,Beans,5000'), mapping: servings }),
    ).toMatchObject({ outliers: null, eventsTaken: 3 });
  });
});

describe('a file from the command line', () => {
  const importing = async (outliers?: 'take' | 'leaveOut') => {
    const organisationId = await newOrganisation(app, {
      currencyCode: 'EUR',
      countryCode: 'DE',
      timeZone: 'Europe/Berlin',
      unitId: 12,
    });
    const { runImportFromStream } = await import('./import-stream.service');
    return runImportFromStream(app.resources, {
      organisationId,
      createdBy: null,
      login: 'command line',
      fileName: 'week.csv',
      mapping: mappingWith({ decimal: '.' }),
      outliers,
      source: () => inChunks(content, 1_000),
    });
  };

  it('is refused without an answer, and nothing goes in', async () => {
    expect(await importing()).toMatchObject({
      state: 'FAILED',
      failure: 'imports.outliersOpen',
      failureParams: { lines: 2 },
      eventsTaken: 0,
    });
  });

  it.each([
    ['take', 4],
    ['leaveOut', 2],
  ] as const)('goes in with the answer %s', async (answer, eventsTaken) => {
    expect(await importing(answer)).toMatchObject({ state: 'DONE', eventsTaken });
  });
});
