import { Fold } from '../../client/ui/fold';
import { FormField } from '../../client/ui/form-field';
import { Toggle } from '../../client/ui/toggle';
import type { ChoiceSite } from '../../server/domain/places/secured-items.contract';
import { boxOf } from '../../server/features/user-manager/user-manager.rules';
import type { RoleList } from '../../server/features/users/users.contract';
import type { Translate } from '../../server/platform/i18n/messages';
import s from './user-manager.module.css';

interface RoleBoxesProps {
  t: Translate;
  roles: RoleList['roles'];
  held: readonly number[];
  disabled?: boolean;
  error?: string | undefined;
}

/** The roles of somebody; those that whoever looks may not give stay as they are. */
export function RoleBoxes({ t, roles, held, disabled = false, error }: RoleBoxesProps) {
  return (
    <fieldset className={s.boxes}>
      <legend>{t('users.fields.roles')}</legend>
      {error && <p className={s.error}>{error}</p>}
      {roles.map(({ roleId, roleName, grantable }) => (
        <FormField
          key={roleId}
          id={boxOf('roleIds', roleId)}
          name={boxOf('roleIds', roleId)}
          kind="checkbox"
          value="on"
          label={roleName}
          hint={grantable ? undefined : t('users.roleBeyondYours')}
          defaultChecked={held.includes(roleId)}
          disabled={disabled || !grantable}
        />
      ))}
    </fieldset>
  );
}

interface AccessBoxesProps {
  t: Translate;
  sites: ChoiceSite[];
  chosen: { sees: 'all' | 'some'; siteIds: readonly number[]; locationIds: readonly number[] };
  error?: string | undefined;
}

/** The whole organization, or what is ticked of it. */
export function AccessBoxes({ t, sites, chosen, error }: AccessBoxesProps) {
  return (
    <div className={s.boxes}>
      <Toggle
        legend={t('users.fields.secured')}
        name="sees"
        value={chosen.sees}
        options={[
          { value: 'all', label: t('users.seesAll') },
          { value: 'some', label: t('userManager.seesSome') },
        ]}
      />
      {error && <p className={s.error}>{error}</p>}
      <Fold quiet title={t('users.items')} open={chosen.sees === 'some' || error !== undefined}>
        <p className={s.muted}>{t('userManager.itemsHint')}</p>
        {sites.map(({ siteId, siteName, locations }) => (
          <fieldset key={siteId} className={s.boxes}>
            <legend className="visually-hidden">{siteName}</legend>
            <FormField
              kind="checkbox"
              id={boxOf('siteIds', siteId)}
              name={boxOf('siteIds', siteId)}
              value="on"
              label={siteName}
              defaultChecked={chosen.siteIds.includes(siteId)}
            />
            {locations.length > 0 && (
              <div className={s.inner}>
                {locations.map(({ locationId, locationName }) => (
                  <FormField
                    key={locationId}
                    kind="checkbox"
                    id={boxOf('locationIds', locationId)}
                    name={boxOf('locationIds', locationId)}
                    value="on"
                    label={locationName}
                    defaultChecked={chosen.locationIds.includes(locationId)}
                  />
                ))}
              </div>
            )}
          </fieldset>
        ))}
      </Fold>
    </div>
  );
}
