import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { snapshot } from '../../../tests/support/embedded-databases';
import { DataFolderInUse, openEmbedded } from './embedded';

it('gives a data folder to one process at a time, however close they start, and again once it is free', async () => {
  const dataDir = join(mkdtempSync(join(tmpdir(), 'tare-folder-')), 'database');
  const startFrom = await snapshot('empty');
  const open = () => openEmbedded({ dataDir, startFrom, onError: () => undefined });
  const [first, second] = await Promise.allSettled([open(), open()]);
  const refused = [first, second].filter((one) => one.status === 'rejected');
  expect(refused.map(({ reason }) => (reason as Error).constructor)).toEqual([DataFolderInUse]);
  await expect(open()).rejects.toThrow('in use by another Tare process');
  for (const one of [first, second]) if (one.status === 'fulfilled') await one.value.close();

  // What a killed process leaves behind holds nobody up.
  writeFileSync(`${dataDir}.in-use`, '');
  const again = await open();
  expect((await again.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  await again.close();
  rmSync(dataDir, { recursive: true, force: true });
});
