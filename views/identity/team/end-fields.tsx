import { FormField } from '../../../client/ui/form-field';
import type { Translate } from '../../../server/platform/i18n/messages';
import s from './team.module.css';

/** When access ends, to the second. */
export function EndFields({
  t,
  day,
  time,
  zone,
  error,
  optional = false,
}: {
  t: Translate;
  day: string | undefined;
  time: string | undefined;
  zone: string;
  error: string | undefined;
  optional?: boolean;
}) {
  return (
    <div className={s.pair}>
      <FormField
        name="endDay"
        kind="date"
        label={t('team.endDay')}
        note={optional ? t('security.optional') : undefined}
        required={!optional}
        defaultValue={day}
        error={error}
      />
      <FormField
        name="endTime"
        kind="time"
        step={1}
        label={t('team.endTime')}
        hint={t('team.zone', { zone })}
        defaultValue={time || '23:59:59'}
      />
    </div>
  );
}
