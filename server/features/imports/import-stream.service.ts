import { createHash } from 'node:crypto';
import type { Trx } from '../../platform/db/database';
import type { Resources } from '../../platform/resources';
import { checkSheet, type SheetSource } from './sheet.batches';
import { SheetError } from './sheet.errors';
import { failImport, finishRun, takeBatches } from './import-run.service';
import { changeImport, findImport, findSameFile, insertImport, type ImportKey, type StoredImport } from './import.store';
import type { ImportMapping } from './mapping.contract';

interface StreamImport {
  organisationId: number;
  createdBy: number | null;
  /** Who stands in the audit row. */
  login: string;
  fileName: string;
  mapping: ImportMapping;
  /** Opens the file from its beginning; called twice. */
  source: SheetSource;
  /** Hears what is going on, as a line count or an earlier import of the same file. */
  say?(progress: { linesRead: number } | { sameFile: { id: number; fileName: string; finishedAt: Date } }): void;
}

/**
 * Imports a file from where it lies, for command lines and the demo; no copy is kept and no job sent: the caller brings
 * the roll-ups up to date. A file that is unusable as a whole leaves a failed import and no event.
 * @returns the import as it ended, DONE or FAILED
 */
export async function runImportFromStream({ database, clock }: Pick<Resources, 'database' | 'clock'>, wish: StreamImport): Promise<StoredImport> {
  const { createdBy, mapping, source, say } = wish;
  const { db } = database;
  const read = await readOnce(source, mapping);
  const key = await db.transaction().execute((trx) => openRun(trx, wish, { sha256: read.sha256, now: clock.now() }));
  const sameFile = read.fault ? undefined : await findSameFile(db, key, read.sha256);
  if (sameFile) say?.({ sameFile });
  try {
    if (read.fault) throw read.fault;
    await takeBatches({ database, clock }, { key, started: { mapping, createdBy, linesRead: 0 }, open: source, onBatch: ({ linesRead }) => say?.({ linesRead }) });
    await db.transaction().execute((trx) => finishRun(trx, key, clock.now()));
  } catch (error) {
    await failImport({ database, clock }, key, error instanceof SheetError ? error : { code: 'imports.interrupted', params: {} });
    if (!(error instanceof SheetError)) throw error;
  }
  return (await findImport(db, key))!;
}

async function openRun(trx: Trx, { organisationId, createdBy, login, fileName, mapping }: StreamImport, { sha256, now }: { sha256: string; now: Date }): Promise<ImportKey> {
  const id = await insertImport(trx, {
    organisationId, fileName, mapping, state: 'RUNNING', createdBy, createdAt: now,
    totals: { uploadedBy: login, actedBy: { userId: createdBy, login }, aliveAt: now.toISOString(), attempts: 0 },
  });
  await changeImport(trx, { organisationId, id }, { sha256 });
  return { organisationId, id };
}

/** The SHA-256 of the bytes, in hexadecimal, and why the file is unusable, found before anything was taken in. */
async function readOnce(source: SheetSource, mapping: ImportMapping): Promise<{ sha256: string; fault: SheetError | null }> {
  const hash = createHash('sha256');
  async function* hashed() {
    for await (const chunk of source()) {
      hash.update(chunk);
      yield chunk;
    }
  }
  try {
    await checkSheet(hashed, mapping);
    return { sha256: hash.digest('hex'), fault: null };
  } catch (error) {
    if (!(error instanceof SheetError)) throw error;
    return { sha256: hash.digest('hex'), fault: error };
  }
}
