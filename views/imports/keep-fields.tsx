import { FormField } from '../../client/ui/form-field';
import type { Translate } from '../../server/platform/i18n/messages';
import s from './mapping-page.module.css';

export interface Keeping {
  name: string;
  /** The kept mapping that the sheet is read by. */
  keptId: number | null;
  /** Another one has the name. */
  taken: boolean;
}

/** Keeps the mapping for the next sheet of this form; left empty, it is for this sheet alone. */
export function KeepFields({ t, keep: { name, keptId, taken } }: { t: Translate; keep: Keeping }) {
  return (
    <div className={s.keep}>
      {keptId !== null && <input type="hidden" name="keptId" value={keptId} />}
      <FormField
        name="keepAs"
        label={t('imports.keep.label')}
        note={t('layout.form.optional')}
        hint={t('imports.keep.hint')}
        error={taken ? t('imports.keptNameTaken', { name }) : undefined}
        defaultValue={name}
        maxLength={200}
        autoComplete="off"
      />
      {taken && <FormField kind="checkbox" name="replace" value="yes" label={t('imports.keep.replace', { name })} />}
    </div>
  );
}
