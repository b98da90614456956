import { createHash } from 'node:crypto';
import type { Trx } from '../../platform/db/database';
import { SheetError } from '../../platform/sheet/sheet.errors';
import { tryAndAsk } from './import-check.service';
import { endFailed, failImport, finishRun, takeBatches, type Running } from './import-run.service';
import { silentMs, type CorrectionAnswer, type ImportTotals, type OutlierAnswer } from './import.contract';
import {
  changeImport,
  findBrokenOff,
  findImport,
  findSameFile,
  insertImport,
  type ImportKey,
  type StoredImport,
} from './import.store';
import type { ImportMapping } from './mapping.contract';
import { answered } from './outliers.rules';
import { checkSheet, type SheetSource } from './sheet.batches';

interface StreamImport {
  organisationId: number;
  createdBy: number | null;
  /** Who stands in the audit row. */
  login: string;
  fileName: string;
  mapping: ImportMapping;
  /** What becomes of weights that are implausible for one weighing; without an answer, a file with such a weight is refused. */
  outliers?: OutlierAnswer | undefined;
  /** What becomes of lines that were imported before with other values; without an answer they stay as they are. */
  corrections?: CorrectionAnswer | undefined;
  /** Opens the file from its beginning; called twice, and again where weights are implausible. */
  source: SheetSource;
  /** Hears what is going on, as a line count or an earlier import of the same file, whole or broken off. */
  say?(
    progress:
      | { linesRead: number }
      | { sameFile: { id: number; fileName: string; finishedAt: Date } }
      | { brokenOff: { id: number; linesRead: number } },
  ): void;
}

/**
 * Imports a file from where it lies, for command lines and the demo; no copy is kept and no job sent: the caller brings
 * the roll-ups up to date. A file that is unusable as a whole leaves a failed import and no event.
 * @returns the import as it ended, DONE or FAILED
 */
export async function runImportFromStream(resources: Running, wish: StreamImport): Promise<StoredImport> {
  const { createdBy, mapping, source, say } = wish;
  const {
    database: { db },
    clock,
  } = resources;
  const read = await readOnce(source, mapping);
  const outliers = read.implausible ? await askedOf(resources, wish) : null;
  const key = await db
    .transaction()
    .execute((trx) => openRun(trx, wish, { sha256: read.sha256, now: clock.now(), outliers }));
  const sameFile = read.fault ? undefined : await findSameFile(db, key, read.sha256);
  if (sameFile) say?.({ sameFile });
  const brokenOff = read.fault || sameFile ? undefined : await endBrokenOff(resources, key, read.sha256);
  if (brokenOff) say?.({ brokenOff });
  try {
    if (read.fault) throw read.fault;
    if (outliers?.answer === null) {
      await failImport(resources, key, { code: 'imports.outliersOpen', params: { lines: outliers.lines } });
      return (await findImport(db, key))!;
    }
    await takeBatches(resources, {
      key,
      started: { mapping, createdBy, linesRead: 0, outliers: answered(outliers), corrections: wish.corrections },
      open: source,
      onBatch: ({ linesRead }) => say?.({ linesRead }),
    });
    await finishRun(resources, key);
  } catch (error) {
    await failImport(resources, key, error instanceof SheetError ? error : { code: 'imports.interrupted', params: {} });
    if (!(error instanceof SheetError)) throw error;
  }
  return (await findImport(db, key))!;
}

/** What a check asks about the file's implausible weights, with the answer that was given; null where its new lines have none. */
async function askedOf(
  { database: { db }, clock }: Running,
  { organisationId, mapping, source, outliers }: StreamImport,
): Promise<ImportTotals['outliers']> {
  const asked = (await tryAndAsk(db, { key: { organisationId }, mapping, open: source, clock })).outliers;
  return asked && { ...asked, answer: outliers ?? null };
}

async function openRun(
  trx: Trx,
  { organisationId, createdBy, login, fileName, mapping }: StreamImport,
  { sha256, now, outliers }: { sha256: string; now: Date; outliers: ImportTotals['outliers'] },
): Promise<ImportKey> {
  const id = await insertImport(trx, {
    organisationId,
    fileName,
    mapping,
    state: 'RUNNING',
    createdBy,
    createdAt: now,
    totals: {
      uploadedBy: login,
      actedBy: { userId: createdBy, login },
      aliveAt: now.toISOString(),
      attempts: 0,
      identity: 'meaning',
      outliers,
    },
  });
  await changeImport(trx, { organisationId, id }, { sha256 });
  return { organisationId, id };
}

/** Looks for an earlier import of the file whose command was stopped, and ends it where it is sure that nobody works on it. */
async function endBrokenOff(
  { database, clock }: Running,
  key: ImportKey,
  sha256: string,
): Promise<StoredImport | undefined> {
  return database.db.transaction().execute(async (trx) => {
    const found = await findBrokenOff(trx, key, sha256);
    const now = clock.now();
    const isGone = database.kind === 'embedded' || Date.parse(found?.totals.aliveAt ?? '') < now.getTime() - silentMs;
    if (found?.state === 'RUNNING' && isGone)
      await endFailed(trx, { key: { ...key, id: found.id }, found, now }, { code: 'imports.interrupted', params: {} });
    return found;
  });
}

/** The SHA-256 of the bytes, in hexadecimal, and why the file is unusable, found before anything was taken in. */
async function readOnce(
  source: SheetSource,
  mapping: ImportMapping,
): Promise<{ sha256: string; fault: SheetError | null; implausible: boolean }> {
  const hash = createHash('sha256');
  async function* hashed() {
    for await (const chunk of source()) {
      hash.update(chunk);
      yield chunk;
    }
  }
  try {
    const implausible = await checkSheet(hashed, mapping);
    return { sha256: hash.digest('hex'), fault: null, implausible };
  } catch (error) {
    if (!(error instanceof SheetError)) throw error;
    return { sha256: hash.digest('hex'), fault: error, implausible: false };
  }
}
