// @databases both
import { beforeAll, expect, it } from 'vitest';
import { newOrganisation } from '../../../tests/support/people';
import { testApp, type TestApp } from '../../../tests/support/test-app';
import { inChunks } from '../../platform/sheet/sheet.fixtures';
import { readFile, storeFile } from './import-file.store';
import { insertImport } from './import.store';
import { sheetOf } from './importer.fixtures';
import { mappingWith, plainMapping } from './imports.fixtures';
import { readBatches } from './sheet.batches';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});

it('says how far a file is read, to within a tenth of its lines', async () => {
  const lines = 30_000;
  const content = sheetOf(
    ...Array.from({ length: lines }, (_, at) => `2026-03-0${1 + (at % 9)},School ${at % 60},Rice,${1 + (at % 7)}`),
  );
  const organisationId = await newOrganisation(app);
  const { key, bytes } = await app.db.transaction().execute(async (trx) => {
    const id = await insertImport(trx, {
      organisationId,
      fileName: 'long.csv',
      mapping: plainMapping,
      state: 'UPLOADED',
      createdBy: null,
      createdAt: new Date('2026-03-18'),
      totals: {},
    });
    return {
      key: { organisationId, id },
      ...(await storeFile(trx, { organisationId, id }, inChunks(content, 65_536))),
    };
  });
  let bytesRead = 0;
  const open = () =>
    readFile(app.db, key, (read) => {
      bytesRead = read;
    });
  let linesRead = 0;
  let furthest = 0;
  for await (const batch of readBatches({
    open,
    mapping: mappingWith(),
    organisationId,
    siteTimeZone: () => undefined,
    importedEarlier: false,
  })) {
    linesRead = batch.linesRead;
    furthest = Math.max(furthest, Math.abs(bytesRead / bytes - linesRead / lines));
  }
  expect([linesRead, bytesRead]).toEqual([lines, bytes]);
  expect(furthest).toBeLessThan(0.1);
});
