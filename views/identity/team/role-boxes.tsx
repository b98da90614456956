import { FormField } from '../../../client/ui/form-field';
import type { OfferedRole } from '../../../server/identity/pages/team/team-rows.contract';
import type { Translate } from '../../../server/platform/i18n/messages';
import s from './team.module.css';

/** The roles of somebody; those that whoever looks may not give stay as they are. */
export function RoleBoxes({
  t,
  of,
  roles,
  disabled = false,
}: {
  t: Translate;
  /** Tells two of them on one page apart. */
  of: string;
  roles: OfferedRole[];
  disabled?: boolean;
}) {
  return (
    <fieldset className={s.roles}>
      <legend>{t('team.roles')}</legend>
      {roles.length === 0 && <p className={s.muted}>{t('team.noRolesToGive')}</p>}
      <div className={s.boxes}>
        {roles.map(({ box, name, held, yours }) => (
          <FormField
            key={box}
            id={`${of}-${box}`}
            name={box}
            kind="checkbox"
            value="on"
            label={name}
            hint={yours ? undefined : t('team.notYours')}
            defaultChecked={held}
            disabled={disabled || !yours}
          />
        ))}
      </div>
    </fieldset>
  );
}
