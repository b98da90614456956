import { Button, LinkButton } from '../../client/ui/button';
import { FormField } from '../../client/ui/form-field';
import { PageHeader } from '../../client/ui/page-header';
import type { WasteEvent } from '../../server/domain/events/event-list.contract';
import { referenceFields, type ReferenceField } from '../../server/domain/events/reference-fields.rules';
import { stageName } from '../../server/domain/places/stage-name.rules';
import type { EventTexts } from '../../server/features/data-manager/event-form.contract';
import type { Translate } from '../../server/platform/i18n/messages';
import { PostForm } from '../layout/form';
import { problemIn, type FormFailure } from '../layout/form-failure';
import s from './data.module.css';
import { addressOf } from './event-cells';
import { NotSaved } from './not-saved';
import { ValueChoice } from './value-choice';

interface Offer {
  sites: { siteName: string; locations: { locationId: number; locationName: string }[] }[];
  stages: { wasteStageId: number; wasteStageName: string }[];
  values: Record<ReferenceField, { refId: number; refName: string }[]>;
}

interface CorrectPageProps {
  t: Translate;
  event: WasteEvent;
  unit: string;
  standing: string;
  texts: EventTexts;
  offer: Offer;
  /** Questions that are answered with yes by sending the form again; null where none is asked. */
  confirm: string | null;
  reason: string;
  refused: FormFailure | null;
}

/** Every value of an event, to be put right with a reason. */
export function CorrectPage({ t, event, unit, standing, texts, offer, confirm, reason, refused }: CorrectPageProps) {
  const wrong = (...names: string[]) => problemIn(refused, ...names);
  return (
    <>
      <PageHeader
        title={t('legacy.events.editTitle', { id: event.eventId })}
        sentence={t('dataManager.event.correctLead')}
        back={{ label: t('legacy.events.one', { id: event.eventId }), href: addressOf(event) }}
      />
      <NotSaved t={t} refused={refused} />
      <PostForm action={`${addressOf(event)}/correct`} className={s.form}>
        <input type="hidden" name="standing" value={standing} />
        {confirm !== null && <input type="hidden" name="confirm" value={confirm} />}
        <ValueChoice
          id="correct-location"
          name="locationId"
          label={t('legacy.fields.locationName')}
          value={texts.locationId}
          fixed={[]}
          options={offer.sites.flatMap(({ siteName, locations }) =>
            locations.map(({ locationId, locationName }) => ({
              value: String(locationId),
              label: locationName,
              group: siteName,
            })),
          )}
          error={wrong('locationId')}
        />
        <div className={s.pair}>
          <FormField
            kind="date"
            name="localDate"
            label={t('legacy.fields.localDate')}
            required
            defaultValue={texts.localDate}
            error={wrong('localDate', 'occurredAt')}
          />
          <FormField
            kind="time"
            name="localTime"
            label={t('legacy.fields.localTime')}
            hint={t('legacy.events.timeHintZone', { zone: event.timeZone })}
            required
            defaultValue={texts.localTime}
            error={wrong('localTime')}
          />
        </div>
        <FormField
          kind="select"
          name="wasteStageId"
          label={t('legacy.fields.wasteStageId')}
          defaultValue={texts.wasteStageId}
          error={wrong('wasteStageId')}
          options={offer.stages.map(({ wasteStageId, wasteStageName }) => ({
            value: String(wasteStageId),
            label: stageName(t, wasteStageId, wasteStageName),
          }))}
        />
        <div className={s.pair}>
          {referenceFields.map(([field]) => (
            <ValueChoice
              key={field}
              id={`correct-${field}`}
              name={field}
              label={t(`legacy.fields.${field}`)}
              value={texts[field]}
              fixed={[{ value: '', label: t('legacy.events.notSaid') }]}
              options={offer.values[field].map(({ refId, refName }) => ({ value: String(refId), label: refName }))}
              error={wrong(field)}
            />
          ))}
        </div>
        <div className={s.pair}>
          <FormField
            name="grossWeight"
            inputMode="decimal"
            label={t('legacy.fields.grossGrams')}
            suffix={unit}
            required
            defaultValue={texts.grossWeight}
            error={wrong('grossWeight')}
          />
          <FormField
            name="tareWeight"
            inputMode="decimal"
            label={t('legacy.fields.tareGrams')}
            suffix={unit}
            required
            defaultValue={texts.tareWeight}
            error={wrong('tareWeight')}
          />
          <FormField
            name="costAmount"
            inputMode="decimal"
            label={t('legacy.fields.cost')}
            hint={t('legacy.events.costHint')}
            defaultValue={texts.costAmount}
            error={wrong('costAmount', 'costCurrency')}
          />
          <FormField
            name="quantity"
            inputMode="decimal"
            label={t('legacy.fields.quantity')}
            note={t('layout.form.optional')}
            defaultValue={texts.quantity}
            error={wrong('quantity')}
          />
        </div>
        <FormField
          kind="select"
          name="countsAsWaste"
          label={t('legacy.fields.countsAsWaste')}
          defaultValue={texts.countsAsWaste}
          options={[
            { value: 'yes', label: t('legacy.yes') },
            { value: 'no', label: t('legacy.no') },
          ]}
        />
        <FormField
          kind="textarea"
          name="note"
          rows={3}
          maxLength={1_000}
          label={t('legacy.fields.note')}
          note={t('layout.form.optional')}
          defaultValue={texts.note}
          error={wrong('note')}
        />
        <FormField
          name="reason"
          label={t('legacy.events.changeReason')}
          hint={t('legacy.events.reasonHint')}
          required
          maxLength={500}
          defaultValue={reason}
          error={wrong('reason')}
        />
        <div className={s.bar}>
          <Button type="submit" tone="primary">
            {t(confirm === null ? 'legacy.ui.save' : 'legacy.events.saveAnyway')}
          </Button>
          <LinkButton tone="quiet" href={addressOf(event)}>
            {t('global.cancel')}
          </LinkButton>
        </div>
      </PostForm>
    </>
  );
}
