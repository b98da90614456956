import type { Translate } from '../../server/platform/i18n/messages';
import { baselineDetailHref, baselineReadinessHref } from '../baselines/baseline-links';
import { Stage } from '../../client/ui/badge';
import { DataTable, type Column, type Row } from '../../client/ui/data-table';
import type { Format } from '../../client/ui/format';
import { Icon } from '../../client/ui/icon';
import { Missing } from '../../client/ui/missing';
import { Pagination } from '../../client/ui/pagination';
import { Card } from '../layout/section';
import { stageName } from '../../server/platform/i18n/stage-name.rules';
import s from './period-card.module.css';

interface StatusLine {
  locationId: number;
  siteName: string;
  locationName: string;
  stageId: number;
  stageName: string;
  /** Local date of the first transaction. */
  firstDay: string | null;
  dayCount: number;
}

type ColumnKey = 'site' | 'location' | 'stage' | 'firstTransaction' | 'days';

export interface StatusCardView {
  name: 'activation' | 'baseline' | 'reduction';
  open: boolean;
  /** Distinct. */
  locationCount: number;
  rows: StatusLine[];
  range: { from: number; to: number; total: number };
  columns: { key: ColumnKey; sorted: 'asc' | 'desc' | null; href: string }[];
  previousHref?: string | undefined;
  nextHref?: string | undefined;
}

/** The page behind a row; a location that waits for its first transaction has none. */
const hrefOf = {
  activation: () => undefined,
  baseline: baselineReadinessHref,
  reduction: baselineDetailHref,
};

interface PeriodCardProps {
  t: Translate;
  format: Format;
  card: StatusCardView;
  /** Whether other filters might show more. */
  narrowed: boolean;
}

/** One period with its locations. */
export function PeriodCard({ t, format, card, narrowed }: PeriodCardProps) {
  const { name, rows, range } = card;
  const title = t(`deploymentStatus.periods.${name}.title`);
  const empty = `${t(`deploymentStatus.periods.${name}.none`)}${narrowed ? ` ${t('deploymentStatus.noneFiltered')}` : ''}`;
  return (
    <Card
      id={`period-${name}`}
      title={title}
      sentence={t(`deploymentStatus.periods.${name}.sentence`)}
      count={{ value: format.number(card.locationCount), label: t('deploymentStatus.locations', { count: card.locationCount }) }}
      open={card.open}
    >
      <DataTable
        id={`locations-${name}`}
        caption={t('deploymentStatus.caption', { period: title })}
        captionHidden
        columns={columnsOf(t, card)}
        rows={rows.map((row) => rowOf(row, { t, format, name }))}
        empty={empty}
      >
        {(card.previousHref || card.nextHref) && (
          <Pagination from={format.number(range.from)} to={format.number(range.to)} total={format.number(range.total)} previousHref={card.previousHref} nextHref={card.nextHref} />
        )}
      </DataTable>
    </Card>
  );
}

function columnsOf(t: Translate, { name, columns, rows }: StatusCardView): Column[] {
  const shown = columns.filter(({ key }) => key !== 'firstTransaction' || name !== 'activation');
  const heads = shown.map(({ key, sorted, href }): Column => ({
    key,
    label: t(`deploymentStatus.columns.${key}`),
    numeric: key === 'days',
    primary: key === 'site' || key === 'days',
    sortHref: rows.length > 1 ? href : undefined,
    sorted: rows.length > 1 ? sorted : null,
  }));
  return name === 'activation' ? heads : [...heads, { key: 'details', label: t('deploymentStatus.columns.details'), numeric: true }];
}

function rowOf(row: StatusLine, { t, format, name }: { t: Translate; format: Format; name: StatusCardView['name'] }): Row {
  const first = row.firstDay === null ? <Missing key="first" reason={t('deploymentStatus.firstUnknown')} align="start" /> : format.date(row.firstDay);
  return {
    key: `${row.locationId}-${row.stageId}`,
    name: `${row.siteName}, ${row.locationName}`,
    href: hrefOf[name]({ locationId: row.locationId, wasteStageId: row.stageId }),
    cells: [
      <span key="site" className={s.name}>{row.siteName}<span className={s.under}>{row.locationName}</span></span>,
      <span key="location" className={s.name}>{row.locationName}</span>,
      <Stage key="stage" id={row.stageId} name={stageName(t, row.stageId, row.stageName)} />,
      ...(name === 'activation' ? [] : [first]),
      format.number(row.dayCount),
      ...(name === 'activation' ? [] : [<span key="details" className={s.details}><Icon name="info" /><span className="visually-hidden">{t(name === 'baseline' ? 'deploymentStatus.openReadiness' : 'deploymentStatus.openDetail')}</span></span>]),
    ],
  };
}
