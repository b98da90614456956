import { Button, LinkButton } from '../../client/ui/button';
import { Figure } from '../../client/ui/figure';
import { Fold } from '../../client/ui/fold';
import { FormField } from '../../client/ui/form-field';
import { createFormat, type FormatSettings } from '../../client/ui/format';
import { Notice } from '../../client/ui/notice';
import { PageHeader } from '../../client/ui/page-header';
import type { LocationDays } from '../../server/domain/measures/donated.contract';
import type { Pickup } from '../../server/features/donation-dashboard/donations.contract';
import { donationLimits, maySteps } from '../../server/features/donation-dashboard/donations.rules';
import type { Translate } from '../../server/platform/i18n/messages';
import { DescriptionList } from '../layout/description-list';
import { PostForm } from '../layout/form';
import { Section } from '../layout/section';
import {
  doneText,
  lotsHref,
  path,
  placeOf,
  weighedFilters,
  whenOf,
  type Done,
  type Refusal,
  type Writing,
} from './donation-words';
import s from './form.module.css';
import { problemIn, Refused } from './refused';
import { StateBadge } from './state-badge';

interface PickupPageProps {
  t: Translate;
  settings: FormatSettings;
  title: string;
  pickup: Pickup;
  /** The weighings that it stands for, and all pickups of them. */
  days: (LocationDays & { weighedGrams: number; pickups: number; grams: number }) | null;
  today: string;
  edits: boolean;
  done: Done | null;
  refused: Refusal | null;
}

const receiptFields = ['receiptNo', 'receivedOn', 'partnerWeight'] as const;

/** One pickup: what is known of it, how it compares with the weighings, and its receipt. */
export function PickupPage({ t, settings, title, pickup, days, today, edits, done, refused }: PickupPageProps) {
  const format = createFormat(settings);
  const action = `${path}/pickups/${pickup.pickupId}`;
  const { state, version } = pickup;
  return (
    <>
      <PageHeader
        title={title}
        badge={<StateBadge t={t} state={state} />}
        back={{ label: t('donations.pickups'), href: `${path}/pickups` }}
        actions={
          edits &&
          maySteps(pickup, 'change') && (
            <LinkButton tone={state === 'planned' ? 'primary' : 'plain'} href={`${action}/edit`}>
              {t(state === 'planned' ? 'donations.recordPickup' : 'legacy.ui.edit')}
            </LinkButton>
          )
        }
      />
      {done && <Notice tone="success">{doneText(t, done)}</Notice>}
      <Refused refused={refused} fields={receiptFields} />
      <DescriptionList items={factsOf({ t, format }, pickup)} />
      {days && <Compared {...{ t, format, days }} />}
      {state === 'confirmed' && <Receipt {...{ t, format, pickup }} />}
      {edits && maySteps(pickup, 'confirm') && (
        <Section id="receipt" title={t('donations.confirm')} sentence={t('donations.confirmSentence')}>
          <ReceiptForm {...{ t, format, pickup, today, refused }} />
        </Section>
      )}
      {edits && (
        <div className={s.actions}>
          {maySteps(pickup, 'reopen') && (
            <Fold quiet title={t('donations.reopen')}>
              <p>{t('donations.reopenSentence')}</p>
              <PostForm action={`${action}/reopen`}>
                <input type="hidden" name="version" value={version} />
                <Button type="submit">{t('donations.reopen')}</Button>
              </PostForm>
            </Fold>
          )}
          {maySteps(pickup, 'cancel') && (
            <Fold quiet title={t('donations.cancel')}>
              <p>{t('donations.cancelSentence')}</p>
              <PostForm action={`${action}/cancel`}>
                <input type="hidden" name="version" value={version} />
                <Button type="submit" tone="danger">
                  {t('donations.cancel')}
                </Button>
              </PostForm>
            </Fold>
          )}
        </div>
      )}
    </>
  );
}

function factsOf({ t, format }: Writing, pickup: Pickup) {
  const { grams, itemName, value, currency, temperature, useBy, note } = pickup;
  return [
    { term: t('donations.day'), value: whenOf(format, pickup) },
    { term: t('donations.from'), value: placeOf(pickup) },
    { term: t('donations.partner'), value: pickup.partnerName },
    { term: t('donations.ourWeight'), value: grams === null ? t('donations.notWeighed') : format.weight(grams) },
    { term: t('legacy.fields.itemId'), value: itemName ?? t('legacy.events.notSaid') },
    ...(value === null ? [] : [{ term: t('donations.value'), value: format.money(value, currency) }]),
    {
      term: t('donations.temperature'),
      value: temperature === null ? t('legacy.events.notSaid') : `${format.number(temperature, 1)}\u202f°C`,
    },
    { term: t('donations.useBy'), value: useBy === null ? t('legacy.events.notSaid') : format.date(useBy) },
    ...(note === '' ? [] : [{ term: t('donations.note'), value: note }]),
    ...(pickup.weighedFrom === null ? [{ term: t('donations.origin'), value: t('donations.aloneLong') }] : []),
  ];
}

/** What was weighed as a donation on its days, against all that was picked up of it. */
function Compared({
  t,
  format,
  days: { locationId, from, to, weighedGrams, pickups, grams },
}: Writing & { days: NonNullable<PickupPageProps['days']> }) {
  const range = format.range(from, to);
  return (
    <Section id="weighed" title={t('donations.compared.title', { range })} sentence={t('donations.compared.sentence')}>
      <DescriptionList
        items={[
          {
            term: t('donations.compared.weighed'),
            value: (
              <Figure of={{ kind: 'total' }} filters={weighedFilters({ locationId, startDate: from, endDate: to })}>
                {format.weight(weighedGrams)}
              </Figure>
            ),
          },
          {
            term: t('donations.compared.pickedUp', { count: pickups, number: format.number(pickups) }),
            value: (
              <a href={lotsHref({ locationId, startDate: from, show: 'left', origin: 'weighed' })}>
                {format.weight(grams)}
              </a>
            ),
          },
          { term: t('donations.difference'), value: format.weight(grams - weighedGrams, { sign: true }) },
        ]}
      />
    </Section>
  );
}

function Receipt({ t, format, pickup: { receiptNo, receivedOn, partnerGrams, grams } }: Writing & { pickup: Pickup }) {
  return (
    <Section id="receipt" title={t('donations.receipt')}>
      <DescriptionList
        items={[
          { term: t('donations.receiptNo'), value: receiptNo ?? '' },
          { term: t('donations.receivedOn'), value: receivedOn === null ? '' : format.date(receivedOn) },
          { term: t('donations.partnerWeight'), value: format.weight(partnerGrams ?? 0) },
          { term: t('donations.difference'), value: format.weight((partnerGrams ?? 0) - (grams ?? 0), { sign: true }) },
        ]}
      />
    </Section>
  );
}

function ReceiptForm({
  t,
  format,
  pickup,
  today,
  refused,
}: Writing & Pick<PickupPageProps, 'pickup' | 'today' | 'refused'>) {
  const problem = problemIn(refused);
  const typed = refused?.typed ?? {};
  return (
    <PostForm
      action={`${path}/pickups/${pickup.pickupId}/receipt`}
      className={s.form}
      aria-label={t('donations.confirm')}
    >
      <input type="hidden" name="version" value={pickup.version} />
      <div className={s.pair}>
        <FormField
          name="receiptNo"
          label={t('donations.receiptNo')}
          required
          maxLength={donationLimits.receipt}
          defaultValue={typed.receiptNo}
          error={problem('receiptNo')}
        />
        <FormField
          kind="date"
          name="receivedOn"
          label={t('donations.receivedOn')}
          required
          defaultValue={typed.receivedOn ?? today}
          error={problem('receivedOn')}
        />
        <FormField
          kind="number"
          name="partnerWeight"
          label={t('donations.partnerWeight')}
          suffix={format.unit.abbr}
          required
          min={0}
          step="any"
          inputMode="decimal"
          defaultValue={typed.partnerWeight}
          error={problem('partnerWeight', 'partnerGrams')}
        />
      </div>
      <div className={s.bar}>
        <Button type="submit" tone="primary">
          {t('donations.confirm')}
        </Button>
      </div>
    </PostForm>
  );
}
