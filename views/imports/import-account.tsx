import type { ReactNode } from 'react';
import { DataTable, type Row } from '../../client/ui/data-table';
import { Figure } from '../../client/ui/figure';
import { Fold } from '../../client/ui/fold';
import type { Format } from '../../client/ui/format';
import { wholeSums } from '../../server/features/imports/amount-sums.rules';
import type { ColumnSum, ImportView } from '../../server/features/imports/import.contract';
import type { Translate } from '../../server/platform/i18n/messages';
import { Section } from '../layout/section';
import { importedFigure } from './import-figures';
import s from './import-page.module.css';

interface ImportAccountProps {
  t: Translate;
  format: Format;
  view: ImportView;
}

/** More sums than these stand behind what they add up to, as those of a sheet with a column a kind. */
const mostSums = 8;
const everyPart = ['sheet', 'taken', 'replaced', 'known', 'refused', 'leftOut'] as const;
type Part = (typeof everyPart)[number];

/** Lines and amounts before and after: what stands in the sheet, and what becomes of it. */
export function ImportAccount({ t, format, view }: ImportAccountProps) {
  const { lines, linesRead, sums, unreadableCells, state } = view;
  if (!lines) return null;
  const done = state !== 'CHECKED';
  // Few sheets correct what is there.
  const parts = everyPart.filter((part) => part !== 'replaced' || lines.replaced > 0);
  const words = {
    sheet: t('imports.account.sheet'),
    taken: t(done ? 'imports.account.takenDone' : 'imports.account.taken'),
    replaced: t(done ? 'imports.account.replacedDone' : 'imports.account.replaced'),
    known: t('imports.account.known'),
    refused: t('imports.account.refused'),
    leftOut: t('imports.account.leftOut'),
  };
  const counts = { ...lines, sheet: linesRead };
  const rowOf = (sum: ColumnSum): Row => ({
    key: `${sum.measure} ${sum.column} ${sum.unit}`,
    name: sum.measure,
    cells: [
      nameOf(t, sum),
      ...parts.map((part) => opened(amountOf({ t, format }, sum, part), part === 'taken' && done ? view : null)),
    ],
  });
  const folds = sums.length > mostSums;
  const columns = [
    { key: 'what', label: t('imports.account.what') },
    ...parts.map((key) => ({ key, label: words[key], numeric: true })),
  ];
  const rows: Row[] = [
    {
      key: 'lines',
      name: t('imports.account.lines'),
      cells: [t('imports.account.lines'), ...parts.map((part) => linked(part, format.number(counts[part])))],
    },
    ...(folds ? wholeSums(sums) : sums).map(rowOf),
  ];
  return (
    <Section
      id="account"
      title={t(done ? 'imports.account.titleDone' : 'imports.account.title')}
      sentence={t('imports.account.sentence')}
    >
      <DataTable
        id="import-account"
        caption={t(done ? 'imports.account.titleDone' : 'imports.account.title')}
        columns={columns}
        rows={rows}
        wide
      />
      {folds && (
        <Fold className={s.columns} title={t('imports.account.eachColumn', { formatted: format.number(sums.length) })}>
          <DataTable
            id="import-account-columns"
            caption={t('imports.account.what')}
            columns={columns}
            rows={sums.map(rowOf)}
            wide
          />
        </Fold>
      )}
      {unreadableCells > 0 && (
        <p className={s.quiet}>
          {t('imports.account.unreadable', { count: unreadableCells, formatted: format.number(unreadableCells) })}
        </p>
      )}
    </Section>
  );
}

/** What went in is events that can be opened. */
const opened = (amount: ReactNode, view: ImportView | null): ReactNode =>
  view ? <Figure {...importedFigure(view)}>{amount}</Figure> : amount;

const places: Partial<Record<Part, string>> = { refused: '#problems', leftOut: '#left-out', replaced: '#replaced' };

const linked = (part: Part, text: string): ReactNode => {
  const place = places[part];
  return place !== undefined && text !== '0' ? <a href={place}>{text}</a> : text;
};

const isCost = ({ unit }: ColumnSum) => /^[A-Z]{3}$/.test(unit);

const nameOf = (t: Translate, sum: ColumnSum): string =>
  sum.measure === ''
    ? t('imports.account.whole', { unit: sum.unit === 'serving' ? t('imports.account.serving') : sum.unit })
    : isCost(sum)
      ? t('imports.account.ofCost', { measure: sum.measure })
      : sum.measure;

/** In the unit of the sheet, with as many decimals as make the row add up to the digit; below it in the person's own unit. */
function amountOf({ t, format }: Pick<ImportAccountProps, 't' | 'format'>, sum: ColumnSum, part: Part): ReactNode {
  const { value, grams } = sum[part];
  const decimals = Math.max(...everyPart.map((one) => sum[one].value.split('.')[1]?.length ?? 0));
  const own = isCost(sum)
    ? format.money(value, sum.unit, { decimals: Math.max(decimals, 2) })
    : `${format.number(Number(value), decimals)} ${sum.unit === 'serving' ? t('imports.account.serving') : sum.unit}`;
  const converts = grams !== null && sum.unit !== format.unit.abbr && Number(value) !== 0;
  return converts ? (
    <>
      {own}
      <small className={s.converted}>{format.weight(Number(grams))}</small>
    </>
  ) : (
    own
  );
}
