import { button, linkButton } from '../../client/legacy/buttons';
import { el, type Child } from '../../client/legacy/element';
import type { FieldSpec } from '../../client/legacy/fields';
import { createFilters } from '../../client/legacy/filters';
import { readAddress, writeAddress } from '../../client/legacy/host-link';
import p from '../../client/legacy/page.module.css';
import { createRegion, emptyState, openPage, pageHead, trouble, waiting, type LegacyPage } from '../../client/legacy/page';
import { opener, pagination, table, type TableColumn } from '../../client/legacy/table';
import type { EventList, WasteEvent } from '../../server/features/waste-events/event-list.contract';
import { describe, missing, orMissing } from './parts/event-cells';
import { openEvent } from './parts/event-detail';
import { openNewEvent } from './parts/event-form';
import { all, deviceOptions, loadLookups, locationOptions, referenceSpecs, siteOptions, stageOptions, type Lookups } from './parts/lookups';

const usualSort = '-occurredAt';
const rowsPerPage = 50;

void openPage('legacy.events.title', (page) => {
  page.main.replaceChildren(waiting());
  const start = () => loadLookups(page).then((lookups) => show(page, lookups), (error: unknown) => page.main.replaceChildren(trouble(error, page.t, () => void start())));
  void start();
});

function show(page: LegacyPage, lookups: Lookups): void {
  const { t } = page;
  const region = createRegion(t);
  const filters = createFilters({ t, specs: filterSpecs(page, lookups), onChange: () => void load() });
  const download = linkButton({ label: t('global.downloadCsv'), drawing: 'download', href: '#', download: true });
  const enter = button({ label: t('legacy.events.new'), tone: 'primary', drawing: 'plus', onClick: () => openNewEvent(page, { lookups, onSaved: () => void load() }) });

  const load = () => region.fill(async () => {
    const address = readAddress();
    const sort = address.get('sort') ?? usualSort;
    download.href = page.href('/waste-events/export', filters.values());
    const list = await page.call<EventList>('/waste-events', { query: { ...filters.values(), sort, page: address.get('page'), limit: rowsPerPage } });
    return contents(page, { list, sort, reload: () => void load(), open });
  });
  const open = (eventId: number) => {
    writeAddress({ event: eventId });
    openEvent(page, { eventId, lookups, onChanged: () => void load(), onClose: () => writeAddress({ event: null }) });
  };

  page.main.replaceChildren(
    pageHead({ t, title: t('legacy.events.title'), sentence: t('legacy.events.sentence'), actions: [download, enter] }),
    filters.element, region.element);
  void load();
  const asked = Number(readAddress().get('event'));
  if (Number.isSafeInteger(asked) && asked > 0) open(asked);
}

function filterSpecs(page: LegacyPage, lookups: Lookups): FieldSpec[] {
  const { t } = page;
  const devices = deviceOptions(lookups);
  const select = (name: string, label: string, options: FieldSpec['options']): FieldSpec => ({ name, kind: 'select', label, options: [all(page), ...(options ?? [])] });
  return [
    { name: 'text', kind: 'search', label: t('legacy.ui.search') },
    { name: 'startDate', kind: 'date', label: t('legacy.ui.from') },
    { name: 'endDate', kind: 'date', label: t('legacy.ui.to') },
    select('siteId', t('legacy.fields.siteName'), siteOptions(page, lookups)),
    select('locationId', t('legacy.fields.locationName'), locationOptions(page, lookups, { closed: true })),
    select('wasteStageId', t('legacy.fields.wasteStageId'), stageOptions(page, lookups)),
    ...referenceSpecs(page, lookups, { retired: true, current: () => null }),
    ...(devices.length > 0 ? [select('deviceId', t('legacy.fields.deviceId'), devices)] : []),
    select('origin', t('legacy.fields.origin'), (['DEVICE', 'WEB', 'IMPORT', 'API'] as const).map((value) => ({ value, label: t(`legacy.origins.${value}`) }))),
    {
      name: 'state', kind: 'select', label: t('legacy.fields.state'), value: 'active',
      options: [{ value: 'active', label: t('legacy.events.counts') }, { value: 'voided', label: t('legacy.events.voided') }, { value: 'all', label: t('global.all') }],
    },
  ];
}

interface Shown {
  list: EventList;
  sort: string;
  reload: () => void;
  open: (eventId: number) => void;
}

function contents(page: LegacyPage, { list, sort, reload, open }: Shown): Child[] {
  const { t, format } = page;
  const totalText = t(list.totalIsCapped ? 'legacy.ui.moreThan' : 'legacy.ui.exactly', { total: format.number(list.total) });
  const count = el('p', { class: p.count, role: 'status' }, el('span', { class: p.figure }, totalText), el('span', { class: p.countWords }, t('legacy.events.count', { count: list.total })));
  if (list.total === 0) return [count, emptyState(t('legacy.events.emptyTitle'), t('legacy.events.emptySentence'))];
  const go = (values: Record<string, string | number | null>) => {
    writeAddress(values);
    reload();
  };
  return [
    count,
    table({
      t, caption: t('legacy.events.title'), columns: columns(page, open), rows: list.events, sort, wide: true,
      onSort: (next) => go({ sort: next === usualSort ? null : next, page: null }),
      isGrey: (event) => event.voidedAt !== null,
    }),
    pagination({ t, ...list, totalText, onPage: (next) => go({ page: next === 1 ? null : next }) }),
  ];
}

function columns(page: LegacyPage, open: (eventId: number) => void): TableColumn<WasteEvent>[] {
  const { t, format } = page;
  const unit = format.unit.abbr;
  const text = (key: string, extra: Partial<TableColumn<WasteEvent>> = {}): TableColumn<WasteEvent> =>
    ({ key, label: t(`legacy.fields.${key}`), cell: (event) => orMissing(page, describe(page, event)[key] ?? null), ...extra });
  const weight = (key: 'netGrams' | 'grossGrams' | 'tareGrams', extra: Partial<TableColumn<WasteEvent>> = {}) =>
    text(key, { unit, numeric: true, sortable: true, cell: (event) => format.weight(event[key], { decimals: 2, unit: false }), ...extra });
  // What is told apart by its id is sorted by its name.
  const value = (name: 'item' | 'reason' | 'source' | 'sink' | 'daypart' | 'container' | 'device') => ({ ...text(`${name}Id`, { sortable: true }), key: `${name}Name` });
  return [
    text('occurredAt', { sortable: true, place: 'lead', cell: (event) => lead(page, event, open) }),
    value('item'),
    weight('netGrams', { place: 'side' }),
    text('cost', { numeric: true, sortable: true, cell: (event) => describe(page, event).cost ?? missing(page, 'legacy.events.noCost') }),
    text('locationName', { sortable: true }),
    text('siteName', { sortable: true }),
    text('wasteStageId', { sortable: true }),
    value('reason'),
    value('sink'),
    weight('grossGrams'),
    weight('tareGrams'),
    text('entered', { numeric: true }),
    text('quantity', { numeric: true }),
    value('source'),
    value('daypart'),
    value('container'),
    value('device'),
    text('origin', { sortable: true }),
  ];
}

function lead(page: LegacyPage, event: WasteEvent, open: (eventId: number) => void): Child {
  const { t, format } = page;
  return el('span', {},
    opener(format.dateTime(event.occurredAt, event.timeZone), event.eventId, () => open(event.eventId)),
    event.voidedAt !== null && el('span', { class: p.badge }, t('legacy.events.voided')),
    el('span', { class: `${p.small ?? ''} ${p.onPhone ?? ''}` }, [event.itemName, event.locationName].filter((one) => one !== null).join(' · ')));
}
