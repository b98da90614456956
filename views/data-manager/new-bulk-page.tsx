import { Button, LinkButton } from '../../client/ui/button';
import { FormField } from '../../client/ui/form-field';
import { createFormat, type FormatSettings } from '../../client/ui/format';
import { PageHeader } from '../../client/ui/page-header';
import type { ReferenceField } from '../../server/domain/events/reference-fields.rules';
import { bulkKinds, type BulkKind } from '../../server/features/data-manager/bulk-limits.rules';
import type { Translate } from '../../server/platform/i18n/messages';
import { PostForm } from '../layout/form';
import { problemIn, type FormFailure } from '../layout/form-failure';
import s from './data.module.css';
import { NotSaved } from './not-saved';
import { ValueChoice } from './value-choice';

interface Offer {
  sites: { siteName: string; locations: { locationId: number; locationName: string }[] }[];
  values: Record<ReferenceField, { refId: number; refName: string }[]>;
}

interface NewBulkPageProps {
  t: Translate;
  settings: FormatSettings;
  count: number;
  chosen: { eventIds: number[]; filter: string };
  kind: BulkKind | null;
  /** null while the kind is not chosen. */
  offer: Offer | null;
  refused: FormFailure | null;
}

/** What to do with the events that were chosen: first what, then to which value and why. */
export function NewBulkPage({ t, settings, count, chosen, kind, offer, refused }: NewBulkPageProps) {
  const format = createFormat(settings);
  return (
    <>
      <PageHeader
        title={t('dataManager.bulk.newTitle')}
        sentence={t('dataManager.found', { count, number: format.number(count) })}
        back={{ label: t('dataManager.title'), href: '/data-manager' }}
      />
      <NotSaved t={t} refused={refused} />
      {count === 0 ? (
        <LinkButton href="/data-manager">{t('dataManager.bulk.toEvents')}</LinkButton>
      ) : kind === null || offer === null ? (
        <form method="get" action="/data-manager/changes/new" className={s.form}>
          <Chosen {...chosen} />
          <fieldset className={s.radios}>
            <legend>{t('dataManager.bulk.what')}</legend>
            {bulkKinds.map((one, at) => (
              <label key={one}>
                <input type="radio" name="kind" value={one} defaultChecked={at === 0} />
                <span>{t(`dataManager.bulk.kinds.${one}`)}</span>
              </label>
            ))}
          </fieldset>
          <div>
            <Button type="submit" tone="primary">
              {t('dataManager.bulk.continue')}
            </Button>
          </div>
        </form>
      ) : (
        <Terms {...{ t, chosen, kind, offer, refused }} />
      )}
    </>
  );
}

function Chosen({ eventIds, filter }: NewBulkPageProps['chosen']) {
  if (eventIds.length === 0) return <input type="hidden" name="filter" value={filter} />;
  return eventIds.map((eventId) => <input key={eventId} type="hidden" name="eventId" value={eventId} />);
}

interface TermsProps extends Pick<NewBulkPageProps, 't' | 'chosen' | 'refused'> {
  kind: BulkKind;
  offer: Offer;
}

function Terms({ t, chosen, kind, offer, refused }: TermsProps) {
  return (
    <>
      <PostForm action="/data-manager/changes" className={s.form}>
        <Chosen {...chosen} />
        <input type="hidden" name="kind" value={kind} />
        <h2>{t(`dataManager.bulk.kinds.${kind}`)}</h2>
        <Value {...{ t, kind, offer, refused }} />
        <FormField
          name="reason"
          label={t('legacy.events.changeReason')}
          hint={t('dataManager.bulk.previewHint')}
          required
          maxLength={500}
          defaultValue={refused?.typed.reason ?? ''}
          error={problemIn(refused, 'reason')}
        />
        <div>
          <Button type="submit" tone="primary">
            {t('dataManager.bulk.preview')}
          </Button>
        </div>
      </PostForm>
      <form method="get" action="/data-manager/changes/new" className={s.bar}>
        <Chosen {...chosen} />
        <Button type="submit" tone="quiet">
          {t('dataManager.bulk.otherChange')}
        </Button>
      </form>
    </>
  );
}

function Value({ t, kind, offer, refused }: Omit<TermsProps, 'chosen'>) {
  if (kind === 'void' || kind === 'restore' || kind === 'recost') return null;
  const common = { id: 'bulk-value', name: kind, value: refused?.typed[kind] ?? '', error: problemIn(refused, kind) };
  if (kind === 'locationId')
    return (
      <ValueChoice
        {...common}
        label={t('legacy.fields.locationName')}
        fixed={[{ value: '', label: t('legacy.ui.choose') }]}
        options={offer.sites.flatMap(({ siteName, locations }) =>
          locations.map(({ locationId, locationName }) => ({
            value: String(locationId),
            label: locationName,
            group: siteName,
          })),
        )}
      />
    );
  return (
    <ValueChoice
      {...common}
      label={t(`legacy.fields.${kind}`)}
      fixed={[{ value: '', label: t('dataManager.bulk.noValue') }]}
      options={offer.values[kind].map(({ refId, refName }) => ({ value: String(refId), label: refName }))}
    />
  );
}
