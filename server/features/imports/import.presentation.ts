import { format } from 'date-fns';
import { countWaitingWeeks } from '../../domain/weeks';
import type { Db } from '../../platform/db/database';
import { fail, type Failure } from '../../platform/errors';
import { sentence, type MessageKey, type Translate } from '../../platform/i18n/messages';
import { isDatePattern } from '../../platform/sheet/dates.rules';
import { isWordPattern } from '../../platform/sheet/word-dates.rules';
import { decimalOf, sumOf } from './amount-sums.rules';
import type { ReportedError } from './candidate.rules';
import { choicesOf } from './import-choices.rules';
import { messageKeyOf, type ImportCode } from './import-codes.contract';
import type { ColumnSum, ImportView } from './import.contract';
import { isUnderWay, progressOf } from './import.rules';
import {
  countErrors,
  findImport,
  findSameFile,
  listFileNames,
  type ImportKey,
  type StoredImport,
} from './import.store';
import {
  leftOutReasons,
  noneReplaced,
  type AmountSum,
  type LineAccount,
  type LineOutcome,
  type Replaced,
} from './line-account.contract';
import type { ImportMapping } from './mapping.contract';
import { shippedMapping, shippedMappingNames } from './mappings';

const exampleDay = new Date(2026, 0, 31);

/** Date patterns in a sentence read better as a date; those with a time say nothing more about the day. */
function asPeopleRead(t: Translate, params: ReportedError['params']): ReportedError['params'] {
  if (typeof params.expected !== 'string') return params;
  const patterns = params.expected
    .split(', ')
    .filter(
      (pattern) => isWordPattern(pattern) || (isDatePattern(pattern) && !/[Hhm]/.test(pattern.replace(/'[^']*'/g, ''))),
    );
  return patterns.length === 0
    ? params
    : { ...params, expected: [...new Set(patterns.map((pattern) => exampleOf(t, pattern)))].join(', ') };
}

function exampleOf(t: Translate, pattern: string): string {
  if (pattern === 'excel-serial') return '46053';
  if (isWordPattern(pattern)) return t(`imports.dateExamples.${pattern}`);
  return format(exampleDay, pattern === 'iso' ? 'yyyy-MM-dd' : pattern);
}

/** The sentence of what is wrong with a line or file. */
export function faultSentence(
  t: Translate,
  { code, params }: { code: string; params: ReportedError['params'] },
): string {
  const key = code.startsWith('import.') ? messageKeyOf(code as ImportCode) : code;
  return sentence(t, key as MessageKey, asPeopleRead(t, params));
}

/** What was wrong with a form that was sent, field by field. */
export const failureShown = (t: Translate, { code, options }: Failure) => ({
  sentence: sentence(t, code, options.params),
  fields: (options.fields ?? []).map((one) => ({ field: one.field, sentence: sentence(t, one.code, one.params) })),
});

/** @throws 404 imports.notFound */
export async function getImport(db: Db, key: ImportKey): Promise<StoredImport> {
  const found = await findImport(db, key);
  if (!found) throw fail.notFound('imports.notFound');
  return found;
}

interface Viewing {
  organisationId: number;
  t: Translate;
}

/** An import as its own page and the API show it. @throws 404 imports.notFound */
export async function viewImport(db: Db, { organisationId, id, t }: Viewing & { id: number }): Promise<ImportView> {
  const found = await getImport(db, { organisationId, id });
  const asksSame = found.sha256 !== null && !isUnderWay(found) && found.state !== 'DONE' && found.state !== 'UNDONE';
  const same =
    asksSame && found.sha256 !== null ? await findSameFile(db, { organisationId, id }, found.sha256) : undefined;
  const kept = await countErrors(db, { organisationId, id });
  const enteredBefore = await enteredBeforeOf(db, organisationId, found.totals.enteredBefore);
  return {
    ...shown(found, t),
    weeksWaiting:
      found.state === 'DONE' && found.finishedAt
        ? await countWaitingWeeks(db, { organisationId, locationId: null, markedUntil: found.finishedAt })
        : 0,
    enteredBefore,
    sameFile: same ? { id: same.id, fileName: same.fileName, finishedAt: same.finishedAt.toISOString() } : null,
    errorsKept: kept.refused,
    leftOutKept: kept.leftOut,
    replacedKept: kept.replaced,
  };
}

async function enteredBeforeOf(
  db: Db,
  organisationId: number,
  before: StoredImport['totals']['enteredBefore'],
): Promise<ImportView['enteredBefore']> {
  if (!before) return null;
  const { events, grams: netGrams, atLeast, ways } = before;
  const names = await listFileNames(
    db,
    organisationId,
    ways.flatMap(({ importId }) => importId ?? []),
  );
  return {
    events,
    netGrams,
    atLeast,
    ways: ways.map(({ grams, ...way }) => ({
      ...way,
      netGrams: grams,
      fileName: way.importId === null ? null : (names.get(way.importId) ?? null),
    })),
  };
}

const shippedTitles = new Map<string, MessageKey>(
  shippedMappingNames.map((name) => [
    shippedMapping(name).name,
    name === 'generic' ? 'imports.generic' : `imports.shipped.${name}`,
  ]),
);

/** A mapping that ships in the reader's words, any other by the name that it was given. */
export function mappingTitle(name: string, t: Translate): string {
  const shipped = shippedTitles.get(name);
  return shipped === undefined ? name : sentence(t, shipped);
}

/** What stands in the row itself; a list shows no more. */
export function shown(found: StoredImport, t: Translate): ImportView {
  const { totals, mapping } = found;
  const { name, unknownSites } = mapping as { name: string; unknownSites: string };
  return {
    id: found.id,
    state: found.state,
    fileName: found.fileName,
    fileBytes: totals.bytes,
    mappingName: mappingTitle(name, t),
    uploadedBy: totals.uploadedBy,
    createdAt: found.createdAt.toISOString(),
    finishedAt: found.finishedAt?.toISOString() ?? null,
    undoneAt: found.undoneAt?.toISOString() ?? null,
    undoReason: totals.undoReason,
    putBack: totals.putBack,
    progress: progressOf({
      state: found.state,
      linesRead: found.linesRead,
      lines: totals.lines,
      bytes: totals.bytes,
      bytesRead: totals.bytesRead,
    }),
    linesRead: found.linesRead,
    linesRefused: found.linesRefused,
    ...accounted(totals.account),
    eventsTaken: found.eventsTaken,
    eventsKnown: found.eventsKnown,
    replaced: replacedOf(totals.account?.replaced ?? noneReplaced),
    netGrams: totals.grams,
    costs: costsOf(totals.costs),
    firstDay: totals.firstDay,
    lastDay: totals.lastDay,
    unknownSites: { ...totals.unknownSites, created: unknownSites === 'create' },
    sitesCreated: totals.sitesCreated,
    weeksWaiting: 0,
    outliers: totals.outliers,
    corrections: totals.corrections,
    choices: choicesOf(mapping as ImportMapping),
    failure:
      found.failure === null
        ? null
        : {
            code: found.failure,
            message: faultSentence(t, { code: found.failure, params: found.failureParams ?? {} }),
          },
    sameFile: null,
    enteredBefore: null,
    errorsKept: 0,
    leftOutKept: 0,
    replacedKept: 0,
  };
}

const costsOf = (costs: Readonly<Record<string, string>>) =>
  Object.entries(costs).map(([currency, amount]) => ({ currency, amount }));

function replacedOf({ events, before, after }: Replaced): ImportView['replaced'] {
  const sum = ({ grams, costs }: Replaced['before']) => ({ netGrams: grams, costs: costsOf(costs) });
  return { events, before: sum(before), after: sum(after) };
}

function accounted(account: LineAccount | null): Pick<ImportView, 'lines' | 'sums' | 'unreadableCells'> {
  if (!account) return { lines: null, sums: [], unreadableCells: 0 };
  const { taken, replaced, known, refused, hidden, words, leftOut, sums } = account;
  const reasons = leftOutReasons.flatMap((reason) => (leftOut[reason] ? [{ reason, lines: leftOut[reason] }] : []));
  return {
    lines: {
      taken,
      replaced: replaced.lines,
      known,
      refused,
      ...(hidden !== undefined && { hidden }),
      ...(words !== undefined && { words }),
      leftOut: reasons.reduce((sum, { lines }) => sum + lines, 0),
      reasons,
    },
    sums: sums.flatMap((sum) => columnSumOf(sum) ?? []),
    unreadableCells: sums.reduce((cells, sum) => (sum.unit === null ? cells + sum.cells : cells), 0),
  };
}

function columnSumOf({ measure, column, unit, value, grams }: AmountSum): ColumnSum | null {
  if (unit === null) return null;
  const part = (outcome: LineOutcome) => ({
    value: decimalOf(value[outcome]),
    grams: grams && decimalOf(grams[outcome]),
  });
  const sheet = { value: decimalOf(sumOf(value)), grams: grams && decimalOf(sumOf(grams)) };
  return {
    measure,
    column,
    unit,
    sheet,
    taken: part('taken'),
    replaced: part('replaced'),
    known: part('known'),
    refused: part('refused'),
    leftOut: part('leftOut'),
  };
}
