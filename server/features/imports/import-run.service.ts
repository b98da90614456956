import { recordAudit, type Action } from '../../platform/audit';
import type { Trx } from '../../platform/db/database';
import { lockOrganisation } from '../../platform/db/organisation-lock';
import { touch } from '../../platform/freshness';
import type { Resources } from '../../platform/resources';
import { SheetError } from '../../platform/sheet/sheet.errors';
import { linesWith } from './batch-faults.rules';
import { writeBatch, type WrittenBatch } from './import-batch.service';
import { deleteFile, readFile } from './import-file.store';
import { importActions } from './import.audit';
import { keptErrors, type ActedBy, type CorrectionAnswer } from './import.contract';
import {
  changeImport,
  countErrors,
  deleteErrors,
  hasEarlierImports,
  insertErrors,
  listSiteClocks,
  lockImport,
  sumImport,
  type ImportKey,
  type StoredImport,
} from './import.store';
import { noteMade } from './made-names.store';
import type { ImportMapping } from './mapping.contract';
import { parseMapping } from './mapping.rules';
import { clocksOf, noNames, rememberNames } from './names.service';
import { answered, type Outliers } from './outliers.rules';
import { readBatches, type SheetBatch, type SheetSource } from './sheet.batches';

/** Runs without progress after which an import is given up. */
const mostAttempts = 5;

/** Another worker has gone on with this import, or somebody has stopped it. */
class Superseded extends Error {}

export type Running = Pick<Resources, 'database' | 'clock' | 'domain'>;

/**
 * Runs an import that was queued, or goes on with one whose worker is gone. Each batch is one transaction with its place
 * in the file, so that it may be stopped anywhere; lines that were taken are known by their identity.
 */
export async function runImport(resources: Resources, key: ImportKey): Promise<void> {
  const {
    database: { db },
    clock,
    log,
    metrics,
  } = resources;
  const started = await db.transaction().execute((trx) => startRun(trx, key, clock.now()));
  if (!started) return;
  let bytesRead = 0;
  const open = () =>
    readFile(db, key, (bytes) => {
      bytesRead = bytes;
    });
  try {
    await takeBatches(resources, {
      key,
      started,
      open,
      bytesRead: () => bytesRead,
      onWritten: ({ taken, known, errors }) =>
        metrics.ingested('import', { taken, known, refused: linesWith(errors).size }),
    });
    await finishRun(resources, key);
  } catch (error) {
    if (error instanceof Superseded) return log.info({ import: key }, 'another worker goes on with the import');
    if (!(error instanceof SheetError)) throw error;
    await failImport(resources, key, error);
  }
}

interface Started {
  mapping: ImportMapping;
  createdBy: number | null;
  linesRead: number;
  outliers?: Outliers | undefined;
  corrections?: CorrectionAnswer | null | undefined;
}

async function startRun(trx: Trx, key: ImportKey, now: Date): Promise<Started | null> {
  const found = await lockImport(trx, key);
  if (!found || (found.state !== 'QUEUED' && found.state !== 'RUNNING')) return null;
  const fresh = found.state === 'QUEUED';
  if (found.totals.bytes === 0) {
    // A command line read it from where it lay, and is gone.
    await endFailed(trx, { key, found, now }, { code: 'imports.interrupted', params: {} });
    return null;
  }
  const attempts = fresh ? 1 : found.totals.attempts + 1;
  if (attempts > mostAttempts) {
    await endFailed(trx, { key, found, now }, { code: 'imports.gaveUp', params: {} });
    return null;
  }
  const mapping = storedMapping(found);
  if (!mapping) {
    await endFailed(trx, { key, found, now }, { code: 'imports.mappingOutdated', params: {} });
    return null;
  }
  if (fresh) await deleteErrors(trx, key);
  else
    await auditImport(
      trx,
      { key, by: actorOf(found), now },
      { action: importActions.resume, after: progressOf(found) },
    );
  await changeImport(trx, key, {
    state: 'RUNNING',
    ...(fresh ? { linesRead: 0, eventsTaken: 0, eventsKnown: 0, linesRefused: 0 } : {}),
    totals: {
      attempts,
      aliveAt: now.toISOString(),
      ...(fresh
        ? { bytesRead: 0, account: null, identity: 'meaning' as const, sitesCreated: 0, locationsCreated: 0 }
        : {}),
    },
  });
  return {
    mapping,
    createdBy: found.totals.actedBy?.userId ?? found.createdBy,
    linesRead: fresh ? 0 : found.linesRead,
    outliers: answered(found.totals.outliers),
    corrections: found.totals.corrections?.answer,
  };
}

/** Null where an earlier release accepted what is not acceptable any more. */
export function storedMapping(found: Pick<StoredImport, 'mapping'>): ImportMapping | null {
  const parsed = parseMapping(found.mapping);
  return parsed.ok ? parsed.mapping : null;
}

interface Taking {
  key: ImportKey;
  started: Started;
  open: SheetSource;
  bytesRead?: () => number;
  onBatch?: (batch: SheetBatch) => void;
  onWritten?: (written: WrittenBatch) => void;
}

/**
 * Takes in what is left of the file, a batch at a time; between batches no transaction is open.
 * @throws SheetError; Superseded
 */
export async function takeBatches(
  { database: { db }, clock, domain }: Running,
  { key, started, open, bytesRead = () => 0, onBatch, onWritten }: Taking,
): Promise<void> {
  const { mapping, createdBy, outliers, corrections = null } = started;
  const clocks = clocksOf(await listSiteClocks(db, key.organisationId), mapping);
  const known = noNames();
  const kept = await countErrors(db, key);
  const room = { errors: keptErrors.run - kept.refused, leftOut: keptErrors.run - kept.leftOut };
  let position = started.linesRead;
  const batches = readBatches({
    open,
    mapping,
    outliers,
    organisationId: key.organisationId,
    siteTimeZone: clocks.known,
    skip: position,
    importedEarlier: await hasEarlierImports(db, key.organisationId),
  });
  for await (const batch of batches) {
    const written = await db.transaction().execute(async (trx) => {
      const found = await lockImport(trx, key);
      if (found?.state !== 'RUNNING' || found.linesRead !== position) throw new Superseded();
      const done = await writeBatch(
        trx,
        {
          key,
          mapping,
          createdBy,
          clock,
          domain,
          known,
          corrections,
          fileName: found.fileName,
          timeZone: clocks.timeZone,
        },
        { ...batch, before: found.totals.account },
      );
      await noteMade(trx, key, done.learned.made);
      await insertErrors(trx, key, {
        errors: done.errors.slice(0, Math.max(room.errors, 0)),
        leftOut: done.leftOut.slice(0, Math.max(room.leftOut, 0)),
      });
      await changeImport(trx, key, {
        linesRead: batch.linesRead,
        eventsTaken: found.eventsTaken + done.taken,
        eventsKnown: found.eventsKnown + done.known,
        linesRefused: found.linesRefused + done.account.refused - (found.totals.account?.refused ?? 0),
        totals: {
          // A release that kept no account may have begun the run: half of one would not add up to the lines read.
          account: found.totals.account || found.linesRead === 0 ? done.account : null,
          attempts: 0,
          aliveAt: clock.now().toISOString(),
          bytesRead: bytesRead(),
          sitesCreated: found.totals.sitesCreated + done.learned.made.sites.length,
          locationsCreated: found.totals.locationsCreated + done.learned.made.locations.length,
        },
      });
      return done;
    });
    rememberNames(known, written.learned);
    room.errors -= written.errors.length;
    room.leftOut -= written.leftOut.length;
    position = batch.linesRead;
    onBatch?.(batch);
    onWritten?.(written);
  }
}

/** Ends a run whose lines are all read: totals as the database adds them up, one audit row, the file released. */
export async function finishRun({ database: { db }, clock, domain }: Running, key: ImportKey): Promise<void> {
  const now = clock.now();
  await db.transaction().execute(async (trx) => {
    const found = await lockImport(trx, key);
    if (found?.state !== 'RUNNING') throw new Superseded();
    await lockOrganisation(trx, key.organisationId);
    const sums = await sumImport(trx, key);
    await changeImport(trx, key, { state: 'DONE', finishedAt: now, totals: sums });
    await deleteFile(trx, key);
    // The batches were taken one by one; this says that no more of them follow.
    await domain.eventsTaken(trx, {
      organisationId: key.organisationId,
      change: 'taken',
      events: { ids: [] },
      weeks: [],
      now,
    });
    await auditImport(
      trx,
      { key, by: actorOf(found), now },
      {
        action: importActions.run,
        after: {
          fileName: found.fileName,
          ...progressOf(found),
          sitesCreated: found.totals.sitesCreated,
          locationsCreated: found.totals.locationsCreated,
          ...sums,
        },
      },
    );
  });
}

const actorOf = (found: StoredImport): ActedBy => found.totals.actedBy ?? { userId: found.createdBy, login: 'system' };

const progressOf = ({ linesRead, eventsTaken, eventsReplaced, eventsKnown, linesRefused }: StoredImport) => ({
  linesRead,
  eventsTaken,
  eventsReplaced,
  eventsKnown,
  linesRefused,
});

type Fault = { code: string; params: Record<string, string | number> };

interface Ending {
  key: ImportKey;
  found: StoredImport;
  now: Date;
}

/** Ends an import that did not get to its last line, and says so in the audit: earlier batches may have brought events in. */
export async function endFailed(trx: Trx, { key, found, now }: Ending, failure: Fault): Promise<void> {
  await changeImport(trx, key, { state: 'FAILED', failure, finishedAt: now });
  await auditImport(
    trx,
    { key, by: actorOf(found), now },
    { action: importActions.fail, after: { fileName: found.fileName, failure: failure.code, ...progressOf(found) } },
  );
}

/** The file as a whole is refused. What earlier batches brought in can be undone. */
export async function failImport(
  { database: { db }, clock }: Pick<Running, 'database' | 'clock'>,
  key: ImportKey,
  { code, params }: Fault,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const found = await lockImport(trx, key);
    if (found?.state !== 'RUNNING' && found?.state !== 'CHECKING') return;
    await endFailed(trx, { key, found, now: clock.now() }, { code, params });
  });
}

interface Audited {
  key: ImportKey;
  by: ActedBy;
  now: Date;
}

async function auditImport(
  trx: Trx,
  { key, by, now }: Audited,
  { action, after }: { action: Action; after: unknown },
): Promise<void> {
  await recordAudit(trx, {
    organisationId: key.organisationId,
    userId: by.userId,
    actor: by.login,
    requestId: by.requestId,
    behind: by.behind,
    at: now,
    action,
    entity: 'import',
    entityId: key.id,
    after,
  });
  await touch(trx, key.organisationId);
}
