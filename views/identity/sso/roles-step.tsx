import { Button } from '../../../client/ui/button';
import { FormField } from '../../../client/ui/form-field';
import type { Translate } from '../../../server/platform/i18n/messages';
import { PostForm } from '../../layout/form';
import { Section } from '../../layout/section';
import account from '../account/account.module.css';
import { ItemList, type Item } from '../account/item-list';
import tokens from '../api-tokens/api-tokens.module.css';
import type { RefusedInput } from './provider-step';
import { SetupFrame, type SetupFrameProps } from './setup-frame';
import s from './sso.module.css';

interface RoleChoice {
  id: string;
  name: string;
  /** Whoever looks may give and take it. */
  givable: boolean;
}

export interface GroupView {
  id: string;
  group: string;
  roleIds: string[];
}

export type RolesStepProps = Omit<SetupFrameProps, 'at'> & {
  roles: RoleChoice[];
  defaults: string[];
  groups: GroupView[];
  refused?: (RefusedInput & { chosen: readonly string[] }) | undefined;
};

/** What people may do who come in by the provider. */
export function RolesStep({ roles, defaults, groups, refused, ...frame }: RolesStepProps) {
  const { t, setup } = frame;
  const action = `/sso/${setup.id}/roles`;
  const namesOf = (ids: readonly string[]) =>
    roles
      .filter(({ id }) => ids.includes(id))
      .map(({ name }) => name)
      .join(', ');
  const item = (group: GroupView): Item => ({
    key: group.id,
    title: group.group,
    details: [
      group.roleIds.length === 0 ? t('ssoPages.noRoles') : t('ssoPages.groupRoles', { roles: namesOf(group.roleIds) }),
    ],
    actions: setup.open && <GroupActions t={t} action={action} roles={roles} group={group} />,
  });
  const adding = refused?.typed.act === 'addGroup' ? refused : undefined;
  return (
    <SetupFrame {...frame} at="roles">
      <Section id="defaults" title={t('ssoPages.defaultsTitle')} sentence={t('ssoPages.defaultsSentence')}>
        {setup.open ? (
          <PostForm action={action} className={account.form}>
            <input type="hidden" name="act" value="defaults" />
            <RoleBoxes t={t} prefix="defaults" roles={roles} chosen={defaults} />
            <Button type="submit" tone="primary">
              {t('ssoPages.save')}
            </Button>
          </PostForm>
        ) : (
          <p>{namesOf(defaults) || t('ssoPages.noRoles')}</p>
        )}
      </Section>
      <Section id="groups" title={t('ssoPages.groupsTitle')} sentence={t('ssoPages.groupsSentence')}>
        <ItemList items={groups.map(item)} empty={t('ssoPages.noGroups')} />
        {setup.open && (
          <div className={s.block}>
            <h3>{t('ssoPages.addGroup')}</h3>
            <PostForm action={action} className={account.form}>
              <input type="hidden" name="act" value="addGroup" />
              <FormField
                name="group"
                label={t('ssoPages.group')}
                hint={t('ssoPages.groupHint')}
                error={adding?.fields.group}
                required
                maxLength={200}
                autoComplete="off"
                defaultValue={adding?.typed.group}
              />
              <RoleBoxes t={t} prefix="add" roles={roles} chosen={adding?.chosen ?? []} />
              <Button type="submit">{t('ssoPages.addGroup')}</Button>
            </PostForm>
          </div>
        )}
      </Section>
    </SetupFrame>
  );
}

function GroupActions({
  t,
  action,
  roles,
  group: { id, group, roleIds },
}: {
  t: Translate;
  action: string;
  roles: RoleChoice[];
  group: GroupView;
}) {
  return (
    <>
      <PostForm
        action={action}
        data-confirm={t('ssoPages.removeGroupConfirm', { group })}
        data-confirm-yes={t('ssoPages.remove')}
      >
        <input type="hidden" name="act" value="removeGroup" />
        <input type="hidden" name="groupId" value={id} />
        <Button type="submit" size="small">
          {t('ssoPages.remove')}
          <span className="visually-hidden"> {group}</span>
        </Button>
      </PostForm>
      <details className={s.change}>
        <summary>
          {t('ssoPages.change')}
          <span className="visually-hidden"> {group}</span>
        </summary>
        <PostForm action={action} className={account.form}>
          <input type="hidden" name="act" value="changeGroup" />
          <input type="hidden" name="groupId" value={id} />
          <FormField
            id={`group-${id}`}
            name="group"
            label={t('ssoPages.group')}
            required
            maxLength={200}
            autoComplete="off"
            defaultValue={group}
          />
          <RoleBoxes t={t} prefix={id} roles={roles} chosen={roleIds} />
          <Button type="submit" size="small">
            {t('ssoPages.save')}
            <span className="visually-hidden"> {group}</span>
          </Button>
        </PostForm>
      </details>
    </>
  );
}

/** Roles that whoever looks may not give stay as they are. */
function RoleBoxes({
  t,
  prefix,
  roles,
  chosen,
}: {
  t: Translate;
  prefix: string;
  roles: RoleChoice[];
  chosen: readonly string[];
}) {
  const kept = roles.filter(({ id, givable }) => !givable && chosen.includes(id));
  return (
    <fieldset className={tokens.roles}>
      <legend>{t('ssoPages.roles')}</legend>
      <p className={tokens.hint}>{t('ssoPages.rolesHint')}</p>
      {roles
        .filter(({ givable }) => givable)
        .map(({ id, name }) => (
          <FormField
            key={id}
            id={`${prefix}-${id}`}
            name={`role-${id}`}
            kind="checkbox"
            value="on"
            label={name}
            defaultChecked={chosen.includes(id)}
          />
        ))}
      {kept.map(({ id, name }) => (
        <p key={id} className={tokens.hint}>
          <input type="hidden" name={`role-${id}`} value="on" />
          {t('ssoPages.keptRole', { role: name })}
        </p>
      ))}
    </fieldset>
  );
}
