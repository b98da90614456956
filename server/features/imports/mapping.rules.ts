import type { SheetForm } from '../../platform/sheet/sheet.contract';
import type { ImportCode, ImportParams } from './import-codes.contract';
import { largestSheet } from './import.contract';
import { ImportMapping } from './mapping.contract';
import { measuresRead } from './wide.rules';

/** One fault of a mapping: where (`measures.0.unit`), and the sentence that says what. */
export interface MappingProblem {
  path: string;
  code: ImportCode;
  params: ImportParams;
}
export type ParsedMapping = { ok: true; mapping: ImportMapping } | { ok: false; problems: MappingProblem[] };

type Issue = NonNullable<ReturnType<typeof ImportMapping.safeParse>['error']>['issues'][number];

/** Checks a mapping that was read from JSON. Every fault is listed, none is thrown. */
export function parseMapping(value: unknown): ParsedMapping {
  const parsed = ImportMapping.safeParse(value);
  return parsed.success
    ? { ok: true, mapping: parsed.data }
    : { ok: false, problems: parsed.error.issues.flatMap((issue) => problemsOf(issue, [], value)) };
}

/** Like `parseMapping`, from the text of a mapping file. */
export function parseMappingText(text: string): ParsedMapping {
  try {
    return parseMapping(JSON.parse(text.replace(/^\ufeff/, '')));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return { ok: false, problems: [{ path: '', code: 'import.mapping.notJson', params: {} }] };
  }
}

/** The columns that a sheet must have for this mapping, each once, in the mapping's order. */
export function columnsOf(mapping: ImportMapping): string[] {
  const {
    dates,
    site,
    location,
    stage,
    daypart,
    item,
    reason,
    source,
    sink,
    container,
    note,
    filters,
    total,
    recordId,
    rowKey,
  } = mapping;
  const columns = [
    dates.column,
    dates.timeColumn,
    dates.yearColumn,
    dates.weekdayColumn,
    ...[site, location, stage, daypart, item, reason, source, sink, container, note].map((part) => part?.column),
    ...measuresRead(mapping).flatMap(({ measure }) => [
      measure.column,
      measure.costColumn,
      ...[measure.stage, measure.item, measure.sink, measure.reason].map((part) => part?.column),
      ...(measure.kind === 'weight'
        ? [measure.unitColumn, measure.grossColumn, measure.tareColumn, measure.timesColumn, measure.finer?.column]
        : columnsOfServings(measure.gramsPerServing)),
    ]),
    total?.column,
    recordId?.column,
    ...filters.map((filter) => filter.column),
    ...(rowKey ?? []),
  ];
  return [...new Set(columns.filter((column) => column !== undefined))];
}

/** How a sheet of this mapping is read. */
export function sheetFormOf(mapping: ImportMapping): SheetForm {
  const { encoding, delimiter, worksheet, moreWorksheets, headerRow, headerLines, optionalColumns } = mapping;
  return {
    encoding,
    delimiter,
    worksheet,
    moreWorksheets,
    namesSheets: mapping.site.worksheet === true,
    headerRow,
    headerLines,
    optionalColumns,
    columns: columnsOf(mapping),
    limits: largestSheet,
    raggedLines: 'refuse',
  };
}

function columnsOfServings(grams: number | { by: { column: string }[] }): string[] {
  return typeof grams === 'number' ? [] : grams.by.map((table) => table.column);
}

function problemsOf(issue: Issue, parents: PropertyKey[], input: unknown): MappingProblem[] {
  const path = [...parents, ...issue.path];
  const problem = (code: ImportCode, params: ImportParams = {}) => [{ path: path.map(String).join('.'), code, params }];
  if (issue.message.startsWith('import.')) {
    return problem(issue.message as ImportCode, issue.code === 'custom' ? (issue.params as ImportParams) : {});
  }
  switch (issue.code) {
    case 'invalid_type':
      return valueAt(input, path) === undefined
        ? problem('import.mapping.missing')
        : problem('import.mapping.wrongType', { expected: issue.expected });
    case 'invalid_value':
      return problem('import.mapping.notAllowed', {
        allowed: issue.values.map((value) => JSON.stringify(value)).join(', '),
      });
    case 'unrecognized_keys':
      return problem('import.mapping.unknownKey', { keys: issue.keys.join(', ') });
    case 'too_small':
      // Lists and texts have no bound but that something must be there.
      if (issue.origin === 'array' || issue.origin === 'string') return problem('import.mapping.empty');
      return problem('import.mapping.outOfRange', { bound: `${issue.inclusive ? '≥' : '>'} ${String(issue.minimum)}` });
    case 'too_big':
      if (issue.origin === 'array') return problem('import.mapping.tooMany', { most: String(issue.maximum) });
      if (issue.origin === 'string') return problem('import.mapping.tooLong', { most: String(issue.maximum) });
      return problem('import.mapping.outOfRange', { bound: `${issue.inclusive ? '≤' : '<'} ${String(issue.maximum)}` });
    case 'invalid_union':
      return problemsOfUnion(issue, path, input);
    default:
      return problem('import.mapping.invalid');
  }
}

/** Of the possible shapes, the one is explained that the writer got furthest with. */
function problemsOfUnion(
  issue: Extract<Issue, { code: 'invalid_union' }>,
  path: PropertyKey[],
  input: unknown,
): MappingProblem[] {
  const progress = (inner: Issue) => (inner.message.startsWith('import.') ? 2 : inner.code === 'invalid_type' ? 0 : 1);
  const depth = (issues: readonly Issue[]) => Math.max(...issues.map((inner) => inner.path.length + progress(inner)));
  const [nearest] = [...issue.errors].sort((a, b) => depth(b) - depth(a));
  return nearest
    ? nearest.flatMap((inner) => problemsOf(inner, path, input))
    : [
        {
          path: path.map(String).join('.'),
          code: 'import.mapping.notAllowed',
          params: { allowed: '"weight", "servings"' },
        },
      ];
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((inner, key) => {
    if (typeof inner !== 'object' || inner === null || !Object.hasOwn(inner, key)) return undefined;
    return (inner as Record<PropertyKey, unknown>)[key];
  }, value);
}
