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
  onClose(): void;
}

/** The check weights of a day as fields; each is confirmed by itself. */
export function EditWeights({ t, format, day, locationName, onCorrected, onClose }: EditWeightsProps) {
  const times = weighingTimes(day.checkweights, format, day.timeZone);
  return (
    <Dialog
      open
      size="small"
      title={t('weightAccuracy.edit.title')}
      sentence={t('weightAccuracy.edit.sentence', { date: format.date(day.date), location: locationName })}
      closeLabel={t('weightAccuracy.edit.close')}
      onClose={onClose}
      footer={<Button onClick={onClose}>{t('weightAccuracy.edit.close')}</Button>}
    >
      <div className={s.rows}>
        {day.checkweights.map((weight, at) => (
          <WeightRow key={weight.id} {...{ t, format, weight, onCorrected }} time={times[at] ?? ''} unit={day.unit} />
        ))}
      </div>
    </Dialog>
  );
}

interface WeightRowProps extends Pick<EditWeightsProps, 't' | 'format' | 'onCorrected'> {
  weight: Checkweight;
  time: string;
  unit: string;
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
    const netWeight = pending.trim() === '' ? Number.NaN : Number(pending);
    if (!Number.isFinite(netWeight)) return setError(t('weightAccuracy.edit.notANumber'));
    setBusy(true);
    setError(undefined);
    try {
      const now = await request<Checkweight>(`/rest/v1/wam/checkweight/${weight.id}/netWeight`, {
        method: 'PUT',
        body: { checkweightId: weight.id, netWeight },
      });
      onCorrected(now);
      setPending(typedOf(now.weight));
      setSaved(t('weightAccuracy.edit.saved', { weight: `${format.number(now.weight, 1)}\u202f${unit}` }));
    } catch (failure) {
      const known = failure instanceof RequestError && failure.status >= 400 && failure.status < 500;
      setError(known ? (failure.fields.netWeight ?? failure.message) : t('weightAccuracy.edit.failed'));
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
