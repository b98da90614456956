import { usePage, type LegacyPage } from '../../../client/legacy/page';
import type { DialogField, OwnField } from '../../../client/ui/form-dialog';
import type { RoleList, UserDetail } from '../../../server/features/users/users.contract';
import { CheckList } from './check-list';

type Role = RoleList['roles'][number];

/** The roles with a box each; those that somebody may not give stand as they are. */
function rolesField(
  { t }: LegacyPage,
  { roles, held, locked }: { roles: readonly Role[]; held: readonly number[]; locked: boolean },
): OwnField {
  return {
    kind: 'own',
    name: 'roleIds',
    label: t('users.fields.roles'),
    defaultValue: held.join(','),
    required: true,
    render: ({ value, error, onChange }) => (
      <CheckList
        legend={t('users.fields.roles')}
        name="roleIds"
        value={value}
        error={error}
        onChange={onChange}
        hint={roles.every(({ grantable }) => grantable) ? undefined : t('users.rolesHint')}
        options={roles.map(({ roleId, roleName, grantable }) => ({
          value: String(roleId),
          label: roleName,
          disabled: locked || !grantable,
        }))}
      />
    ),
  };
}

const idsOf = (typed: string | undefined) => (typed ?? '').split(',').filter(Boolean).map(Number);

export function useUserForms() {
  const page = usePage();
  const { t, call, ask, say } = page;
  return {
    /** Makes somebody and leads to them. */
    openNewUser({ roles, locales }: RoleList, open: (userId: number) => void) {
      ask({
        title: t('users.newTitle'),
        sentence: t('users.newSentence'),
        submit: t('users.create'),
        fields: [
          { name: 'fullName', label: t('users.fields.fullName'), required: true, maxLength: 200 },
          { name: 'email', kind: 'email', label: t('users.fields.email'), required: true, maxLength: 254 },
          {
            name: 'login',
            label: t('users.fields.login'),
            note: t('layout.form.optional'),
            maxLength: 200,
            hint: t('users.loginHint'),
          },
          {
            name: 'locale',
            kind: 'select',
            label: t('users.fields.locale'),
            options: locales.map(({ locale, localeName }) => ({ value: locale, label: localeName })),
          },
          rolesField(page, { roles, held: [], locked: false }),
        ],
        async onSubmit({ roleIds, ...typed }) {
          const { userId } = await call<{ userId: number }>('/users', {
            method: 'POST',
            body: { ...typed, roleIds: idsOf(roleIds) },
          });
          say(t('users.created', { email: typed.email ?? '' }));
          open(userId);
        },
      });
    },

    openEdit({ user, roles, refused, revision }: UserDetail, onSaved: () => void) {
      const fixed = (change: 'name' | 'email') =>
        refused[change] ? { disabled: true, hint: t(`users.${refused[change]}`) } : {};
      const fields: DialogField[] = [
        {
          name: 'fullName',
          label: t('users.fields.fullName'),
          defaultValue: user.fullName,
          required: true,
          maxLength: 200,
          ...fixed('name'),
        },
        {
          name: 'email',
          kind: 'email',
          label: t('users.fields.email'),
          defaultValue: user.email,
          required: true,
          maxLength: 254,
          ...fixed('email'),
        },
        rolesField(page, { roles, held: user.roleIds, locked: refused.roles !== undefined }),
      ];
      ask({
        title: t('users.editTitle', { name: user.fullName }),
        submit: t('legacy.ui.save'),
        fields,
        async onSubmit({ fullName, email, roleIds }) {
          await call(`/users/${user.userId}`, {
            method: 'PUT',
            body: { fullName, email, roleIds: idsOf(roleIds), revision },
          });
          say(t('users.saved'));
          onSaved();
        },
      });
    },

    openState({ user: { userId, fullName: name, status }, revision }: UserDetail, onSaved: () => void) {
      const leaves = status !== 'INACTIVE';
      ask({
        fields: [],
        tone: leaves ? 'danger' : 'primary',
        title: t(leaves ? 'users.deactivateTitle' : 'users.reactivateTitle', { name }),
        points: leaves
          ? [t('users.deactivateAtOnce'), t('users.deactivateStays'), t('users.deactivateUndo')]
          : [t('users.reactivateLeads')],
        submit: t(leaves ? 'users.deactivate' : 'users.reactivate'),
        async onSubmit() {
          await call(`/users/${userId}/status`, { method: 'PUT', body: { active: !leaves, revision } });
          say(t(leaves ? 'users.deactivated' : 'users.reactivated', { name }));
          onSaved();
        },
      });
    },

    openLink({ user: { userId, fullName: name, email, status } }: UserDetail) {
      const invited = status === 'INVITED';
      ask({
        size: 'small',
        fields: [],
        title: t(invited ? 'users.resendTitle' : 'users.resetTitle', { name }),
        sentence: t(invited ? 'users.resendSentence' : 'users.resetSentence', { email }),
        submit: t(invited ? 'users.resend' : 'users.reset'),
        async onSubmit() {
          await call(`/users/${userId}/link`, { method: 'POST', body: {} });
          say(t('users.linkSent', { email }));
        },
      });
    },
  };
}
