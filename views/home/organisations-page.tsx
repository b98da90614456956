import { Badge } from '../../client/ui/badge';
import { createFormat, type Locale, type WeightUnit } from '../../client/ui/format';
import { ListTable } from '../../client/ui/list-table';
import { Missing } from '../../client/ui/missing';
import { PageHeader } from '../../client/ui/page-header';
import type { OrganisationState } from '../../server/features/home/organisations.contract';
import type { OrganisationColumn } from '../../server/features/home/organisations.table';
import type { DateForms } from '../../server/platform/date-forms.rules';
import { isOn, type Flag } from '../../server/platform/feature-flags.rules';
import type { Translate } from '../../server/platform/i18n/messages';
import type { FilterBarView } from '../../server/platform/table/report-filters.contract';
import type { TableView } from '../../server/platform/table/table-view.contract';
import { ReportFilters } from '../layout/report-filters';
import s from './organisations-page.module.css';

interface OrganisationsPageProps {
  t: Translate;
  locale: Locale;
  unit: WeightUnit;
  timeZone: string;
  forms?: DateForms | undefined;
  filters: FilterBarView;
  table: TableView<OrganisationColumn, OrganisationState>;
  /** The pages on which the reader may act in an organisation; its row leads to the first. One is there only for those that have its flag. */
  pages: { path: string; title: string; flag: Flag | undefined }[];
}

/** Where internal staff land: the customers, how fresh their data is, and the ways into each. */
export function OrganisationsPage({ t, locale, unit, timeZone, forms, filters, table, pages }: OrganisationsPageProps) {
  const format = createFormat({ locale, unit, timeZone, forms });
  const hrefOf = (path: string, { id }: OrganisationState) => `${path}?organisationId=${id}`;
  return (
    <>
      <PageHeader title={t('home.staffTitle')} sentence={t('home.staffLead')} />
      <ReportFilters id="organisation-filters" format={format} bar={filters} />
      <ListTable
        id="organisations"
        caption={t('home.staffTitle')}
        counted
        format={format}
        table={table}
        cells={{
          name: (one) => (
            <>
              {one.name} {one.simulated && <Badge tone="attention">{t('global.simulated')}</Badge>}
            </>
          ),
          id: (one) => one.id,
          locations: ({ locations, allLocations }) =>
            locations === allLocations
              ? format.number(locations)
              : t('home.seenOf', { seen: format.number(locations), all: format.number(allLocations) }),
          lastWeek: (one) => (one.lastWeek ? format.week(one.lastWeek) : <Missing reason={t('home.noDataReason')} />),
          open: (one) => (
            <span className={s.ways}>
              {pages
                .filter(({ flag }) => isOn(one, flag))
                .map(({ path, title }) => (
                  <a key={path} href={hrefOf(path, one)}>
                    {title}
                    <span className="visually-hidden"> {one.name}</span>
                  </a>
                ))}
            </span>
          ),
        }}
        rowOf={(one) => ({ key: String(one.id), name: one.name, href: pages[0] && hrefOf(pages[0].path, one) })}
        empty={t(filters.narrowed ? 'home.noneFound' : 'home.noOrganisations')}
      />
    </>
  );
}
