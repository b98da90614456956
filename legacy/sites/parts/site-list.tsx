import { ListView, useList, type ListColumn } from '../../../client/legacy/list-view';
import { usePage } from '../../../client/legacy/page';
import p from '../../../client/legacy/page.module.css';
import { Head } from '../../../client/legacy/pieces';
import { Badge } from '../../../client/ui/badge';
import { Button } from '../../../client/ui/button';
import type { FormFieldProps } from '../../../client/ui/form-field';
import type { SiteOverview, SiteRow, SiteSort } from '../../../server/domain/places/sites.contract';
import { useSiteForms } from './site-form';

const usualSort = 'siteName';

/** All sites of the organisation, with the way into each. */
export function SiteList({ arrived, onOpen }: { arrived: boolean; onOpen: (siteId: number) => void }) {
  const { t, format } = usePage();
  const { openNewSite } = useSiteForms();
  const fields: FormFieldProps[] = [
    { name: 'text', kind: 'search', label: t('legacy.ui.search') },
    {
      name: 'status',
      kind: 'select',
      label: t('legacy.fields.state'),
      options: [
        { value: '', label: t('global.all') },
        { value: 'A', label: t('legacy.ui.open') },
        { value: 'I', label: t('legacy.ui.closed') },
      ],
    },
  ];
  const list = useList<SiteOverview>({ path: '/sites/overview', fields: fields.map(({ name }) => name), usualSort });
  const column = (key: SiteSort, extra: Partial<ListColumn<SiteRow>> = {}): ListColumn<SiteRow> => ({
    key,
    label: t(`legacy.fields.${key}`),
    sortable: true,
    cell: (site) => String(site[key] ?? '–'),
    ...extra,
  });
  return (
    <>
      <Head
        title={t('legacy.sites.title')}
        sentence={t('legacy.sites.sentence')}
        arrived={arrived}
        actions={
          <Button tone="primary" icon="plus" onClick={() => openNewSite(onOpen)}>
            {t('legacy.sites.new')}
          </Button>
        }
      />
      <ListView
        list={list}
        fields={fields}
        usualSort={usualSort}
        caption={t('legacy.sites.title')}
        count={({ total }) => ({ figure: format.number(total), words: t('legacy.sites.count', { count: total }) })}
        empty={{ title: t('legacy.sites.emptyTitle'), sentence: t('legacy.sites.emptySentence') }}
        rowsOf={({ sites }) =>
          sites.map((row) => ({
            key: String(row.siteId),
            row,
            onOpen: () => onOpen(row.siteId),
            greyed: row.siteStatus === 'I',
            note: <span className={p.onPhone}>{row.countryName}</span>,
          }))
        }
        columns={[
          column('siteName', { primary: true }),
          column('countryName'),
          column('regionName'),
          column('segmentName'),
          column('timeZone'),
          column('currencyCode'),
          column('locationCount', { numeric: true, cell: (site) => format.number(site.locationCount) }),
          column('deviceCount', { numeric: true, cell: (site) => format.number(site.deviceCount) }),
          column('siteStatus', { primary: true, cell: (site) => <StateBadge state={site.siteStatus} /> }),
        ]}
      />
    </>
  );
}

export function StateBadge({ state, of = 'site' }: { state: 'A' | 'I'; of?: 'site' | 'location' }) {
  const { t } = usePage();
  const words = t(
    of === 'location' ? `legacy.sites.locationStates.${state}` : state === 'A' ? 'legacy.ui.open' : 'legacy.ui.closed',
  );
  return state === 'A' ? <Badge tone="less">{words}</Badge> : <Badge>{words}</Badge>;
}
