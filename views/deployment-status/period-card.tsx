import type { ReactNode } from 'react';
import { Stage } from '../../client/ui/badge';
import { Figure } from '../../client/ui/figure';
import type { Format } from '../../client/ui/format';
import { Icon } from '../../client/ui/icon';
import { ListTable } from '../../client/ui/list-table';
import { Missing } from '../../client/ui/missing';
import { stageName } from '../../server/domain/places/stage-name.rules';
import { waitingDaysOf, type UnconfirmedIds } from '../../server/features/calendar/confirm-days.rules';
import type { CardName, StatusColumn } from '../../server/features/deployment-status/location-status.table';
import type { Translate } from '../../server/platform/i18n/messages';
import type { TableView } from '../../server/platform/table/table-view.contract';
import { baselineDetailHref, baselineReadinessHref } from '../baselines/baseline-links';
import { Card } from '../layout/section';
import { dateAfter } from '../performance/dates';
import s from './period-card.module.css';

interface StatusLine {
  locationId: number;
  siteName: string;
  locationName: string;
  stageId: number;
  stageName: string;
  /** Local date of the first transaction. */
  firstDay: string | null;
  /** Local date on which the period began. */
  enteredOn: string;
  dayCount: number;
}

export interface StatusCardView {
  name: CardName;
  open: boolean;
  /** Distinct. */
  locationCount: number;
  table: TableView<StatusColumn, StatusLine>;
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
  unconfirmed: UnconfirmedIds;
}

/** One period with its locations. */
export function PeriodCard({ t, format, card, narrowed, unconfirmed }: PeriodCardProps) {
  const { name, table } = card;
  const title = t(`deploymentStatus.periods.${name}.title`);
  const empty = `${t(`deploymentStatus.periods.${name}.none`)}${narrowed ? ` ${t('deploymentStatus.noneFiltered')}` : ''}`;
  const noteOf = (locationId: number) => {
    // Before the first transaction nothing is judged.
    const waiting = name === 'activation' ? null : waitingDaysOf(unconfirmed, locationId);
    return waiting && <Waiting t={t} href={waiting.href} />;
  };
  return (
    <Card
      id={`period-${name}`}
      title={title}
      sentence={t(`deploymentStatus.periods.${name}.sentence`)}
      count={{
        value: format.number(card.locationCount),
        label: t('deploymentStatus.locations', { count: card.locationCount }),
      }}
      open={card.open}
    >
      <ListTable
        id={`locations-${name}`}
        caption={t('deploymentStatus.caption', { period: title })}
        format={format}
        table={table}
        cells={cellsOf({ t, format, name })}
        rowOf={(row) => ({
          key: `${row.locationId}-${row.stageId}`,
          name: `${row.siteName}, ${row.locationName}`,
          href: hrefOf[name]({ locationId: row.locationId, wasteStageId: row.stageId }),
          note: noteOf(row.locationId),
        })}
        empty={empty}
      />
    </Card>
  );
}

/** That a location is not judged yet, and where its opening days are confirmed. */
function Waiting({ t, href }: { t: Translate; href: string | null }) {
  const words = t('reliability.OPENING_DAYS_UNCONFIRMED');
  return <span className={s.waiting}>{href === null ? words : <a href={href}>{words}</a>}</span>;
}

function cellsOf({
  t,
  format,
  name,
}: {
  t: Translate;
  format: Format;
  name: CardName;
}): Record<StatusColumn, (row: StatusLine) => ReactNode> {
  return {
    site: (row) => (
      <span className={s.name}>
        {row.siteName}
        <span className={s.under}>{row.locationName}</span>
      </span>
    ),
    location: (row) => <span className={s.name}>{row.locationName}</span>,
    stage: (row) => <Stage id={row.stageId} name={stageName(t, row.stageId, row.stageName)} />,
    firstTransaction: (row) =>
      row.firstDay === null ? (
        <Missing reason={t('deploymentStatus.firstUnknown')} align="start" />
      ) : (
        format.date(row.firstDay)
      ),
    days: (row) =>
      row.dayCount < 0 ? (
        format.number(row.dayCount)
      ) : (
        <Figure
          of={{ kind: 'days' }}
          filters={{
            locationId: row.locationId,
            wasteStageId: row.stageId,
            startDate: row.enteredOn,
            endDate: dateAfter(row.enteredOn, row.dayCount),
          }}
        >
          {format.number(row.dayCount)}
        </Figure>
      ),
    details: () => (
      <span className={s.details}>
        <Icon name="info" />
        <span className="visually-hidden">
          {t(name === 'baseline' ? 'deploymentStatus.openReadiness' : 'deploymentStatus.openDetail')}
        </span>
      </span>
    ),
  };
}
