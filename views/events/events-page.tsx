import type { ReactNode } from 'react';
import { Stage } from '../../client/ui/badge';
import { LinkButton } from '../../client/ui/button';
import { EmptyState } from '../../client/ui/empty-state';
import { createFormat, type Format, type FormatSettings } from '../../client/ui/format';
import { ListTable } from '../../client/ui/list-table';
import { Missing } from '../../client/ui/missing';
import { PageHeader } from '../../client/ui/page-header';
import type { EventSums } from '../../server/domain/events/event-sums.contract';
import { stageName } from '../../server/domain/places/stage-name.rules';
import type { ReadEvent } from '../../server/features/events/event-row.contract';
import type { EventsBarView } from '../../server/features/events/events-choices.contract';
import type { EventsColumn } from '../../server/features/events/events.table';
import type { Reckoning } from '../../server/features/events/reckoning.contract';
import type { Translate } from '../../server/platform/i18n/messages';
import type { TableView } from '../../server/platform/table/table-view.contract';
import { EventSumsRow } from './event-sums';
import { EventsFilters } from './events-filters';
import s from './events-page.module.css';
import { ReckoningPanel } from './reckoning-panel';
import { SummedPanel, type SummedView } from './summed-panel';

/** A location, its site, and the other site that is chosen beside it. */
export interface PlacesApart {
  locationName: string;
  siteName: string;
  chosenSiteName: string;
}

interface EventsPageProps {
  t: Translate;
  settings: FormatSettings;
  filters: EventsBarView;
  /** What all of them come to; null where they are too many. */
  sums: EventSums | null;
  reckoning: Reckoning | null;
  /** Where the figure is what its address sums up. */
  summed: SummedView | null;
  table: TableView<EventsColumn, ReadEvent>;
  /** The list ends before the events do. */
  capped: boolean;
  csvHref: string;
  apart: PlacesApart | null;
}

/** The events behind a figure, and how it came about. */
export function EventsPage({
  t,
  settings,
  filters,
  sums,
  reckoning,
  summed,
  table,
  capped,
  csvHref,
  apart,
}: EventsPageProps) {
  const format = createFormat(settings);
  const { total } = table.pager;
  const zones = new Set(table.rows.map((row) => row.timeZone)).size > 1;
  const byTime = table.columns.some(({ key, sorted }) => key === 'occurredAt' && sorted !== null);
  return (
    <>
      <PageHeader
        title={t('events.title')}
        sentence={t('events.lead')}
        actions={
          total > 0 && (
            <LinkButton icon="download" href={csvHref} download="Events.csv">
              {t('global.downloadCsv')}
            </LinkButton>
          )
        }
      />
      <EventsFilters t={t} bar={filters} />
      {reckoning && <ReckoningPanel t={t} format={format} reckoning={reckoning} />}
      {summed && <SummedPanel {...{ t, format, sums }} figure={summed} />}
      {total > 0 && <EventSumsRow t={t} format={format} sums={sums} />}
      {total === 0 ? (
        <EmptyState
          title={t('events.noneTitle')}
          sentence={apart ? t('events.placesApart', { ...apart }) : t('events.none')}
          actions={filters.clear && <LinkButton href={filters.clear.href}>{t('events.clear')}</LinkButton>}
        />
      ) : (
        <ListTable
          id="events"
          caption={capped ? t('events.capped', { total: format.number(total) }) : t('events.caption')}
          captionShown
          captionNote={
            zones && [t('legacy.events.zonesDiffer'), byTime && t('legacy.events.zonesOrder')].filter(Boolean).join(' ')
          }
          counted
          format={format}
          table={table}
          cells={cellsOf(t, format, { zones })}
          rowOf={(row) => ({
            key: String(row.eventId),
            name: `${row.siteName}, ${row.locationName}, ${format.dateTime(row.occurredAt, row.timeZone)}`,
          })}
        />
      )}
    </>
  );
}

/** Times with their zones where those of the rows differ. */
const cellsOf = (
  t: Translate,
  format: Format,
  { zones }: { zones: boolean },
): Record<EventsColumn, (row: ReadEvent) => ReactNode> => ({
  occurredAt: (row) => (
    <span className={s.whole}>
      {format.dateTime(row.occurredAt, row.timeZone)}
      {zones && (
        <>
          {' '}
          <small className={s.zone}>{format.zone(row.occurredAt, row.timeZone)}</small>
        </>
      )}
    </span>
  ),
  siteName: (row) => row.siteName,
  locationName: (row) => row.locationName,
  wasteStageId: (row) => (
    <span className={s.whole}>
      <Stage id={row.wasteStageId} name={stageName(t, row.wasteStageId, row.wasteStageName)} />
    </span>
  ),
  itemName: (row) => row.itemName ?? t('legacy.events.notSaid'),
  reasonName: (row) => row.reasonName ?? t('legacy.events.notSaid'),
  netGrams: (row) => (
    <>
      {format.weight(row.netGrams, { unit: false, decimals: 2 })}
      {row.estimated && <small> {t('events.estimatedShort')}</small>}
    </>
  ),
  cost: (row) =>
    row.costAmount === null || row.costCurrency === null ? (
      <Missing reason={t('legacy.events.noCost')} />
    ) : (
      format.money(row.costAmount, row.costCurrency)
    ),
});
