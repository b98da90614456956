import { Button, LinkButton } from '../../client/ui/button';
import { FormField } from '../../client/ui/form-field';
import { createFormat, type FormatSettings } from '../../client/ui/format';
import { PageHeader } from '../../client/ui/page-header';
import type { WasteEvent } from '../../server/domain/events/event-list.contract';
import type { ReferenceField } from '../../server/domain/events/reference-fields.rules';
import type { Translate } from '../../server/platform/i18n/messages';
import { PostForm } from '../layout/form';
import type { FormFailure } from '../layout/form-failure';
import s from './data.module.css';
import { addressOf } from './event-cells';
import { NotSaved } from './not-saved';
import { ValueChoice } from './value-choice';

interface SplitPageProps {
  t: Translate;
  settings: FormatSettings;
  event: WasteEvent;
  unit: { code: string; grams: number };
  standing: number;
  values: Record<ReferenceField, { refId: number; refName: string }[]>;
  refused: FormFailure | null;
}

const lines = [0, 1, 2, 3, 4, 5];
const fields = [
  ['itemId', 'itemName'],
  ['reasonId', 'reasonName'],
  ['sinkId', 'sinkName'],
] as const;

/** Cuts an event into parts, by shares or by weight. */
export function SplitPage({ t, settings, event, unit, standing, values, refused }: SplitPageProps) {
  const format = createFormat(settings);
  const typed = (name: string, at: number) => refused?.typed[name]?.split(',')[at] ?? '';
  const by = refused?.typed.by === 'weight' ? 'weight' : 'share';
  const weight = `${format.number(event.netGrams / unit.grams, 3)}\u202f${unit.code}`;
  return (
    <>
      <PageHeader
        title={t('dataManager.split.title', { id: event.eventId })}
        sentence={t('dataManager.split.lead', { weight })}
        back={{ label: t('legacy.events.one', { id: event.eventId }), href: addressOf(event) }}
      />
      <NotSaved t={t} refused={refused} />
      <PostForm action={`${addressOf(event)}/split`} className={s.form}>
        <input type="hidden" name="standing" value={standing} />
        <fieldset className={s.radios}>
          <legend>{t('dataManager.split.by')}</legend>
          <label>
            <input type="radio" name="by" value="share" defaultChecked={by === 'share'} />
            <span>{t('dataManager.split.share')}</span>
          </label>
          <label>
            <input type="radio" name="by" value="weight" defaultChecked={by === 'weight'} />
            <span>{t('dataManager.split.weight', { unit: unit.code })}</span>
          </label>
        </fieldset>
        <p>{t('dataManager.split.hint')}</p>
        {lines.map((at) => (
          <fieldset key={at} className={s.part}>
            <legend>{t('dataManager.split.part', { number: format.number(at + 1) })}</legend>
            <FormField
              kind="number"
              id={`amount-${at}`}
              name="amount"
              label={t('dataManager.split.amount')}
              min="0"
              step="any"
              inputMode="decimal"
              required={at < 2}
              defaultValue={typed('amount', at)}
            />
            {fields.map(([field, name]) => (
              <ValueChoice
                key={field}
                id={`${field}-${at}`}
                name={field}
                label={t(`legacy.fields.${field}`)}
                value={typed(field, at)}
                fixed={[
                  {
                    value: '',
                    label: t('dataManager.split.asBefore', { name: event[name] ?? t('legacy.events.notSaid') }),
                  },
                ]}
                options={values[field].map(({ refId, refName }) => ({ value: String(refId), label: refName }))}
              />
            ))}
          </fieldset>
        ))}
        <FormField
          name="reason"
          label={t('legacy.events.changeReason')}
          hint={t('legacy.events.reasonHint')}
          required
          maxLength={500}
          defaultValue={refused?.typed.reason ?? ''}
        />
        <div className={s.bar}>
          <Button type="submit" tone="primary">
            {t('dataManager.split.submit')}
          </Button>
          <LinkButton tone="quiet" href={addressOf(event)}>
            {t('global.cancel')}
          </LinkButton>
        </div>
      </PostForm>
    </>
  );
}
