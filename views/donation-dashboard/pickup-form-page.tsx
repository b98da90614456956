import { Button, LinkButton } from '../../client/ui/button';
import { FormField } from '../../client/ui/form-field';
import { createFormat, type FormatSettings } from '../../client/ui/format';
import { Notice } from '../../client/ui/notice';
import { PageHeader } from '../../client/ui/page-header';
import type { Partner, Pickup } from '../../server/features/donation-dashboard/donations.contract';
import { donationLimits } from '../../server/features/donation-dashboard/donations.rules';
import type { Translate } from '../../server/platform/i18n/messages';
import { PostForm } from '../layout/form';
import { locationGroups } from '../layout/location-groups';
import { path, type Refusal, type Sites } from './donation-words';
import s from './form.module.css';
import { problemIn, Refused } from './refused';

const fields = [
  'locationId',
  'partnerId',
  'day',
  'time',
  'weight',
  'itemId',
  'value',
  'temperature',
  'useBy',
  'note',
  'weighedFrom',
  'weighedTo',
] as const;
export type PickupTyped = Record<(typeof fields)[number] | 'version' | 'scheduleId' | 'scheduledOn', string>;

interface PickupFormPageProps {
  t: Translate;
  settings: FormatSettings;
  title: string;
  /** null: a new one. */
  pickup: Pickup | null;
  typed: PickupTyped;
  sites: Sites;
  partners: Partner[];
  items: { refId: number; refName: string }[];
  /** Partners are added by whoever sees every site. */
  addsPartners: boolean;
  refused: Refusal | null;
}

/** A pickup with its weight, what makes it safe, and whether it was weighed before. */
export function PickupFormPage({
  t,
  settings,
  title,
  pickup,
  typed,
  sites,
  partners,
  items,
  addsPartners,
  refused,
}: PickupFormPageProps) {
  const format = createFormat(settings);
  const lots = `${path}/pickups`;
  const back = pickup ? `${lots}/${pickup.pickupId}` : lots;
  const problem = problemIn(refused);
  const optional = t('layout.form.optional');
  const choose = { value: '', label: t('donations.choose') };
  const active = partners.filter(({ status, partnerId }) => status === 'A' || String(partnerId) === typed.partnerId);
  const text = (name: (typeof fields)[number]) => ({ name, defaultValue: typed[name], error: problem(name) });
  return (
    <>
      <PageHeader
        title={title}
        sentence={t('donations.formSentence')}
        back={{ label: t('donations.pickups'), href: back }}
      />
      <Refused refused={refused} fields={[...fields, 'grams']} />
      {active.length === 0 && (
        <Notice tone="info">
          {t('donations.partnerFirst')}{' '}
          {addsPartners && <a href={`${path}/partners/new`}>{t('donations.newPartner')}</a>}
        </Notice>
      )}
      <PostForm action={pickup ? `${back}/edit` : lots} className={s.form} aria-label={title}>
        {pickup && <input type="hidden" name="version" value={typed.version} />}
        {!pickup && typed.scheduleId && (
          <>
            <input type="hidden" name="scheduleId" value={typed.scheduleId} />
            <input type="hidden" name="scheduledOn" value={typed.scheduledOn} />
          </>
        )}
        <div className={s.pair}>
          <FormField
            kind="select"
            {...text('locationId')}
            label={t('legacy.fields.locationName')}
            required
            options={[choose, ...locationGroups(sites)]}
          />
          <FormField
            kind="select"
            {...text('partnerId')}
            label={t('donations.partner')}
            required
            options={[choose, ...active.map(({ partnerId, name }) => ({ value: String(partnerId), label: name }))]}
          />
          <FormField kind="date" {...text('day')} label={t('donations.day')} required />
          <FormField
            kind="time"
            {...text('time')}
            label={t('donations.time')}
            note={optional}
            hint={t('donations.timeHint')}
          />
          <FormField
            kind="number"
            {...text('weight')}
            error={problem('weight', 'grams')}
            label={t('donations.ourWeight')}
            suffix={format.unit.abbr}
            min={0}
            step="any"
            inputMode="decimal"
            required={pickup?.state === 'pickedUp'}
            hint={pickup?.state === 'pickedUp' ? undefined : t('donations.weightHint')}
          />
          <FormField
            kind="select"
            {...text('itemId')}
            label={t('legacy.fields.itemId')}
            note={optional}
            options={[
              { value: '', label: t('legacy.events.notSaid') },
              ...items.map(({ refId, refName }) => ({ value: String(refId), label: refName })),
            ]}
          />
        </div>
        <fieldset className={s.group}>
          <legend>{t('donations.safety')}</legend>
          <p className={s.about}>{t('donations.safetySentence')}</p>
          <div className={s.pair}>
            <FormField
              kind="number"
              {...text('temperature')}
              label={t('donations.temperature')}
              note={optional}
              suffix="°C"
              min={donationLimits.temperature.least}
              max={donationLimits.temperature.most}
              step="any"
            />
            <FormField kind="date" {...text('useBy')} label={t('donations.useBy')} note={optional} />
          </div>
        </fieldset>
        <fieldset className={s.group}>
          <legend>{t('donations.origin')}</legend>
          <p className={s.about}>{t('donations.originSentence')}</p>
          <div className={s.pair}>
            <FormField kind="date" {...text('weighedFrom')} label={t('donations.weighedFrom')} note={optional} />
            <FormField kind="date" {...text('weighedTo')} label={t('donations.weighedTo')} note={optional} />
            <FormField
              kind="number"
              {...text('value')}
              label={t('donations.value')}
              note={optional}
              hint={t('donations.valueHint')}
              min={0}
              step="any"
              inputMode="decimal"
            />
          </div>
        </fieldset>
        <FormField {...text('note')} label={t('donations.note')} note={optional} maxLength={donationLimits.note} />
        <div className={s.bar}>
          <Button type="submit" tone="primary">
            {t(pickup ? 'donations.save' : 'donations.addPickup')}
          </Button>
          <LinkButton href={back}>{t('global.cancel')}</LinkButton>
        </div>
      </PostForm>
    </>
  );
}
