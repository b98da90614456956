import { FormField } from '../../client/ui/form-field';
import type { AdapterKind, AdapterRow } from '../../server/features/dynamic-menu-adapters/adapters.contract';
import { problemIn, type FormFailure } from '../layout/form-failure';
import { hourName, weekdayName, type Writing } from './adapter-words';
import s from './adapters.module.css';

interface SettingsFieldsProps extends Writing {
  kind: AdapterKind;
  /** Of the organization’s clock. */
  timeZone: string;
  adapter: AdapterRow | null;
  refused: FormFailure | null;
}

const workdays = [1, 2, 3, 4, 5];

/** What an adapter is called, and of a feed where it is, how it lets us in and when it is read. A secret never comes back. */
export function SettingsFields({ t, format, kind, timeZone, adapter, refused }: SettingsFieldsProps) {
  const typed = refused?.typed ?? {};
  const days = refused ? (typed.weekdays ?? '').split(',').map(Number) : (adapter?.weekdays ?? workdays);
  const wrongDays = problemIn(refused, 'weekdays');
  return (
    <>
      <FormField
        name="name"
        label={t('menuAdapters.name')}
        hint={t('menuAdapters.nameHint')}
        required
        maxLength={200}
        autoComplete="off"
        defaultValue={typed.name ?? adapter?.name}
        error={problemIn(refused, 'name')}
      />
      {kind === 'feed' && (
        <>
          <FormField
            kind="url"
            name="address"
            label={t('menuAdapters.address')}
            hint={t('menuAdapters.addressHint')}
            required
            maxLength={2000}
            autoComplete="off"
            spellCheck={false}
            placeholder="https://"
            defaultValue={typed.address ?? adapter?.address}
            error={problemIn(refused, 'address')}
          />
          <FormField
            kind="select"
            name="auth"
            label={t('menuAdapters.auth')}
            options={(['none', 'basic', 'bearer', 'header'] as const).map((value) => ({
              value,
              label: t(`menuAdapters.auths.${value}`),
            }))}
            defaultValue={typed.auth ?? adapter?.auth ?? 'none'}
            error={problemIn(refused, 'auth')}
          />
          <FormField
            name="authName"
            label={t('menuAdapters.authName')}
            hint={t('menuAdapters.authNameHint')}
            note={t('security.optional')}
            maxLength={200}
            autoComplete="off"
            spellCheck={false}
            defaultValue={typed.authName ?? adapter?.authName}
            error={problemIn(refused, 'authName')}
          />
          <FormField
            kind="password"
            name="secret"
            label={t('menuAdapters.secret')}
            hint={t(
              adapter !== null && adapter.auth !== 'none' ? 'menuAdapters.secretKept' : 'menuAdapters.secretHint',
            )}
            note={t('security.optional')}
            maxLength={4000}
            autoComplete="off"
            error={problemIn(refused, 'secret')}
          />
          <FormField
            kind="select"
            name="hour"
            label={t('menuAdapters.hour')}
            hint={t('menuAdapters.hourHint', { timeZone })}
            options={[
              { value: '', label: t('menuAdapters.byHand') },
              ...Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: hourName(hour) })),
            ]}
            defaultValue={typed.hour ?? (adapter ? String(adapter.hour ?? '') : '5')}
            error={problemIn(refused, 'hour')}
          />
          <fieldset className={s.group} aria-describedby={wrongDays ? 'weekdays-error' : undefined}>
            <legend>{t('menuAdapters.weekdays')}</legend>
            <div className={s.days}>
              {[1, 2, 3, 4, 5, 6, 7].map((day) => (
                <FormField
                  key={day}
                  kind="checkbox"
                  id={`field-weekday-${day}`}
                  name="weekdays"
                  label={weekdayName(format, day)}
                  value={day}
                  defaultChecked={days.includes(day)}
                />
              ))}
            </div>
            {wrongDays && (
              <p id="weekdays-error" className={s.error}>
                {wrongDays}
              </p>
            )}
          </fieldset>
        </>
      )}
    </>
  );
}
