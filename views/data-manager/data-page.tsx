import { Button, LinkButton } from '../../client/ui/button';
import { EmptyState } from '../../client/ui/empty-state';
import { createFormat, type FormatSettings } from '../../client/ui/format';
import { ListTable } from '../../client/ui/list-table';
import { PageHeader } from '../../client/ui/page-header';
import type { WasteEvent } from '../../server/domain/events/event-list.contract';
import type { EventSums } from '../../server/domain/events/event-sums.contract';
import type { DataColumn } from '../../server/features/data-manager/data.table';
import type { EventsBarView } from '../../server/features/events/events-choices.contract';
import type { Translate } from '../../server/platform/i18n/messages';
import type { TableView } from '../../server/platform/table/table-view.contract';
import { EventSumsRow } from '../events/event-sums';
import { EventsFilters } from '../events/events-filters';
import { DataTabs, type OpenTabs } from './data-tabs';
import s from './data.module.css';
import { EventPlace, EventStage, EventTime, addressOf, costOf, nameOf, weightOf } from './event-cells';

interface DataPageProps {
  t: Translate;
  settings: FormatSettings;
  tabs: OpenTabs;
  mayEdit: boolean;
  filters: EventsBarView;
  /** What all of them come to; null where they are too many. */
  sums: EventSums | null;
  table: TableView<DataColumn, WasteEvent>;
  /** The list ends before the events do. */
  capped: boolean;
  csvHref: string;
  /** Where all that were found are changed; null where they are too many. */
  allHref: string | null;
}

const form = 'chosen-events';

/** The waste events of an organisation, to be found, opened and chosen. */
export function DataPage(props: DataPageProps) {
  const { t, settings, tabs, mayEdit, filters, sums, table, capped, csvHref, allHref } = props;
  const format = createFormat(settings);
  const writing = { t, format };
  const { total } = table.pager;
  const zones = new Set(table.rows.map((row) => row.timeZone)).size > 1;
  const notSaid = t('legacy.events.notSaid');
  return (
    <>
      <PageHeader
        title={t('dataManager.title')}
        sentence={t('dataManager.lead')}
        actions={
          total > 0 && (
            <LinkButton icon="download" href={csvHref} download="WasteEvents.csv">
              {t('global.downloadCsv')}
            </LinkButton>
          )
        }
      />
      <DataTabs t={t} at="events" tabs={tabs} />
      <EventsFilters t={t} bar={filters} />
      {total === 0 ? (
        <EmptyState
          title={t('legacy.events.emptyTitle')}
          sentence={filters.narrowed ? t('legacy.events.emptySentence') : t('legacy.events.nothingSentence')}
          actions={filters.clear && <LinkButton href={filters.clear.href}>{t('events.clear')}</LinkButton>}
        />
      ) : (
        <>
          <EventSumsRow t={t} format={format} sums={sums} />
          {mayEdit && (
            <form id={form} method="get" action="/data-manager/changes/new" className={s.bar}>
              <Button type="submit">{t('dataManager.changeChosen')}</Button>
              {allHref !== null && <LinkButton href={allHref}>{t('dataManager.changeAll')}</LinkButton>}
            </form>
          )}
          <ListTable
            id="events"
            caption={capped ? t('dataManager.capped', { total: format.number(total) }) : t('dataManager.caption')}
            captionShown
            captionNote={zones && t('legacy.events.zonesDiffer')}
            counted
            format={format}
            table={table}
            cells={{
              chosen: (row) => (
                <label className={s.tick}>
                  <input type="checkbox" name="eventId" value={row.eventId} form={form} />
                  <span className="visually-hidden">
                    {t('dataManager.chooseOne', {
                      when: format.dateTime(row.occurredAt, row.timeZone),
                      where: row.locationName,
                    })}
                  </span>
                </label>
              ),
              occurredAt: (row) => <EventTime {...writing} event={row} zones={zones} />,
              locationName: (row) => <EventPlace event={row} />,
              wasteStageId: (row) => <EventStage t={t} event={row} />,
              itemName: (row) => row.itemName ?? notSaid,
              reasonName: (row) => row.reasonName ?? notSaid,
              netGrams: (row) => weightOf(writing, row.netGrams),
              cost: (row) => costOf(writing, row),
              origin: (row) => t(`legacy.origins.${row.origin}`),
            }}
            rowOf={(row) => ({ key: String(row.eventId), name: nameOf(writing, row), href: addressOf(row) })}
          />
        </>
      )}
    </>
  );
}
