import { copyText } from '../../../client/identity/copy-text.island';
import { LinkButton } from '../../../client/ui/button';
import { Notice } from '../../../client/ui/notice';
import { PageHeader } from '../../../client/ui/page-header';
import type { Translate } from '../../../server/platform/i18n/messages';
import { Island } from '../../layout/island';
import { Section } from '../../layout/section';
import account from '../account/account.module.css';
import s from './oauth.module.css';

/** Shown once: nobody can read the secret again. */
export function OAuthClientMade({
  t,
  base,
  client: { id, name, secret },
}: {
  t: Translate;
  base: string;
  client: { id: string; name: string; secret: string | null };
}) {
  const shown = [
    [t('oauthClients.clientId'), id] as const,
    ...(secret === null ? [] : [[t('oauthClients.secret'), secret] as const]),
  ];
  return (
    <div className={s.page}>
      <PageHeader title={name} back={{ href: base, label: t('oauthClients.title') }} />
      <Notice tone="success" title={t('oauthClients.made', { name })}>
        {secret !== null && <p>{t('oauthClients.madeSentence')}</p>}
      </Notice>
      <Section id="made" title={t('oauthClients.toCopy')}>
        <dl className={s.made}>
          {shown.map(([label, text]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>
                <code className={s.secret}>{text}</code>
                <Island of={copyText} when="load" props={{ text, name: label }} />
              </dd>
            </div>
          ))}
        </dl>
        <p className={account.after}>
          <LinkButton href={base} tone="primary">
            {t('oauthClients.done')}
          </LinkButton>
        </p>
      </Section>
    </div>
  );
}
