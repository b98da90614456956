import { alertList, type AlertListProps } from '../../client/alerts/alert-list.island';
import { FilterBar, type FilterControl } from '../../client/ui/filter-bar';
import { filterField } from '../../client/ui/filter-field';
import { PageHeader } from '../../client/ui/page-header';
import type { Translate } from '../../server/platform/i18n/messages';
import type { FilterBarView } from '../../server/platform/table/report-filters.contract';
import { Island } from '../layout/island';
import { OrganisationChoice } from '../layout/organisation-choice';
import { locales } from '../locales';

interface AlertsPageProps extends Omit<AlertListProps, 't' | 'layout'> {
  t: Translate;
  /** Those that somebody may choose from; none for whoever has their own alone. */
  organisations: { organisationId: number; name: string }[];
  bar: FilterBarView;
}

const path = '/alerts';

export function AlertsPage({ t, organisations, bar, ...list }: AlertsPageProps) {
  const { organisationId, settings } = list;
  const { controls, kept, chips, clear } = bar;
  const tip = {
    placeholder: t('alerts.searchPlaceholder'),
    title: t('alerts.searchTip'),
    'aria-description': t('alerts.searchTip'),
  };
  const shown = controls.flatMap((control): FilterControl[] =>
    control.kind === 'range'
      ? []
      : [
          {
            ...filterField(control),
            defaultValue: control.value,
            ...(control.kind === 'search' ? tip : {}),
          } as FilterControl,
        ],
  );
  return (
    <>
      <PageHeader title={t('alerts.title')} sentence={t('alerts.lead')} />
      {organisations.length > 1 && (
        <OrganisationChoice t={t} path={path} organisations={organisations} chosen={organisationId} />
      )}
      <FilterBar
        id="alert-filters"
        action={path}
        controls={shown}
        hidden={kept.organisationId ? { organisationId: kept.organisationId } : {}}
        chips={chips}
        clear={clear}
      />
      <Island of={alertList} when="load" props={{ ...list, layout: locales[settings.locale].layout }} />
    </>
  );
}
