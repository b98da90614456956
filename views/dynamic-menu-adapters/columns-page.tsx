import { Button, LinkButton } from '../../client/ui/button';
import { DataTable } from '../../client/ui/data-table';
import { EmptyState } from '../../client/ui/empty-state';
import { FormField } from '../../client/ui/form-field';
import { Notice } from '../../client/ui/notice';
import { PageHeader } from '../../client/ui/page-header';
import type { ChoiceSite } from '../../server/domain/places/secured-items.contract';
import type { AdapterRow } from '../../server/features/dynamic-menu-adapters/adapters.contract';
import { columnRoles, dateOrders, type ColumnRole } from '../../server/features/dynamic-menu-adapters/columns.rules';
import type { Translate } from '../../server/platform/i18n/messages';
import { PostForm } from '../layout/form';
import { problemIn, type FormFailure } from '../layout/form-failure';
import { Section } from '../layout/section';
import s from './adapters.module.css';

interface ColumnsPageProps {
  t: Translate;
  title: string;
  /** Of the adapter. */
  path: string;
  adapter: AdapterRow;
  guess: Record<ColumnRole, string | null>;
  sites: ChoiceSite[];
  refused: FormFailure | null;
}

const required: readonly ColumnRole[] = ['date', 'dish'];

/** Which column holds what: a guess, until somebody confirms it. */
export function ColumnsPage({ t, title, path, adapter, guess, sites, refused }: ColumnsPageProps) {
  const { sample, columns, version } = adapter;
  const header = (
    <>
      <PageHeader
        title={title}
        sentence={t('menuAdapters.columns.sentence')}
        back={{ label: adapter.name, href: path }}
      />
      {refused && <Notice tone="error">{refused.sentence}</Notice>}
    </>
  );
  if (!sample)
    return (
      <>
        {header}
        <EmptyState
          title={t('menuAdapters.columns.none')}
          sentence={t('menuAdapters.columns.noneSentence')}
          actions={<LinkButton href={path}>{t('menuAdapters.back')}</LinkButton>}
        />
      </>
    );
  const typed = refused?.typed;
  const chosen = (role: ColumnRole) => typed?.[role] ?? (columns ? columns[role] : guess[role]) ?? '';
  const places = typed ? (typed.locationIds ?? '').split(',').map(Number) : (columns?.locationIds ?? []);
  const wrongPlaces = problemIn(refused, 'locationIds');
  return (
    <>
      {header}
      <PostForm action={`${path}/columns`} className={s.form} aria-label={title}>
        <input type="hidden" name="version" value={version} />
        {columnRoles.map((role) => (
          <FormField
            key={role}
            kind="select"
            name={role}
            label={t(`menuAdapters.roles.${role}`)}
            required={required.includes(role)}
            options={[
              {
                value: '',
                label: t(required.includes(role) ? 'menuAdapters.columns.choose' : 'menuAdapters.columns.noColumn'),
              },
              ...sample.columns.map((column) => ({ value: column, label: column })),
            ]}
            defaultValue={chosen(role)}
            error={problemIn(refused, role)}
          />
        ))}
        <FormField
          kind="select"
          name="order"
          label={t('menuAdapters.columns.order')}
          hint={t('menuAdapters.columns.orderHint')}
          options={dateOrders.map((value) => ({ value, label: t(`menuAdapters.columns.orders.${value}`) }))}
          defaultValue={typed?.order ?? columns?.order ?? 'auto'}
          error={problemIn(refused, 'order')}
        />
        <fieldset className={s.group} aria-describedby={wrongPlaces ? 'places-hint places-error' : 'places-hint'}>
          <legend>{t('menuAdapters.columns.places')}</legend>
          <p id="places-hint" className={s.hint}>
            {t('menuAdapters.columns.placesHint')}
          </p>
          <div className={s.places}>
            {sites.flatMap(({ siteName, locations }) =>
              locations.map(({ locationId, locationName }) => (
                <FormField
                  key={locationId}
                  kind="checkbox"
                  id={`field-place-${locationId}`}
                  name="locationIds"
                  label={`${siteName} · ${locationName}`}
                  value={locationId}
                  defaultChecked={places.includes(locationId)}
                />
              )),
            )}
          </div>
          {wrongPlaces && (
            <p id="places-error" className={s.error}>
              {wrongPlaces}
            </p>
          )}
        </fieldset>
        <div className={s.bar}>
          <Button type="submit" tone="primary">
            {t('menuAdapters.columns.confirm')}
          </Button>
          <LinkButton href={path}>{t('global.cancel')}</LinkButton>
        </div>
      </PostForm>
      <Section id="sample" title={t('menuAdapters.columns.sample')}>
        <DataTable
          id="sample-rows"
          caption={t('menuAdapters.columns.sample')}
          wide
          columns={sample.columns.map((column) => ({ key: column, label: column }))}
          rows={sample.rows.map((cells, at) => ({ key: String(at), cells }))}
        />
      </Section>
    </>
  );
}
