import { DataTable } from '../../client/ui/data-table';
import type { Format } from '../../client/ui/format';
import { Pagination } from '../../client/ui/pagination';
import { averageOf, noAverageOf, type Tally } from '../../server/domain/measures/weight-accuracy.rules';
import { addressOf } from '../../server/features/weight-accuracy/accuracy-address.rules';
import type { AccuracyContent, AccuracyPageData } from '../../server/features/weight-accuracy/accuracy-page.contract';
import type { Translate } from '../../server/platform/i18n/messages';
import { Section } from '../layout/section';
import s from './week-tables.module.css';

interface WeekTablesProps {
  t: Translate;
  format: Format;
  page: number;
  data: AccuracyPageData;
  content: Extract<AccuracyContent, { kind: 'weeks' }>;
}

const rowsOnPage = 200;

/** What each site or location averaged in each week, and how many of its days were incomplete. */
export function WeekTables({
  t,
  format,
  page: asked,
  data: { selection, chosen: dates },
  content: { of, rows, weeks },
}: WeekTablesProps) {
  const page = Math.min(asked, Math.max(1, Math.ceil(rows.length / rowsOnPage)));
  const from = (page - 1) * rowsOnPage;
  const shown = rows.slice(from, from + rowsOnPage);
  const href = (number: number) => addressOf({ dates, ...selection, page: number });
  const openHref = (id: number) =>
    addressOf(of === 'site' ? { dates, site: id } : { dates, site: selection.site, location: id });
  const table = (kind: 'accuracy' | 'incomplete', cell: (tally: Tally | undefined) => ReturnType<typeof Average>) => (
    // Above the table's frame: a caption within it would scroll away sideways.
    <Section title={t(`weightAccuracy.table.${kind}.${of}`)} sentence={t(`weightAccuracy.table.${kind}Note`)}>
      <DataTable
        id={`${kind}-weeks`}
        wide
        caption={t(`weightAccuracy.table.${kind}.${of}`)}
        columns={[
          { key: 'name', label: t(`weightAccuracy.column.${of}`), primary: true },
          {
            key: 'total',
            label: t(kind === 'accuracy' ? 'weightAccuracy.column.average' : 'weightAccuracy.column.incompleteDays'),
            numeric: true,
            primary: 'side',
          },
          ...weeks.map((week) => ({ key: week, label: format.date(week, { style: 'short' }), numeric: true })),
        ]}
        rows={shown.map((row) => ({
          key: String(row.id),
          name: row.name,
          href: openHref(row.id),
          note: row.status === 'I' ? t('weightAccuracy.status.I') : undefined,
          cells: [row.name, cell(row.total), ...weeks.map((week) => cell(row.weeks.get(week)))],
        }))}
      >
        {rows.length > rowsOnPage && (
          <Pagination
            of={t(`weightAccuracy.table.${kind}.${of}`)}
            from={format.number(from + 1)}
            to={format.number(from + shown.length)}
            total={format.number(rows.length)}
            previousHref={page > 1 ? href(page - 1) : undefined}
            nextHref={from + rowsOnPage < rows.length ? href(page + 1) : undefined}
          />
        )}
      </DataTable>
    </Section>
  );
  return (
    <div className={s.tables}>
      {table('accuracy', (tally) => (
        <Average t={t} format={format} tally={tally} />
      ))}
      {table('incomplete', (tally) => (
        <Incomplete t={t} format={format} tally={tally} />
      ))}
    </div>
  );
}

interface CellProps {
  t: Translate;
  format: Format;
  tally: Tally | undefined;
}

function Average({ t, format, tally }: CellProps) {
  const average = tally ? averageOf(tally) : null;
  if (average !== null) return <>{format.percent(average)}</>;
  return <Nothing reason={t(`weightAccuracy.noAverage.${(tally && noAverageOf(tally)) ?? 'noDays'}`)} />;
}

function Incomplete({ t, format, tally }: CellProps) {
  if (!tally || tally.openDays === 0)
    return <Nothing reason={t(`weightAccuracy.noAverage.${tally ? 'allClosed' : 'noDays'}`)} />;
  return tally.incompleteDays === 0 ? (
    <span className={s.none}>{format.number(0)}</span>
  ) : (
    <>{format.number(tally.incompleteDays)}</>
  );
}

/** As `Missing`, but no stop of the tab key: a table holds thousands of weeks. */
function Nothing({ reason }: { reason: string }) {
  return (
    <span className={s.nothing} title={reason}>
      <span aria-hidden="true">–</span>
      <span className="visually-hidden">{reason}</span>
    </span>
  );
}
