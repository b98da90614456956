import { button } from '../../../client/legacy/buttons';
import { el, type Child } from '../../../client/legacy/element';
import { createFilters } from '../../../client/legacy/filters';
import { readAddress, writeAddress } from '../../../client/legacy/host-link';
import p from '../../../client/legacy/page.module.css';
import { createRegion, emptyState, pageHead, type LegacyPage } from '../../../client/legacy/page';
import { opener, pagination, table, type TableColumn } from '../../../client/legacy/table';
import type { SiteOverview, SiteRow } from '../../../server/features/sites/sites.contract';
import { openNewSite } from './site-form';

const usualSort = 'siteName';
const rowsPerPage = 50;

/** All sites of the organisation, with the way into each. */
export function showSites(page: LegacyPage, open: (siteId: number) => void): void {
  const { t } = page;
  const region = createRegion(t);
  const filters = createFilters({
    t, onChange: () => void load(),
    specs: [
      { name: 'text', kind: 'search', label: t('legacy.ui.search') },
      { name: 'status', kind: 'select', label: t('legacy.fields.state'), options: [{ value: '', label: t('global.all') }, { value: 'A', label: t('legacy.ui.open') }, { value: 'I', label: t('legacy.ui.closed') }] },
    ],
  });
  const load = () => region.fill(async () => {
    const address = readAddress();
    const sort = address.get('sort') ?? usualSort;
    const list = await page.call<SiteOverview>('/sites/overview', { query: { ...filters.values(), sort, page: address.get('page'), limit: rowsPerPage } });
    return contents(page, { list, sort, reload: () => void load(), open });
  });
  const create = button({ label: t('legacy.sites.new'), tone: 'primary', drawing: 'plus', onClick: () => openNewSite(page, open) });
  page.main.replaceChildren(pageHead({ t, title: t('legacy.sites.title'), sentence: t('legacy.sites.sentence'), actions: [create] }), filters.element, region.element);
  void load();
}

interface Shown {
  list: SiteOverview;
  sort: string;
  reload: () => void;
  open: (siteId: number) => void;
}

function contents(page: LegacyPage, { list, sort, reload, open }: Shown): Child[] {
  const { t, format } = page;
  const total = format.number(list.total);
  const count = el('p', { class: p.count, role: 'status' }, el('span', { class: p.figure }, total), el('span', { class: p.countWords }, t('legacy.sites.count', { count: list.total })));
  if (list.total === 0) return [count, emptyState(t('legacy.sites.emptyTitle'), t('legacy.sites.emptySentence'))];
  const go = (values: Record<string, string | number | null>) => {
    writeAddress(values);
    reload();
  };
  return [
    count,
    table({
      t, caption: t('legacy.sites.title'), columns: columns(page, open), rows: list.sites, sort,
      onSort: (next) => go({ sort: next === usualSort ? null : next, page: null }), isGrey: (site) => site.siteStatus === 'I',
    }),
    pagination({ t, ...list, totalText: total, onPage: (next) => go({ page: next === 1 ? null : next }) }),
  ];
}

export function stateBadge({ t }: LegacyPage, state: 'A' | 'I'): HTMLElement {
  return el('span', { class: `${p.badge ?? ''} ${state === 'A' ? p.good ?? '' : ''}` }, t(state === 'A' ? 'legacy.ui.open' : 'legacy.ui.closed'));
}

function columns(page: LegacyPage, open: (siteId: number) => void): TableColumn<SiteRow>[] {
  const { t, format } = page;
  const column = (key: keyof SiteRow, extra: Partial<TableColumn<SiteRow>> = {}): TableColumn<SiteRow> =>
    ({ key, label: t(`legacy.fields.${key}`), sortable: true, cell: (site) => String(site[key] ?? '–'), ...extra });
  return [
    column('siteName', { place: 'lead', cell: (site) => el('span', {}, opener(site.siteName, site.siteId, () => open(site.siteId)), el('span', { class: `${p.small ?? ''} ${p.onPhone ?? ''}` }, site.countryName)) }),
    column('countryName'),
    column('regionName'),
    column('segmentName'),
    column('timeZone'),
    column('currencyCode'),
    column('locationCount', { numeric: true, cell: (site) => format.number(site.locationCount) }),
    column('deviceCount', { numeric: true, cell: (site) => format.number(site.deviceCount) }),
    column('siteStatus', { place: 'side', cell: (site) => stateBadge(page, site.siteStatus) }),
  ];
}
