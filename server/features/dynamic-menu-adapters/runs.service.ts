import { replaceDailyMenus } from '../../domain/daily-menus';
import { actingAsSystem, userIdOf, type Acting } from '../../platform/acting';
import type { Trx } from '../../platform/db/database';
import { fail } from '../../platform/errors';
import { eachApart } from '../../platform/jobs/each-apart';
import type { Resources } from '../../platform/resources';
import { localDateOf } from '../../platform/time';
import { turnsEvery } from '../../platform/turns';
import { adapterLimits } from './adapter-limits.rules';
import type { AdapterRow, Sample, SourceProblem } from './adapters.contract';
import { isDue } from './adapters.rules';
import { adapterActions, hourAt, secretPurpose, withAdapter } from './adapters.service';
import {
  findFile,
  findSecret,
  listAdapters,
  listScheduled,
  lockAdapter,
  putFile,
  updateAdapter,
  type Scheduled,
} from './adapters.store';
import { guessColumns, keepable, orderOf, type SourceColumns } from './columns.rules';
import type { JsonTable } from './json-rows.rules';
import { readKnown, readKnownLocations } from './known-names';
import { createPlan } from './plan.rules';
import { runJob } from './run.job';
import { beginRun, endLostRuns, endRun, insertRun } from './runs.store';
import { fetchFeed, readTable, UnreadableSource } from './source.service';

type RunMode = 'test' | 'write';

/** Longer than any run takes, with all tries of its job. */
const lostAfterMs = 30 * 60_000;

interface Asked {
  adapterId: number;
  mode: RunMode;
}

/** Begins a run, which a job does. @throws Failure 404, 409 alreadyRunning, 422 limitedToSites, columnsFirst, noFile */
export function startRun(acting: Acting, { adapterId, mode }: Asked): Promise<number> {
  return withAdapter(acting, adapterId, async (trx, adapter) => {
    const runId = await enqueue(trx, acting, { adapter, mode });
    if (runId === undefined) throw fail.conflict('menuAdapters.problem.alreadyRunning');
    return runId;
  });
}

/** Keeps a file in place of the one before, and begins to read it. @throws Failure as `startRun` */
export function takeFile(
  acting: Acting,
  { adapterId, mode, file }: Asked & { file: { name: string; content: Buffer } },
): Promise<number> {
  return withAdapter(acting, adapterId, async (trx, adapter) => {
    if (adapter.kind !== 'file') throw fail.unprocessable('menuAdapters.problem.notForFiles');
    const of = { organisationId: acting.scope.organisationId, adapterId };
    await putFile(trx, of, { ...file, now: acting.now });
    await acting.audit(trx, {
      action: adapterActions.upload,
      entity: 'menu_adapter',
      entityId: adapterId,
      after: { file: file.name, bytes: file.content.length },
    });
    const runId = await enqueue(trx, acting, {
      adapter: { ...adapter, file: { name: file.name, uploadedAt: acting.now } },
      mode,
    });
    if (runId === undefined) throw fail.conflict('menuAdapters.problem.alreadyRunning');
    return runId;
  });
}

async function enqueue(
  trx: Trx,
  acting: Acting,
  { adapter, mode }: { adapter: AdapterRow; mode: RunMode },
): Promise<number | undefined> {
  const { adapterId, kind, columns, file } = adapter;
  if (mode === 'write' && columns === null) throw fail.unprocessable('menuAdapters.problem.columnsFirst');
  if (kind === 'file' && file === null) throw fail.unprocessable('menuAdapters.problem.fileFirst');
  const { organisationId } = acting.scope;
  const { now } = acting;
  await endLostRuns(trx, { organisationId, adapterId }, { before: new Date(now.getTime() - lostAfterMs), now });
  const origin = acting.actor.kind === 'system' ? 'schedule' : 'person';
  const runId = await insertRun(trx, { organisationId, adapterId }, { mode, origin, askedBy: userIdOf(acting), now });
  if (runId === undefined) return undefined;
  await acting.audit(trx, {
    action: mode === 'test' ? adapterActions.test : adapterActions.run,
    entity: 'menu_adapter',
    entityId: adapterId,
    after: { runId },
  });
  await acting.jobs.send(trx, runJob, { organisationId, runId });
  return runId;
}

/** Begins those whose hour has come; what fails keeps nothing else waiting. */
export async function startScheduled(resources: Resources): Promise<void> {
  const now = resources.clock.now();
  await eachApart(await listScheduled(resources.database.db), (one) => startOne(resources, one, now));
}

async function startOne(
  resources: Resources,
  { timeZone, adapterId, ...schedule }: Scheduled,
  now: Date,
): Promise<void> {
  const today = localDateOf(now, timeZone);
  if (!isDue(schedule, { today, hour: hourAt(now, timeZone) })) return;
  const acting = actingAsSystem(resources, { organisationId: schedule.organisationId, name: 'menu schedule' });
  await withAdapter(acting, adapterId, async (trx, adapter) => {
    const begun = (await enqueue(trx, acting, { adapter, mode: 'write' })) !== undefined;
    // Where somebody's own run is under way, the next look tries again.
    if (begun) await updateAdapter(trx, { organisationId: schedule.organisationId, adapterId }, { scheduledOn: today });
  });
}

interface OfRun {
  organisationId: number;
  runId: number;
}

/** Reads the source and writes its menus, or says what they would be. Done again, it does the same. */
export async function performRun(resources: Resources, of: OfRun): Promise<void> {
  const { db } = resources.database;
  const run = await beginRun(db, of);
  if (!run) return;
  const acting = actingAsSystem(resources, { organisationId: of.organisationId, name: 'menu adapter' });
  try {
    const [adapter] = await listAdapters(db, of.organisationId, { adapterId: run.adapterId });
    if (!adapter) throw new UnreadableSource('removed');
    const table = await readTable(await contentOf(resources, { ...of, adapter }));
    await finish(acting, { ...of, mode: run.mode, adapter, table });
  } catch (error) {
    const known = error instanceof UnreadableSource;
    if (!known) resources.log.error({ err: error, ...of }, 'a menu adapter failed');
    const problem: SourceProblem = known
      ? { code: error.code, params: error.params }
      : { code: 'unexpected', params: {} };
    await db.transaction().execute(async (trx) => {
      await endRun(trx, of, { result: null, problem, now: resources.clock.now() });
      await acting.touch(trx);
    });
  }
}

async function contentOf(
  { database: { db }, vault, outbound }: Resources,
  { organisationId, adapter }: OfRun & { adapter: AdapterRow },
): Promise<Buffer> {
  const { adapterId, kind, address, auth, authName } = adapter;
  const of = { organisationId, adapterId };
  if (kind === 'file') {
    const content = await findFile(db, of);
    if (!content) throw new UnreadableSource('noFile');
    return content;
  }
  const sealed = await findSecret(db, of);
  const secret = sealed === null ? '' : vault.open(secretPurpose, sealed);
  return fetchFeed(outbound, { address, auth, authName, secret });
}

interface Finishing extends OfRun {
  mode: RunMode;
  adapter: AdapterRow;
  table: JsonTable;
}

async function finish(acting: Acting, { organisationId, runId, mode, adapter, table }: Finishing): Promise<void> {
  const { adapterId } = adapter;
  const columns = columnsFor(adapter, table);
  const sample = sampleOf(table);
  if (typeof columns === 'string') {
    await acting.db.transaction().execute(async (trx) => {
      await checkUnchanged(trx, organisationId, adapter);
      await updateAdapter(trx, { organisationId, adapterId }, { sample });
      const problem: SourceProblem = { code: 'columnsMissing', params: { columns } };
      await endRun(trx, { organisationId, runId }, { result: null, problem, now: acting.now });
      await acting.touch(trx);
    });
    return;
  }
  const plan = await planOf(acting, { adapter, table, columns });
  await acting.db.transaction().execute(async (trx) => {
    await checkUnchanged(trx, organisationId, adapter);
    await updateAdapter(trx, { organisationId, adapterId }, { sample });
    if (!(await endRun(trx, { organisationId, runId }, { result: plan.result, problem: null, now: acting.now })))
      return;
    if (mode === 'write') {
      await replaceDailyMenus(trx, organisationId, plan);
      const { menus, days, locations, first, last } = plan.result;
      await acting.audit(trx, {
        action: adapterActions.write,
        entity: 'menu_adapter',
        entityId: adapterId,
        after: { runId, menus, days, locations, first, last },
      });
    }
    await acting.touch(trx);
  });
}

/** What was planned holds for the adapter as it was read. @throws UnreadableSource removed, changedMeanwhile */
async function checkUnchanged(
  trx: Trx,
  organisationId: number,
  { adapterId, version }: Pick<AdapterRow, 'adapterId' | 'version'>,
): Promise<void> {
  const standing = await lockAdapter(trx, { organisationId, adapterId });
  if (!standing) throw new UnreadableSource('removed');
  if (standing.version !== version) throw new UnreadableSource('changedMeanwhile');
}

/** Those that somebody has confirmed, or a guess; a text names what is missing. */
function columnsFor({ columns }: AdapterRow, table: JsonTable): SourceColumns | string {
  const there = new Set(table.columns);
  if (columns) {
    const missing = [columns.date, columns.dish, columns.location, columns.daypart, columns.portions].filter(
      (column) => column !== null && !there.has(column),
    );
    return missing.length > 0 ? missing.join(', ') : columns;
  }
  const { date, dish, ...others } = guessColumns(table.columns);
  if (date === null || dish === null) return '';
  return { date, dish, ...others, order: 'auto', locationIds: [] };
}

const cellLength = 200;

const sampleOf = ({ columns, rows }: JsonTable): Sample => ({
  columns,
  rows: rows
    .slice(0, 5)
    .map(({ cells }) =>
      columns.map((column) => keepable(Object.hasOwn(cells, column) ? cells[column]! : '', cellLength)),
    ),
});

async function planOf(
  { db, scope }: Acting,
  { adapter, table, columns }: { adapter: AdapterRow; table: JsonTable; columns: SourceColumns },
) {
  const { organisationId } = scope;
  const dishes = await readKnown(db, organisationId, 'WASTEITEM');
  const dayparts = await readKnown(db, organisationId, 'DAYPART');
  const locations = await readKnownLocations(db, scope, { organisationId, adapterId: adapter.adapterId });
  const plan = createPlan({
    columns,
    order: orderOf(table.rows, columns),
    dishes,
    dayparts,
    locations,
    itemNames: new Map(dishes.values.map(({ id, name }) => [id, name])),
  });
  const turn = turnsEvery(200);
  for (const row of table.rows) {
    plan.add(row);
    if (plan.isTooLarge()) throw new UnreadableSource('tooManyMenus', { max: adapterLimits.menus });
    const wait = turn();
    if (wait) await wait;
  }
  return plan.end();
}
