import type { GroupColor } from '../../../server/identity/pages/groups/groups-forms.contract';
import type { Translate } from '../../../server/platform/i18n/messages';
import { NameFields } from '../roles/name-fields';
import s from './groups.module.css';
import { Swatch } from './swatch';

export interface GroupFieldsProps {
  t: Translate;
  /** Those that are offered. */
  colors: { name: GroupColor; value: string }[];
  shown: { name: string; description: string; color: string };
  fields: Record<string, string>;
  /** A directory gives it its name. */
  named?: boolean;
}

/** What a group is called, and the color by which it is known. */
export function GroupFields({ t, colors, shown, fields, named = false }: GroupFieldsProps) {
  const choices = [
    { value: '', label: t('groups.noColor') },
    ...colors.map(({ name, value }) => ({ value, label: t(`groups.colors.${name}`) })),
  ];
  const known = choices.some(({ value }) => value === shown.color);
  return (
    <>
      <NameFields t={t} shown={shown} fields={fields} named={named} />
      <fieldset className={s.colors}>
        <legend>{t('groups.color')}</legend>
        {[...choices, ...(known ? [] : [{ value: shown.color, label: shown.color }])].map(({ value, label }) => (
          <label key={value} className={s.color}>
            <input type="radio" name="color" value={value} defaultChecked={value === shown.color} />
            {value !== '' && <Swatch color={value} />}
            {label}
          </label>
        ))}
      </fieldset>
    </>
  );
}
