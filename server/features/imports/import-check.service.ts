import { compareEvents, findAlikeEvents, previewEvents } from '../../domain/events';
import type { CheckedEvent } from '../../domain/events/checked-event.contract';
import type { Db, Trx } from '../../platform/db/database';
import type { Resources } from '../../platform/resources';
import type { SheetForm } from '../../platform/sheet/sheet.contract';
import { SheetError } from '../../platform/sheet/sheet.errors';
import type { Clock } from '../../platform/time';
import { accountLines, faultsOf, linesOf, linesWith, prepareBatch, wrongOf, type EventRow } from './batch-faults.rules';
import { locationKey, type ReportedError } from './candidate.rules';
import { sortChanges } from './corrections.rules';
import { recogniseEarlier } from './earlier-identity.service';
import { BeforeTally } from './entered-before.rules';
import type { EventCandidate } from './event-candidate.contract';
import { readFile } from './import-file.store';
import { endFailed, failImport, storedMapping } from './import-run.service';
import { keptErrors, type CorrectionAnswer, type ImportTotals } from './import.contract';
import {
  changeImport,
  deleteErrors,
  hasEarlierImports,
  insertErrors,
  listSiteClocks,
  lockImport,
  type ImportKey,
} from './import.store';
import type { LineAccount } from './line-account.contract';
import { Account } from './line-account.rules';
import type { ImportMapping } from './mapping.contract';
import { placeMonthTotals, placesMonths } from './month-totals.service';
import { clocksOf, learnNames, namesOf, noNames, rememberNames } from './names.service';
import { answered, holdsMonths, limitOf, weighed, WeightSpread, type Outliers } from './outliers.rules';
import { placesOf, readBatches, type SheetBatch, type SheetSource } from './sheet.batches';
import { Tally } from './tally.rules';

const mostAttempts = 5;
const progressEveryMs = 1_000;
const namesShown = 200;

export interface CheckResult {
  linesRead: number;
  linesRefused: number;
  eventsTaken: number;
  eventsKnown: number;
  /** Of the lines that would be taken; nothing where it was reckoned from servings. */
  heaviestTaken: number;
  /** Above this a weight of this sheet is implausible. */
  limitGrams: number;
  totals: Pick<ImportTotals, 'grams' | 'costs' | 'firstDay' | 'lastDay' | 'unknownSites' | 'enteredBefore'> & {
    account: LineAccount;
  };
  errors: ReportedError[];
  leftOut: ReportedError[];
  /** Lines that would replace what is there if somebody said so. */
  correctable: number;
}

interface Checking {
  key: Pick<ImportKey, 'organisationId'>;
  mapping: ImportMapping;
  open: SheetSource;
  clock: Clock;
  outliers?: Outliers | undefined;
  corrections?: CorrectionAnswer | null | undefined;
  onBatch?: (batch: SheetBatch) => Promise<void> | void;
  onShare?: SheetForm['onShare'];
}

/**
 * A dry run: what the import of this file would do now. Writes nothing.
 * @throws SheetError where the file as a whole is unusable
 */
async function tryImport(
  db: Db,
  { key, mapping, open, clock, outliers, corrections = null, onBatch, onShare }: Checking,
): Promise<CheckResult> {
  const { organisationId } = key;
  const clocks = clocksOf(await listSiteClocks(db, organisationId), mapping);
  const known = noNames();
  const planned = new Map<string, number>();
  const unknownSites = new Set<string>();
  const tally = new Tally();
  const account = new Account();
  const spread = new WeightSpread();
  const before = new BeforeTally();
  const result = {
    linesRead: 0,
    eventsKnown: 0,
    heaviestTaken: 0,
    correctable: 0,
    errors: [] as ReportedError[],
    leftOut: [] as ReportedError[],
  };
  const importedEarlier = await hasEarlierImports(db, organisationId);
  for await (const batch of readBatches({
    open,
    mapping,
    organisationId,
    siteTimeZone: clocks.known,
    importedEarlier,
    outliers,
    onShare,
  })) {
    const [events, places] = [batch.lines.flatMap((line) => line.events), placesOf(batch)];
    for (const { siteName } of places) if (!clocks.find(siteName)) unknownSites.add(siteName);
    const learned = await db.transaction().execute((trx) =>
      learnNames(trx, {
        organisationId,
        mapping,
        known,
        choice: { places: 'refuse', references: 'refuse' },
        events,
        places,
      }),
    );
    rememberNames(known, learned);
    const found = namesOf(known, learned, clocks.timeZone);
    const plan = (place: string) => {
      if (mapping.unknownSites === 'refuse') return undefined;
      if (!planned.has(place)) planned.set(place, -1 - planned.size);
      return planned.get(place);
    };
    const names = {
      ...found,
      locationId: (event: EventCandidate) => found.locationId(event) ?? plan(locationKey(event)),
    };
    const lines = !placesMonths(mapping)
      ? batch.lines
      : await db
          .transaction()
          .execute((trx) =>
            placeMonthTotals(trx, { organisationId, mapping, now: clock.now(), ...names }, batch.lines),
          );
    const { rows, errors } = await recogniseEarlier(db, organisationId, prepareBatch(lines, mapping, names));
    const newPlaces = new Map(
      rows.filter((row) => row.candidate.locationId < 0).map((row) => [row.candidate.locationId, row.event.siteName]),
    );
    const preview = await previewEvents(
      db,
      {
        organisationId,
        clock,
        planned: [...newPlaces].map(([id, site]) => ({
          id,
          timeZone: clocks.timeZone(site),
          currency: clocks.currency(site),
        })),
      },
      rows.map((row) => row.candidate),
    );
    const wrong = linesOf(rows, wrongOf(preview.refused));
    const compared = await compareEvents(db, organisationId, {
      candidates: rows.map((row) => row.candidate),
      changed: preview.changed,
    });
    const changed = sortChanges(rows, compared, { mapping, answer: corrections, wrong });
    result.correctable += changed.asked.size;
    const bad = new Set([...wrong, ...changed.left.keys()]);
    const isGood = ({ index }: { index: number }) => !bad.has(rows[index]?.event.line ?? -1);
    result.eventsKnown += preview.known.filter(isGood).length;
    const taken = preview.taken.filter(isGood);
    for (const { event } of taken) tally.add(event);
    if (before.isOpen)
      before.add(
        await findAlikeEvents(db, organisationId, {
          events: comparable(rows, taken),
          except: preview.known.map(({ eventId }) => eventId),
        }),
      );
    const takenLines = new Set(taken.map(({ index }) => rows[index]?.event.line));
    for (const event of events) {
      spread.add(weighed(event));
      if (takenLines.has(event.line)) result.heaviestTaken = Math.max(result.heaviestTaken, weighed(event));
    }
    const faults = [...errors, ...faultsOf(rows, preview.refused, { mapping, lines })];
    for (const { code, params } of faults)
      if (code === 'import.unknownSite' && typeof params.site === 'string') unknownSites.add(params.site);
    const leftOut = accountLines(account, lines, {
      refused: linesWith(faults),
      changed,
      taken: new Set(taken.flatMap(({ index }) => rows[index]?.event ?? [])),
    });
    keep(result.errors, faults);
    keep(result.leftOut, leftOut);
    result.linesRead = batch.linesRead;
    await onBatch?.(batch);
  }
  return {
    ...result,
    linesRefused: account.totals().refused,
    eventsTaken: tally.events,
    limitGrams: limitOf(spread, holdsMonths(mapping)),
    totals: {
      ...tally.totals(),
      enteredBefore: before.totals(),
      account: account.totals(),
      unknownSites: { count: unknownSites.size, names: [...unknownSites].slice(0, namesShown) },
    },
  };
}

/** Those of which an equal may be there: not at a new place, nor of a new item, and not of nothing. */
const comparable = (
  rows: readonly EventRow[],
  taken: readonly { index: number; event: CheckedEvent }[],
): CheckedEvent[] =>
  taken.flatMap(({ index, event }) =>
    event.locationId > 0 && event.netGrams > 0 && (event.itemId !== null || rows[index]?.event.itemName === undefined)
      ? [event]
      : [],
  );

type OpenQuestions = Pick<ImportTotals, 'corrections' | 'outliers'>;
const nothingAsked: OpenQuestions = { corrections: null, outliers: null };

const keep = (kept: ReportedError[], found: readonly ReportedError[]) =>
  kept.push(...found.slice(0, Math.max(keptErrors.check - kept.length, 0)));

/**
 * As `tryImport`, and where a line that would be taken has an implausible weight, once more without such lines, so that every
 * figure is what goes in until somebody says more. `asked`: what was found before, with the answer to it.
 */
export async function tryAndAsk(
  db: Db,
  checking: Omit<Checking, 'corrections' | 'outliers'>,
  asked: OpenQuestions = nothingAsked,
): Promise<CheckResult & OpenQuestions> {
  const answer = asked.corrections?.answer ?? null;
  const result = await tryWithoutOutliers(db, { ...checking, corrections: answer }, asked.outliers);
  return { ...result, corrections: result.correctable > 0 ? { lines: result.correctable, answer } : null };
}

async function tryWithoutOutliers(
  db: Db,
  checking: Omit<Checking, 'outliers'>,
  asked: ImportTotals['outliers'],
): Promise<CheckResult & Pick<OpenQuestions, 'outliers'>> {
  if (asked?.answer) return { ...(await tryImport(db, { ...checking, outliers: answered(asked) })), outliers: asked };
  const first = await tryImport(db, checking);
  if (first.heaviestTaken <= first.limitGrams) return { ...first, outliers: null };
  const { limitGrams, heaviestTaken: heaviestGrams } = first;
  const second = await tryImport(db, { ...checking, outliers: { limitGrams } });
  return {
    ...second,
    outliers: { limitGrams, heaviestGrams, lines: second.totals.account.leftOut.outlier ?? 0, answer: null },
  };
}

/** Checks an uploaded file and keeps the result with the import. May be run again from the start at any time. */
export async function checkImport(resources: Resources, key: ImportKey): Promise<void> {
  const {
    database: { db },
    clock,
  } = resources;
  const started = await db.transaction().execute((trx) => startCheck(trx, key, clock.now()));
  if (!started) return;
  let bytesRead = 0;
  // The bytes of a workbook are all read before its first line, which says nothing.
  let share: number | null = null;
  const onShare = (read: number) => {
    share = read;
  };
  let saidAt = performance.now();
  const open = () =>
    readFile(db, key, (bytes) => {
      bytesRead = bytes;
    });
  const sayProgress = async ({ linesRead }: SheetBatch) => {
    if (performance.now() - saidAt < progressEveryMs) return;
    saidAt = performance.now();
    await db.transaction().execute((trx) =>
      changeImport(trx, key, {
        linesRead,
        totals: {
          bytesRead: share === null ? bytesRead : Math.round(share * started.bytes),
          aliveAt: clock.now().toISOString(),
        },
      }),
    );
  };
  try {
    const { errors, leftOut, totals, outliers, corrections, linesRead, linesRefused, eventsTaken, eventsKnown } =
      await tryAndAsk(db, { key, mapping: started.mapping, open, clock, onBatch: sayProgress, onShare }, started.asked);
    await db.transaction().execute(async (trx) => {
      if ((await lockImport(trx, key))?.state !== 'CHECKING') return;
      await deleteErrors(trx, key);
      await insertErrors(trx, key, { errors, leftOut });
      await changeImport(trx, key, {
        linesRead,
        linesRefused,
        eventsTaken,
        eventsKnown,
        state: 'CHECKED',
        totals: { ...totals, outliers, corrections, bytesRead, lines: linesRead, attempts: 0 },
      });
    });
  } catch (error) {
    if (!(error instanceof SheetError)) throw error;
    await failImport(resources, key, error);
  }
}

async function startCheck(
  trx: Trx,
  key: ImportKey,
  now: Date,
): Promise<{ mapping: ImportMapping; asked: OpenQuestions; bytes: number } | null> {
  const found = await lockImport(trx, key);
  if (found?.state !== 'CHECKING') return null;
  const attempts = found.totals.attempts + 1;
  if (attempts > mostAttempts) {
    await endFailed(trx, { key, found, now }, { code: 'imports.gaveUp', params: {} });
    return null;
  }
  const mapping = storedMapping(found);
  if (!mapping) {
    await endFailed(trx, { key, found, now }, { code: 'imports.mappingOutdated', params: {} });
    return null;
  }
  await changeImport(trx, key, { totals: { attempts, aliveAt: now.toISOString(), bytesRead: 0 } });
  return { mapping, asked: found.totals, bytes: found.totals.bytes };
}
