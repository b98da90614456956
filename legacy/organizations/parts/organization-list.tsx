import { ListView, useList, type ListColumn } from '../../../client/legacy/list-view';
import { useAnswer, usePage } from '../../../client/legacy/page';
import p from '../../../client/legacy/page.module.css';
import { Head, NotSaid } from '../../../client/legacy/pieces';
import { Badge } from '../../../client/ui/badge';
import { Button } from '../../../client/ui/button';
import type { FormFieldProps } from '../../../client/ui/form-field';
import type {
  OrganizationChoices,
  OrganizationList as Organizations,
  OrganizationRow,
  OrganizationSort,
} from '../../../server/domain/places/organizations.contract';
import { useOrganizationForms } from './organization-forms';

const usualSort = 'name';
const kinds = ['CUSTOMER', 'PARTNER', 'TRIAL'] as const;
const states = ['ACTIVE', 'SUSPENDED'] as const;

/** Every organisation that the person reaches, with the way into each. */
export function OrganizationList({ arrived, onOpen }: { arrived: boolean; onOpen: (organizationId: number) => void }) {
  const { t, format } = usePage();
  const choices = useAnswer<OrganizationChoices>('/organizations/choices');
  const { openNewOrganization } = useOrganizationForms();
  const every = { value: '', label: t('global.all') };
  const fields: FormFieldProps[] = [
    { name: 'text', kind: 'search', label: t('legacy.ui.search') },
    {
      name: 'kind',
      kind: 'select',
      label: t('organizations.fields.kind'),
      options: [every, ...kinds.map((value) => ({ value, label: t(`organizations.kinds.${value}`) }))],
    },
    {
      name: 'status',
      kind: 'select',
      label: t('organizations.fields.status'),
      options: [every, ...states.map((value) => ({ value, label: t(`organizations.states.${value}`) }))],
    },
  ];
  const list = useList<Organizations>({ path: '/organizations', fields: fields.map(({ name }) => name), usualSort });
  const column = (
    key: OrganizationSort,
    extra: Partial<ListColumn<OrganizationRow>> = {},
  ): ListColumn<OrganizationRow> => ({
    key,
    label: t(`organizations.fields.${key}`),
    sortable: true,
    cell: (one) => String(one[key] ?? '–'),
    ...extra,
  });
  const offered = choices.data;
  return (
    <>
      <Head
        title={t('organizations.title')}
        sentence={t('organizations.sentence')}
        arrived={arrived}
        actions={
          offered?.staff && (
            <Button tone="primary" icon="plus" onClick={() => void openNewOrganization(offered, onOpen)}>
              {t('organizations.new')}
            </Button>
          )
        }
      />
      <ListView
        list={list}
        fields={fields}
        usualSort={usualSort}
        caption={t('organizations.title')}
        count={({ total }) => ({ figure: format.number(total), words: t('organizations.count', { count: total }) })}
        empty={{ title: t('organizations.emptyTitle'), sentence: t('organizations.emptySentence') }}
        rowsOf={({ organizations }) =>
          organizations.map((row) => ({
            key: String(row.organizationId),
            row,
            onOpen: () => onOpen(row.organizationId),
            greyed: row.status === 'SUSPENDED',
            note: <span className={p.onPhone}>{row.countryName}</span>,
          }))
        }
        columns={[
          column('name', { primary: true }),
          {
            key: 'organizationId',
            label: t('organizations.fields.organizationId'),
            cell: ({ organizationId }) => String(organizationId),
          },
          column('kind', { cell: (one) => <KindWords organization={one} /> }),
          column('segmentName'),
          column('countryName'),
          column('currencyCode'),
          column('parentName', {
            cell: ({ parentName }) => parentName ?? <NotSaid reason={t('organizations.noParent')} />,
          }),
          column('siteCount', { numeric: true, cell: ({ siteCount }) => format.number(siteCount) }),
          column('status', { primary: true, cell: (one) => <StatusBadge organization={one} /> }),
        ]}
      />
    </>
  );
}

export function KindWords({ organization: { kind, system, simulated } }: { organization: OrganizationRow }) {
  const { t } = usePage();
  if (system) return <Badge tone="secure">{t('organizations.system')}</Badge>;
  return simulated ? t('organizations.simulated') : t(`organizations.kinds.${kind}`);
}

export function StatusBadge({ organization: { status } }: { organization: OrganizationRow }) {
  const { t } = usePage();
  return <Badge tone={status === 'ACTIVE' ? 'less' : 'attention'}>{t(`organizations.states.${status}`)}</Badge>;
}
