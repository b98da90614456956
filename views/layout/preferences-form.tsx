import { Button } from '../../client/ui/button';
import { FormField, type FieldOption } from '../../client/ui/form-field';
import type { LayoutStrings } from '../../server/platform/i18n/messages';
import s from './shell.module.css';

export interface Preferences {
  action: string;
  /** The page that it stands on, to which it leads back. */
  back: string;
  locale: string;
  /** Each in its own words. */
  languages: FieldOption[];
  unit: string;
  units: FieldOption[];
  theme: 'light' | 'dark' | null;
}

/** What somebody chooses for their own eyes alone. */
export function PreferencesForm({
  preferences,
  csrfToken,
  strings,
}: {
  preferences: Preferences;
  csrfToken: string;
  strings: LayoutStrings;
}) {
  const { action, back, locale, languages, unit, units, theme } = preferences;
  const { preferences: words } = strings;
  const themes = [
    { value: 'device', label: words.device },
    { value: 'light', label: words.light },
    { value: 'dark', label: words.dark },
  ];
  return (
    <form method="post" action={action} className={s.preferences} aria-label={words.title} data-way-back="">
      <input type="hidden" name="_csrf" value={csrfToken} />
      <input type="hidden" name="back" value={back} />
      <FormField
        kind="select"
        id="preferences-locale"
        name="locale"
        label={strings.language}
        options={languages}
        defaultValue={locale}
      />
      <FormField
        kind="select"
        id="preferences-unit"
        name="unit"
        label={words.unit}
        options={units}
        defaultValue={unit}
      />
      <FormField
        kind="select"
        id="preferences-theme"
        name="theme"
        label={words.theme}
        options={themes}
        defaultValue={theme ?? 'device'}
      />
      <Button type="submit" wide>
        {words.apply}
      </Button>
    </form>
  );
}
