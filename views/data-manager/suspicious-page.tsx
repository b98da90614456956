import { Button } from '../../client/ui/button';
import { EmptyState } from '../../client/ui/empty-state';
import { FormField } from '../../client/ui/form-field';
import { createFormat, type FormatSettings } from '../../client/ui/format';
import { ListTable } from '../../client/ui/list-table';
import { Notice } from '../../client/ui/notice';
import { PageHeader } from '../../client/ui/page-header';
import type { WasteEvent } from '../../server/domain/events/event-list.contract';
import type { Suspicion, SuspicionFacts, SuspiciousEvent } from '../../server/domain/events/suspicious.contract';
import type { SuspiciousColumn } from '../../server/features/data-manager/data.table';
import type { Translate } from '../../server/platform/i18n/messages';
import type { TableView } from '../../server/platform/table/table-view.contract';
import { DataTabs, type OpenTabs } from './data-tabs';
import s from './data.module.css';
import { EventPlace, EventTime, addressOf, nameOf, weightOf, type Writing } from './event-cells';

interface SuspiciousRow extends SuspiciousEvent {
  event: WasteEvent;
}

interface SuspiciousPageProps {
  t: Translate;
  settings: FormatSettings;
  tabs: OpenTabs;
  mayEdit: boolean;
  sites: { siteId: number; siteName: string }[];
  asked: { from: string; to: string; siteId: number | undefined };
  /** Not all events of these days were looked at. */
  capped: boolean;
  table: TableView<SuspiciousColumn, SuspiciousRow>;
}

/** Events that may be wrong, each with why. */
export function SuspiciousPage({ t, settings, tabs, mayEdit, sites, asked, capped, table }: SuspiciousPageProps) {
  const format = createFormat(settings);
  const writing = { t, format };
  const zones = new Set(table.rows.map(({ event }) => event.timeZone)).size > 1;
  return (
    <>
      <PageHeader title={t('dataManager.suspicious.title')} sentence={t('dataManager.suspicious.lead')} />
      <DataTabs t={t} at="suspicious" tabs={tabs} />
      <form method="get" action="/data-manager/suspicious" className={s.bar}>
        <FormField kind="date" name="startDate" label={t('legacy.ui.from')} defaultValue={asked.from} />
        <FormField kind="date" name="endDate" label={t('legacy.ui.to')} defaultValue={asked.to} />
        {sites.length > 1 && (
          <FormField
            kind="select"
            name="siteId"
            label={t('legacy.fields.siteName')}
            defaultValue={String(asked.siteId ?? '')}
            options={[
              { value: '', label: t('global.all') },
              ...sites.map(({ siteId, siteName }) => ({ value: String(siteId), label: siteName })),
            ]}
          />
        )}
        <Button type="submit" tone="primary">
          {t('events.apply')}
        </Button>
      </form>
      {capped && (
        <Notice tone="warning">
          <p>{t('dataManager.suspicious.capped')}</p>
        </Notice>
      )}
      {table.pager.total === 0 ? (
        <EmptyState title={t('dataManager.suspicious.none')} sentence={t('dataManager.suspicious.noneLead')} />
      ) : (
        <ListTable
          id="suspicious"
          caption={t('dataManager.suspicious.title')}
          counted
          phone="blocks"
          format={format}
          table={table}
          cells={{
            occurredAt: ({ event }) => <EventTime {...writing} event={event} zones={zones} />,
            locationName: ({ event }) => <EventPlace event={event} />,
            itemName: ({ event }) => event.itemName ?? t('legacy.events.notSaid'),
            netGrams: ({ event }) => weightOf(writing, event.netGrams),
            why: ({ suspicions, facts }) => (
              <ul className={s.reasons}>
                {suspicions.map((one) => (
                  <li key={one}>{sentenceOf(writing, one, facts)}</li>
                ))}
              </ul>
            ),
            right: ({ event }) =>
              mayEdit && <a href={`${addressOf(event)}#confirm`}>{t('dataManager.suspicious.right')}</a>,
          }}
          rowOf={({ event }) => ({ key: String(event.eventId), name: nameOf(writing, event), href: addressOf(event) })}
        />
      )}
    </>
  );
}

const clock = (minute: number) =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(Math.floor(minute % 60)).padStart(2, '0')}`;

function sentenceOf({ t, format }: Writing, suspicion: Suspicion, facts: SuspicionFacts): string {
  const weight = (grams: number) => format.weight(grams, { decimals: 2 });
  const { netGrams, usualGrams, containerTareGrams, secondsSinceTwin, secondsAhead } = facts;
  return t(`dataManager.suspicious.${suspicion}`, {
    times: format.number(usualGrams > 0 ? netGrams / usualGrams : 0),
    usual: weight(usualGrams),
    tare: weight(containerTareGrams ?? 0),
    seconds: format.number(suspicion === 'clock' ? secondsAhead : (secondsSinceTwin ?? 0)),
    from: clock(facts.earliestMinute),
    to: clock(facts.latestMinute),
  });
}
