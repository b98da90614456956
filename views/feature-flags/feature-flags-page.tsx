import { Button } from '../../client/ui/button';
import { FormField } from '../../client/ui/form-field';
import { createFormat, type FormatSettings } from '../../client/ui/format';
import { ListTable } from '../../client/ui/list-table';
import { Notice } from '../../client/ui/notice';
import { PageHeader } from '../../client/ui/page-header';
import type { FeatureOrganisation } from '../../server/features/feature-flags/feature-flags.contract';
import type { FlagColumn } from '../../server/features/feature-flags/feature-flags.table';
import type { Translate } from '../../server/platform/i18n/messages';
import type { FilterBarView } from '../../server/platform/table/report-filters.contract';
import type { TableView } from '../../server/platform/table/table-view.contract';
import { PostForm } from '../layout/form';
import { ReportFilters } from '../layout/report-filters';
import { Section } from '../layout/section';
import s from './feature-flags-page.module.css';

interface Flag {
  name: string;
  label: string;
  description: string;
}

export interface FeatureFlagsPageProps {
  t: Translate;
  settings: FormatSettings;
  flags: Flag[];
  chosen: Flag;
  /** Organisations, whatever the search. */
  counts: { on: number; all: number };
  filters: FilterBarView;
  table: TableView<FlagColumn, FeatureOrganisation>;
  /** How the list stands, to be so again after a switch. */
  kept: Record<string, string>;
  /** Switched just now. */
  saved: FeatureOrganisation | null;
  refused: string | null;
}

const path = '/feature-flags';

/** A flag of the product, and for which organisations it is on. */
export function FeatureFlagsPage({
  t,
  settings,
  flags,
  chosen,
  counts,
  filters,
  table,
  kept,
  saved,
  refused,
}: FeatureFlagsPageProps) {
  const format = createFormat(settings);
  return (
    <>
      <PageHeader title={t('featureFlags.title')} sentence={t('featureFlags.lead')} />
      <form method="get" action={path} className={s.choice} data-submit-on-change="">
        <FormField
          kind="select"
          name="flag"
          label={t('featureFlags.flag')}
          defaultValue={chosen.name}
          autoComplete="off"
          options={flags.map(({ name, label }) => ({ value: name, label }))}
        />
        <noscript>
          <Button type="submit">{t('featureFlags.choose')}</Button>
        </noscript>
      </form>
      <div id="flag" tabIndex={-1}>
        {refused !== null && <Notice tone="error">{refused}</Notice>}
        {saved && (
          <Notice tone="success">
            {t(saved.enabled ? 'featureFlags.enabledFor' : 'featureFlags.disabledFor', {
              flag: chosen.label,
              organization: saved.organizationName,
            })}
          </Notice>
        )}
        <Section
          title={chosen.label}
          sentence={`${chosen.description} ${t('featureFlags.counts', { on: format.number(counts.on), all: format.number(counts.all), count: counts.all })}`}
        >
          <ReportFilters id="flag-filters" format={format} bar={filters} />
          <ListTable
            id="flag-organizations"
            caption={t('featureFlags.caption', { flag: chosen.label })}
            counted
            format={format}
            table={table}
            cells={{
              organization: (one) => one.organizationName,
              id: (one) => one.organizationId,
              state: (one) => <Switch t={t} one={one} kept={kept} />,
            }}
            rowOf={(one) => ({ key: String(one.organizationId), name: one.organizationName })}
            empty={t(filters.narrowed ? 'featureFlags.noneFound' : 'featureFlags.noOrganizations')}
          />
        </Section>
      </div>
    </>
  );
}

/** Says how it stands; pressed, it is the other way round. */
function Switch({
  t,
  one: { name, organizationId, organizationName, enabled },
  kept,
}: {
  t: Translate;
  one: FeatureOrganisation;
  kept: Record<string, string>;
}) {
  const state = t(enabled ? 'featureFlags.enabled' : 'featureFlags.disabled');
  return (
    <PostForm
      action={`${path}/${encodeURIComponent(name)}/${organizationId}`}
      data-swap-form="flag"
      className={s.switch}
    >
      <input type="hidden" name="enabled" value={String(!enabled)} />
      {Object.entries(kept).map(([field, value]) => (
        <input key={field} type="hidden" name={field} value={value} />
      ))}
      <Button
        type="submit"
        size="small"
        icon={enabled ? 'check' : 'cross'}
        className={enabled ? s.on : s.off}
        aria-pressed={enabled}
        title={t(enabled ? 'featureFlags.disable' : 'featureFlags.enable')}
      >
        {state}
        <span className="visually-hidden"> {organizationName}</span>
      </Button>
    </PostForm>
  );
}
