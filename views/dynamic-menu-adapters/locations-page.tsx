import { Button, LinkButton } from '../../client/ui/button';
import { DataTable } from '../../client/ui/data-table';
import { EmptyState } from '../../client/ui/empty-state';
import { FormField } from '../../client/ui/form-field';
import { Notice } from '../../client/ui/notice';
import { PageHeader } from '../../client/ui/page-header';
import type { AdapterRow, LocationName } from '../../server/features/dynamic-menu-adapters/adapters.contract';
import type { Translate } from '../../server/platform/i18n/messages';
import { PostForm } from '../layout/form';
import type { FormFailure } from '../layout/form-failure';
import s from './adapters.module.css';
import { rowsSent } from './rows-sent';

interface LocationsPageProps {
  t: Translate;
  title: string;
  /** Of the adapter. */
  path: string;
  adapter: AdapterRow;
  names: LocationName[];
  choices: { id: number; name: string }[];
  refused: FormFailure | null;
}

/** Which location each name of the source means; those that nobody knows stand first. */
export function LocationsPage({ t, title, path, adapter, names, choices, refused }: LocationsPageProps) {
  const options = [
    { value: '', label: t('menuAdapters.locations.open') },
    { value: 'none', label: t('menuAdapters.locations.leaveOut') },
    ...choices.map(({ id, name }) => ({ value: String(id), label: name })),
  ];
  const sent = rowsSent(refused);
  // What stood undecided may have been decided by someone else meanwhile.
  const valueOf = (one: LocationName) =>
    sent.typed('meaning', one) ||
    (one.how === 'unknown' ? '' : one.locationId === null ? 'none' : String(one.locationId));
  return (
    <>
      <PageHeader
        title={title}
        sentence={t('menuAdapters.locations.sentence')}
        back={{ label: adapter.name, href: path }}
      />
      {refused && <Notice tone="error">{refused.sentence}</Notice>}
      {names.length === 0 ? (
        <EmptyState
          title={t('menuAdapters.locations.none')}
          sentence={t('menuAdapters.locations.noneSentence')}
          actions={<LinkButton href={path}>{t('menuAdapters.back')}</LinkButton>}
        />
      ) : (
        <PostForm action={`${path}/locations`} aria-label={title}>
          <input type="hidden" name="version" value={adapter.version} />
          <DataTable
            id="locations"
            caption={title}
            phone="blocks"
            columns={[
              { key: 'name', label: t('menuAdapters.review.name') },
              { key: 'location', label: t('menuAdapters.roles.location') },
              { key: 'how', label: t('menuAdapters.state') },
            ]}
            rows={names.map((one, at) => ({
              key: one.key,
              name: one.name,
              cells: [
                one.name,
                <div key="location" className={s.choose}>
                  <input type="hidden" name={`name-${at}`} value={one.name} />
                  <FormField
                    kind="select"
                    name={`meaning-${at}`}
                    label={t('menuAdapters.locations.of', { name: one.name })}
                    hideLabel
                    options={options}
                    defaultValue={valueOf(one)}
                  />
                </div>,
                t(`menuAdapters.locations.how.${one.how}`),
              ],
            }))}
          />
          <div className={s.bar}>
            <Button type="submit" tone="primary">
              {t('menuAdapters.locations.save')}
            </Button>
          </div>
        </PostForm>
      )}
    </>
  );
}
