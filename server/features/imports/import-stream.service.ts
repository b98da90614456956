import { createHash } from 'node:crypto';
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
  const { organisationId, createdBy, login, fileName, mapping, source, say } = wish;
  const { db } = database;
  const now = clock.now();
  const id = await db.transaction().execute((trx) =>
    insertImport(trx, {
      organisationId, fileName, mapping, state: 'RUNNING', createdBy, createdAt: now,
      totals: { uploadedBy: login, actedBy: { userId: createdBy, login }, aliveAt: null, attempts: 0 },
    }));
  const key: ImportKey = { organisationId, id };
  try {
    const sha256 = await readOnce(source, mapping);
    const sameFile = await findSameFile(db, key, sha256);
    if (sameFile) say?.({ sameFile });
    await db.transaction().execute((trx) => changeImport(trx, key, { sha256 }));
    const started = { mapping, createdBy, linesRead: 0 };
    await takeBatches({ database, clock }, { key, started, open: source, onBatch: ({ linesRead }) => say?.({ linesRead }) });
    await db.transaction().execute((trx) => finishRun(trx, key, clock.now()));
  } catch (error) {
    if (!(error instanceof SheetError)) throw error;
    await failImport({ database, clock }, key, error);
  }
  return (await findImport(db, key))!;
}

/** @returns the SHA-256 of the bytes, in hexadecimal @throws SheetError before anything was taken in */
async function readOnce(source: SheetSource, mapping: ImportMapping): Promise<string> {
  const hash = createHash('sha256');
  async function* hashed() {
    for await (const chunk of source()) {
      hash.update(chunk);
      yield chunk;
    }
  }
  await checkSheet(hashed, mapping);
  return hash.digest('hex');
}
