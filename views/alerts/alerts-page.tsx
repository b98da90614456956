import { alertList, type AlertListProps } from '../../client/alerts/alert-list.island';
import { Button } from '../../client/ui/button';
import { FilterBar, type FilterControl } from '../../client/ui/filter-bar';
import { filterField } from '../../client/ui/filter-field';
import { FormField } from '../../client/ui/form-field';
import { PageHeader } from '../../client/ui/page-header';
import type { Translate } from '../../server/platform/i18n/messages';
import type { FilterBarView } from '../../server/platform/table/report-filters.contract';
import { Island } from '../layout/island';
import { locales } from '../locales';
import s from './alerts-page.module.css';

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
        <form method="get" action={path} className={s.organisation} data-submit-on-change="">
          <FormField
            kind="select"
            name="organisationId"
            label={t('alerts.organization')}
            defaultValue={String(organisationId)}
            autoComplete="off"
            options={organisations.map((one) => ({ value: String(one.organisationId), label: one.name }))}
          />
          <noscript>
            <Button type="submit">{t('alerts.chooseOrganization')}</Button>
          </noscript>
        </form>
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
