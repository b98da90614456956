import { useState, type FormEvent } from 'react';
import type { Checkweight, CheckweightDay } from '../../server/features/weight-accuracy/weight-accuracy.contract';
import { request, RequestError } from '../runtime/request';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { FormField } from '../ui/form-field';
import type { Format } from '../ui/format';
import s from './day-table.module.css';
import { weighingTimes } from './weighing-times';
import type { AccuracyTranslate } from './words';

interface EditWeightsProps {
  t: AccuracyTranslate;
  format: Format;
  day: CheckweightDay;
  locationName: string;
  onCorrected(weight: Checkweight): void;
  onAdded(weight: Checkweight): void;
  onClose(): void;
}

/** The check weights of a day as fields, each confirmed by itself, and one more that no scale has sent. */
export function EditWeights({ t, format, day, locationName, onCorrected, onAdded, onClose }: EditWeightsProps) {
  const none = day.checkweights.length === 0;
  // What is entered in the meantime does not change what the dialog was opened for.
  const [began] = useState<'add' | 'edit'>(none ? 'add' : 'edit');
  const times = weighingTimes(day.checkweights, format, day.timeZone);
  return (
    <Dialog
      open
      size="small"
      title={t(`weightAccuracy.${began}.title`)}
      sentence={t(`weightAccuracy.${began}.sentence`, { date: format.date(day.date), location: locationName })}
      closeLabel={t('weightAccuracy.edit.close')}
      onClose={onClose}
      footer={<Button onClick={onClose}>{t('weightAccuracy.edit.close')}</Button>}
    >
      <div className={s.rows}>
        {day.checkweights.map((weight, at) => (
          <WeightRow key={weight.id} {...{ t, format, weight, onCorrected }} time={times[at] ?? ''} unit={day.unit} />
        ))}
        <NewWeight {...{ t, format, day, onAdded }} another={!none} />
      </div>
    </Dialog>
  );
}

interface WeightRowProps extends Pick<EditWeightsProps, 't' | 'format' | 'onCorrected'> {
  weight: Checkweight;
  time: string;
  unit: string;
}

interface NewWeightProps extends Pick<EditWeightsProps, 't' | 'format' | 'day' | 'onAdded'> {
  another: boolean;
}

function NewWeight({ t, format, day, onAdded, another }: NewWeightProps) {
  const [pending, setPending] = useState(nothing);
  const [busy, setBusy] = useState(false);
  const [errors, setErrors] = useState<Partial<Record<'time' | 'netWeight' | 'date', string>>>({});
  const [saved, setSaved] = useState<string | null>(null);
  const type = (typed: Partial<typeof nothing>) => {
    setPending({ ...pending, ...typed });
    setSaved(null);
  };
  const add = async (event: FormEvent) => {
    event.preventDefault();
    setSaved(null);
    const netWeight = numberOf(pending.netWeight);
    const missing = {
      ...(pending.time === '' && { time: t('weightAccuracy.add.noTime') }),
      ...(netWeight === null && { netWeight: t('weightAccuracy.edit.notANumber') }),
    };
    setErrors(missing);
    if (pending.time === '' || netWeight === null) return;
    setBusy(true);
    try {
      const added = await request<Checkweight>('/rest/v1/wam/checkweight', {
        method: 'POST',
        body: { locationId: day.locationId, date: day.date, time: pending.time, netWeight },
      });
      onAdded(added);
      setPending(nothing);
      setSaved(savedAs(added, { t, format, unit: day.unit }));
    } catch (failure) {
      const fields = failure instanceof RequestError ? failure.fields : {};
      setErrors(Object.keys(fields).length > 0 ? fields : { netWeight: whyNot(failure, t) });
    } finally {
      setBusy(false);
    }
  };
  return (
    <form className={s.newRow} noValidate onSubmit={(event) => void add(event)}>
      {another && <h3 className={s.another}>{t('weightAccuracy.add.another')}</h3>}
      <FormField
        kind="time"
        name="time"
        id="new-weight-time"
        label={t('weightAccuracy.add.time')}
        value={pending.time}
        error={errors.time ?? errors.date}
        onChange={(event) => type({ time: event.target.value })}
      />
      <FormField
        kind="number"
        name="netWeight"
        id="new-weight"
        label={t('weightAccuracy.add.net')}
        suffix={day.unit}
        min={0}
        step="any"
        inputMode="decimal"
        autoComplete="off"
        value={pending.netWeight}
        error={errors.netWeight}
        onChange={(event) => type({ netWeight: event.target.value })}
      />
      <Button type="submit" disabled={busy} busy={busy}>
        {t('weightAccuracy.add.save')}
      </Button>
      <p className={s.saved} role="status">
        {saved}
      </p>
    </form>
  );
}

const nothing = { time: '', netWeight: '' };

function numberOf(typed: string): number | null {
  const number = typed.trim() === '' ? Number.NaN : Number(typed);
  return Number.isFinite(number) ? number : null;
}

const savedAs = (
  { weight }: Checkweight,
  { t, format, unit }: Pick<EditWeightsProps, 't' | 'format'> & { unit: string },
) => t('weightAccuracy.edit.saved', { weight: `${format.number(weight, 1)}\u202f${unit}` });

function whyNot(failure: unknown, t: AccuracyTranslate): string {
  const known = failure instanceof RequestError && failure.status >= 400 && failure.status < 500;
  return known ? (failure.fields.netWeight ?? failure.message) : t('weightAccuracy.edit.failed');
}

/** As many decimals as a scale shows. */
const typedOf = (weight: number) => String(Number(weight.toFixed(2)));

function WeightRow({ t, format, weight, time, unit, onCorrected }: WeightRowProps) {
  const [pending, setPending] = useState(typedOf(weight.weight));
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | undefined>();
  const [saved, setSaved] = useState<string | null>(null);
  const confirm = async (event: FormEvent) => {
    event.preventDefault();
    setSaved(null);
    const netWeight = numberOf(pending);
    if (netWeight === null) return setError(t('weightAccuracy.edit.notANumber'));
    setBusy(true);
    setError(undefined);
    try {
      const now = await request<Checkweight>(`/rest/v1/wam/checkweight/${weight.id}/netWeight`, {
        method: 'PUT',
        body: { checkweightId: weight.id, netWeight },
      });
      onCorrected(now);
      setPending(typedOf(now.weight));
      setSaved(savedAs(now, { t, format, unit }));
    } catch (failure) {
      setError(whyNot(failure, t));
    } finally {
      setBusy(false);
    }
  };
  return (
    <form className={s.row} noValidate onSubmit={(event) => void confirm(event)}>
      <FormField
        kind="number"
        name="netWeight"
        id={`weight-${weight.id}`}
        label={t('weightAccuracy.edit.weight', { time })}
        suffix={unit}
        min={0}
        step="any"
        inputMode="decimal"
        autoComplete="off"
        value={pending}
        error={error}
        onChange={(event) => {
          setPending(event.target.value);
          setSaved(null);
        }}
      />
      <Button
        type="submit"
        icon="check"
        aria-label={t('weightAccuracy.edit.confirmTime', { time })}
        disabled={busy || pending === typedOf(weight.weight)}
        busy={busy}
      >
        {t('weightAccuracy.edit.confirm')}
      </Button>
      <p className={s.saved} role="status">
        {saved}
      </p>
    </form>
  );
}
