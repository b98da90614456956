import { Button } from '../../../client/ui/button';
import { FormField } from '../../../client/ui/form-field';
import { Notice } from '../../../client/ui/notice';
import { PageHeader } from '../../../client/ui/page-header';
import type { ClientScope } from '../../../server/platform/client-scopes.contract';
import type { Translate } from '../../../server/platform/i18n/messages';
import { PostForm } from '../../layout/form';
import { Section } from '../../layout/section';
import account from '../account/account.module.css';
import type { ClientView } from './oauth-clients-page';
import s from './oauth.module.css';
import { scopeSentences } from './scope-sentences';

interface OAuthClientFormProps {
  t: Translate;
  base: string;
  /** null: a new one. */
  id: string | null;
  methods: readonly ClientView['authMethod'][];
  /** What a client may be let ask for. */
  scopes: readonly ClientScope[];
  switchedOff: boolean;
  typed: Record<string, string>;
  fields: Record<string, string>;
  problem?: string | undefined;
}

/** A program that people sign in to: what is known of it, and what can be done with it. */
export function OAuthClientForm({
  t,
  base,
  id,
  methods,
  scopes,
  switchedOff,
  typed,
  fields,
  problem,
}: OAuthClientFormProps) {
  const name = typed.name ?? '';
  return (
    <div className={s.page}>
      <PageHeader
        title={id === null ? t('oauthClients.add') : name}
        sentence={t('oauthClients.formLead')}
        back={{ href: base, label: t('oauthClients.title') }}
      />
      {problem && <Notice tone="error">{problem}</Notice>}
      <Section id="client" title={t('oauthClients.details')}>
        {id !== null && (
          <p className={s.hint}>
            {t('oauthClients.clientId')}: <code className={s.id}>{id}</code>
          </p>
        )}
        <PostForm action={id === null ? `${base}/new` : `${base}/${id}`} className={account.form}>
          <FormField
            name="name"
            label={t('oauthClients.name')}
            hint={t('oauthClients.nameHint')}
            error={fields.name}
            required
            maxLength={200}
            autoComplete="off"
            defaultValue={typed.name}
          />
          <FormField
            name="authMethod"
            kind="select"
            label={t('oauthClients.authMethod')}
            hint={t('oauthClients.authMethodHint')}
            error={fields.authMethod}
            defaultValue={typed.authMethod ?? 'client_secret_basic'}
            options={methods.map((value) => ({ value, label: t(`oauthClients.methods.${value}`) }))}
          />
          <FormField
            name="redirectUris"
            kind="textarea"
            rows={3}
            label={t('oauthClients.redirectUris')}
            hint={t('oauthClients.redirectUrisHint')}
            error={fields.redirectUris}
            required
            spellCheck={false}
            defaultValue={typed.redirectUris}
          />
          <FormField
            name="postLogoutRedirectUris"
            kind="textarea"
            rows={2}
            label={t('oauthClients.postLogoutRedirectUris')}
            hint={t('oauthClients.oneALine')}
            error={fields.postLogoutRedirectUris}
            spellCheck={false}
            defaultValue={typed.postLogoutRedirectUris}
          />
          <FormField
            name="allowedOrigins"
            kind="textarea"
            rows={2}
            label={t('oauthClients.allowedOrigins')}
            hint={t('oauthClients.allowedOriginsHint')}
            error={fields.allowedOrigins}
            spellCheck={false}
            defaultValue={typed.allowedOrigins}
          />
          <fieldset className={s.choices}>
            <legend>{t('oauthClients.scopes')}</legend>
            <p className={s.hint}>{t('oauthClients.scopesHint')}</p>
            {scopes.map((scope) => (
              <FormField
                key={scope}
                name={scope}
                kind="checkbox"
                label={scopeSentences(t, [scope]).join('')}
                note={scope}
                defaultChecked={typed[scope] === 'on'}
              />
            ))}
          </fieldset>
          <Button type="submit" tone="primary">
            {t(id === null ? 'oauthClients.add' : 'oauthClients.save')}
          </Button>
        </PostForm>
      </Section>
      {id !== null && (
        <Dangers
          t={t}
          base={`${base}/${id}`}
          name={name}
          switchedOff={switchedOff}
          hasSecret={typed.authMethod !== 'none'}
        />
      )}
    </div>
  );
}

function Dangers({
  t,
  base,
  name,
  hasSecret,
  switchedOff,
}: {
  t: Translate;
  base: string;
  name: string;
  hasSecret: boolean;
  switchedOff: boolean;
}) {
  return (
    <Section id="dangers" title={t('oauthClients.dangers')} sentence={t('oauthClients.dangersSentence')}>
      <div className={s.dangers}>
        {hasSecret && (
          <PostForm
            action={`${base}/secret`}
            data-confirm={t('oauthClients.confirmSecret', { name })}
            data-confirm-yes={t('oauthClients.newSecret')}
          >
            <Button type="submit">{t('oauthClients.newSecret')}</Button>
          </PostForm>
        )}
        {switchedOff ? (
          <PostForm action={`${base}/on`}>
            <Button type="submit">{t('oauthClients.switchOn')}</Button>
          </PostForm>
        ) : (
          <PostForm
            action={`${base}/off`}
            data-confirm={t('oauthClients.confirmOff', { name })}
            data-confirm-yes={t('oauthClients.switchOff')}
          >
            <Button type="submit">{t('oauthClients.switchOff')}</Button>
          </PostForm>
        )}
        <PostForm
          action={`${base}/remove`}
          data-confirm={t('oauthClients.confirm', { name })}
          data-confirm-yes={t('oauthClients.delete')}
        >
          <Button type="submit">{t('oauthClients.delete')}</Button>
        </PostForm>
      </div>
    </Section>
  );
}
