import { closeView, useAddress, writeAddress } from '../../../client/legacy/address';
import { ListView, useList } from '../../../client/legacy/list-view';
import { useAnswer, usePage } from '../../../client/legacy/page';
import { Head } from '../../../client/legacy/pieces';
import { Button, LinkButton } from '../../../client/ui/button';
import { filterField } from '../../../client/ui/filter-field';
import type { DialogField } from '../../../client/ui/form-dialog';
import { Loaded } from '../../../client/ui/loaded';
import { Notice } from '../../../client/ui/notice';
import type { EventHead } from '../../../server/domain/events/event-choices.contract';
import type { EventList } from '../../../server/domain/events/event-list.contract';
import type { EventColumn } from '../../../server/domain/events/event.table';
import { cellsOf, EventNote } from './event-cells';
import { EventDialog } from './event-dialog';
import { useEventForms } from './event-forms';
import { useLookups } from './lookups';
import { searchedField } from './searched-choice';

export function EventsPage() {
  const { sentenceOf } = usePage();
  const head = useAnswer<EventHead<EventColumn>>('/waste-events/head');
  return (
    <Loaded from={head} sentenceOf={sentenceOf}>
      {(data) => <Events head={data} />}
    </Loaded>
  );
}

/** The other filters stand behind a button. */
const seenAtOnce = ['text', 'startDate', 'endDate', 'siteId', 'locationId'];

/** All events of the organisation; the address may name one of them, which is shown above. */
function Events({ head: { columns, sort: usualSort, filters } }: { head: EventHead<EventColumn> }) {
  const page = usePage();
  const { t, format } = page;
  const lookups = useLookups(page);
  const asked = Number(useAddress().get('event'));
  const opened = Number.isSafeInteger(asked) && asked > 0;
  const fields = filters.flatMap((control): DialogField[] => {
    if (control.kind === 'searched')
      return [
        searchedField({ name: control.name, label: control.label, begins: control.options, none: t('global.all') }),
      ];
    return control.kind === 'range' ? [] : [filterField(control)];
  });
  const usual = Object.fromEntries(filters.map(({ name, value }) => [name, value]));
  const list = useList<EventList>({ path: '/waste-events', fields: fields.map(({ name }) => name), usual, usualSort });
  const zones = new Set(list.data?.events.map((one) => one.timeZone)).size > 1;
  const byTime = list.sort.replace('-', '') === 'occurredAt';
  const cells = cellsOf(page, { zones });
  const { openNewEvent } = useEventForms(lookups, list.reload);
  const count = ({ total: number, totalIsCapped }: EventList) => {
    const total = format.number(number);
    if (!totalIsCapped)
      return { figure: t('legacy.ui.exactly', { total }), words: t('legacy.events.count', { count: number }) };
    return {
      figure: t('legacy.ui.moreThan', { total }),
      words: t(list.sort === 'occurredAt' ? 'legacy.events.oldestListed' : 'legacy.events.newestListed', { total }),
    };
  };
  return (
    <>
      <Head
        title={t('legacy.events.title')}
        sentence={t('legacy.events.sentence')}
        arrived={false}
        actions={
          <>
            <LinkButton icon="download" href={page.href('/waste-events/export', list.filters)} download>
              {t('global.downloadCsv')}
            </LinkButton>
            <Button tone="primary" icon="plus" busy={lookups.busy} onClick={openNewEvent}>
              {t('legacy.events.new')}
            </Button>
          </>
        }
      />
      {lookups.error !== null && !opened && <Notice tone="error" title={page.sentenceOf(lookups.error)} />}
      <ListView
        wide
        list={list}
        fields={fields}
        usual={usual}
        usualSort={usualSort}
        caption={t('legacy.events.title')}
        columns={columns.map(({ place, ...column }) => ({
          ...column,
          primary: place !== 'rest',
          cell: cells[column.key],
        }))}
        count={count}
        first={seenAtOnce}
        note={() =>
          zones
            ? [t('legacy.events.zonesDiffer'), byTime && t('legacy.events.zonesOrder')].filter(Boolean).join(' ')
            : null
        }
        empty={{ title: t('legacy.events.emptyTitle'), sentence: t('legacy.events.emptySentence') }}
        nothing={{
          title: t('legacy.events.nothingTitle'),
          sentence: t('legacy.events.nothingSentence'),
          actions: (
            <LinkButton href="/home" target="_top">
              {t('home.steps.see')}
            </LinkButton>
          ),
        }}
        rowsOf={({ events }) =>
          events.map((row) => ({
            key: String(row.eventId),
            row,
            onOpen: () => writeAddress({ event: row.eventId }, { opens: true }),
            note: <EventNote event={row} />,
            greyed: row.voidedAt !== null,
          }))
        }
      />
      {opened && (
        <EventDialog
          key={asked}
          eventId={asked}
          lookups={lookups}
          onChanged={list.reload}
          onClose={() => closeView({ event: null })}
        />
      )}
    </>
  );
}
