import {
  leftOutReasons,
  type LeftOutReason,
  type LineAccount,
} from '../../../server/features/imports/line-account.contract';

export interface Summary {
  dryRun: boolean;
  /** Of the import that was made. */
  id?: number;
  linesRead: number;
  linesRefused: number;
  /** By what became of them; null of imports from before lines were accounted for. */
  account: LineAccount | null;
  eventsTaken: number;
  eventsKnown: number;
  grams: number;
  costs: Record<string, string>;
  firstDay: string | null;
  lastDay: string | null;
  sitesCreated?: number;
  locationsCreated?: number;
  /** Location weeks that were rolled up. */
  weeks?: number;
  unknownSites?: { count: number; names: string[] };
  createsSites?: boolean;
}

const reasonWords: Record<LeftOutReason, string> = {
  total: 'totals',
  empty: 'nothing measured',
  zero: 'zero weight',
  filtered: 'by a rule',
  title: 'titles and repeated headings',
  repeated: 'record ID of an earlier row',
  hidden: 'hidden in the workbook',
  outlier: 'implausible weight',
  changed: 'imported before, other values',
  edited: 'imported before, other values, changed by hand since',
  voided: 'imported before, other values, voided since',
};

function leftOutRows(account: LineAccount | null): [string, string][] {
  return leftOutReasons.flatMap((reason): [string, string][] =>
    account?.leftOut[reason] ? [[`Left out, ${reasonWords[reason]}`, number(account.leftOut[reason])]] : [],
  );
}

function replacedRows(account: LineAccount | null): [string, string][] {
  if (!account || account.replaced.events === 0) return [];
  const { events, before, after } = account.replaced;
  return [
    ['Events replaced by corrected lines', number(events)],
    ['Their net weight before, kg', number(before.grams / 1_000, 1)],
    ['Their net weight after, kg', number(after.grams / 1_000, 1)],
  ];
}

const number = (value: number, decimals = 0) =>
  value.toLocaleString('en-US', { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
const shownNames = 8;

/** The end of an import as a table of two columns, figures right-aligned. */
export function summaryOf(summary: Summary): string {
  const { dryRun, costs, unknownSites } = summary;
  const rows: [string, string][] = [
    ...(summary.id === undefined ? [] : [['Import', String(summary.id)] as [string, string]]),
    ['Lines read', number(summary.linesRead)],
    ['Lines refused', number(summary.linesRefused)],
    ...(summary.account?.hidden
      ? [['Hidden in the workbook', number(summary.account.hidden)] as [string, string]]
      : []),
    ...leftOutRows(summary.account),
    ...(summary.account?.words
      ? [['Cells left out, a word instead of a number', number(summary.account.words)] as [string, string]]
      : []),
    ...replacedRows(summary.account),
    [dryRun ? 'Events that would go in' : 'Events imported', number(summary.eventsTaken)],
    ['Events already there', number(summary.eventsKnown)],
    ['Net weight, kg', number(summary.grams / 1_000, 1)],
    ...Object.entries(costs).map(([currency, amount]): [string, string] => [
      `Cost, ${currency}`,
      number(Number(amount), 2),
    ]),
    ...(summary.firstDay === null
      ? []
      : ([
          ['First day', summary.firstDay],
          ['Last day', summary.lastDay ?? ''],
        ] as [string, string][])),
    ...(dryRun
      ? [
          [summary.createsSites ? 'Sites to be created' : 'Unknown sites', number(unknownSites?.count ?? 0)] as [
            string,
            string,
          ],
        ]
      : []),
    ...(dryRun
      ? []
      : ([
          ['Sites created', number(summary.sitesCreated ?? 0)],
          ['Locations created', number(summary.locationsCreated ?? 0)],
          ['Weeks rolled up', number(summary.weeks ?? 0)],
        ] as [string, string][])),
  ];
  const wide = [0, 1].map((at) => Math.max(...rows.map((row) => row[at]!.length)));
  const table = rows.map(([term, value]) => `  ${term.padEnd(wide[0]!)}  ${value.padStart(wide[1]!)}`);
  const names = unknownSites?.names.slice(0, shownNames) ?? [];
  const more = (unknownSites?.count ?? 0) - names.length;
  return [
    ...table,
    ...(names.length > 0 ? [`  ${names.join(', ')}${more > 0 ? ` and ${number(more)} more` : ''}`] : []),
  ].join('\n');
}

interface ShownError {
  line: number;
  column: string | null;
  raw: string;
}

/** One line for each fault: where it is, what stands there, why it is refused. */
export function errorLines<E extends ShownError>(errors: readonly E[], sentenceOf: (error: E) => string): string {
  return errors
    .map((error) => {
      const raw = error.raw === '' ? '' : ` "${error.raw.slice(0, 60)}"`;
      return `  line ${error.line}${error.column === null ? '' : `, ${error.column}`}${raw}: ${sentenceOf(error)}`;
    })
    .join('\n');
}
