import { useCallback } from 'react';
import { useAddress, writeAddress } from '../../../client/legacy/address';
import { ListView, useList } from '../../../client/legacy/list-view';
import { usePage, type LegacyPage } from '../../../client/legacy/page';
import { Head } from '../../../client/legacy/pieces';
import { Button, LinkButton } from '../../../client/ui/button';
import type { FormFieldProps } from '../../../client/ui/form-field';
import { Loaded, useLoading } from '../../../client/ui/loaded';
import type { EventList } from '../../../server/features/waste-events/event-list.contract';
import { columnsOf, EventNote } from './event-columns';
import { EventDialog } from './event-dialog';
import { useEventForms } from './event-forms';
import { all, deviceOptions, loadLookups, locationOptions, referenceFields, siteOptions, stageOptions, valueOptions, type Lookups } from './lookups';

const usualSort = '-occurredAt';
const usual = { state: 'active' };

export function EventsPage() {
  const page = usePage();
  const lookups = useLoading(useCallback(() => loadLookups(page), [page]));
  return <Loaded from={lookups} sentenceOf={page.sentenceOf}>{(data) => <Events lookups={data} />}</Loaded>;
}

/** All events of the organisation; the address may name one of them, which is shown above. */
function Events({ lookups }: { lookups: Lookups }) {
  const page = usePage();
  const { t, format } = page;
  const asked = Number(useAddress().get('event'));
  const fields = fieldsOf(page, lookups);
  const list = useList<EventList>({ path: '/waste-events', fields: fields.map(({ name }) => name), usual, usualSort });
  const { openNewEvent } = useEventForms(lookups, list.reload);
  const figure = ({ total, totalIsCapped }: EventList) => t(totalIsCapped ? 'legacy.ui.moreThan' : 'legacy.ui.exactly', { total: format.number(total) });
  return (
    <>
      <Head
        title={t('legacy.events.title')} sentence={t('legacy.events.sentence')} arrived={false}
        actions={
          <>
            <LinkButton icon="download" href={page.href('/waste-events/export', list.filters)} download>{t('global.downloadCsv')}</LinkButton>
            <Button tone="primary" icon="plus" onClick={openNewEvent}>{t('legacy.events.new')}</Button>
          </>
        }
      />
      <ListView
        wide list={list} fields={fields} usual={usual} usualSort={usualSort} caption={t('legacy.events.title')} columns={columnsOf(page)}
        count={(data) => ({ figure: figure(data), words: t('legacy.events.count', { count: data.total }) })}
        empty={{ title: t('legacy.events.emptyTitle'), sentence: t('legacy.events.emptySentence') }}
        rowsOf={({ events }) => events.map((row) => ({
          key: String(row.eventId), row, onOpen: () => writeAddress({ event: row.eventId }), note: <EventNote event={row} />, greyed: row.voidedAt !== null,
        }))}
      />
      {Number.isSafeInteger(asked) && asked > 0 && <EventDialog key={asked} eventId={asked} lookups={lookups} onChanged={list.reload} onClose={() => writeAddress({ event: null })} />}
    </>
  );
}

function fieldsOf(page: LegacyPage, lookups: Lookups): FormFieldProps[] {
  const { t } = page;
  const devices = deviceOptions(lookups);
  const any = all(page);
  const device: FormFieldProps = { name: 'deviceId', kind: 'select', label: t('legacy.fields.deviceId'), options: [any, ...devices] };
  return [
    { name: 'text', kind: 'search', label: t('legacy.ui.search') },
    { name: 'startDate', kind: 'date', label: t('legacy.ui.from') },
    { name: 'endDate', kind: 'date', label: t('legacy.ui.to') },
    { name: 'siteId', kind: 'select', label: t('legacy.fields.siteName'), options: [any, ...siteOptions(page, lookups)] },
    { name: 'locationId', kind: 'select', label: t('legacy.fields.locationName'), options: [any, ...locationOptions(page, lookups, { closed: true })] },
    { name: 'wasteStageId', kind: 'select', label: t('legacy.fields.wasteStageId'), options: [any, ...stageOptions(page, lookups)] },
    ...referenceFields.filter(([name]) => lookups.values[name].length > 0).map(([name]): FormFieldProps =>
      ({ name, kind: 'select', label: t(`legacy.fields.${name}`), options: [any, ...valueOptions(lookups.values[name], { retired: true })] })),
    ...(devices.length > 0 ? [device] : []),
    { name: 'origin', kind: 'select', label: t('legacy.fields.origin'), options: [any, ...(['DEVICE', 'WEB', 'IMPORT', 'API'] as const).map((value) => ({ value, label: t(`legacy.origins.${value}`) }))] },
    {
      name: 'state', kind: 'select', label: t('legacy.fields.state'),
      options: [{ value: 'active', label: t('legacy.events.counts') }, { value: 'voided', label: t('legacy.events.voided') }, { value: 'all', label: t('global.all') }],
    },
  ];
}
