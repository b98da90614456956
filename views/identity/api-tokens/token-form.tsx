import { Button } from '../../../client/ui/button';
import { FormField } from '../../../client/ui/form-field';
import { Icon } from '../../../client/ui/icon';
import type { Translate } from '../../../server/platform/i18n/messages';
import { PostForm } from '../../layout/form';
import account from '../account/account.module.css';
import s from './api-tokens.module.css';

/** What was typed, and why it was not taken. */
export interface RefusedToken {
  typed: Record<string, string>;
  chosenRoles: readonly string[];
  fields: Record<string, string>;
}

export interface TokenFormProps {
  t: Translate;
  action: string;
  /** In days, or `never`. */
  expiries: readonly string[];
  /** Those that may be given; null where a token has none of its own. */
  roles: { id: string; name: string }[] | null;
  refused?: RefusedToken | undefined;
}

export function TokenForm({ t, action, expiries, roles, refused }: TokenFormProps) {
  const { typed = {}, chosenRoles = [], fields = {} } = refused ?? {};
  return (
    <PostForm action={action} className={account.form}>
      <FormField
        name="description"
        label={t('apiTokens.description')}
        hint={t('apiTokens.descriptionHint')}
        error={fields.description}
        required
        maxLength={200}
        autoComplete="off"
        defaultValue={typed.description}
      />
      <FormField
        name="kind"
        kind="select"
        label={t('apiTokens.kind')}
        error={fields.kind}
        defaultValue={typed.kind ?? 'API'}
        options={[
          { value: 'API', label: t('apiTokens.kindApi') },
          { value: 'ACCESS', label: t('apiTokens.kindAccess') },
        ]}
      />
      <FormField
        name="expiry"
        kind="select"
        label={t('apiTokens.expiry')}
        error={fields.expiry}
        defaultValue={typed.expiry ?? '90'}
        options={expiries.map((value) => ({
          value,
          label: value === 'never' ? t('apiTokens.expiryNever') : t('apiTokens.expiryDays', { count: Number(value) }),
        }))}
      />
      {roles && <Roles t={t} roles={roles} chosen={chosenRoles} error={fields.roleIds} />}
      <Button type="submit" tone="primary">
        {t('apiTokens.create')}
      </Button>
    </PostForm>
  );
}

function Roles({
  t,
  roles,
  chosen,
  error,
}: {
  t: Translate;
  roles: { id: string; name: string }[];
  chosen: readonly string[];
  error: string | undefined;
}) {
  return (
    <fieldset className={s.roles} aria-describedby={error ? 'roles-hint roles-error' : 'roles-hint'}>
      <legend>{t('apiTokens.roles')}</legend>
      <p id="roles-hint" className={s.hint}>
        {t('apiTokens.rolesHint')}
      </p>
      {roles.map(({ id, name }) => (
        <FormField
          key={id}
          id={`role-${id}`}
          name={`role-${id}`}
          kind="checkbox"
          value="on"
          label={name}
          defaultChecked={chosen.includes(id)}
        />
      ))}
      {error && (
        <p id="roles-error" className={account.error}>
          <Icon name="error" />
          {error}
        </p>
      )}
    </fieldset>
  );
}
