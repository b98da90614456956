import { el, type Child } from '../../../client/legacy/element';
import { createFilters } from '../../../client/legacy/filters';
import { readAddress, writeAddress } from '../../../client/legacy/host-link';
import p from '../../../client/legacy/page.module.css';
import { createRegion, emptyState, pageHead, type LegacyPage } from '../../../client/legacy/page';
import { opener, pagination, table, type TableColumn } from '../../../client/legacy/table';
import { stageName } from '../../../server/platform/i18n/stage-name.rules';
import type { BaselineList, BaselineStageRow } from '../../../server/features/baselines/manage-baselines.contract';

const usualSort = 'siteName';
const rowsPerPage = 50;
const lastDayOfWeek = 6;

/** Every location and stage with where it stands, and the way into each. */
export function showStages(page: LegacyPage, open: (locationId: number, stageId: number) => void): void {
  const { t } = page;
  const region = createRegion(t);
  const any = { value: '', label: t('global.all') };
  const filters = createFilters({
    t, onChange: () => void load(),
    specs: [
      { name: 'text', kind: 'search', label: t('legacy.ui.search') },
      { name: 'wasteStageId', kind: 'select', label: t('legacy.fields.wasteStageId'), options: [any, ...[8, 9, 23].map((id) => ({ value: String(id), label: t(`global.stage${id}`) }))] },
      { name: 'period', kind: 'select', label: t('legacy.fields.period'), options: [any, ...['ACTIVATION', 'BASELINE', 'REDUCTION'].map((value) => ({ value, label: t(`legacy.periods.${value}`) }))] },
      { name: 'proposed', kind: 'select', label: t('legacy.baselines.proposals'), options: [any, { value: 'true', label: t('legacy.baselines.waiting') }] },
    ],
  });
  const load = () => region.fill(async () => {
    const address = readAddress();
    const sort = address.get('sort') ?? usualSort;
    const list = await page.call<BaselineList>('/baselines', { query: { ...filters.values(), sort, page: address.get('page'), limit: rowsPerPage } });
    return contents(page, { list, sort, reload: () => void load(), open });
  });
  page.main.replaceChildren(pageHead({ t, title: t('legacy.baselines.title'), sentence: t('legacy.baselines.sentence') }), filters.element, region.element);
  void load();
}

interface Shown {
  list: BaselineList;
  sort: string;
  reload: () => void;
  open: (locationId: number, stageId: number) => void;
}

function contents(page: LegacyPage, { list, sort, reload, open }: Shown): Child[] {
  const { t, format } = page;
  const total = format.number(list.total);
  const count = el('p', { class: p.count, role: 'status' }, el('span', { class: p.figure }, total), el('span', { class: p.countWords }, t('legacy.baselines.count', { count: list.total })));
  if (list.total === 0) return [count, emptyState(t('legacy.baselines.emptyTitle'), t('legacy.baselines.emptySentence'))];
  const go = (values: Record<string, string | number | null>) => {
    writeAddress(values);
    reload();
  };
  return [
    count,
    table({ t, caption: t('legacy.baselines.title'), columns: columns(page, open), rows: list.stages, sort, wide: true, onSort: (next) => go({ sort: next === usualSort ? null : next, page: null }) }),
    pagination({ t, ...list, totalText: total, onPage: (next) => go({ page: next === 1 ? null : next }) }),
  ];
}

/** From the Monday of the first week to the Sunday of the last. */
export function weeksInWords({ format, t }: LegacyPage, firstWeek: string, lastWeek: string): string {
  const sunday = new Date(`${lastWeek}T12:00:00Z`);
  sunday.setUTCDate(sunday.getUTCDate() + lastDayOfWeek);
  return t('legacy.baselines.fromTo', { from: format.date(firstWeek), to: format.date(sunday.toISOString().slice(0, 10)) });
}

export function periodBadge({ t }: LegacyPage, period: BaselineStageRow['period']): HTMLElement {
  const tone = { ACTIVATION: '', BASELINE: p.attention, REDUCTION: p.good }[period] ?? '';
  return el('span', { class: `${p.badge ?? ''} ${tone}` }, t(`legacy.periods.${period}`));
}

function columns(page: LegacyPage, open: (locationId: number, stageId: number) => void): TableColumn<BaselineStageRow>[] {
  const { t, format } = page;
  const unit = format.unit.abbr;
  const stageOf = (row: BaselineStageRow) => stageName(t, row.wasteStageId, row.wasteStageName);
  const or = (text: string | null) => text ?? el('span', { title: t('legacy.baselines.none') }, el('span', { 'aria-hidden': 'true' }, '–'), el('span', { class: 'visually-hidden' }, t('legacy.baselines.none')));
  return [
    {
      key: 'siteName', label: t('legacy.fields.siteName'), sortable: true, place: 'lead',
      cell: (row) => el('span', {}, opener(row.siteName, `${row.locationId}/${row.wasteStageId}`, () => open(row.locationId, row.wasteStageId)), el('span', { class: `${p.small ?? ''} ${p.onPhone ?? ''}` }, `${row.locationName} · ${stageOf(row)}`)),
    },
    { key: 'locationName', label: t('legacy.fields.locationName'), sortable: true, cell: (row) => row.locationName },
    { key: 'wasteStageId', label: t('legacy.fields.wasteStageId'), sortable: true, cell: stageOf },
    { key: 'period', label: t('legacy.fields.period'), sortable: true, place: 'side', cell: (row) => periodBadge(page, row.period) },
    { key: 'gPerOpenDay', label: t('legacy.baselines.weightPerDay'), unit, numeric: true, sortable: true, cell: (row) => or(row.gPerOpenDay === null ? null : format.weight(row.gPerOpenDay, { unit: false })) },
    { key: 'costPerOpenDay', label: t('legacy.baselines.costPerDay'), numeric: true, sortable: true, cell: (row) => or(row.costPerOpenDay === null ? null : format.money(row.costPerOpenDay, row.currencyCode)) },
    { key: 'firstWeek', label: t('legacy.baselines.weeks'), sortable: true, cell: (row) => or(row.firstWeek && row.lastWeek ? weeksInWords(page, row.firstWeek, row.lastWeek) : null) },
    {
      key: 'weeksPassing', label: t('legacy.baselines.readiness'), sortable: true,
      cell: (row) => (row.autoBaselineEnabled ? t('legacy.baselines.weeksPass', { passing: row.weeksPassing, judged: row.weeksJudged }) : t('legacy.baselines.autoIsOff')),
    },
    { key: 'method', label: t('legacy.baselines.method'), sortable: true, cell: (row) => or(row.method && t(`legacy.methods.${row.method}`)) },
    { key: 'proposals', label: t('legacy.baselines.proposals'), cell: (row) => (row.proposals > 0 ? el('span', { class: `${p.badge ?? ''} ${p.attention ?? ''}` }, t('legacy.baselines.waiting')) : '') },
  ];
}
