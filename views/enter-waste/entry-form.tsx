import type { ReactNode } from 'react';
import { Button } from '../../client/ui/button';
import { FormField } from '../../client/ui/form-field';
import type { Format } from '../../client/ui/format';
import { Icon } from '../../client/ui/icon';
import { stageName } from '../../server/domain/places/stage-name.rules';
import { otherItem, path, proposedItem } from '../../server/features/enter-waste/enter-waste-address.rules';
import type { EntryForm as Form, Item } from '../../server/features/enter-waste/enter-waste.contract';
import type { Translate } from '../../server/platform/i18n/messages';
import { weightUnits } from '../../server/platform/weight-units.rules';
import { PostForm } from '../layout/form';
import s from './entry-form.module.css';
import type { EntryFailure } from './refused';

interface EntryFormProps {
  t: Translate;
  format: Format;
  now: string;
  form: Form;
  uuid: string;
  typed: Record<string, string>;
  failure: EntryFailure | null;
}

/** Weight first, then what it is; what was chosen stays from one weighing to the next. */
export function EntryForm({ t, format, now, form, uuid, typed, failure }: EntryFormProps) {
  const { place, choices, reasons, stages } = form;
  const wrong = failure?.asking ? [] : (failure?.fields ?? []);
  const problem = (...names: string[]) => wrong.find(({ field }) => names.includes(field))?.sentence;
  const [wrongWeight, wrongItem, wrongTime] = [
    problem('grossWeight', 'weight', 'unit'),
    problem('itemId', 'itemName'),
    problem('occurredAt', 'localDate', 'localTime'),
  ];
  return (
    <PostForm action={path} className={s.form} aria-label={t('enterWaste.title')}>
      <input type="hidden" name="clientEventUuid" value={uuid} />
      {choices.organisationId !== undefined && (
        <input type="hidden" name="organisationId" value={choices.organisationId} />
      )}
      <input type="hidden" name="locationId" value={place.locationId} />
      <div className={s.field}>
        <label htmlFor="enter-weight" className={s.label}>
          {t('enterWaste.weight')}
        </label>
        <div className={s.weighing}>
          <input
            id="enter-weight"
            name="weight"
            className={s.weight}
            inputMode="decimal"
            autoComplete="off"
            enterKeyHint="done"
            maxLength={40}
            defaultValue={typed.weight ?? ''}
            autoFocus={
              wrongWeight !== undefined || (wrongItem === undefined && wrongTime === undefined && !failure?.asking)
            }
            aria-invalid={wrongWeight ? true : undefined}
            aria-describedby={wrongWeight ? 'enter-weight-error' : undefined}
          />
          <fieldset className={s.units}>
            <legend className="visually-hidden">{t('enterWaste.unit')}</legend>
            {weightUnits.map((unit) => (
              <label key={unit} className={s.unit}>
                <input type="radio" name="unit" value={unit} defaultChecked={unit === choices.unit} />
                <span>{unit}</span>
              </label>
            ))}
          </fieldset>
        </div>
        <Problem id="enter-weight-error" sentence={wrongWeight} />
      </div>
      <Items t={t} form={form} typed={typed} wrong={wrongItem} />
      <div className={s.pair}>
        {reasons.length > 0 && (
          <FormField
            kind="select"
            name="reasonId"
            label={t('enterWaste.reason')}
            note={t('layout.form.optional')}
            defaultValue={String(choices.reasonId ?? '')}
            error={problem('reasonId')}
            options={[
              { value: '', label: t('enterWaste.noReason') },
              ...reasons.map(({ refId, name }) => ({ value: String(refId), label: name })),
            ]}
          />
        )}
        <FormField
          kind="select"
          name="wasteStageId"
          label={t('enterWaste.stage')}
          defaultValue={String(choices.wasteStageId)}
          error={problem('wasteStageId')}
          options={stages.map((one) => ({
            value: String(one.wasteStageId),
            label: stageName(t, one.wasteStageId, one.wasteStageName),
          }))}
        />
      </div>
      <details className={s.time} open={wrongTime !== undefined || Boolean(typed.localDate || typed.localTime)}>
        <summary>
          <span className={s.label}>{t('enterWaste.time')}</span>
          <span>
            {t('enterWaste.now')}{' '}
            <small>
              <time dateTime={now}>{format.time(now)}</time>
              {form.severalZones && ` ${place.timeZone}`}
            </small>
          </span>
          <span className={s.another}>{t('enterWaste.anotherTime')}</span>
        </summary>
        <div className={s.pair}>
          <FormField
            kind="date"
            name="localDate"
            label={t('enterWaste.date')}
            hint={t('enterWaste.dateHint')}
            defaultValue={typed.localDate ?? ''}
            max={form.today}
          />
          <FormField
            kind="time"
            name="localTime"
            label={
              form.severalZones ? t('enterWaste.timeOfDayIn', { zone: place.timeZone }) : t('enterWaste.timeOfDay')
            }
            defaultValue={typed.localTime ?? ''}
          />
        </div>
        <Problem id="enter-time-error" sentence={wrongTime} />
      </details>
      <div className={s.bar}>
        <Button type="submit" tone="primary" wide className={s.save}>
          {t('enterWaste.save')}
        </Button>
      </div>
    </PostForm>
  );
}

function Problem({ id, sentence }: { id: string; sentence: string | undefined }) {
  return sentence === undefined ? null : (
    <p id={id} className={s.error}>
      <Icon name="error" />
      {sentence}
    </p>
  );
}

function Items({
  t,
  form,
  typed,
  wrong,
}: {
  t: Translate;
  form: Form;
  typed: Record<string, string>;
  wrong: string | undefined;
}) {
  const { items, moreItems, matches, choices } = form;
  const others = matches.filter((match) => items.every(({ refId }) => refId !== match.refId));
  const named = typed.itemId === otherItem || typed.itemId === proposedItem ? typed.itemId : null;
  const chosen = named ?? String(choices.itemId ?? '');
  const choice = ({ refId, name }: Item) => (
    <Choice key={refId} value={String(refId)} chosen={chosen}>
      {name}
    </Choice>
  );
  return (
    <fieldset className={s.field} aria-describedby={wrong ? 'enter-item-error' : undefined}>
      <legend className={s.legend}>{t('enterWaste.item')}</legend>
      <div className={s.items}>
        {items.map(choice)}
        {moreItems && (
          <Choice value={otherItem} chosen={chosen}>
            {t('enterWaste.otherItem')}
          </Choice>
        )}
        <Choice value={proposedItem} chosen={chosen}>
          {t('enterWaste.propose')}
        </Choice>
      </div>
      <div className={s.other}>
        <FormField
          name="itemName"
          label={t('enterWaste.itemName')}
          hint={moreItems ? t('enterWaste.itemNameHint') : undefined}
          defaultValue={typed.itemName ?? ''}
          maxLength={200}
          autoComplete="off"
          suggestions={moreItems && moreItems.names.length > 0 ? moreItems.names : undefined}
          autoFocus={wrong !== undefined && named !== null}
        />
        <p className={s.proposing}>{t('enterWaste.proposeHint')}</p>
      </div>
      <Problem id="enter-item-error" sentence={wrong} />
      {others.length > 0 && <div className={s.items}>{others.map(choice)}</div>}
    </fieldset>
  );
}

function Choice({ value, chosen, children }: { value: string; chosen: string; children: ReactNode }) {
  return (
    <label className={s.choice}>
      <input type="radio" name="itemId" value={value} defaultChecked={value === chosen} />
      <Icon name="check" />
      <span>{children}</span>
    </label>
  );
}
